"""What a hand can pay for, and which trades with the bank help it to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from scoring.entries import count, flag
from scoring.inkas.rulebook import ROUTE, TRADE
from scoring.words import Message, Words, _, make_message

MOST_CARDS = 19  # of one kind in a hand; more is a slip of the finger
RESOURCE_NAMES = {
    "wood": _("Wood"),
    "stone": _("Stone"),
    "potatoes": _("Potatoes"),
    "wool": _("Wool"),
    "ore": _("Ore"),
}
GOOD_NAMES = {"coca": _("Coca"), "feathers": _("Feathers"), "fish": _("Fish")}
ANY = "any"  # a card of choice that an earlier trade brought
CARD_NAMES = {**RESOURCE_NAMES, **GOOD_NAMES}
NAMES = {**CARD_NAMES, ANY: _("card of choice")}
EQUAL_RESOURCES, EQUAL_GOODS = 3, 2  # INK-14: what the bank takes for one card
BUILDING_NAMES = {
    "road": _("Road"),
    "village": _("Village"),
    "city": _("City"),
    "card": _("Action card"),
}
# INK-14
COSTS: Mapping[str, Mapping[str, int]] = {
    "road": {"wood": 1, "stone": 1},
    "village": {"wood": 1, "stone": 1, "potatoes": 1, "wool": 1},
    "city": {"potatoes": 2, "ore": 3},
    "card": {"potatoes": 1, "wool": 1, "ore": 1},
}


Trades: TypeAlias = "tuple[Trade, ...]"


def cards_entry(name: str) -> int:
    return count(NAMES[name], TRADE, maximum=MOST_CARDS)


@dataclass(frozen=True)
class Hand:
    wood: int = cards_entry("wood")
    stone: int = cards_entry("stone")
    potatoes: int = cards_entry("potatoes")
    wool: int = cards_entry("wool")
    ore: int = cards_entry("ore")
    coca: int = cards_entry("coca")
    feathers: int = cards_entry("feathers")
    fish: int = cards_entry("fish")
    route: bool = flag(_("I have the longest trade route, unused this turn"), ROUTE)

    @property
    def held(self) -> Counter[str]:
        return Counter({name: getattr(self, name) for name in CARD_NAMES})


@dataclass(frozen=True)
class Trade:
    """One exchange with the bank: what is given for how many cards of choice."""

    given: tuple[str, ...]
    gained: int

    @property
    def net(self) -> int:
        """What it adds to the cards of choice, less those given into it."""
        return self.gained - self.given.count(ANY)

    @property
    def words(self) -> Words:
        text = _("%(given)s → %(gained)s of your choice")
        return make_message(
            text, given=list_cards(Counter(self.given)), gained=self.gained
        )


def list_cards(several: Mapping[str, int]) -> Message:
    """Cards with their number, put together in the reader's language."""
    names = {f"name{i}": Message(NAMES[name]) for i, name in enumerate(several)}
    parts = (f"{n} × %(name{i})s" for i, n in enumerate(several.values()))
    return Message(" + ".join(parts), names)


@dataclass(frozen=True)
class Offer:
    """Whether one thing can be built, by which trades, and what is missing even so."""

    building: str
    missing: Mapping[str, int]  # before any trade
    trades: tuple[Trade, ...] = ()
    short: int = 0  # cards missing even after all trades

    @property
    def name(self) -> str:
        return BUILDING_NAMES[self.building]

    @property
    def cost(self) -> Message:
        return list_cards(COSTS[self.building])

    @property
    def lacks(self) -> Message:
        return list_cards(self.missing)


def all_offers(hand: Hand) -> list[Offer]:
    return [building_offer(hand, building) for building in COSTS]


def building_offer(hand: Hand, building: str) -> Offer:
    """INK-14: what the cost asks for is put aside; only what is left over is traded."""
    cost = Counter(COSTS[building])
    missing = cost - hand.held
    wanted = missing.total()
    if not wanted:
        return Offer(building, {})
    trades = best_trades(hand.held - cost, route=hand.route)
    short = max(0, wanted - cards_gained(trades))
    needed = () if short else enough_trades(trades, wanted)
    return Offer(building, dict(missing), needed, short)


def cards_gained(trades: Trades) -> int:
    return sum(trade.net for trade in trades)


def enough_trades(trades: Trades, wanted: int) -> Trades:
    """The first trades that bring enough."""
    return next(
        trades[:number]
        for number in range(len(trades) + 1)
        if cards_gained(trades[:number]) >= wanted
    )


def best_trades(spare: Counter[str], *, route: bool) -> Trades:
    """The trades that bring most; INK-9: the route's card takes any two once."""
    ways = [bank_trades(spare)]
    if route:
        pairs = combinations_with_replacement(CARD_NAMES, 2)
        for pair in pairs:
            given = Counter(pair)
            if given <= spare:
                ways.append((*bank_trades(spare - given), Trade(pair, 1)))
    return max(ways, key=cards_gained)


def bank_trades(spare: Counter[str]) -> Trades:
    """INK-14: three equal resources each, then the goods as they bring most."""
    resources = tuple(
        Trade((name,) * EQUAL_RESOURCES, 1)
        for name in RESOURCE_NAMES
        for _each in range(spare[name] // EQUAL_RESOURCES)
    )
    held = tuple(spare[name] for name in GOOD_NAMES)
    return (*resources, *goods_trades(held, bool(resources)))


@cache
def goods_trades(held: tuple[int, ...], chosen: bool) -> Trades:
    """The goods' best trades; a card of choice may be the third different one."""
    best: Trades = ()
    for given in goods_to_give(held, chosen):
        left = tuple(
            number - given.count(name)
            for number, name in zip(held, GOOD_NAMES, strict=True)
        )
        gained = 1 if len(set(given)) == 1 else 2
        trades = (Trade(given, gained), *goods_trades(left, True))
        best = max(best, trades, key=cards_gained)
    return best


def goods_to_give(held: tuple[int, ...], chosen: bool) -> Iterator[tuple[str, ...]]:
    """INK-14: what the bank takes of the goods in one exchange."""
    present = [name for name, n in zip(GOOD_NAMES, held, strict=True) if n]
    if len(present) == len(GOOD_NAMES):
        yield tuple(present)
    for name, number in zip(GOOD_NAMES, held, strict=True):
        if number >= EQUAL_GOODS:
            yield (name,) * EQUAL_GOODS
    if chosen:
        for one, other in combinations(present, 2):
            yield (one, other, ANY)


CITED = (TRADE, ROUTE)
