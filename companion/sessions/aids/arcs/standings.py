"""The standings of an Arcs chapter that is still being played, as people read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from companion.base.wording import translate
from companion.sessions.aids.at_hand import QueryRecords, read_seating
from companion.sessions.aids.desk import HelperDesk, open_desk
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.typed_moves import (
    Move,
    register_typed_move,
    typed_changes,
)
from companion.sessions.forms import as_query, record_query
from scoring.arcs import GAME
from scoring.arcs import rulebook as book
from scoring.arcs import standings as rules
from scoring.arcs.standings import Contest, DeclarationOutlook, Holding, Rank, Situation
from scoring.rules import Problem
from scoring.sessions import SessionState, tallies_of
from scoring.sheet import play_tallies
from scoring.typed_helpers import TypedNumbers
from scoring.words import make_message


def session_numbers(state: SessionState) -> dict[str, str]:
    """What was entered in a session, as this page would hold it."""
    tallies = tallies_of(state)
    chapter = play_tallies(GAME, tallies).last
    before = tallies[:-1]
    so_far = play_tallies(GAME, before).totals if before else (0,) * state.players
    values = record_query(rules.as_situation(chapter), "b")
    for seat, holding in enumerate(rules.as_holdings(chapter, so_far)):
        values |= record_query(holding, f"s{seat}")
    return values


def present_numbers(play: OpenGame) -> dict[str, str]:
    """The session's own numbers, with what was typed here over them."""
    own = session_numbers(play.state) if play.state else {}
    tried = rules.STANDINGS.read_state(play.kept, play.around).cells
    return {**play.seating, **own, **tried}


class Standings:
    """Entries of the page; in a session its own, and what was tried over them."""

    def __init__(self, request: HttpRequest, play: OpenGame | None) -> None:
        self.play = play
        self.desk: HelperDesk[TypedNumbers] = open_desk(
            request,
            rules.STANDINGS,
            play,
            read=lambda _data: TypedNumbers(),
            write=lambda _tried: {},
        )
        data = QueryDict(as_query(present_numbers(play))) if play else request.GET
        self.around = read_seating(data, GAME, play)
        kinds: dict[str, type] = {"b": Situation}
        kinds |= {f"s{seat}": Holding for seat in range(self.around.players)}
        self.form = QueryRecords(data, kinds, self.around.players)
        self.holdings = [self.form.record(prefix) for prefix in list(kinds)[1:]]
        self.chapter = rules.as_chapter(self.form.record("b"), self.holdings)

    @property
    def borrowed(self) -> bool:
        """Whether all numbers are the session's own."""
        return self.play is not None and rules.STANDINGS.page not in self.play.kept

    @property
    def query(self) -> dict[str, str]:
        if self.play or not self.form.data:
            return {}
        return {**self.around.query, **self.form.entered}

    @property
    def seats(self) -> list[tuple[int, str, str, Any]]:
        """Each seat with the name that was typed, what it is called, and its form."""
        return [
            (seat, given, name, self.form[f"s{seat}"])
            for seat, (given, name) in enumerate(self.around.seats)
        ]

    @property
    def problems(self) -> list[tuple[str, Problem]]:
        found = rules.standings_problems(self.chapter) if self.form.entered else ()
        return [("", problem) for problem in found]

    @property
    def ended_now(self) -> list[tuple[int, str, int, int, int]]:
        """Each seat with what this chapter would bring it, its power then and its place."""
        gains = rules.power_gains(self.chapter)
        powers = [
            one.power + gain for one, gain in zip(self.holdings, gains, strict=True)
        ]
        return [
            (seat, name, gains[seat], own, 1 + sum(other > own for other in powers))
            for seat, (name, own) in enumerate(
                zip(self.around.names, powers, strict=True)
            )
        ]

    @property
    def would_end(self) -> bool:
        """ARC-10: whether the game would be over with this chapter."""
        most = max(power for _seat, _name, _gain, power, _place in self.ended_now)
        last = self.chapter.number == book.LAST_CHAPTER
        return last or most >= self.enough

    @property
    def enough(self) -> int:
        return book.POWER_TO_END[self.around.players]

    @property
    def contests(self) -> list[tuple[Contest, list[tuple[Rank, str, str]]]]:
        return [
            (one, list(self.describe_ranks(one)))
            for one in rules.contests(self.chapter)
        ]

    def describe_ranks(self, contest: Contest) -> Iterator[tuple[Rank, str, str]]:
        """Who has something towards an ambition, and where that places."""
        names = dict(enumerate(self.around.names))
        for rank in contest.ranks:
            name = _("Out of play") if rank.seat is None else names[rank.seat]
            why = make_message(rank.place.value, count=rank.count, ties=book.TIES.id)
            yield rank, name, translate(why)

    @property
    def declarations(self) -> list[DeclarationOutlook]:
        return rules.declarations(self.chapter)

    @property
    def left(self) -> tuple[book.AmbitionMarker, ...]:
        return rules.markers_left(self.chapter)

    @property
    def most(self) -> list[tuple[int, str, int, int]]:
        """Each seat with the power it could still gain, and what it could come to."""
        return [
            (seat, name, most, self.holdings[seat].power + most)
            for seat, (name, most) in enumerate(
                zip(self.around.names, rules.most_power(self.chapter), strict=True)
            )
        ]


def read_numbers(data: QueryDict, play: OpenGame) -> Move:
    """The numbers that were changed."""
    own = session_numbers(play.state) if play.state else {}
    tried = rules.STANDINGS.read_state(play.kept, play.around).cells
    records = rules.standings_records(play.around)
    cells = typed_changes(data, records, own, tried)
    return ("type_standings", {"cells": cells}) if cells else ("", {})


register_typed_move(rules.STANDINGS.page, "type_numbers", read_numbers)
