"""The session of a campaign as helpers see it: the same as any other game under way."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest
from django.urls import reverse

from campaign.board.letters import campaign_letters
from campaign.models import Campaign
from companion.log.acting import read_whole_number
from companion.sessions.aids.open_game import OpenGame
from companion.tables.access import FINDERS, Here
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.help_in_play import goods_due, seated_empires
from scoring.rise_of_empire.session import GAME
from scoring.rise_of_empire.state import CampaignState


def find_open_campaign(request: HttpRequest, key: str) -> OpenGame | None:
    number = read_whole_number(key)
    if number is None:
        return None
    campaign, here = FINDERS["campaign"](request, number)
    if not isinstance(campaign, Campaign) or here is None:
        return None
    return open_campaign_game(campaign, here, CAMPAIGN.load(campaign.state))


def open_campaign_game(
    campaign: Campaign,
    here: Here,
    state: CampaignState,
    letters: Mapping[str, str] | None = None,
) -> OpenGame:
    """The game under way; whoever knows the letters of its players already says so."""
    seated = seated_empires(state)
    names = tuple(one.player for one in seated)
    letters = campaign_letters(campaign) if letters is None else letters
    return OpenGame(
        log=campaign,
        here=here,
        game=GAME,
        given=names,
        kept=state.helpers,
        open=bool(names) and not (state.over and state.session is None),
        name="campaign",
        key=str(campaign.pk),
        back=reverse("campaign-session", args=[campaign.pk]),
        maps=tuple(goods_due(state, one) for one in seated),
        letters=tuple(letters[name] for name in names),
    )
