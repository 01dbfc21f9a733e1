"""Before the next session: who comes, what is still to decide, what to lay out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from campaign.models import Campaign
from campaign.session.log import RecentActs
from scoring.rise_of_empire.outlook import deck_remark, empire_forecast
from scoring.rise_of_empire.state import CampaignState, EmpireState, Status
from scoring.words import Words, _, make_message

KIND = "answer_invitation"


@dataclass(frozen=True)
class MeetingAnswer:
    """What a player said about the next session; None before they said anything."""

    empire: EmpireState
    seat: str
    coming: bool | None


def given_answers(
    log: RecentActs, state: CampaignState, seats: dict[str, str]
) -> list[MeetingAnswer]:
    """The last answer of everybody with an empire, given since the last session."""
    said = {
        one.data["empire"]: bool(one.data["coming"])
        for one in log.said
        if one.kind == KIND
    }
    return [
        MeetingAnswer(one, seats[one.player], said.get(one.key)) for one in state.alive
    ]


@dataclass(frozen=True)
class Decision:
    """Something the table should decide, and where."""

    sign: str
    words: Words
    address: str
    link: str


def open_decisions(campaign: Campaign, state: CampaignState) -> Iterator[Decision]:
    yield from fallen_players(campaign, state)
    if remark := deck_remark(state):
        page = reverse("campaign", args=[campaign.pk])
        yield Decision("card", remark.message, page, _("Board"))
    ages = {one.sheet.age for one in state.alive}
    if not all(empire_forecast(state, one).certain for one in state.alive):
        page = reverse("catalogue", args=[campaign.pk])
        words = _("Some invention prices are unknown.")
        yield Decision("invention", words, page, _("Fill in prices"))
    if any(not state.layouts[age].custom for age in ages if age in state.layouts):
        page = reverse("layouts", args=[campaign.pk])
        words = _("Your own sheets aren't copied yet.")
        yield Decision("modern", words, page, _("Copy your sheets"))


def fallen_players(campaign: Campaign, state: CampaignState) -> Iterator[Decision]:
    """ROE-39: who may found a new empire."""
    playing = {one.player for one in state.alive}
    fallen = [one.player for one in state.empires if one.status == Status.COLLAPSED]
    for player in dict.fromkeys(fallen):
        if player not in playing:
            found = reverse("found-empire", args=[campaign.pk])
            page = f"{found}?{urlencode({'player': player})}"
            words = make_message(_("%(player)s can found a new empire."), player=player)
            yield Decision("fall", words, page, _("Found a new empire"))
