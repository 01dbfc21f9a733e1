"""A round of Empires of the North in the address of its page, with the scores so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from companion.base.wording import translate
from companion.sessions.aids.desk import HelperDesk, Tap, open_desk
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.typed_moves import (
    Move,
    register_typed_move,
    typed_changes,
)
from companion.sessions.forms import ScoringForm, as_query
from companion.sessions.result import SessionResult
from companion.sessions.session_form import SessionForm
from scoring.empires_of_the_north import GAME
from scoring.north_rounds import (
    PHASE_NAMES,
    ROUND_AND_END,
    STEPS,
    NorthCourse,
    NorthMoment,
    Phase,
    Reached,
    SailOn,
    end_banner,
    is_over,
    next_moment,
    north_records,
    notice_end,
    previous_moment,
    read_moment,
    starting_seat,
)
from scoring.rules import Remark, Rule
from scoring.seats import find_seat, seat_letter
from scoring.sessions import SessionState
from scoring.sheet import score_game

SHOWN = ("track", "cards", "materials", "gold")  # what changes while one plays


def phase_label(number: int, phase: Phase) -> str:
    values = {"round": number, "phase": translate(PHASE_NAMES[phase])}
    return _("Round %(round)s: %(phase)s") % values


def own_numbers(state: SessionState) -> dict[str, str]:
    """What was entered in the session, as this page would hold it."""
    data = SessionForm(state).data
    return {key: data.get(key, "") for key in data}


def present_cells(play: OpenGame) -> dict[str, str]:
    """The session's own numbers, with what was typed here over them."""
    own = own_numbers(play.state) if play.state else dict(play.seating)
    return {**own, **ROUND_AND_END.read_state(play.kept, play.around).cells}


def read_address(data: QueryDict) -> NorthCourse:
    """How far an address says the game is; what a button asks for comes later."""
    moment = read_moment(
        data.get("round", ""),
        data.get("to_phase") or data.get("phase", ""),
        data.get("to_reached") or data.get("reached", ""),
    )
    players = ScoringForm(GAME, data).players
    if data.get("go") == "next" and not is_over(moment, players):
        moment = next_moment(moment)
    elif data.get("go") == "back":
        moment = previous_moment(moment)
    first = find_seat(data.get("first", ""), players) or 0
    reached = str(moment.reached) if moment.reached else ""
    return NorthCourse(moment.round, moment.phase, reached, first)


class NorthRound:
    """Where the table is in its round, with the scores so far."""

    def __init__(self, request: HttpRequest, play: OpenGame | None) -> None:
        self.play, self.asked = play, bool(request.GET)
        self.desk: HelperDesk[NorthCourse] = open_desk(
            request, ROUND_AND_END, play, read=read_address, write=self.write_course
        )
        self.data = QueryDict(as_query(present_cells(play))) if play else request.GET
        self.form = ScoringForm(GAME, self.data)
        tracks = [seat.track for seat in self.form.played_tallies[0].seats]
        self.moment = notice_end(self.desk.state.moment, tracks)

    @property
    def borrowed(self) -> bool:
        """Whether all numbers are the session's own."""
        return self.play is not None and not self.desk.state.cells

    def write_course(self, course: NorthCourse) -> dict[str, str]:
        moment = {"round": str(course.round), "phase": course.phase}
        if course.reached:
            moment["reached"] = course.reached
        first = {"first": seat_letter(course.first)} if course.first else {}
        return {**self.form.named, **self.form.entered, **moment, **first}

    @property
    def query(self) -> dict[str, str]:
        if self.play or not self.asked:
            return {}
        reached = str(self.moment.reached) if self.moment.reached else ""
        return self.write_course(replace(self.desk.state, reached=reached))

    def sail(self, moment: NorthMoment) -> Tap | None:
        """The tap that goes to another moment, in a session."""
        if self.play is None:
            return None
        reached = str(moment.reached) if moment.reached else ""
        return self.desk.tap(SailOn(moment.round, moment.phase, reached))

    @property
    def onward(self) -> Tap | None:
        return self.sail(next_moment(self.moment))

    @property
    def backward(self) -> Tap | None:
        return self.sail(previous_moment(self.moment))

    @property
    def first(self) -> int:
        """The seat that began the first round."""
        first = self.desk.state.first
        return first if first < self.form.players else 0

    @property
    def starts(self) -> str:
        return self.form.names[
            starting_seat(self.moment, self.form.players, self.first)
        ]

    @property
    def result(self) -> SessionResult:
        return SessionResult(self.form, score_game(GAME, self.form.played_tallies))

    @property
    def banner(self) -> Remark | None:
        return end_banner(self.moment, self.form.players)

    @property
    def over(self) -> bool:
        return is_over(self.moment, self.form.players)

    @property
    def phases(self) -> list[tuple[str, str, bool, Tap | None]]:
        return [
            (
                phase,
                PHASE_NAMES[phase],
                phase is self.moment.phase,
                self.sail(replace(self.moment, phase=phase)),
            )
            for phase in Phase
        ]

    @property
    def next_label(self) -> str:
        """What the button for going on is called."""
        after = next_moment(self.moment)
        if is_over(after, self.form.players):
            return _("Final score")
        if after.round > self.moment.round:
            return _("Round %(round)s") % {"round": after.round}
        return translate(PHASE_NAMES[after.phase])

    @property
    def corrections(self) -> list[tuple[str, str, Tap | None]]:
        """When else 25 may have been reached: this round or the one before."""
        rounds = range(max(1, self.moment.round - 1), self.moment.round + 1)
        moments = [
            Reached(number, phase)
            for number in rounds
            for phase in (Phase.ACTION, Phase.SAILING)
        ]
        return [
            (
                str(one),
                phase_label(one.round, one.phase),
                self.sail(replace(self.moment, reached=one)),
            )
            for one in moments
        ]

    @property
    def steps(self) -> tuple[tuple[str, Rule], ...]:
        return STEPS[self.moment.phase]

    @property
    def seats(self) -> list[tuple[Any, list[forms.BoundField]]]:
        return [
            (seat, [seat[name] for name in SHOWN])
            for seat in self.form.tallies[0].seats
        ]

    @property
    def hidden(self) -> dict[str, str]:
        """What a session knows beside the fields of this page, for the scores."""
        own = {f"{seat.prefix}-{name}" for seat, _shown in self.seats for name in SHOWN}
        return {key: v for key, v in self.form.entered.items() if key not in own}

    @property
    def mistakes(self) -> list[Any]:
        return self.form.mistakes


def read_numbers(data: QueryDict, play: OpenGame) -> Move:
    """The numbers that were changed, or who began the first round."""
    first = find_seat(data.get("first", ""), play.players)
    course = ROUND_AND_END.read_state(play.kept, play.around)
    if first is not None and first != course.first:
        return "start_rounds", {"seat": first}
    own = own_numbers(play.state) if play.state else {}
    cells = typed_changes(data, north_records(play.around), own, course.cells)
    return ("type_course", {"cells": cells}) if cells else ("", {})


register_typed_move(ROUND_AND_END.page, "type_numbers", read_numbers)
