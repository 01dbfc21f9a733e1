"""The end of a session: empires fall, and the campaign may be won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.acts import Declaration
from scoring.engines import Fact
from scoring.plain import to_plain
from scoring.rise_of_empire.act_fields import Step
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.checks import open_session, refuse_if_any
from scoring.rise_of_empire.falling import falling_scores, reason_to_fall
from scoring.rise_of_empire.founding import end_story
from scoring.rise_of_empire.knowing import layout_problems
from scoring.rise_of_empire.layout import SHEET_AGES
from scoring.rise_of_empire.stages import Stage, stage_problem
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    SeatState,
    SheetState,
    Status,
)
from scoring.words import _


@dataclass(frozen=True)
class FinishSession(CampaignAct):
    """All steps are done: empires fall, the campaign may be won, and the next session can come."""

    declared = Declaration(_("Session finished"), step=Step.FINISH, quiet=True)

    def apply(self, campaign: CampaignState) -> Outcome:
        session = open_session(campaign)
        refuse_if_any(stage_problem(campaign, Stage.FINISH))
        after = crown_champions(collapse_empires(campaign, session), session)
        played = campaign.played + 1
        after = replace(after, session=None, played=played, helpers={})
        after = take_up_changes(after)
        return after, (
            Fact("ending", {"session": session.number, "state": to_plain(after)}),
            *(left_fact(session, one) for one in after.empires),
        )


def left_fact(session: CampaignSessionState, empire: EmpireState) -> Fact:
    own = {"session": session.number, "empire": empire.key}
    return Fact("left", {**own, **left_columns(empire)})


def left_columns(empire: EmpireState) -> dict[str, Any]:
    """The little that stories, charts and records ask of an empire after a session."""
    sheet, paper = empire.sheet, last_paper_sheet(empire)
    fell = empire.status == Status.COLLAPSED
    return {
        "name": sheet.name,
        "age": str(sheet.age),
        "status": str(empire.status),
        "fall": str(empire.fall),
        "falling": list(falling_scores(empire)) if fell else [],
        "ticks": empire.all_ticks,
        "knowledge": sheet.knowledge,
        "knowledge_on_paper": paper.knowledge,
        "provinces_on_paper": len(paper.provinces),
        "maps": [[str(one.age), list(one.boxes)] for one in (*empire.past, sheet)],
    }


def last_paper_sheet(empire: EmpireState) -> SheetState:
    """ROE-36: a winner's modern age has no sheet, so the one it was won with counts."""
    sheet = empire.sheet
    return sheet if sheet.age in SHEET_AGES or not empire.past else empire.past[-1]


def collapse_empires(
    campaign: CampaignState, session: CampaignSessionState
) -> CampaignState:
    """ROE-37…39 and ROE-45: who collapses, now that all steps are done."""
    after = campaign
    for seat in session.seats:
        empire = campaign.empire(seat.empire)
        why = seat.fall or (
            reason_to_fall_now(campaign, empire, seat) if empire else ""
        )
        if empire and empire.alive and why:  # who has won can't fall any more
            after = after.put(end_story(empire, Status.COLLAPSED, why))
    return after


def reason_to_fall_now(
    campaign: CampaignState, empire: EmpireState, seat: SeatState
) -> str:
    """By the scores as they stand now; a new sheet has only the last three of them."""
    sheet = empire.past[-1] if seat.changed_age else empire.sheet
    return reason_to_fall(campaign, empire.key, sheet.scores)


def crown_champions(
    campaign: CampaignState, session: CampaignSessionState
) -> CampaignState:
    """ROE-36: of those who reached the modern age in this session, who ticked the most boxes."""
    arrived = [
        empire
        for seat in session.seats
        if (empire := campaign.empire(seat.empire))
        and empire.status == Status.WON
        and seat.changed_age
    ]
    if not arrived:
        return campaign
    most = max(lifetime_ticks(campaign, one) for one in arrived)
    champions = tuple(
        one.key for one in arrived if lifetime_ticks(campaign, one) == most
    )
    # Whoever arrives after the table played on doesn't take the victory away.
    return replace(campaign, over=True, champions=campaign.champions or champions)


def lifetime_ticks(campaign: CampaignState, empire: EmpireState) -> int:
    """Boxes ticked over the whole campaign; those of earlier empires only if the table says so."""
    if campaign.readings.earlier_empires == "not_counted":
        return empire.all_ticks
    own = [one for one in campaign.empires if one.player == empire.player]
    return campaign.former.get(empire.player, 0) + sum(one.all_ticks for one in own)


def take_up_changes(campaign: CampaignState) -> CampaignState:
    """Layouts and readings changed during the session hold from now on.

    A layout that an empire has outgrown meanwhile goes on waiting.
    """
    fits = {
        age: layout
        for age, layout in campaign.next_layouts.items()
        if not any(layout_problems(campaign, layout))
    }
    waiting = {
        age: one for age, one in campaign.next_layouts.items() if age not in fits
    }
    return replace(
        campaign,
        readings=campaign.next_readings or campaign.readings,
        layouts={**campaign.layouts, **fits},
        next_readings=None,
        next_layouts=waiting,
    )
