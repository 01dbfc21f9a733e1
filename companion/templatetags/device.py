"""What a device has chosen for itself, for the frame of every page."""

from typing import Any

from django import template
from django.http.request import split_domain_port
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from companion.base.hosts import LOOPBACK
from companion.base.themes import AUTO, GROUNDS, THEMES, chosen_theme

register = template.Library()


def context_theme(context: Context) -> str:
    """An error page may come without a request, and then says the theme itself."""
    request = context.get("request")
    return chosen_theme(request) if request else str(context.get("theme", AUTO))


@register.simple_tag(takes_context=True)
def theme_attribute(context: Context) -> SafeString:
    """On <html>, so that the first thing painted is already right."""
    theme = context_theme(context)
    return SafeString("") if theme == AUTO else format_html('data-theme="{}"', theme)


@register.simple_tag(takes_context=True)
def theme_colours(context: Context) -> SafeString:
    """What the browser colours around the page."""
    theme = context_theme(context)
    if theme != AUTO:
        return format_html('<meta name="theme-color" content="{}">', GROUNDS[theme])
    return format_html_join(
        "\n",
        '<meta name="theme-color" content="{1}" media="(prefers-color-scheme: {0})">',
        GROUNDS.items(),
    )


@register.simple_tag(takes_context=True)
def theme_choices(context: Context) -> list[dict[str, Any]]:
    theme = context_theme(context)
    return [
        {"key": key, "name": name, "current": key == theme}
        for key, name in THEMES.items()
    ]


@register.simple_tag(takes_context=True)
def is_secure_context(context: Context) -> bool:
    """Whether a browser lets this page hold the screen on: over HTTPS, or on the laptop itself."""
    request = context["request"]
    return request.is_secure() or split_domain_port(request.get_host())[0] in LOOPBACK
