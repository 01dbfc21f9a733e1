"""The campaign as an engine of a log: acts in, states, facts and rows out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring.acts import ActField, FieldKind, acts_by_kind, listed_values
from scoring.engines import Data, Fact, RowKey
from scoring.plain import from_plain, to_plain
from scoring.records import Unfit, load_record
from scoring.rise_of_empire import (
    as_played,
    corrections,
    ending,
    finishing,
    founding,
    help_in_play,
    knowing,
    meeting,
    missions,
    paper,
    playing,
    shopping,
    territory,
    upkeep,
)
from scoring.rise_of_empire.acts import CampaignAct
from scoring.rise_of_empire.cards import load_card
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, as_colour, load_layout
from scoring.rise_of_empire.readings import Readings
from scoring.rise_of_empire.rows import empire_rows, mission_rows
from scoring.rise_of_empire.state import CampaignState

ACTS: dict[str, type[CampaignAct]] = acts_by_kind(
    founding.FoundEmpire,
    founding.RenameEmpire,
    founding.RetireEmpire,
    paper.TakeOverEmpire,
    knowing.FillCard,
    knowing.FillCards,
    knowing.TakeFromBox,
    knowing.DeclineFromBox,
    knowing.ChangeLayout,
    knowing.ChangeReadings,
    knowing.WriteNote,
    knowing.PlayOn,
    meeting.AnswerInvitation,
    meeting.PutPhoto,
    meeting.RemovePhoto,
    playing.OpenSession,
    playing.JoinSession,
    missions.ReplaceMission,
    missions.MoveMarker,
    missions.CountInARow,
    missions.CompleteMission,
    upkeep.PayUpkeep,
    upkeep.IgnoreUpkeep,
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
    as_played.KeepAsPlayed,
    help_in_play.UseCampaignHelper,
)


def act_of(kind: str, data: Data) -> CampaignAct:
    """The act that was recorded; raises Unfit for what isn't one."""
    if kind not in ACTS:
        raise Unfit("", f"“{kind}” is no act of a campaign")
    return ACTS[kind].read(data)


def read_list(data: Data, key: str) -> list[Any]:
    given = data.get(key, [])
    if not isinstance(given, list | tuple):
        raise Unfit(key, "must be a list")
    return list(given)


class CampaignEngine:
    acts = ACTS

    def start(self, data: Data) -> CampaignState:
        """A campaign without empires; readings, layouts and cards where the table has its own."""
        for key in data:
            if key not in ("readings", "layouts", "cards"):
                raise Unfit("start", f"“{key}” is unknown here")
        layouts = [load_layout(one, "layouts") for one in read_list(data, "layouts")]
        cards = [load_card(one, "cards") for one in read_list(data, "cards")]
        return CampaignState(
            readings=load_record(Readings, data.get("readings", {}), "readings"),
            layouts={**DEFAULT_LAYOUTS, **{one.age: one for one in layouts}},
            cards={
                card.number: replace(card, colour=as_colour(card.colour))
                for card in cards
            },
        )

    def check_data(self, kind: str, data: Data) -> None:
        act_of(kind, data)

    def apply(
        self, state: CampaignState, kind: str, data: Data
    ) -> tuple[CampaignState, tuple[Fact, ...]]:
        return act_of(kind, data).apply(state)

    def owners(self, state: CampaignState, declared: ActField, value: Any) -> list[str]:
        if declared.kind != FieldKind.EMPIRE:
            return []
        keys = listed_values(declared, value)
        return [one.player for one in state.empires if one.key in keys]

    def dump(self, state: CampaignState) -> dict[str, Any]:
        dumped: dict[str, Any] = to_plain(state)
        return dumped

    def load(self, data: Data) -> CampaignState:
        return from_plain(CampaignState, dict(data))

    def rows(self, state: CampaignState) -> dict[RowKey, dict[str, Any]]:
        found: dict[RowKey, dict[str, Any]] = {}
        for empire in state.empires:
            found.update(empire_rows(state, empire))
        if state.session:
            found.update(mission_rows(state.session))
        return found


ENGINE = CampaignEngine()
