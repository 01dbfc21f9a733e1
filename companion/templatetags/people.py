"""People and phones on a page."""

from django import template

from companion.log.live import version_of
from companion.tables.colours import COLOURS
from companion.tables.models import Table

register = template.Library()


@register.filter
def colour_name(key: str) -> str:
    """In words, because a colour alone says nothing to some of us."""
    return str(COLOURS.get(key, ""))


@register.simple_tag
def table_version(table: Table) -> int:
    """What a live page of the table shows, to tell whether there is something newer."""
    return version_of(table)
