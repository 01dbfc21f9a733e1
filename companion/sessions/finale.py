"""The end of a session: who came where, what decided it, which records fell, and when that was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from django.utils import timezone
from django.utils.translation import gettext as _

from companion.base.wording import signed_points, translate
from companion.sessions.best_scores import describe_records, find_best_scores
from companion.sessions.models import GameSession
from companion.sessions.result import SessionResult, Standing
from scoring.deciding import Decider, find_decider
from scoring.final_scores import FINAL_SCORES
from scoring.rules import Rule
from scoring.sessions import SessionState
from scoring.sheet import Game

FRESH = timedelta(seconds=60)  # how long a result is news; later nothing moves any more
FINISH, REVEAL, COVER, REOPEN = "finish", "reveal", "cover", "reopen"


@dataclass(frozen=True)
class RevealMoment:
    """The act with which everybody learned the result, and whether that was just now."""

    number: int
    fresh: bool


def find_moment(session: GameSession, state: SessionState) -> RevealMoment | None:
    """When the result was told; None while people are still entering, or it is hidden."""
    if state.covered:
        return None
    told = session.acts.filter(kind__in=(FINISH, REVEAL, COVER, REOPEN))
    last = told.order_by("-number").values_list("number", "kind", "at").first()
    if last is None or last[1] != (FINISH if state.finished else REVEAL):
        # Finished on another way, such as an undone reopening: told, but not just now.
        return RevealMoment(session.last, False) if state.finished else None
    number, _kind, at = last
    return RevealMoment(number, timezone.now() - at < FRESH)


class ToldEnding(Protocol):
    """How something ended, as its card, its text and its page tell it."""

    @property
    def game(self) -> Game[Any, Any]: ...
    @property
    def headline(self) -> str: ...
    @property
    def places(self) -> Sequence[Standing]: ...
    @property
    def reasons(self) -> Sequence[tuple[str, Rule]]: ...
    @property
    def tie_break(self) -> str: ...
    @property
    def why(self) -> str: ...
    @property
    def night(self) -> str: ...
    @property
    def totals_only(self) -> bool: ...


@dataclass(frozen=True)
class Finale:
    """A result as it is told: places, reasons, records."""

    result: SessionResult
    moment: RevealMoment | None
    records: tuple[str, ...] = ()
    night: str = ""  # which of a campaign's sessions it was

    @property
    def game(self) -> Game[Any, Any]:
        return self.result.form.game

    @property
    def headline(self) -> str:
        return self.result.headline

    @property
    def tie_break(self) -> str:
        return self.result.deciding_tie_break

    @property
    def why(self) -> str:
        """How the game ended; nothing where that goes without saying."""
        return self.result.why

    @property
    def places(self) -> list[Standing]:
        """The first first; the page lets them appear from the last on."""
        return sorted(self.result.standings, key=lambda who: (who.place, who.seat))

    @property
    def totals_only(self) -> bool:
        return self.result.sheet.ending.rule is FINAL_SCORES

    @property
    def reasons(self) -> list[tuple[str, Rule]]:
        """Why it ended like this: the end of the game, the tie-break, what made the difference."""
        result = self.result
        said = [(self.why, result.sheet.ending.rule)] if self.why else []
        decider = find_decider(result.sheet) if result.decided else None
        if decider:
            said.append((decider_words(result, decider), decider.rule))
        return [*said, *result.tie_breaks]


def decider_words(result: SessionResult, decider: Decider) -> str:
    values = {
        "what": translate(decider.label),
        "first": signed_points(decider.points[0]),
        "second": signed_points(decider.points[1]),
        "name": result.form.names[decider.second],
    }
    return _("Decided by “%(what)s”: %(first)s to %(second)s (%(name)s)") % values


def make_finale(
    session: GameSession, result: SessionResult, moment: RevealMoment | None
) -> Finale:
    """The result with its records, which only a finished session breaks."""
    finished = session.card.finished
    records = describe_records(result, find_best_scores(session)) if finished else ()
    return Finale(result, moment, tuple(records))
