"""Imperial Settlers: what a deal asks for, and what a new location pays at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.entries import count, flag, pick
from scoring.imperial_settlers import rulebook as book
from scoring.imperial_settlers.boards import payment
from scoring.imperial_settlers.solo import KIND_NAMES
from scoring.moves import Move
from scoring.rules import Problem, Remark
from scoring.words import _

DEAL_PRICE: Mapping[str, int] = {"food": 1}  # IS-28
COMMON, FACTION = "common", "faction"


@dataclass(frozen=True)
class Deal:
    card: str = pick(
        _("The card is"),
        book.DEALS,
        {FACTION: _("a faction card"), COMMON: _("a common card")},
    )
    food: int = count(_("My food"), book.DEALS, maximum=99)
    gold: int = count(_("My gold"), book.GOLD, maximum=99)


def deal_problems(deal: Deal) -> Iterable[Problem]:
    """IS-28"""
    if not deal.card:
        yield Problem(_("Choose the card."), book.DEALS)
    if deal.card == COMMON:
        yield Problem(_("Deals need a faction card."), book.DEALS)
    if not payment({"food": deal.food, "gold": deal.gold}, DEAL_PRICE).possible:
        yield Problem(_("A deal costs 1 food, or 1 gold instead."), book.DEALS)


def deal_outcome(deal: Deal) -> Iterable[Remark]:
    by_gold = payment({"food": deal.food, "gold": deal.gold}, DEAL_PRICE).gold_for
    if by_gold:
        yield Remark(_("Pay 1 gold instead of food."), book.GOLD)
    else:
        yield Remark(_("Pay 1 food."), book.DEALS)
    yield Remark(_("Take its good now and in each production."), book.DEALS)


@dataclass(frozen=True)
class BuiltLocation:
    kind: str = pick(_("It is"), book.PAYS_AT_ONCE, KIND_NAMES)
    bonus: bool = flag(_("It has a building bonus"), book.PAYS_AT_ONCE)


def location_problems(built: BuiltLocation) -> Iterable[Problem]:
    if not built.kind:
        yield Problem(_("Choose its kind."), book.PAYS_AT_ONCE)


def location_outcome(built: BuiltLocation) -> Iterable[Remark]:
    """IS-29"""
    if built.kind == "production":
        yield Remark(_("Take its goods now and in each production."), book.PAYS_AT_ONCE)
    if built.bonus:
        yield Remark(_("Take its building bonus, this once."), book.PAYS_AT_ONCE)
    if built.kind != "production" and not built.bonus:
        yield Remark(_("Nothing right away."), book.PAYS_AT_ONCE)


MOVES = (
    Move(
        "deal",
        _("Can I make this deal?"),
        Deal,
        (book.DEALS, book.GOLD),
        deal_problems,
        deal_outcome,
    ),
    Move(
        "new-location",
        _("What do I get right away?"),
        BuiltLocation,
        (book.PAYS_AT_ONCE,),
        location_problems,
        location_outcome,
    ),
)
