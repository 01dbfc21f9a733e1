"""A campaign follows who is who: whose an empire is, is edited where it was founded.

The rules add up what one player's empires did, so a campaign knows everybody by one name. The edits
are acts of its log; they are made again whenever the table's log says something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID, uuid5

from campaign.models import Campaign
from companion.log.models import Act
from companion.log.record import NewAct, append_all
from companion.log.replay import AMEND, REWRITING, WouldFall, effective_acts
from companion.tables.models import Table
from scoring.acts import act_fields
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rules import RuleBroken

FOUNDING = tuple(
    kind for kind, act in CAMPAIGN.acts.items() if "player" in act_fields(act)
)


def rename_players(table: Table, known: Mapping[str, str], told: Act) -> None:
    """Calls every player what they are called now; raises RuleBroken where two would be one."""
    said = set(told.log.acts.values_list("client_id", flat=True))
    for campaign in table.campaigns.defer("start", "state").order_by("pk"):
        if edits := list(make_edits(campaign, known, told, said)):
            edit_campaign(campaign, edits)


def edit_campaign(campaign: Campaign, edits: Sequence[NewAct]) -> None:
    try:
        append_all(campaign, edits)
    except WouldFall as fall:
        problems = [problem for one in fall.fallen for problem in one.problems]
        raise RuleBroken(*problems) from fall


def make_edits(
    campaign: Campaign, known: Mapping[str, str], told: Act, said: set[UUID]
) -> Iterator[NewAct]:
    """An edit for each empire whose player has another name by now."""
    acts = founding_acts(campaign)
    written = written_players(acts, said)
    for act in effective_acts(acts):
        first = written.get(act.number, "")
        player = known.get(first.casefold(), first)
        if player and player != act.data["player"]:
            data = {"of": act.number, "by": {**act.data, "player": player}}
            own = edit_id(told.client_id, act.number)
            yield NewAct(AMEND, data, own, by=told.by)


def founding_acts(campaign: Campaign) -> list[Act]:
    """What founded empires, and what changes such acts."""
    kinds = (*FOUNDING, *REWRITING)
    return list(campaign.acts.filter(kind__in=kinds).order_by("number"))


def written_players(acts: Sequence[Act], said: set[UUID]) -> dict[int, str]:
    """Whose each empire is as people wrote it, by its act; `said` are the acts of the table's log."""
    founded = [one.number for one in acts if one.kind in FOUNDING]
    ours = {edit_id(one, number) for one in said for number in founded}
    return players_of([one for one in acts if one.client_id not in ours])


def edit_id(told: UUID, number: int) -> UUID:
    """Tells our edits from those somebody made, also in a what-if of the campaign."""
    return uuid5(told, f"player of {number}")


def players_of(acts: Sequence[Act]) -> dict[int, str]:
    """Whose empires were founded, as people wrote it."""
    founding = (one for one in effective_acts(acts) if one.kind in FOUNDING)
    return {one.number: str(one.data["player"]) for one in founding}
