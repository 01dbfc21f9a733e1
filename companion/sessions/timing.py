"""When a session began and ended and how long it took, where that can be said honestly.

A game entered from memory the next day, or scored in five minutes after it was over, says nothing:
only what people typed themselves, or a session that was open while it was played, has a length.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from companion.log.history import find_undone
from companion.sessions.models import GameSession
from scoring.games import GAMES
from scoring.helping import around_game
from scoring.sessions import SessionState
from scoring.turn_clock import CLOCK

SHORTEST = timedelta(minutes=20)  # none of the games is over sooner; typing scores is
LONGEST = timedelta(hours=12)  # whoever finishes later had forgotten to
NIGHT = timedelta(hours=30)  # a day's games are over by six in the morning
NOON = time(12)


@dataclass(frozen=True)
class SessionTime:
    began: datetime | None = None  # only where it was open while it was played
    ended: datetime | None = None
    minutes: int = 0  # 0: unknown

    @property
    def length(self) -> str:
        return describe_minutes(self.minutes) if self.minutes else ""


def describe_minutes(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    values = {"hours": hours, "minutes": rest}
    if not hours:
        return _("%(minutes)s min") % values
    return (
        _("%(hours)s h %(minutes)s min") % values if rest else _("%(hours)s h") % values
    )


def measure_session(session: GameSession, state: SessionState) -> SessionTime:
    """The time of a session: as people typed it, or else as its log tells it."""
    typed = int(state.cells.get("minutes") or 0)
    played_on = state.cells.get("played_on", "")
    if state.finished:
        ended = find_end(session)
        span = measure_span(session.created, ended, played_on)
        return replace(span, minutes=typed or span.minutes)
    began = session.created if is_same_day(session.created, played_on) else None
    return SessionTime(began, None, typed)


def measure_span(
    began: datetime, ended: datetime | None, played_on: str
) -> SessionTime:
    """From the start to the end of what was played on this day, if it can have been that."""
    if ended is None or not is_same_day(began, played_on):
        return SessionTime()
    if not SHORTEST <= ended - began <= LONGEST:
        return SessionTime()
    return SessionTime(began, ended, round((ended - began) / timedelta(minutes=1)))


def end_of_game(
    began: datetime, finished: datetime | None, played_on: date | None
) -> datetime | None:
    """When a game was over: when it was finished, unless that says nothing about its day."""
    if finished is None or played_on is None:
        return None
    if is_that_night(finished, played_on):
        return finished
    return measure_span(began, finished, played_on.isoformat()).ended


def is_that_night(moment: datetime, day: date) -> bool:
    """Whether a game of this day can have ended then."""
    midnight = timezone.make_aware(datetime.combine(day, time()))
    return midnight <= moment < midnight + NIGHT


def noon_of(day: date) -> datetime:
    """What stands for the time of a game whose day alone is known."""
    return timezone.make_aware(datetime.combine(day, NOON))


def is_same_day(began: datetime, played_on: str) -> bool:
    return timezone.localtime(began).date().isoformat() == played_on


def clock_times(session: GameSession, state: SessionState) -> list[int]:
    """The seconds everybody took, by seat; nothing where no clock ran."""
    around = around_game(GAMES[state.game], len(state.names))
    clock = CLOCK.read_state(state.helpers, around)
    if not clock.begun:
        return []
    ended = find_end(session)
    at = int((ended or timezone.now()).timestamp())
    return [clock.spent_by(seat, at) for seat in range(len(state.names))]


def describe_seconds(seconds: int) -> str:
    """Minutes and seconds, and hours where there are any: 12:05, 1:02:05."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def find_end(session: GameSession) -> datetime | None:
    """When it was first finished; finishing it again after a correction says nothing."""
    gone = find_undone(session)
    finishes = session.acts.filter(kind="finish").order_by("number")
    return next((act.at for act in finishes if act.number not in gone), None)
