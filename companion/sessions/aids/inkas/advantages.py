"""The advantage cards and a 7, for everybody at the table."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest

from companion.sessions.aids.at_hand import QueryRecords, read_seating
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.entry_fields import set_choices
from scoring.inkas import GAME, arbiter
from scoring.inkas.arbiter import AdvantageCounts, Holders, Surrender, Verdict


@dataclass(frozen=True)
class Ruling:
    """A verdict with the name of whom it is for."""

    title: str
    verdict: Verdict
    name: str


class Advantages:
    def __init__(self, request: HttpRequest, play: OpenGame | None) -> None:
        self.around = read_seating(request.GET, GAME, play)
        kinds = {f"s{seat}": AdvantageCounts for seat in range(self.around.players)}
        self.form = QueryRecords(request.GET, {**kinds, "h": Holders})
        self.asked = bool(request.GET)
        self.name_choices()

    def name_choices(self) -> None:
        """Cards are held by people, so people are offered, not seats."""
        seats = [(str(i), name) for i, name in enumerate(self.around.names)]
        for field in self.form["h"].fields.values():
            set_choices(field, [("", "–"), *seats])

    @property
    def query(self) -> dict[str, str]:
        return {**self.around.query, **self.form.entered} if self.asked else {}

    @cached_property
    def standings(self) -> list[AdvantageCounts]:
        return [self.form.record(f"s{i}") for i in range(self.around.players)]

    @property
    def holders(self) -> Holders:
        holders: Holders = self.form.record("h")
        return holders

    def seat(self, choice: str) -> int | None:
        return arbiter.chosen_seat(choice, self.around.players)

    @property
    def rulings(self) -> list[Ruling]:
        held = self.holders
        lengths = [one.route for one in self.standings]
        played = [one.warriors for one in self.standings]
        declines = self.seat(held.declines)
        route = arbiter.route_verdict(lengths, self.seat(held.route), declines=declines)
        best = arbiter.warriors_verdict(played, self.seat(held.warriors))
        return [self.ruling(one) for one in (route, best)]

    def ruling(self, verdict: Verdict) -> Ruling:
        names, holder = self.around.names, verdict.holder
        name = "" if holder is None else names[holder]
        return Ruling(verdict.rule.title, verdict, name)

    @property
    def hands(self) -> list[tuple[int, str, AdvantageCounts, Surrender]]:
        """INK-11: everybody who said how many cards they hold."""
        return [
            (i, name, one, arbiter.surrender_on_seven(one.hand, one.warriors))
            for i, (name, one) in enumerate(
                zip(self.around.names, self.standings, strict=True)
            )
        ]

    @property
    def seats(self) -> list[tuple[int, str, str, object]]:
        return [
            (i, given, name, self.form[f"s{i}"])
            for i, (given, name) in enumerate(self.around.seats)
        ]
