"""A round of Empires of the North in the address of its page, with the scores so far."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from companion.base.wording import translate
from companion.sessions.forms import ScoringForm
from companion.sessions.result import SessionResult
from companion.sessions.session_form import SessionForm
from scoring.empires_of_the_north import GAME
from scoring.north_rounds import (
    PHASE_NAMES,
    STEPS,
    Moment,
    Phase,
    end_banner,
    is_over,
    next_moment,
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


class NorthRound:
    """Entries of the page, or of the session as long as nobody has typed here."""

    def __init__(self, data: QueryDict, state: SessionState | None) -> None:
        self.borrowed = state is not None and not data.keys() - {"session"}
        data = SessionForm(state).data if state and self.borrowed else data
        self.data = data
        self.form = ScoringForm(GAME, data)
        tracks = [seat.track for seat in self.form.played[0].seats]
        self.moment = notice_end(self.requested_moment(), tracks)

    def requested_moment(self) -> Moment:
        """The moment after the button that was tapped."""
        data = self.data
        phase = data.get("to_phase") or data.get("phase", "")
        reached = data.get("to_reached") or data.get("reached", "")
        moment = read_moment(data.get("round", ""), phase, reached)
        if data.get("go") == "next" and not is_over(moment, self.form.players):
            return next_moment(moment)
        return previous_moment(moment) if data.get("go") == "back" else moment

    @property
    def query(self) -> dict[str, str]:
        if self.borrowed or not self.data:
            return {}
        moment = {"round": str(self.moment.round), "phase": str(self.moment.phase)}
        if self.moment.reached:
            moment["reached"] = str(self.moment.reached)
        first = {"first": seat_letter(self.first)} if self.first else {}
        return {**self.form.named, **self.form.entered, **moment, **first}

    @cached_property
    def first(self) -> int:
        """The seat that began the first round."""
        return find_seat(self.data.get("first", ""), self.form.players) or 0

    @property
    def starts(self) -> str:
        return self.form.names[
            starting_seat(self.moment, self.form.players, self.first)
        ]

    @property
    def result(self) -> SessionResult:
        return SessionResult(self.form, score_game(GAME, self.form.played))

    @property
    def banner(self) -> Remark | None:
        return end_banner(self.moment, self.form.players)

    @property
    def over(self) -> bool:
        return is_over(self.moment, self.form.players)

    @property
    def phases(self) -> list[tuple[str, str, bool]]:
        return [
            (phase, PHASE_NAMES[phase], phase is self.moment.phase) for phase in Phase
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
    def corrections(self) -> list[tuple[str, str]]:
        """When else 25 may have been reached: this round or the one before."""
        rounds = range(max(1, self.moment.round - 1), self.moment.round + 1)
        return [
            (f"{number}-{phase}", phase_label(number, phase))
            for number in rounds
            for phase in (Phase.ACTION, Phase.SAILING)
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
