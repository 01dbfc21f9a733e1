"""Step 1 of a session's end: what one player counts, and the result that counts along."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from campaign.session.forms import CountForm, typed_entries
from campaign.session.log import RecentActs
from campaign.session.now import SeatView, SessionView
from campaign.session.past import PastSession
from companion.sessions.forms import Mistake
from companion.sessions.result import SessionResult
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.ending import play_session
from scoring.rise_of_empire.preview import is_win_tied, score_sheet, with_entries
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
    def played_tallies(self) -> list[Tally[counting.EmpireBoard, counting.EmpireSeat]]:
        return list(play_session(self.view.state).tallies)

    @property
    def entered(self) -> bool:
        return self.view.counting

    @property
    def counted(self) -> bool:
        return self.view.counting

    @property
    def given_entries(self) -> set[tuple[int, str]]:
        seats = enumerate(self.view.seats)
        return {(n, key) for n, seat in seats for key in seat.playing.entries or ()}


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

    @property
    def saved(self) -> str:
        """What is saved, as a form carries it along: somebody else may be quicker."""
        return json.dumps(self.seat.playing.entries, sort_keys=True)

    @cached_property
    def counted(self) -> SessionView:
        """The session as if what is typed were entered."""
        if not self.form.entered and self.seat.playing.entries is None:
            return self.view
        entries = self.form.entries
        typed = with_entries(self.view.state, self.seat.key, entries)
        return replace(self.view, state=typed)

    @cached_property
    def result(self) -> SessionResult:
        mistakes = tuple(self.form.mistakes)
        return session_result(self.counted, mistakes, settled=self.settled)

    @property
    def shown(self) -> dict[str, Any]:
        return {
            **result_context(self.result),
            "score": self,
            "count_form": self.form,
            "unpaid": unpaid_boxes(self.view.state, self.seat.playing),
            "missing": seats_without_score(self.view),
        }


@dataclass(frozen=True)
class CountedResult(SessionResult):
    """A session's result, which may wait for a tiebreak nobody has been asked about yet."""

    tie_open: bool = False

    def undecided_headline(self) -> str:
        if not self.tie_open:
            return super().undecided_headline()
        values = {"total": max(self.sheet.totals)}
        return gettext("Tie at %(total)s. The tiebreak comes next.") % values


def session_result(
    view: SessionView, mistakes: tuple[Mistake, ...] = (), *, settled: bool = False
) -> SessionResult:
    """The scores as they stand, of which nobody has won while one is missing or a tie is open."""
    tie_open = not settled and is_win_tied(view.state)
    form: Any = CountedSession(view, mistakes)
    return CountedResult(
        form,
        score_sheet(view.state),
        decided=not seats_without_score(view) and not tie_open,
        tie_open=tie_open,
        letters=tuple(seat.letter for seat in view.seats),
    )


def result_context(result: SessionResult) -> dict[str, Any]:
    return {"result": result, "form": result.form, "game": counting.GAME}


def seats_without_score(view: SessionView) -> list[SeatView]:
    return [seat for seat in view.seats if seat.playing.entries is None]


def scores_overview(view: SessionView) -> dict[str, Any]:
    """Everybody's scores so far, who is still counting, and who hasn't paid their upkeep."""
    unpaid = [one for one in view.seats if unpaid_boxes(view.state, one.playing)]
    return {
        **result_context(session_result(view)),
        "missing": seats_without_score(view),
        "owing": unpaid,
        "mine": view.seat(view.own),
    }


def score_of(
    now: SessionView, log: RecentActs, number: int, typed: QueryDict | None = None
) -> SeatScore | None:
    """The form of one seat, with what was typed or what stands there."""
    session = now.state.session
    settled = bool(session and session.scored)
    before = log.state_before("settle_scores") if settled else now.state
    view = replace(now, state=before)
    seat = next((one for one in view.seats if one.number == number), None)
    if seat is None:
        return None
    data = typed if typed is not None else typed_entries(seat.playing.entries or {})
    return SeatScore(view, seat, CountForm(data, players=len(view.seats)), settled)


def next_to_count(view: SessionView) -> SeatView | None:
    """The visitor's own seat, then the first they count for; None where nothing is left to them."""
    missing = [seat for seat in view.own_first if seat.playing.entries is None]
    return next((seat for seat in missing if view.does_for(seat.key)), None)


def judge_session(log: RecentActs | PastSession) -> SessionResult:
    """Who won and what broke a tie, as the scores were when they were confirmed."""
    then = SessionView(log.state_before("settle_scores"))
    return session_result(then, settled=True)
