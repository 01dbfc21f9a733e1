"""Filters for people on a page."""

from django import template

from companion.tables.colours import COLOURS

register = template.Library()


@register.filter
def colour_name(key: str) -> str:
    """In words, because a colour alone says nothing to some of us."""
    return str(COLOURS.get(key, ""))
