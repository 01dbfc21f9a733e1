"""Chances as people read them: bars of “so many or more”, for one or two mixes of dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from django.utils.translation import gettext

from companion.sessions.aids.at_hand import QueryRecords
from scoring.arcs import rulebook as book
from scoring.arcs.battle import (
    Attackers,
    Defenders,
    Dice,
    Odds,
    battle_odds,
    battle_problems,
    dice_problems,
)
from scoring.arcs.dice import Mix, Spread, chance_of_at_least, expected_count
from scoring.rules import Problem, Rule
from scoring.words import _

RECORDS = {"a": Attackers, "d": Defenders, "m1": Dice, "m2": Dice}
TOO_RARE = Fraction(1, 1000)  # a bar nobody could see
# What is spread over a table of its own, by the field of Odds.
SPREADS: dict[str, tuple[str, Rule]] = {
    "hits": (_("Hits dealt"), book.DICE),
    "building_hits": (_("Hits on buildings only"), book.DICE),
    "taken": (_("Hits taken"), book.BATTLE),
    "keys": (_("Keys to spend if a ship survives"), book.BATTLE),
    "ships": (_("Ships destroyed"), book.ODDS),
    "buildings": (_("Buildings destroyed"), book.ODDS),
    "lost": (_("My ships lost"), book.ODDS),
}
# What people throw the dice for, by the field of Odds.
GOALS: dict[str, str] = {
    "ship_left": _("I keep a ship"),
    "cleared": _("… and destroy all ships"),
    "razed": _("… and destroy a building"),
    "intercept": _("Defender intercepts"),
}


@dataclass(frozen=True)
class Chance:
    exact: Fraction

    @property
    def width(self) -> str:
        """Of a bar in a hundred."""
        return f"{float(100 * self.exact):.1f}"

    def __str__(self) -> str:
        share = round(100 * self.exact)
        if share == 0 and self.exact:
            return gettext("<1%")
        if share == 100 and self.exact != 1:
            return gettext(">99%")
        return gettext("%(share)s%%") % {"share": share}


@dataclass(frozen=True)
class Throw:
    """One mix of dice with what stands against it, or else its odds."""

    letter: str
    mix: Mix
    problems: tuple[Problem, ...]
    odds: Odds | None


@dataclass(frozen=True)
class Measured:
    label: str
    rule: Rule
    means: list[float]
    rows: list[tuple[int, list[Chance]]]
    exact: list[tuple[int, list[Fraction]]]


class Battle:
    """A battle in the address of its page, and the odds of the mixes that may be thrown."""

    def __init__(self, form: QueryRecords) -> None:
        self.form = form
        self.attackers: Attackers = form.record("a")
        self.defenders: Defenders = form.record("d")
        self.problems = tuple(battle_problems(self.attackers, self.defenders))
        self.throws = [self.throw(letter, key) for letter, key in self.mixes()]

    def mixes(self) -> Iterator[tuple[str, Mix]]:
        for letter, prefix in (("A", "m1"), ("B", "m2")):
            mix = self.form.record(prefix).mix
            if mix.dice:
                yield letter, mix

    def throw(self, letter: str, mix: Mix) -> Throw:
        sides = (mix, self.attackers, self.defenders)
        wrong = tuple(dice_problems(*sides))
        return Throw(
            letter, mix, wrong, None if wrong or self.problems else battle_odds(*sides)
        )

    @property
    def fought(self) -> list[Throw]:
        return [throw for throw in self.throws if throw.odds]

    @property
    def wrong(self) -> list[tuple[str, Problem]]:
        """What stops the throw; nothing before dice are chosen, while people still type both sides."""
        if not self.throws:
            return []
        own = chain.from_iterable(
            ((throw.letter, problem) for problem in throw.problems)
            for throw in self.throws
        )
        return [*(("", problem) for problem in self.problems), *own]

    @property
    def goals(self) -> list[tuple[str, list[tuple[str, Chance]]]]:
        return [
            (
                label,
                [(one.letter, Chance(getattr(one.odds, key))) for one in self.fought],
            )
            for key, label in GOALS.items()
            if self.fought and self.possible(key)
        ]

    def possible(self, goal: str) -> bool:
        """Whether there is anything of the kind to destroy."""
        ships = self.defenders.whole + self.defenders.damaged
        there = {"cleared": ships, "razed": self.defenders.standing}
        return bool(there.get(goal, True))

    @property
    def spreads(self) -> list[Measured]:
        measured = [
            self.measure(label, rule, [getattr(one.odds, key) for one in self.fought])
            for key, (label, rule) in SPREADS.items()
            if self.fought
        ]
        return [one for one in measured if one.rows]

    def measure(self, label: str, rule: Rule, of: list[Spread]) -> Measured:
        counts = range(1, max(map(len, of)))
        shares = [(n, [chance_of_at_least(one, n) for one in of]) for n in counts]
        exact = [
            (n, [sum(one[n : n + 1], Fraction()) for one in of]) for n in (0, *counts)
        ]
        rows = [(n, list(map(Chance, row))) for n, row in shares if max(row) > TOO_RARE]
        return Measured(
            label, rule, [float(expected_count(one)) for one in of], rows, exact
        )
