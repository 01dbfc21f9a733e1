"""What a round brings, and what it pays for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.entries import MOST, count, flag, pick
from scoring.imperial_settlers.game import EGYPTIANS, FACTION_NAMES, JAPANESE
from scoring.imperial_settlers.rulebook import BOARDS, GOLD, SOLO_SET_UP
from scoring.imperial_settlers.solo import GOOD_NAMES
from scoring.rules import Rule
from scoring.words import Message, Words, _, make_message

GOODS = ("worker", "wood", "stone", "food", "gold", "raze", "defence", "vp", "card")
NAMES: dict[str, str] = {**GOOD_NAMES, "defence": _("Defence token")}
REPLACED_BY_GOLD = ("wood", "stone", "food")  # IS-9


@dataclass(frozen=True)
class FactionBoard:
    """IS-7: what a faction's board produces each round, and what it keeps."""

    produces: Mapping[str, int]
    keeps: str

    @property
    def keeps_name(self) -> str:
        return NAMES[self.keeps]


def faction_board(keeps: str, **produces: int) -> FactionBoard:
    return FactionBoard({**produces, "raze": 1, "defence": 1}, keeps)


FACTION_BOARDS = {
    "barbarians": faction_board("worker", worker=5),
    JAPANESE: faction_board("food", worker=4, wood=1),
    "romans": faction_board("raze", worker=2, wood=1, stone=1),
    EGYPTIANS: faction_board("gold", worker=3, gold=1),
}


def deals_entry(good: str) -> int:
    return count(NAMES[good], BOARDS, maximum=40)


def produced_entry(good: str) -> int:
    return count(NAMES[good], BOARDS, maximum=MOST)


def price_entry(good: str) -> int:
    return count(NAMES[good], GOLD, maximum=40)


@dataclass(frozen=True)
class Round:
    """What one player has before the production phase."""

    people: str = pick(_("Faction"), BOARDS, FACTION_NAMES)
    kept: int = count(
        _("Kept from last round"), BOARDS, help=_("The good your board lets you keep.")
    )
    alone: bool = flag(_("I play alone"), SOLO_SET_UP)


@dataclass(frozen=True)
class Deals:
    """One of a good for each deal that shows it."""

    worker: int = deals_entry("worker")
    wood: int = deals_entry("wood")
    stone: int = deals_entry("stone")
    food: int = deals_entry("food")
    gold: int = deals_entry("gold")
    raze: int = deals_entry("raze")
    vp: int = deals_entry("vp")
    card: int = deals_entry("card")


@dataclass(frozen=True)
class Locations:
    """What all production locations together give."""

    worker: int = produced_entry("worker")
    wood: int = produced_entry("wood")
    stone: int = produced_entry("stone")
    food: int = produced_entry("food")
    gold: int = produced_entry("gold")
    raze: int = produced_entry("raze")
    vp: int = produced_entry("vp")
    card: int = produced_entry("card")


@dataclass(frozen=True)
class Price:
    """What one would like to pay from it."""

    worker: int = price_entry("worker")
    wood: int = price_entry("wood")
    stone: int = price_entry("stone")
    food: int = price_entry("food")
    gold: int = price_entry("gold")


@dataclass(frozen=True)
class Income:
    """One good of a round: how many, and from where."""

    good: str
    parts: tuple[int, ...]  # board, deals, locations, kept

    @property
    def total(self) -> int:
        return sum(self.parts)

    @property
    def name(self) -> str:
        return NAMES[self.good]

    @property
    def sum(self) -> str:
        several = [str(part) for part in self.parts if part]
        return " + ".join(several) if len(several) > 1 else ""


def production(round_: Round, made: Deals, stands: Locations) -> list[Income]:
    """IS-7: the board, the deals and the production locations, good by good."""
    board = FACTION_BOARDS.get(round_.people)
    unused = {"defence"} if round_.alone else set()  # IS-20
    base = {
        good: number
        for good, number in (board.produces if board else {}).items()
        if good not in unused
    }
    kept = {board.keeps: round_.kept} if board else {}
    incomes = [
        Income(
            good,
            (
                base.get(good, 0),
                getattr(made, good, 0),
                getattr(stands, good, 0),
                kept.get(good, 0),
            ),
        )
        for good in GOODS
    ]
    return [one for one in incomes if one.total]


@dataclass(frozen=True)
class Payment:
    """IS-9: whether a price can be paid, what gold stands in for, what is missing."""

    gold_for: Mapping[str, int]
    missing: Mapping[str, int]

    @property
    def possible(self) -> bool:
        return not self.missing

    @property
    def sentences(self) -> Iterable[Words]:
        for good, number in self.gold_for.items():
            text = _("Pay %(number)s gold instead of %(good)s")
            yield make_message(text, number=number, good=Message(NAMES[good]))
        for good, number in self.missing.items():
            text = _("%(number)s more %(good)s needed")
            yield make_message(text, number=number, good=Message(NAMES[good]))


def payment(have: Mapping[str, int], price: Mapping[str, int]) -> Payment:
    """IS-9: gold stands in for wood, stone and food, as far as it isn't asked for itself."""
    short = Counter(
        {good: number - have.get(good, 0) for good, number in price.items()}
    )
    short = +short
    spare = max(0, have.get("gold", 0) - price.get("gold", 0))
    gold_for = {}
    for good in REPLACED_BY_GOLD:
        used = min(spare, short[good])
        if used:
            gold_for[good], spare = used, spare - used
    missing = +(short - Counter(gold_for))
    return Payment(gold_for, dict(missing))


def payment_of(income: Sequence[Income], price: Price) -> Payment | None:
    """Whether a round's goods pay a price; None while nothing is to be paid."""
    asked = {name: value for name, value in vars(price).items() if value}
    return payment({one.good: one.total for one in income}, asked) if asked else None


CITED: tuple[Rule, ...] = (BOARDS, GOLD, SOLO_SET_UP)
