"""The files a page loads, in its head."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django_htmx.jinja import django_htmx_script

from companion.home.bundles import (
    FIRST_FONTS,
    are_collected,
    script_names,
    style_names,
)

register = template.Library()


@register.simple_tag
def bundle(kind: str) -> SafeString:
    """Fonts, stylesheets and scripts of one kind of page."""
    fonts = tag_each(
        '<link rel="preload" href="{}" as="font" type="font/woff2" crossorigin>',
        FIRST_FONTS if are_collected() else (),  # else their addresses carry no date
    )
    styles = tag_each('<link rel="stylesheet" href="{}">', style_names(kind))
    scripts = tag_each('<script src="{}" defer></script>', script_names(kind))
    return SafeString(f"{fonts}{styles}{scripts}{django_htmx_script()}")


def tag_each(form: str, names: tuple[str, ...]) -> SafeString:
    return format_html_join("\n", f"{form}\n", ((static(name),) for name in names))
