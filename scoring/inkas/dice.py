"""A log of rolls: how often each number fell, how often it should have, and whether that is odd."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp

from scoring.helping import Around, HelperMove, KeptHelper, refuse_move
from scoring.inkas.rulebook import HAND_LIMIT
from scoring.words import Words, _, make_message

SIGNS = "23456789abc"  # one letter per roll: a is 10, b 11, c 12
SUMS = range(2, 13)
MOST_ROLLS = 500
SEVEN = 7
# Neighbours are counted together until each group can be expected five times: below that
# the chi-squared distribution says little about the sums.
GROUPINGS: tuple[tuple[int, tuple[tuple[int, ...], ...]], ...] = (
    (180, tuple((number,) for number in SUMS)),
    (60, ((2, 3), (4,), (5,), (6,), (7,), (8,), (9,), (10,), (11, 12))),
    (30, ((2, 3, 4), (5, 6), (7,), (8, 9), (10, 11, 12))),
)
ODD, VERY_ODD = 0.05, 0.001


def ways_to_roll(total: int) -> int:
    """In how many of the 36 ways two dice fall they make this sum."""
    return 6 - abs(total - SEVEN)


def read_rolls(written: str) -> tuple[tuple[int, ...], int]:
    """The rolls of a log and how many of its signs say nothing."""
    rolls = [SIGNS.index(sign) + 2 for sign in written[:MOST_ROLLS] if sign in SIGNS]
    return tuple(rolls), len(written) - len(rolls)


def write_rolls(rolls: tuple[int, ...]) -> str:
    return "".join(SIGNS[roll - 2] for roll in rolls)


@dataclass(frozen=True)
class Bar:
    """One sum: how often it fell and how often it was to be expected."""

    total: int
    fell: int
    expected: float


@dataclass(frozen=True)
class Fairness:
    """What can honestly be said about the dice."""

    verdict: Words
    detail: Words
    chance: float | None = None  # that fair dice stray at least so far


@dataclass(frozen=True)
class DiceRolls:
    rolls: tuple[int, ...] = ()

    @property
    def bars(self) -> list[Bar]:
        fell, number = Counter(self.rolls), len(self.rolls)
        return [Bar(one, fell[one], number * ways_to_roll(one) / 36) for one in SUMS]

    @property
    def since_seven(self) -> int | None:
        """Rolls since the last 7; None while none has fallen."""
        if SEVEN not in self.rolls:
            return None
        return self.rolls[::-1].index(SEVEN)

    @property
    def mean(self) -> float:
        return sum(self.rolls) / len(self.rolls) if self.rolls else 0.0


def chi_squared(rolls: tuple[int, ...], groups: tuple[tuple[int, ...], ...]) -> float:
    """How far the groups stray from what fair dice give."""
    fell = Counter(rolls)
    total = 0.0
    for group in groups:
        expected = len(rolls) * sum(map(ways_to_roll, group)) / 36
        total += (sum(fell[one] for one in group) - expected) ** 2 / expected
    return total


def chance_of_more(chi: float, freedom: int) -> float:
    """The chi-squared distribution's tail, exact for an even number of degrees of freedom."""
    half, term, total = chi / 2, 1.0, 0.0
    for step in range(freedom // 2):
        total += term
        term *= half / (step + 1)
    return min(1.0, exp(-half) * total)


def tail_of_sevens(number: int, sevens: int) -> Fraction:
    """Exactly: the chance that fair dice give so many sevens or an even less likely number."""
    chances = [
        comb(number, k) * Fraction(1, 6) ** k * Fraction(5, 6) ** (number - k)
        for k in range(number + 1)
    ]
    return sum((one for one in chances if one <= chances[sevens]), Fraction(0))


def dice_fairness(log: DiceRolls) -> Fairness:
    """Whether the dice look fair, as far as so many rolls can tell."""
    number = len(log.rolls)
    for least, groups in GROUPINGS:
        if number >= least:
            chi = chi_squared(log.rolls, groups)
            return judge_fairness(chance_of_more(chi, len(groups) - 1), number)
    return judge_few_rolls(log)


def judge_few_rolls(log: DiceRolls) -> Fairness:
    """Few rolls prove nothing; what can be said exactly is said about the sevens."""
    number, least = len(log.rolls), GROUPINGS[-1][0]
    verdict = _("Too early to say.")
    if not number:
        text = _("Roll at least %(least)s times for a first look.")
        return Fairness(verdict, make_message(text, least=least))
    sevens = log.rolls.count(SEVEN)
    chance = tail_of_sevens(number, sevens)
    text = _(
        "Sevens: %(sevens)s of %(number)s rolled. Fair dice look at least this odd "
        "%(percent)s%% of the time. From %(least)s rolls we check all numbers."
    )
    return Fairness(
        verdict,
        make_message(
            text,
            sevens=sevens,
            number=number,
            percent=format_percent(chance),
            least=least,
        ),
    )


def judge_fairness(chance: float, number: int) -> Fairness:
    straying = make_message(
        _("Fair dice look at least this odd %(percent)s%% of the time."),
        percent=format_percent(chance),
    )
    if chance < VERY_ODD:
        verdict = _("Very unlikely with fair dice.")
    elif chance < ODD:
        verdict = _("Unusual, but fair dice can do this.")
    elif number < GROUPINGS[0][0]:
        verdict = _("Nothing odd so far. It's still early.")
    else:
        verdict = _("The dice look fair.")
    return Fairness(verdict, straying, chance)


def format_percent(chance: float | Fraction) -> str:
    hundredth = round(float(chance) * 100)
    if hundredth:
        return str(hundredth)
    return "<1"


@dataclass(frozen=True)
class RollDice(HelperMove[DiceRolls]):
    """One roll of two dice; a full log lets the oldest go."""

    total: int

    def apply(self, state: DiceRolls, _around: Around) -> DiceRolls:
        refuse_move(self.total not in SUMS, _("Two dice show 2 to 12."))
        return DiceRolls((*state.rolls, self.total)[-MOST_ROLLS:])

    @property
    def words(self) -> Words:
        return make_message(_("Rolled %(total)s"), total=self.total)


DICE = KeptHelper("inkas-dice", DiceRolls, (RollDice,), lambda _around: DiceRolls())
CITED = (HAND_LIMIT,)
