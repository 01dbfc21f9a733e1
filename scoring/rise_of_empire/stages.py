"""Where a session is: in play, in one of the six steps, or ready to be finished."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from scoring.remembering import remember_in_record
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.checks import known_empire, open_session, problem_unless
from scoring.rise_of_empire.state import (
    CampaignState,
    Fall,
    SeatState,
    free_boxes,
    is_track_full,
)
from scoring.rules import Problem
from scoring.words import _


class Stage(StrEnum):
    """Where a session is: in play, in one of the six steps, or ready to be finished."""

    PLAY = "play"
    LOSING = "losing"
    WINNER = "winner"
    AGES = "ages"
    KNOWLEDGE = "knowledge"
    INVENTIONS = "inventions"
    PROVINCES = "provinces"
    FINISH = "finish"


@remember_in_record
def session_stage(campaign: CampaignState) -> Stage:
    """The first step that somebody still has something to do in."""
    session = open_session(campaign)
    if not session.scored:
        return Stage.PLAY
    if any(to_lose(campaign, seat) for seat in session.seats):
        return Stage.LOSING
    if any(ticks_due(campaign, seat) for seat in session.seats):
        return Stage.WINNER
    if any(must_change_age(campaign, seat) for seat in session.seats):
        return Stage.AGES
    going_on = seats_still_in(campaign)
    if not all(seat.gained for seat in going_on):
        return Stage.KNOWLEDGE
    if not all(seat.shopped for seat in going_on):
        return Stage.INVENTIONS
    if not all(seat.boxed for seat in going_on if not seat.fall):
        return Stage.PROVINCES
    return Stage.FINISH


def stage_problem(campaign: CampaignState, wanted: Stage) -> Problem | None:
    return problem_unless(
        session_stage(campaign) == wanted,
        _("This belongs to another step. Finish the current step first."),
        book.AGE_CHECK,
    )


@remember_in_record
def seats_still_in(campaign: CampaignState) -> tuple[SeatState, ...]:
    """Who goes through steps 4 to 6: all but who has won or has already collapsed."""
    return tuple(find_seats_in(campaign))


def find_seats_in(campaign: CampaignState) -> Iterator[SeatState]:
    session = open_session(campaign)
    for seat in session.seats:
        empire = campaign.empire(seat.empire)
        if empire and empire.alive and seat.fall in ("", Fall.DARK_AGE):
            yield seat


def to_lose(campaign: CampaignState, seat: SeatState) -> int:
    """Provinces still to be given up, as far as there are any left."""
    empire = known_empire(campaign, seat.empire)
    return min(seat.to_lose, len(empire.sheet.provinces))


def ticks_due(campaign: CampaignState, seat: SeatState) -> int:
    """The winner's ticks still to be given, as far as there are free boxes."""
    empire = campaign.empire(seat.empire)
    if not seat.ticks_due or not empire or not empire.alive:
        return 0
    return min(seat.ticks_due, sum(free_boxes(campaign, empire).values()))


def must_change_age(campaign: CampaignState, seat: SeatState) -> bool:
    empire = campaign.empire(seat.empire)
    if not empire or not empire.alive or seat.changed_age:
        return False
    return is_track_full(campaign, empire)
