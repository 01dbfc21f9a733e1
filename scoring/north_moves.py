"""Empires of the North: a disc's second use, attacks, what gold replaces, which islands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.empires_of_the_north import (
    ASSIGNED,
    BOOK,
    MATERIALS_PER_POINT,
    SHIPS,
    NorthSeat,
)
from scoring.entries import count, flag, pick
from scoring.moves import Move, no_problems
from scoring.rules import Problem, Remark, Rule
from scoring.words import _, make_message

DISC = Rule(
    "EON-11",
    BOOK,
    "10",
    _("Second use of a disc"),
    _(
        "For 1 food or gold, move a used disc to a neighbouring tile and take that "
        "action. Turn the disc over. Each disc works twice a round."
    ),
)
EXHAUSTING = Rule(
    "EON-12",
    BOOK,
    "11",
    _("Attacking a card"),
    _(
        "Pay an attack token to exhaust a rival's ready action card, location or "
        "island. Not one of a player who has passed."
    ),
)
GOLD = Rule(
    "EON-13",
    BOOK,
    "10, 12",
    _("What gold replaces"),
    _(
        "Gold can pay for any raw material. Where a card says assign, it can't, "
        "except the fish you put on a ship."
    ),
)
FACE_DOWN = Rule(
    "EON-14",
    BOOK,
    "7",
    _("Face-down islands"),
    _(
        "Instead of a face-up island, a ship can take the top card of the deck "
        "unseen. For the far deck it needs a fish."
    ),
)
FIRST = Rule(
    "EON-15",
    BOOK,
    "5",
    _("First player"),
    _("The player who was last at sea starts."),
    _("If nobody was, draw lots."),
)


@dataclass(frozen=True)
class Disc:
    turned: bool = flag(_("The disc shows its X"), DISC)
    placed: bool = flag(_("It lies on a tile"), DISC)
    neighbour: bool = flag(_("The new tile is next to it"), DISC)
    food: int = count(_("Food in my supply"), DISC, maximum=99)
    gold: int = count(_("Gold in my supply"), DISC, maximum=99)


def disc_problems(disc: Disc) -> Iterable[Problem]:
    """EON-11: why a disc can't be used a second time."""
    if disc.turned:
        yield Problem(_("This disc has been used twice."), DISC)
    if not disc.placed:
        yield Problem(_("Its first use is free. Put it on any tile."), DISC)
    if not disc.neighbour:
        yield Problem(_("It moves to a neighbouring tile only."), DISC)
    if not disc.food and not disc.gold:
        yield Problem(_("This costs 1 food or 1 gold."), DISC)


def disc_outcome(disc: Disc) -> Iterable[Remark]:
    paid = _("Pay 1 food.") if disc.food else _("Pay 1 gold.")
    yield Remark(paid, DISC)
    yield Remark(_("Take the new tile's action and turn the disc over."), DISC)


@dataclass(frozen=True)
class Attack:
    tokens: int = count(_("My attack tokens"), EXHAUSTING, maximum=99)
    action: bool = flag(_("The card has an action"), EXHAUSTING)
    exhausted: bool = flag(_("It is exhausted"), EXHAUSTING)
    passed: bool = flag(_("Its owner has passed"), EXHAUSTING)


def attack_problems(attack: Attack) -> Iterable[Problem]:
    """EON-12: why a card can't be attacked."""
    if not attack.tokens:
        yield Problem(_("You need an attack token."), EXHAUSTING)
    if not attack.action:
        yield Problem(_("Only cards with an action can be attacked."), EXHAUSTING)
    if attack.exhausted:
        yield Problem(_("An exhausted card can't be attacked."), EXHAUSTING)
    if attack.passed:
        yield Problem(_("You can't attack a player who has passed."), EXHAUSTING)


def attack_outcome(_attack: Attack) -> Iterable[Remark]:
    yield Remark(_("Pay 1 attack token and turn the card sideways."), EXHAUSTING)
    yield Remark(_("It works again after clean-up or by a card."), EXHAUSTING)


PAY, ASSIGN, FISH = "pay", "assign", "fish"


@dataclass(frozen=True)
class GoldPayment:
    use: str = pick(
        _("The goods are"),
        GOLD,
        {
            PAY: _("paid"),
            ASSIGN: _("assigned to a card"),
            FISH: _("a fish for a ship"),
        },
    )
    asked: int = count(_("Needed"), GOLD, default=1, maximum=20)
    held: int = count(_("I have"), GOLD, maximum=99)
    gold: int = count(_("Gold in my supply"), GOLD, maximum=99)


def may_gold_replace(use: str) -> bool:
    """EON-13"""
    return use in (PAY, FISH)


def payment_problems(payment: GoldPayment) -> Iterable[Problem]:
    if not payment.use:
        yield Problem(_("Choose what the goods are for."), GOLD)
        return
    lacking = max(0, payment.asked - payment.held)
    if lacking and not may_gold_replace(payment.use):
        yield Problem(_("Gold doesn't replace goods you assign."), GOLD)
    elif lacking > payment.gold:
        message = _("%(number)s more needed, even with gold.")
        yield Problem(make_message(message, number=lacking - payment.gold), GOLD)


def payment_outcome(payment: GoldPayment) -> Iterable[Remark]:
    lacking = max(0, payment.asked - payment.held)
    if lacking:
        message = _("Use %(number)s gold for what is missing.")
        yield Remark(make_message(message, number=lacking), GOLD)
    if payment.use == ASSIGN:
        text = _("On the card they don't score. Points lost: %(points)s.")
        lost = points_given_up(payment)
        yield Remark(make_message(text, points=lost), ASSIGNED)
    yield Remark(_("You can do this."), GOLD)


def points_given_up(payment: GoldPayment) -> int:
    """EON-2: what the goods would have scored in the supply."""
    before = NorthSeat(materials=payment.held)
    after = assign_goods(before, materials=payment.asked)
    worth = [one.materials // MATERIALS_PER_POINT for one in (before, after)]
    return worth[0] - worth[1]


def assign_goods(seat: NorthSeat, *, materials: int = 0, gold: int = 0) -> NorthSeat:
    """EON-2: what is put on cards leaves the supply that scores."""
    return replace(seat, materials=seat.materials - materials, gold=seat.gold - gold)


@dataclass(frozen=True)
class Voyage:
    fish: bool = flag(_("A fish is on the ship"), SHIPS)
    attack: bool = flag(_("An attack token is on the ship"), SHIPS)


NEAR, FAR = "near", "far"
ISLANDS: dict[tuple[str, bool], str] = {
    (NEAR, False): _("A near island that lies face up."),
    (NEAR, True): _("The top of the near deck, unseen."),
    (FAR, False): _("A far island that lies face up."),
    (FAR, True): _("The top of the far deck, unseen."),
}


def islands_to_choose(*, fish: bool) -> list[tuple[str, bool]]:
    """EON-9 and 14: near or far, and whether it is face down."""
    return [(where, down) for where, down in ISLANDS if where == NEAR or fish]


def voyage_outcome(voyage: Voyage) -> Iterable[Remark]:
    for island in islands_to_choose(fish=voyage.fish):
        yield Remark(ISLANDS[island], FACE_DOWN if island[1] else SHIPS)
    plunder = _("Plunder it, or conquer it.") if voyage.attack else _("Plunder it.")
    yield Remark(plunder, SHIPS)


MOVES = (
    Move(
        "disc",
        _("Can I use a disc again?"),
        Disc,
        (DISC,),
        disc_problems,
        disc_outcome,
    ),
    Move(
        "attack",
        _("Can I attack this card?"),
        Attack,
        (EXHAUSTING,),
        attack_problems,
        attack_outcome,
    ),
    Move(
        "gold",
        _("Can gold replace it?"),
        GoldPayment,
        (GOLD, ASSIGNED),
        payment_problems,
        payment_outcome,
    ),
    Move(
        "island",
        _("Which island can my ship take?"),
        Voyage,
        (SHIPS, FACE_DOWN),
        no_problems,
        voyage_outcome,
    ),
)
