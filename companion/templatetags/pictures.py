"""Our own signs on a page; a word always stands beside them, so they are hidden from listeners."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.paper.pictograms import pictogram

register = template.Library()


@register.simple_tag
def sign(name: str, kind: str = "") -> SafeString:
    """The pictogram of an icon, a good, a category or an age."""
    return format_html(
        '<svg class="sign {}" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="{}" /></svg>',
        kind,
        pictogram(name),
    )
