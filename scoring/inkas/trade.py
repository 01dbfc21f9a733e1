"""What a hand can pay for, and which trades with the bank help it to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
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
NAMES = {**CARD_NAMES, ANY: _("Card of choice")}
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
    by_route: bool = False

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
    """Cards with their number if there are several, put together in the reader's language."""
    names = {f"name{i}": Message(NAMES[name]) for i, name in enumerate(several)}
    parts = (
        f"{n} × %(name{i})s" if n > 1 else f"%(name{i})s"
        for i, n in enumerate(several.values())
    )
    return Message(" + ".join(parts), names)


@dataclass(frozen=True)
class TradeOffer:
    """Whether one thing can be built, by which trades, and what is missing even so."""

    building: str
    missing: Mapping[str, int]  # before any trade
    trades: tuple[Trade, ...]
    short: int  # cards missing even after all trades

    @property
    def name(self) -> str:
        return BUILDING_NAMES[self.building]

    @property
    def cost(self) -> Message:
        return list_cards(COSTS[self.building])

    @property
    def lacks(self) -> Message:
        return list_cards(self.missing)


def all_offers(hand: Hand) -> list[TradeOffer]:
    return [building_offer(hand, building) for building in COSTS]


def building_offer(hand: Hand, building: str) -> TradeOffer:
    """INK-9 and 14: the fewest trades that pay for it, or how near all trades come."""
    missing = Counter(COSTS[building]) - hand.held
    best = best_course(hand, building)
    trades = () if best.short else best.trades
    return TradeOffer(building, dict(missing), trades, best.short)


@dataclass(frozen=True)
class TradeCourse:
    """Trades made one after the other, and what they leave in the hand."""

    held: tuple[int, ...]  # in the order of CARD_NAMES
    choice: int  # cards of choice not yet named
    route: bool  # INK-9: whether the route's card can still be used
    trades: Trades
    short: int

    @property
    def stand(self) -> tuple[tuple[int, ...], int, bool]:
        """What the next trades depend on, whichever way led here."""
        return self.held, self.choice, self.route


def best_course(hand: Hand, building: str) -> TradeCourse:
    """The nearest to a building that trades can bring, by trying all of them."""
    cost = tuple(COSTS[building].get(name, 0) for name in CARD_NAMES)
    held = tuple(hand.held[name] for name in CARD_NAMES)
    courses = [TradeCourse(held, 0, hand.route, (), cards_short(held, 0, cost))]
    best, seen = courses[0], {courses[0].stand}
    while courses and best.short:
        following = [one for course in courses for one in next_courses(course, cost)]
        courses = []
        for one in following:
            if one.stand not in seen:
                seen.add(one.stand)
                courses.append(one)
        best = min([best, *courses], key=lambda one: one.short)
    return best


def cards_short(held: tuple[int, ...], choice: int, cost: tuple[int, ...]) -> int:
    lacking = sum(max(0, due - own) for own, due in zip(held, cost, strict=True))
    return max(0, lacking - choice)


def next_courses(course: TradeCourse, cost: tuple[int, ...]) -> Iterator[TradeCourse]:
    """Every further trade; once a card of choice is given into one, it counts as named."""
    for trade in possible_trades(course):
        given = Counter(trade.given)
        held = tuple(
            own - given[name] for own, name in zip(course.held, CARD_NAMES, strict=True)
        )
        choice = course.choice + trade.net
        yield TradeCourse(
            held,
            choice,
            course.route and not trade.by_route,
            (*course.trades, trade),
            cards_short(held, choice, cost),
        )


def possible_trades(course: TradeCourse) -> Iterator[Trade]:
    held = dict(zip(CARD_NAMES, course.held, strict=True))
    for name, number in held.items():
        equal = EQUAL_GOODS if name in GOOD_NAMES else EQUAL_RESOURCES
        if number >= equal:
            yield Trade((name,) * equal, 1)
    yield from trades_of_different_goods(held, chosen=bool(course.choice))
    if course.route:
        yield from route_trades(held)


def trades_of_different_goods(
    held: Mapping[str, int], *, chosen: bool
) -> Iterator[Trade]:
    """INK-14: three different goods; a card of choice may be the third.

    In no other trade is a card of choice worth giving away: it would buy itself back.
    """
    present = [name for name in GOOD_NAMES if held[name]]
    if len(present) == len(GOOD_NAMES):
        yield Trade(tuple(present), 2)
    if chosen:
        for one, other in combinations(present, 2):
            yield Trade((one, other, ANY), 2)


def route_trades(held: Mapping[str, int]) -> Iterator[Trade]:
    """INK-9: the route's card takes any two once."""
    for pair in combinations_with_replacement(CARD_NAMES, 2):
        if all(held[name] >= pair.count(name) for name in pair):
            yield Trade(pair, 1, by_route=True)


CITED = (TRADE, ROUTE)
