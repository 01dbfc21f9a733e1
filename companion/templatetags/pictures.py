"""Our own signs on a page; a word always stands beside them, so they are hidden from listeners."""

from functools import lru_cache
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.paper.pictograms import pictogram

register = template.Library()


@register.simple_tag
def sign(name: str, kind: str = "") -> SafeString:
    """The pictogram of an icon, a good, a category or an age."""
    return draw_sign(name, kind)


@lru_cache(maxsize=256)
def draw_sign(name: str, kind: str) -> SafeString:
    """A page may show hundreds of the same few."""
    return format_html(
        '<svg class="sign {}" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="{}" /></svg>',
        kind,
        pictogram(name),
    )


@register.simple_tag(takes_context=True)
def sign_again(context: dict[str, Any], name: str) -> SafeString:
    """A pictogram that a part of a page shows many times: drawn once there, then pointed to."""
    seen: set[str] = context["request"].__dict__.setdefault("drawn_signs", set())
    again = name in seen
    seen.add(name)
    return draw_sign_again(name, again=again)


@lru_cache(maxsize=256)
def draw_sign_again(name: str, *, again: bool) -> SafeString:
    shape = (
        '<symbol id="sign-{}" viewBox="0 0 24 24">'
        '<path fill-rule="evenodd" d="{}"/></symbol>'
    )
    return format_html(
        '<svg class="sign" aria-hidden="true">{}<use href="#sign-{}"/></svg>',
        "" if again else format_html(shape, name, pictogram(name)),
        name,
    )
