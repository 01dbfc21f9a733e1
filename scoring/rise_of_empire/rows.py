"""The state as rows of tables, for people and programs that look things up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.engines import Fact, RowKey
from scoring.plain import to_plain
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    SheetState,
    Status,
)


def empire_rows(
    campaign: CampaignState, empire: EmpireState
) -> Iterator[tuple[RowKey, dict[str, Any]]]:
    own = ("empire", empire.key)
    yield (
        ("empire", (("key", empire.key),)),
        {
            "player": empire.player,
            "name": empire.sheet.name,
            "faction": empire.sheet.faction,
            "age": empire.sheet.age,
            "status": empire.status,
            "founded": empire.founded,
        },
    )
    for position, sheet in enumerate((*empire.past, empire.sheet), start=1):
        current = position > len(empire.past)
        yield (
            ("sheet", (own, ("age", sheet.age))),
            sheet_row(sheet, position, current=current),
        )
    for number in empire.sheet.provinces:
        name = campaign.catalogue[number].name
        yield ("province", (own, ("number", number))), {"name": name}
    for card in empire.sheet.inventions:
        fields = {
            key: value for key, value in to_plain(card).items() if key != "number"
        }
        yield ("invention", (own, ("number", card.number))), fields


def sheet_row(sheet: SheetState, position: int, *, current: bool) -> dict[str, Any]:
    return {
        "position": position,
        "current": current,
        "name": sheet.name,
        "faction": sheet.faction,
        **to_plain(sheet.ticks),
        "boxes": list(sheet.boxes),
        "knowledge": sheet.knowledge,
        "scores": list(sheet.scores),
        "corrected": list(sheet.corrected),
    }


def mission_rows(
    session: CampaignSessionState,
) -> Iterator[tuple[RowKey, dict[str, Any]]]:
    for position, mission in enumerate(session.missions, start=1):
        key = (("session", session.number), ("number", mission.number))
        yield (
            ("mission", key),
            {
                "position": position,
                "category": mission.category,
                "turned": mission.turned,
                "markers": dict(mission.markers),
            },
        )


def without_former(campaign: CampaignState) -> tuple[CampaignState, tuple[Fact, ...]]:
    """Empires whose story has ended leave the state and stay as facts.

    So the state is no larger after two hundred sessions than after two.
    """
    over = [one for one in campaign.empires if one.status != Status.ALIVE]
    facts = tuple(
        Fact(table, {**dict(key), **fields})
        for empire in over
        for (table, key), fields in empire_rows(campaign, empire)
    )
    ticks = dict(campaign.former)
    for empire in over:
        ticks[empire.player] = ticks.get(empire.player, 0) + empire.all_ticks
    left = tuple(one for one in campaign.empires if one not in over)
    keys = (*campaign.former_keys, *(one.key for one in over))
    return replace(campaign, empires=left, former=ticks, former_keys=keys), facts
