"""Where a rule is told: the address of its place on a rules desk."""

from django import template
from django.template import Context

from companion.sessions import rules_desk
from companion.sessions.aids.ticking import find_context_play
from scoring.rules import Rule

register = template.Library()
register.filter("rule_address", rules_desk.rule_address)


@register.simple_tag(takes_context=True)
def rule_address_here(context: Context, rule: Rule | str) -> str:
    """The rule's place on its desk, which leads back to the game or campaign the page is about."""
    address = rules_desk.rule_address(rule)
    campaign = getattr(context.get("campaign"), "pk", None)
    if campaign:
        return address.replace("#", f"?campaign={campaign}#")
    play = find_context_play(context)
    return address.replace("#", f"{play.search}#") if play else address
