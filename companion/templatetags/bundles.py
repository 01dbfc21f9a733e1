"""The files a page loads, in its head."""

from functools import lru_cache

from django import template
from django.conf import settings
from django.core.files.storage import Storage, storages
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
    return write_bundle(kind, storages["staticfiles"], debug=settings.DEBUG)


@lru_cache(maxsize=64)
def write_bundle(kind: str, _storage: Storage, *, debug: bool) -> SafeString:
    """Every page has one, and it stays the same as long as the files are kept in the same place."""
    del debug  # which htmx's own script looks at
    fonts = tag_each(
        '<link rel="preload" href="{}" as="font" type="font/woff2" crossorigin>',
        FIRST_FONTS if are_collected() else (),  # else their addresses carry no date
    )
    styles = tag_each('<link rel="stylesheet" href="{}">', style_names(kind))
    scripts = tag_each('<script src="{}" defer></script>', script_names(kind))
    return SafeString(f"{fonts}{styles}{scripts}{django_htmx_script()}")


def tag_each(form: str, names: tuple[str, ...]) -> SafeString:
    return format_html_join("\n", f"{form}\n", ((static(name),) for name in names))
