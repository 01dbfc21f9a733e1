"""The emblem of a game, and the signs beside what it counts; a word always stands beside them."""

from django import template
from django.utils.safestring import SafeString

from companion.paper.signs import draw_sign
from companion.sessions.looks import find_look

register = template.Library()


@register.simple_tag
def emblem(slug: str) -> SafeString:
    return draw_sign(find_look(slug).emblem, "emblem")


@register.simple_tag
def counting_sign(slug: str, counted: str) -> SafeString:
    """The sign of an entry, by its key, or of a row, by its words; nothing where none is obvious."""
    name = find_look(slug).signs.get(counted)
    return draw_sign(name, "counted") if name else SafeString("")
