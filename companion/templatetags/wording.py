"""Filters that show the words of scoring/ on a page."""

from collections.abc import Sequence
from typing import Any

from django import template

from companion.base import wording
from scoring.seats import seat_letter

register = template.Library()
register.filter("say", wording.translate)
register.filter("place", wording.place_name)
register.filter("signed", wording.signed_points)
register.filter("page_of", wording.page_of)
register.filter("grouped", wording.group_digits)


@register.filter
def unbroken(name: str) -> str:
    """A name in which no line begins with a dash."""
    return name.replace(" – ", "\N{NO-BREAK SPACE}– ")


@register.filter
def letter(seat: int) -> str:
    """Seats are told apart by letter, their colour only helps."""
    return seat_letter(seat)


@register.filter
def at(several: Sequence[Any], position: int) -> Any:
    return several[position]
