"""What an undo or amendment means for a campaign once everything that no longer fits is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from campaign.models import Campaign
from companion.log.act_words import Change
from companion.log.replay import EffectiveAct, effective_acts, replay_acts
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN


def find_consequences(campaign: Campaign, asked: EffectiveAct) -> list[Change]:
    """Who wins which session instead, and how many sessions stay finished."""
    acts = campaign.acts.order_by("number")
    said = effective_acts([*acts, asked])
    then = replay_acts(CAMPAIGN, CAMPAIGN.start(campaign.start), said)
    results = (
        fact.fields for _number, fact in then.facts if fact.projection == "result"
    )
    after = winners_by_session(
        campaign, ((one["session"], one["empire"], one["place"]) for one in results)
    )
    played = CAMPAIGN.load(campaign.state).played
    return [
        *changed_winners(campaign, after),
        *changed_count(played, then.state.played),
    ]


def changed_winners(campaign: Campaign, after: dict[int, str]) -> Iterator[Change]:
    columns = ("session__number", "empire__key", "place")
    results = campaign.results.order_by("session__number", "pk").values_list(*columns)
    before = winners_by_session(campaign, results)
    for session, now in after.items():
        if now != before.get(session):
            label = _("Winner of session %(number)s") % {"number": session}
            yield Change("", label, before.get(session, ""), now)


def winners_by_session(
    campaign: Campaign, results: Iterable[tuple[int, str, int]]
) -> dict[int, str]:
    """The players who won, by session."""
    players = {one.key: one.player for one in campaign.empires.all()}
    found: dict[int, list[str]] = {}
    for session, empire, place in results:
        if place == 1:
            found.setdefault(session, []).append(players.get(empire, empire))
    return {session: ", ".join(sorted(names)) for session, names in found.items()}


def changed_count(before: int, after: int) -> Iterator[Change]:
    if before != after:
        yield Change("", _("Finished sessions"), str(before), str(after))
