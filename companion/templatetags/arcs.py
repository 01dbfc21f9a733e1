"""Filters that show the words of Arcs on a page."""

from django import template

from scoring.arcs.rulebook import AMBITION_NAMES

register = template.Library()


@register.filter
def ambition_name(ambition: str) -> str:
    return AMBITION_NAMES[ambition]
