"""People on a page: their colours, and what somebody is asked about a name."""

from typing import Any

from django import template

from companion.log.versions import version_of
from companion.tables.colours import COLOURS
from companion.tables.models import Phone, Table
from companion.tables.name_questions import open_questions

register = template.Library()


@register.filter
def colour_name(key: str) -> str:
    """In words, because a colour alone says nothing to some of us."""
    return str(COLOURS.get(key, ""))


@register.simple_tag
def table_version(table: Table) -> int:
    """What a live page of the table shows, to tell whether there is something newer."""
    return version_of(table)


@register.simple_tag(takes_context=True)
def name_questions(context: dict[str, Any]) -> list[Phone]:
    """The phones that ask the visitor for a name."""
    return open_questions(context["request"].here)
