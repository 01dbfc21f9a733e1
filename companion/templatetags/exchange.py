"""What a finished game offers to take along."""

from typing import Any

from django import template
from django.urls import reverse

from campaign.models import Campaign
from companion.exchange.matching import NameQuestion
from companion.exchange.short_links import campaign_code, session_code
from companion.sessions.models import GameSession
from companion.tables.joining_views import base_address, qr_code

register = template.Library()


@register.inclusion_tag("exchange/_result.html", takes_context=True)
def take_session(context: dict[str, Any], session: GameSession) -> dict[str, Any]:
    names = ("session-bgsplay", "session-json")
    addresses = [reverse(name, args=[session.token]) for name in names]
    return offer_files(context, session_code(session), addresses)


@register.inclusion_tag("exchange/_result.html", takes_context=True)
def take_campaign_session(
    context: dict[str, Any], campaign: Campaign, number: int
) -> dict[str, Any]:
    names = ("campaign-session-bgsplay", "campaign-session-json")
    addresses = [reverse(name, args=[campaign.pk, number]) for name in names]
    return offer_files(context, campaign_code(campaign, number), addresses)


def offer_files(
    context: dict[str, Any], code: str, addresses: list[str]
) -> dict[str, Any]:
    request = context["request"]
    send = reverse("follow-bgstats", args=[code])
    file, data = addresses
    return {
        "plays": request.here.plays,
        "send": send,
        "file": file,
        "data": data,
        "code": qr_code(base_address(request) + send),
    }


@register.simple_tag
def answer_to(question: NameQuestion, answers: Any) -> str:
    """What was chosen for a name, or what is proposed."""
    return str((answers or {}).get(question.field, question.chosen))
