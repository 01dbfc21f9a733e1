"""Django's own tags for a fixed text and for an address, worked out once and then known again.

They stand on every page dozens of times, and are most of what a page's frame costs.
"""

from __future__ import annotations

from django import template
from django.template.base import FilterExpression, Node, Parser, Token, Variable
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse_address
from django.templatetags.i18n import TranslateNode
from django.templatetags.i18n import do_translate as parse_text
from django.urls import NoReverseMatch
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.base.known_addresses import known_address

register = template.Library()


class FixedText(Node):
    """A text without variables: the same in a language, whatever the page."""

    def __init__(self, text: TranslateNode) -> None:
        self.text = text
        self.known: dict[str | None, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        language = get_language()
        if language not in self.known:
            self.known[language] = SafeString(self.text.render(context))
        return self.known[language]


@register.tag("translate")
def translate_text(parser: Parser, token: Token) -> Node:
    """{% translate %} as Django has it."""
    node = parse_text(parser, token)
    return FixedText(node) if is_fixed(node) else node


def is_fixed(node: TranslateNode) -> bool:
    """Whether it only says one text, and nothing is asked of the page."""
    plain = not (node.asvar or node.message_context or node.noop)
    return plain and is_literal(node.filter_expression)


def is_literal(given: FilterExpression) -> bool:
    var = given.var
    is_text = isinstance(var, Variable) and isinstance(var.literal, str)
    return is_text and not given.filters


class KnownAddress(Node):
    """The address of a named page with plain numbers and texts in it."""

    def __init__(self, given: URLNode) -> None:
        self.given = given

    def render(self, context: Context) -> str:
        given = self.given
        args = [one.resolve(context) for one in given.args]
        if not all(isinstance(one, int | str) for one in args):
            return given.render(context)
        try:
            address = known_address(given.view_name.var, *args)
        except NoReverseMatch:
            return given.render(context)
        if given.asvar:
            context[given.asvar] = address
            return ""
        return escape(address) if context.autoescape else address


@register.tag("url")
def name_address(parser: Parser, token: Token) -> Node:
    """{% url %} as Django has it."""
    node = parse_address(parser, token)
    return KnownAddress(node) if is_plain_address(node) else node


def is_plain_address(node: URLNode) -> bool:
    """Whether it names its page itself, and that page has no namespace."""
    name = node.view_name
    named = isinstance(name.var, str) and not name.filters and ":" not in name.var
    return named and not node.kwargs
