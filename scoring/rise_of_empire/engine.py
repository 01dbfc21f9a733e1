"""The campaign as an engine of a log: acts in, states, facts and rows out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from scoring.engines import Data, Fact, RowKey
from scoring.plain import build, plain
from scoring.records import Unfit, mapping
from scoring.records import load as load_record
from scoring.rise_of_empire import (
    corrections,
    ending,
    finishing,
    founding,
    knowing,
    missions,
    paper,
    playing,
    shopping,
    territory,
)
from scoring.rise_of_empire.acts import Act
from scoring.rise_of_empire.cards import load_card
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, load_layout
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.state import Campaign, Empire, EmpireSheet, Session


def kind_of(act: type[Act]) -> str:
    """FoundEmpire is kept as “found_empire”."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", act.__name__).lower()


ACTS: dict[str, type[Act]] = {
    kind_of(act): act
    for act in (
        founding.FoundEmpire,
        founding.RenameEmpire,
        founding.RetireEmpire,
        paper.TakeOverEmpire,
        knowing.FillCard,
        knowing.ChangeLayout,
        knowing.ChangeReadings,
        knowing.WriteNote,
        knowing.PlayOn,
        playing.OpenSession,
        playing.JoinSession,
        missions.ReplaceMission,
        missions.MoveMarker,
        missions.CountInARow,
        missions.CompleteMission,
        playing.PayUpkeep,
        playing.EnterScore,
        ending.SettleScores,
        shopping.SettleTie,
        ending.LoseProvinces,
        ending.TickTrack,
        ending.ChangeAge,
        ending.GainKnowledge,
        shopping.BuyInvention,
        shopping.StopBuying,
        shopping.AffordNothing,
        territory.DrawProvinces,
        territory.KeepProvince,
        territory.TickMapBox,
        territory.GainNoProvince,
        finishing.FinishSession,
        corrections.CorrectTicks,
        corrections.CorrectBoxes,
        corrections.CorrectKnowledge,
        corrections.CorrectProvinces,
        corrections.CorrectInventions,
        corrections.CorrectAge,
        corrections.CorrectScore,
        corrections.CorrectName,
        corrections.CorrectFaction,
    )
}


def act_of(kind: str, data: Data) -> Act:
    """The act that was recorded; raises Unfit for what isn't one."""
    if kind not in ACTS:
        raise Unfit("", f"“{kind}” is no act of a campaign")
    if kind == kind_of(
        knowing.ChangeLayout
    ):  # their own readers know more than the types
        mapping(data, "", ("layout",), required=True)
        return knowing.ChangeLayout(load_layout(data["layout"], "layout"))
    if kind == kind_of(knowing.ChangeReadings):
        mapping(data, "", ("readings",), required=True)
        return knowing.ChangeReadings(
            load_record(Readings, data["readings"], "readings")
        )
    return build(ACTS[kind], dict(data))


class CampaignEngine:
    def start(self, data: Data) -> Campaign:
        """A campaign without empires; readings, layouts and cards where the table has its own."""
        for key in data:
            if key not in ("readings", "layouts", "cards"):
                raise Unfit("start", f"“{key}” is unknown here")
        layouts = [load_layout(one, "layouts") for one in data.get("layouts", [])]
        cards = [load_card(one, "cards") for one in data.get("cards", [])]
        return Campaign(
            readings=load_record(Readings, data.get("readings", {}), "readings"),
            layouts={**DEFAULT_LAYOUTS, **{one.age: one for one in layouts}},
            cards={card.number: card for card in cards},
        )

    def apply(
        self, state: Campaign, kind: str, data: Data
    ) -> tuple[Campaign, tuple[Fact, ...]]:
        return act_of(kind, data).apply(state)

    def dump(self, state: Campaign) -> dict[str, Any]:
        dumped: dict[str, Any] = plain(state)
        return dumped

    def load(self, data: Data) -> Campaign:
        return build(Campaign, dict(data))

    def rows(self, state: Campaign) -> dict[RowKey, dict[str, Any]]:
        found: dict[RowKey, dict[str, Any]] = {}
        for empire in state.empires:
            found.update(empire_rows(state, empire))
        if state.session:
            found.update(mission_rows(state.session))
        return found


def empire_rows(
    campaign: Campaign, empire: Empire
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
        fields = {key: value for key, value in plain(card).items() if key != "number"}
        yield ("invention", (own, ("number", card.number))), fields


def sheet_row(sheet: EmpireSheet, position: int, *, current: bool) -> dict[str, Any]:
    return {
        "position": position,
        "current": current,
        "name": sheet.name,
        "faction": sheet.faction,
        **plain(sheet.ticks),
        "boxes": list(sheet.boxes),
        "knowledge": sheet.knowledge,
        "scores": list(sheet.scores),
        "corrected": list(sheet.corrected),
    }


def mission_rows(session: Session) -> Iterator[tuple[RowKey, dict[str, Any]]]:
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


ENGINE = CampaignEngine()
