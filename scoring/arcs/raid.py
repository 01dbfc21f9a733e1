"""Arcs: what keys can take from a defender (ARC-12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from operator import mul

from scoring.arcs import rulebook as book
from scoring.arcs.rulebook import RESOURCE_NAMES
from scoring.entries import count, pick
from scoring.rules import Problem
from scoring.words import _, make_message

MOST_KEYS = 2 * book.DICE_OF_A_KIND  # ARC-17: two on the best side of each raid die
KEYS = {1: _("1 key"), 2: _("2 keys"), 3: _("3 keys")}
COSTS = tuple(KEYS)  # of guild cards
CARD = _("Guild card")


def slot_entry(label: str, number: int) -> str:
    cost = KEYS[book.RAID_COSTS[number]]
    return pick(label, book.SLOTS, RESOURCE_NAMES, help=cost)


def cards_entry(label: str) -> int:
    return count(label, book.SLOTS, maximum=book.GUILD_CARDS)


@dataclass(frozen=True)
class Roll:
    keys: int = count(_("Keys rolled"), book.BATTLE, maximum=MOST_KEYS)
    wanted: str = pick(_("What I want most"), book.SLOTS, RESOURCE_NAMES)


@dataclass(frozen=True)
class Hoard:
    """What the defender has to lose."""

    cities: int = count(
        _("Cities left on their board"), book.SLOTS, default=4, maximum=5
    )
    slot_1: str = slot_entry(_("Slot 1"), 0)
    slot_2: str = slot_entry(_("Slot 2"), 1)
    slot_3: str = slot_entry(_("Slot 3"), 2)
    slot_4: str = slot_entry(_("Slot 4"), 3)
    slot_5: str = slot_entry(_("Slot 5"), 4)
    slot_6: str = slot_entry(_("Slot 6"), 5)
    cards_1: int = cards_entry(_("Guild cards for 1 key"))
    cards_2: int = cards_entry(_("Guild cards for 2 keys"))
    cards_3: int = cards_entry(_("Guild cards for 3 keys"))

    @property
    def slots(self) -> tuple[str, ...]:
        return (
            self.slot_1,
            self.slot_2,
            self.slot_3,
            self.slot_4,
            self.slot_5,
            self.slot_6,
        )

    @property
    def guild(self) -> tuple[int, ...]:
        """How many guild cards there are for 1, 2 and 3 keys."""
        return (self.cards_1, self.cards_2, self.cards_3)


@dataclass(frozen=True)
class Loot:
    """Something that can be stolen and its price."""

    label: str
    cost: int
    slot: int | None = None  # a guild card lies in none


@dataclass(frozen=True)
class RaidPlan:
    """What could be stolen together."""

    loot: tuple[Loot, ...]
    left: int  # keys that buy nothing more

    @property
    def cost(self) -> int:
        return sum(one.cost for one in self.loot)

    def holds(self, wanted: str) -> int:
        name = RESOURCE_NAMES.get(wanted)
        return sum(one.label == name for one in self.loot if one.slot is not None)


def hoard_problems(hoard: Hoard) -> Iterator[Problem]:
    """ARC-12: a token can't lie in a slot that a city covers."""
    room = book.slots(hoard.cities, holdings=False)
    for number, held in enumerate(hoard.slots, start=1):
        if held and number > room:
            message = _("Slot %(number)s isn't open yet. Only %(room)s slots are.")
            yield Problem(make_message(message, number=number, room=room), book.SLOTS)


def token_loot(hoard: Hoard) -> list[Loot]:
    """What lies in the slots, from left to right."""
    priced = zip(hoard.slots, book.RAID_COSTS, strict=True)
    return [
        Loot(RESOURCE_NAMES[held], cost, number)
        for number, (held, cost) in enumerate(priced, start=1)
        if held
    ]


def guild_loot(taken: Sequence[int]) -> tuple[Loot, ...]:
    """So many guild cards of each price."""
    priced = zip(COSTS, taken, strict=True)
    return tuple(card for cost, held in priced for card in (Loot(CARD, cost),) * held)


def all_loot(hoard: Hoard) -> list[Loot]:
    """Everything that can be stolen, slots first."""
    return [*token_loot(hoard), *guild_loot(hoard.guild)]


def raid_plans(roll: Roll, hoard: Hoard) -> list[RaidPlan]:
    """Every way to spend the keys until nothing more can be had, the best first."""
    choices = product(subsets(token_loot(hoard)), guild_choices(hoard))
    possible = (spend_keys(chosen, cards, roll, hoard) for chosen, cards in choices)
    return sorted(
        (plan for plan in possible if plan),
        key=lambda plan: (-plan.holds(roll.wanted), -len(plan.loot), -plan.cost),
    )


def spend_keys(
    chosen: tuple[Loot, ...], cards: tuple[int, ...], roll: Roll, hoard: Hoard
) -> RaidPlan | None:
    """These tokens and cards, if the keys are enough for them and for nothing more."""
    paid = sum(one.cost for one in chosen) + sum(map(mul, COSTS, cards))
    left = roll.keys - paid
    if not paid or left < 0:
        return None
    rest = [one.cost for one in token_loot(hoard) if one not in chosen]
    rest += [
        c for c, n, held in zip(COSTS, cards, hoard.guild, strict=True) if n < held
    ]
    whole = all(cost > left for cost in rest)
    return RaidPlan((*chosen, *guild_loot(cards)), left) if whole else None


def subsets(of: list[Loot]) -> list[tuple[Loot, ...]]:
    return [few for size in range(len(of) + 1) for few in combinations(of, size)]


def guild_choices(hoard: Hoard) -> list[tuple[int, ...]]:
    """Every number of guild cards of each price that could be taken."""
    return list(product(*(range(held + 1) for held in hoard.guild)))
