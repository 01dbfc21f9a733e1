"""The turn clock of a session: whose turn it is, how long everybody took, and the taps that pass it on."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.at_hand import render_tapping_helper
from companion.sessions.aids.desk import HelperDesk, Tap
from companion.sessions.aids.open_game import OpenGame, find_open_game
from companion.tables.access import HtmxRequest, open_to_all
from scoring.turn_clock import (
    CLOCK,
    CLOCK_HELPER,
    GiveTurn,
    PauseClock,
    ResumeClock,
    TurnClock,
)


@dataclass(frozen=True)
class ClockSeat:
    """One player's time."""

    seat: int
    name: str
    seconds: int
    on: bool  # it is their turn
    runs: bool  # and their time runs
    tap: Tap | None  # gives them the turn


class ClockFace:
    """The clock as pages show it at this moment."""

    def __init__(self, play: OpenGame) -> None:
        self.play = play
        self.now = int(timezone.now().timestamp())
        state = CLOCK.read_state(play.kept, play.around)
        self.desk: HelperDesk[TurnClock] = HelperDesk(
            CLOCK, "", play, play.around, state, lambda _state: {}
        )
        self.state = state

    @property
    def seats(self) -> list[ClockSeat]:
        return [self.clock_seat(seat) for seat in range(self.play.players)]

    def clock_seat(self, seat: int) -> ClockSeat:
        state = self.state
        on = state.seat == seat
        return ClockSeat(
            seat,
            self.play.names[seat],
            state.spent_by(seat, self.now),
            on,
            on and state.running,
            None if on else self.give_turn(seat),
        )

    def give_turn(self, seat: int) -> Tap | None:
        return self.desk.tap(GiveTurn(seat, self.now, self.state.seat))

    @property
    def turn(self) -> ClockSeat | None:
        """Whose turn it is, if they still play."""
        seat = self.state.seat
        there = seat is not None and seat < self.play.players
        return self.clock_seat(seat) if seat is not None and there else None

    @property
    def following(self) -> ClockSeat | None:
        """Whose turn comes next: clockwise."""
        if self.turn is None or self.play.players < 2:
            return None
        return self.clock_seat((self.turn.seat + 1) % self.play.players)

    @property
    def pause(self) -> Tap | None:
        return self.desk.tap(PauseClock(self.now))

    @property
    def resume(self) -> Tap | None:
        return self.desk.tap(ResumeClock(self.now))


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def turn_clock(request: HtmxRequest) -> HttpResponse:
    """A clock is a session's; without one there is nobody to time."""
    play = find_open_game(request)
    if play is None:
        return redirect("home")
    clock = ClockFace(play)
    return render_tapping_helper(
        request,
        play.game,
        CLOCK.page,
        play=play,
        query={},
        rules=(),
        title=CLOCK_HELPER.title,
        clock=clock,
        desk=clock.desk,
    )
