"""A game alone against the virtual player, as its page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from django.forms import BoundField
from django.http import HttpRequest

from companion.sessions.aids.at_hand import QueryRecords
from companion.sessions.aids.tapping import LEFT_OUT, helper_link, is_partly_unread
from scoring.imperial_settlers import solo
from scoring.imperial_settlers.solo_log import (
    EXAMPLE,
    MOST_FACTION,
    SHOWN,
    Alone,
    NewLocation,
    Setting,
    missing_details,
    play_words,
    write_location,
)
from scoring.rules import Problem

BETWEEN = "|"  # the words of the log in an address


class SoloTable:
    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.form = QueryRecords(request.GET, {"set": Setting, "new": NewLocation})
        words = [word for word in request.GET.get("did", "").split(BETWEEN) if word]
        self.game = play_words(self.add_location(words), self.form.record("set"))

    @property
    def asked(self) -> bool:
        return "add" in self.request.GET

    @cached_property
    def problems(self) -> list[tuple[str, Problem]]:
        """Why a location can't be added."""
        if not self.asked:
            return []
        return [("", one) for one in missing_details(self.form.record("new"))]

    @property
    def faulty(self) -> bool:
        unreadable = self.asked and any(self.form["new"].mistakes)
        return bool(self.problems) or unreadable

    def add_location(self, words: list[str]) -> list[str]:
        """The log with the location somebody has just filled in, if it is whole."""
        if not self.asked or self.faulty:
            return words
        new = self.form.record("new")
        if not self.form.record("set").japanese:
            new = replace(new, deal="")
        return [*words, write_location(new).replace(BETWEEN, "/")]

    @property
    def new_fields(self) -> list[BoundField]:
        """IS-17: only Japanese locations are told apart by their deal."""
        japanese = self.form.record("set").japanese
        return [one for one in self.form["new"] if japanese or one.name != "deal"]

    @property
    def kept(self) -> dict[str, str]:
        return self.state(self.game.words)

    @property
    def told(self) -> dict[str, str]:
        return {key: value for key, value in self.kept.items() if key == "did"}

    @property
    def setting(self) -> dict[str, str]:
        return self.form["set"].entered

    @property
    def query(self) -> dict[str, str]:
        """The address; what was typed for a location stays in it until it can be added."""
        typed = {**self.form["new"].entered, "add": "on"} if self.faulty else {}
        left = LEFT_OUT if self.left_out else {}
        return {**self.state(self.game.words), **typed, **left}

    @property
    def left_out(self) -> bool:
        return is_partly_unread(self.request, self.game.unread)

    def state(self, words: Iterable[str]) -> dict[str, str]:
        told = BETWEEN.join(words)
        return {**self.setting, **({"did": told} if told else {})}

    def then(self, *words: str, without: int = 0) -> str:
        """The address after more has happened, or with the last things taken back."""
        kept = self.game.words[: len(self.game.words) - without]
        return helper_link(self.request, self.state((*kept, *words)))

    @property
    def reveals(self) -> list[tuple[str, str, str]]:
        goods = [(good.value, solo.GOOD_NAMES[good]) for good in solo.Good]
        return [(good, name, self.then(f"reveal.{good}")) for good, name in goods]

    @property
    def collects(self) -> list[tuple[int, str]]:
        return [(cards, self.then(f"collect.{cards}")) for cards in range(SHOWN + 1)]

    @property
    def choices(self) -> list[tuple[solo.Location, str]]:
        """IS-15: the equal targets, each with the address in which it is razed."""
        wave = self.game.pending
        if wave is None:
            return []
        return [
            (one, self.then(f"reveal.{wave.revealed}.{one.number}", without=1))
            for one in wave.targets
        ]

    @property
    def locations(self) -> list[tuple[solo.Location, str]]:
        own = self.game.stand.locations
        return [(one, self.then(f"lose.{one.number}")) for one in own]

    @property
    def fewer(self) -> str:
        return self.has(self.game.stand.faction - 1)

    @property
    def more(self) -> str:
        return self.has(self.game.stand.faction + 1)

    def has(self, faction: int) -> str:
        """Taps in a row on plus and minus leave one word, not many."""
        if self.game.pending or not 0 <= faction <= MOST_FACTION:
            return ""
        last = self.game.words[-1:]
        again = bool(last) and last[0].startswith("have.")
        return self.then(f"have.{faction}", without=int(again))

    @property
    def take_back(self) -> str:
        return self.then(without=1) if self.game.words else ""

    @property
    def example(self) -> str:
        return helper_link(self.request, {"did": BETWEEN.join(EXAMPLE)})

    @property
    def waves(self) -> tuple[object, ...]:
        """The newest on top."""
        return self.game.waves[::-1]

    @property
    def alone(self) -> Alone:
        return self.game
