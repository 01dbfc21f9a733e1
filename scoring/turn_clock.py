"""A clock for turns: whose time runs, and how long everybody took. Nothing ends when time is up.

Every move carries when it was made, in whole seconds; nothing here reads a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.helping import Around, HelperMove, KeptHelper, check_seat, refuse_move
from scoring.seats import seat_letter
from scoring.sheet import Helper
from scoring.words import Words, _, make_message

CLOCK_HELPER = Helper("turn-clock", _("Turn clock"))
LONGEST_TURN = 6 * 60 * 60  # whoever forgot the clock overnight didn't think that long


@dataclass(frozen=True)
class TurnClock:
    spent: dict[int, int] = field(default_factory=dict)  # seconds, by seat
    seat: int | None = None  # whose turn it is
    since: int | None = None  # when their time began to run; None while it stands still

    @property
    def begun(self) -> bool:
        return self.seat is not None

    @property
    def running(self) -> bool:
        return self.since is not None

    @property
    def total(self) -> int:
        return sum(self.spent.values())

    def spent_by(self, seat: int, now: int | None = None) -> int:
        """How long a seat took, with the turn that is on where `now` is told."""
        settled = self.settle(now) if now is not None else self
        return settled.spent.get(seat, 0)

    def settle(self, at: int) -> TurnClock:
        """The clock standing still, the turn so far counted; it never counts backwards."""
        if self.seat is None or self.since is None:
            return self
        took = min(max(0, at - self.since), LONGEST_TURN)
        spent = {**self.spent, self.seat: self.spent.get(self.seat, 0) + took}
        return replace(self, spent=spent, since=None)


@dataclass(frozen=True)
class GiveTurn(HelperMove[TurnClock]):
    """The turn goes to somebody, and their time runs; `after` says whose turn it was."""

    seat: int
    at: int
    after: int | None = None

    def apply(self, state: TurnClock, around: Around) -> TurnClock:
        check_seat(self.seat, around)
        refuse_move(self.after != state.seat, _("The turn has already been passed."))
        return replace(state.settle(self.at), seat=self.seat, since=self.at)

    @property
    def words(self) -> Words:
        return make_message(_("%(seat)s's turn"), seat=seat_letter(self.seat))


@dataclass(frozen=True)
class PauseClock(HelperMove[TurnClock]):
    at: int

    def apply(self, state: TurnClock, _around: Around) -> TurnClock:
        refuse_move(not state.running, _("The clock isn't running."))
        return state.settle(self.at)

    @property
    def words(self) -> Words:
        return _("Clock paused")


@dataclass(frozen=True)
class ResumeClock(HelperMove[TurnClock]):
    at: int

    def apply(self, state: TurnClock, _around: Around) -> TurnClock:
        refuse_move(not state.begun, _("Choose who starts."))
        refuse_move(state.running, _("The clock is already running."))
        return replace(state, since=self.at)

    @property
    def words(self) -> Words:
        return _("Clock resumed")


def replay_clock(moves: Iterable[Mapping[str, Any]], around: Around) -> TurnClock:
    """The clock after these helper acts; those of other helpers are passed over."""
    kept: dict[str, Any] = {}
    for data in moves:
        if data["helper"] == CLOCK.page:
            kept = CLOCK.apply_move(kept, data["move"], data.get("content", {}), around)
    return CLOCK.read_state(kept, around)


def reseat_clock(state: TurnClock, moved: Mapping[int, int]) -> TurnClock:
    spent = {moved.get(at, at): took for at, took in state.spent.items()}
    seat = state.seat if state.seat is None else moved.get(state.seat, state.seat)
    return replace(state, spent=spent, seat=seat)


CLOCK = KeptHelper(
    CLOCK_HELPER.page,
    TurnClock,
    (GiveTurn, PauseClock, ResumeClock),
    lambda _around: TurnClock(),
    reseat_clock,
)
