"""A file of game nights before anything is kept: what it holds, and what of it can't be read."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from companion.base.dates import spoken_date
from companion.base.wording import translate
from companion.sessions.timing import is_that_night, noon_of
from scoring.entries import LONGEST
from scoring.games import GAMES
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.session_acts import SESSION_ENGINE
from scoring.sessions import LONGEST_NOTE, MOST_MINUTES, SessionState, sheet_of
from scoring.sheet import ScoreSheet

MOST_PLAYS = 10_000
MOST_CHECKED = (
    1_000  # games that are counted for one page; those here already cost nothing
)
MOST_OBJECTS = 300_000  # braces in a file; a play with four people has about eight
MOST_SEATS = 100  # of a play that are looked at: no game has so many


class BadPlay(ValueError):
    """Raised with why a game night can't be read, in the reader's words."""


@dataclass(frozen=True)
class UnreadPlay:
    where: str
    why: str


@dataclass(frozen=True)
class GivenPlay:
    """A game night as a file tells it; its entries hold, as far as the rules can say."""

    where: str  # its place in the file, in words
    id: UUID
    game: str
    names: tuple[str, ...]
    cells: Mapping[str, str]  # without the names
    tallies: int = 1
    totals_only: bool = False
    archived: bool = False
    winners: tuple[int, ...] | None = None  # as the file says, where it says so
    ended: datetime | None = None

    def start(self, names: Iterable[str]) -> dict[str, Any]:
        """What a session of it begins with, under these names."""
        named = {f"name{seat}": name for seat, name in enumerate(names) if name}
        return {
            "game": self.game,
            "players": len(self.names),
            "tallies": self.tallies,
            "cells": {**self.cells, **named},
            **({"totals_only": True} if self.totals_only else {}),
        }

    @cached_property
    def state(self) -> SessionState:
        """The finished session; raises RuleBroken or Unfit for what can't be one."""
        begun = SESSION_ENGINE.start(self.start(self.names))
        return SESSION_ENGINE.apply(begun, "finish", {})[0]

    @cached_property
    def sheet(self) -> ScoreSheet:
        return sheet_of(self.state)

    @property
    def remark(self) -> str:
        """What somebody should look at before it is added; or nothing."""
        ahead = self.played_on and self.played_on > timezone.localdate()
        told = [_("Its day is in the future.")] if ahead else []
        return " ".join(filter(None, (*told, self.other_winner)))

    @property
    def other_winner(self) -> str:
        """Where the points name somebody else than the file does, or nobody."""
        if self.winners is None or len(self.names) == 1:
            return ""
        won = set(self.sheet.winners)
        left_a_tie = not self.winners and len(won) > 1
        if left_a_tie or won == set(self.winners):
            return ""
        told = ", ".join(self.names[seat] or "?" for seat in self.winners)
        said = _("The file says %(name)s won. We go by the points.")
        return said % {"name": told or _("nobody")}

    @property
    def played_on(self) -> date | None:
        day = self.cells.get("played_on", "")
        return date.fromisoformat(day) if day else None

    @property
    def game_name(self) -> str:
        return translate(GAMES[self.game].name)

    @property
    def seats(self) -> list[tuple[str, int]]:
        return list(zip(self.names, self.sheet.totals, strict=True))


@dataclass(frozen=True)
class OtherNight:
    """A session of a campaign, which comes with the campaign's own file."""

    id: UUID
    where: str
    campaign: str


@dataclass
class GivenFile:
    source: str
    known: Container[UUID] = frozenset()  # what is here already needn't be counted
    here: int = 0
    again: list[GivenPlay] = field(default_factory=list)  # of those here, to compare
    waiting: int = 0  # too many to look at now
    plays: list[GivenPlay] = field(default_factory=list)
    unread: list[UnreadPlay] = field(default_factory=list)
    nights: list[OtherNight] = field(default_factory=list)
    other_games: dict[str, int] = field(default_factory=dict)

    def take(self, play: GivenPlay) -> None:
        """Keeps a play that holds, or says why it doesn't."""
        if play.id in self.known:
            self.here += 1
            if len(self.again) < MOST_CHECKED:
                self.again.append(play)
            return
        if len(self.plays) >= MOST_CHECKED:
            self.waiting += 1
            return
        try:
            check_play(play)
        except BadPlay as bad:
            self.refuse(play.where, str(bad))
        else:
            self.plays.append(play)

    def refuse(self, where: str, why: str) -> None:
        self.unread.append(UnreadPlay(where, why))

    def count_other(self, name: str) -> None:
        self.other_games[name] = self.other_games.get(name, 0) + 1

    @property
    def other_count(self) -> int:
        return sum(self.other_games.values())


def check_play(play: GivenPlay) -> None:
    named = [name.casefold() for name in play.names if name]
    twice = next((one for one in play.names if named.count(one.casefold()) > 1), "")
    if twice:
        raise BadPlay(_("Two players are called %(name)s.") % {"name": twice})
    most = max(GAMES[play.game].players)
    if len(play.names) > most:
        raise BadPlay(_("At most %(most)s people can play this.") % {"most": most})
    try:
        play.sheet  # noqa: B018 - counted once, and only here it may break a rule
    except RuleBroken as broken:
        raise BadPlay(translate(broken.problems[0].message)) from None
    except Unfit:
        raise BadPlay(_("Some entries don't belong to this game.")) from None


# What every kind of file is read with


def tell_where(place: str, game: Any, day: Any) -> str:
    """A place in a file with the game and day it tells of, as far as these can be read."""
    told = [translate(GAMES[game].name)] if game in list(GAMES) else []
    with suppress(ValueError):
        told.append(spoken_date(date.fromisoformat(str(day or "")[:10])))
    return f"{place} ({', '.join(told)})" if told else place


def read_id(given: Any) -> UUID:
    if given in (None, ""):
        raise BadPlay(_("Its id is missing."))
    try:
        return UUID(str(given))
    except ValueError:
        said = _("“%(text)s” isn't an id we can use.")
        raise BadPlay(said % {"text": read_text(str(given), 40)}) from None


def read_day(given: Any) -> str:
    try:
        day = date.fromisoformat(str(given or "")[:10])
    except ValueError:
        raise BadPlay(
            _("“%(text)s” isn't a date.") % {"text": read_text(str(given), 40)}
        ) from None
    return day.isoformat()


def read_end(given: Any, played_on: str) -> datetime | None:
    """When a game of this day was over, in UTC where no zone is written; noon or midnight is no time."""
    try:
        moment = datetime.fromisoformat(str(given or ""))
    except ValueError:
        return None
    if not played_on or moment.time() == time():
        return None
    day = date.fromisoformat(played_on)
    known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return known if is_that_night(known, day) and known != noon_of(day) else None


def detail_cells(
    *, played_on: str = "", minutes: Any = 0, where: Any = "", note: Any = ""
) -> dict[str, str]:
    """What a session says beside its entries; what is too long is cut."""
    length = minutes if type(minutes) is int and 0 < minutes <= MOST_MINUTES else 0
    cells = {
        "played_on": played_on,
        "minutes": str(length or ""),
        "place": read_text(where, LONGEST),
        "note": read_text(note, LONGEST_NOTE),
    }
    return {key: one for key, one in cells.items() if one}


def read_text(given: Any, longest: int) -> str:
    """A text without what no page and no database takes: NUL, and halves of pairs."""
    if not isinstance(given, str):
        return ""
    plain = given.replace("\r\n", "\n").replace("\x00", "").strip()[:longest]
    return plain.encode(errors="ignore").decode()
