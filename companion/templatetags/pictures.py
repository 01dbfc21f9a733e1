"""Our own signs on a page; a word always stands beside them, so they are hidden from listeners."""

from typing import Any

from django import template
from django.template.base import FilterExpression, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from companion.paper.signs import draw_sign, sign_on_page

register = template.Library()


class SignNode(template.Node):
    def __init__(self, given: list[FilterExpression]) -> None:
        self.given = given

    def render(self, context: Context) -> SafeString:
        return draw_sign(*(one.resolve(context) for one in self.given))


@register.tag
def sign(parser: Parser, token: Token) -> SignNode:
    """The pictogram of an icon, a good, a category or an age: its name, and a class of its own."""
    _tag, *given = token.split_contents()
    return SignNode([parser.compile_filter(one) for one in given])


@register.simple_tag(takes_context=True)
def sign_again(context: dict[str, Any], name: str) -> SafeString:
    """A pictogram that a part of a page shows many times: drawn once there, then pointed to."""
    return sign_on_page(context["request"], name)
