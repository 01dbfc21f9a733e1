"""Step 1 of a session's end: what one player counts, and the result that counts along."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict

from campaign.session.forms import CountForm, typed_entries
from campaign.session.log import RecentActs
from campaign.session.now import SeatView, SessionView
from companion.sessions.forms import Mistake
from companion.sessions.result import SessionResult
from companion.tables.models import Person
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.ending import play_session
from scoring.rise_of_empire.preview import score_sheet, with_entries
from scoring.rise_of_empire.state import CampaignState
from scoring.rise_of_empire.upkeep import unpaid_boxes
from scoring.sheet import Tally


@dataclass(frozen=True)
class CountedSession:
    """A session's seats as the result of a game reads them."""

    view: SessionView
    mistakes: tuple[Mistake, ...] = ()
    game = counting.GAME
    next_tally = None
    query = ""

    @property
    def names(self) -> list[str]:
        return [seat.player for seat in self.view.seats]

    @property
    def players(self) -> int:
        return len(self.view.seats)

    @property
    def tallies(self) -> list[int]:
        return [1]

    @property
    def played(self) -> list[Tally[counting.Board, counting.Seat]]:
        return list(play_session(self.view.state).tallies)

    @property
    def entered(self) -> bool:
        return self.view.counting


@dataclass(frozen=True)
class SeatScore:
    """One seat's form beside everybody's result."""

    view: SessionView  # as it was before the scores were settled
    seat: SeatView
    form: CountForm
    settled: bool

    @property
    def changed(self) -> bool:
        """Whether the form says anything else than what is saved."""
        if self.seat.playing.entries is None:
            return bool(self.form.entered)
        return (
            self.seat.playing.entries != self.form.entries or not self.form.is_valid()
        )

    @cached_property
    def counted(self) -> SessionView:
        """The session as if what is typed were entered."""
        if not self.form.entered and self.seat.playing.entries is None:
            return self.view
        entries = self.form.entries
        return SessionView(with_entries(self.view.state, self.seat.key, entries))

    @cached_property
    def result(self) -> SessionResult:
        form: Any = CountedSession(self.counted, tuple(self.form.mistakes))
        counted = [seat.playing.entries is not None for seat in self.counted.seats]
        return SessionResult(
            form, score_sheet(self.counted.state), decided=all(counted)
        )

    @property
    def shown(self) -> dict[str, Any]:
        return {
            "score": self,
            "count_form": self.form,
            "result": self.result,
            "form": self.result.form,
            "game": counting.GAME,
            "unpaid": unpaid_boxes(self.view.state, self.seat.playing),
            "missing": [
                seat for seat in self.view.seats if seat.playing.entries is None
            ],
        }


def score_of(
    state: CampaignState, log: RecentActs, number: int, typed: QueryDict | None = None
) -> SeatScore | None:
    """The form of one seat, with what was typed or what stands there."""
    settled = bool(state.session and state.session.scored)
    view = SessionView(log.state_before("settle_scores") if settled else state)
    seat = next((one for one in view.seats if one.number == number), None)
    if seat is None:
        return None
    data = typed if typed is not None else typed_entries(seat.playing.entries or {})
    return SeatScore(view, seat, CountForm(data, players=len(view.seats)), settled)


def next_to_count(view: SessionView, person: Person | None = None) -> int:
    """One's own seat, then the first without a score; the last one where all have theirs."""
    name = person.name.casefold() if person else None
    missing = [seat for seat in view.seats if seat.playing.entries is None]
    own = [seat for seat in missing or view.seats if seat.player.casefold() == name]
    return (own or missing or view.seats)[0 if own or missing else -1].number


def judge_session(log: RecentActs) -> SessionResult:
    """Who won and what broke a tie, as the scores were when they were confirmed."""
    view = SessionView(log.state_before("settle_scores"))
    form: Any = CountedSession(view)
    return SessionResult(form, score_sheet(view.state))
