"""What empires did in a session that no fact keeps: ticks they won, cards they bought and gave up."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from campaign.models import Campaign
from campaign.session.log import RecentActs
from companion.log.replay import REWRITING, EffectiveAct
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import as_colour
from scoring.rise_of_empire.state import Invention

# Of all acts only these are told; what they laid out, replaced and noted down is no fact elsewhere.
TOLD = tuple(kind for kind, act in CAMPAIGN.acts.items() if act.declared.told)

SINCE = 0  # no session has this number
FROM_PAPER = "take_over_empire"


@dataclass(frozen=True)
class BoughtCard:
    """An invention that was bought, and those of its colour that went back for it."""

    number: int
    price: int
    name: str
    replaced: tuple[Invention, ...]


def told_acts(campaign: Campaign, since: int = 0) -> tuple[EffectiveAct, ...]:
    """The acts that are told, as far as they count and with the content that counts.

    Of those up to `since` only what copied an empire from paper, which its story begins with.
    """
    begun = Q(number__gt=since) | Q(kind__in=(FROM_PAPER, *REWRITING))
    acts = campaign.acts.filter(kind__in=(*TOLD, *REWRITING)).filter(begun)
    said = RecentActs(campaign, None, tuple(acts.order_by("number"))).said
    return keep_told(
        one for one in said if one.number > since or one.kind == FROM_PAPER
    )


def keep_told(said: Iterable[EffectiveAct]) -> tuple[EffectiveAct, ...]:
    return tuple(one for one in said if one.kind in TOLD)


def split_by_session(
    acts: Iterable[EffectiveAct], ends: Sequence[tuple[int, int]]
) -> dict[int, list[EffectiveAct]]:
    """Acts by the session they were done in or before: `ends` are its number and its last act.

    What was done since the last session stands under SINCE.
    """
    lasts = [last for _number, last in ends]
    numbers = [*(number for number, _last in ends), SINCE]
    found: dict[int, list[EffectiveAct]] = {number: [] for number in numbers}
    for one in acts:
        found[numbers[bisect_left(lasts, one.number)]].append(one)
    return found


def acts_of_empire(acts: Iterable[EffectiveAct], key: str) -> tuple[EffectiveAct, ...]:
    return tuple(one for one in acts if one.data.get("empire") == key)


def ticks_won(acts: Iterable[EffectiveAct]) -> tuple[str, ...]:
    """The tracks on which a winner ticked a box, in the order it did (ROE-23)."""
    return tuple(one.data["category"] for one in acts if one.kind == "tick_track")


def provinces_lost(acts: Iterable[EffectiveAct]) -> tuple[int, ...]:
    return tuple(
        number
        for one in acts
        if one.kind == "lose_provinces"
        for number in one.data["provinces"]
    )


def cards_bought(
    acts: Iterable[EffectiveAct], held: Iterable[Invention]
) -> tuple[BoughtCard, ...]:
    """What was bought one after the other, and what of the same colour it replaced (ROE-28)."""
    hand, found = list(held), []
    for one in acts:
        if one.kind == "correct_inventions":
            hand = [card_of_act(card) for card in one.data["inventions"]]
        elif one.kind == "buy_invention":
            card = card_of_act(one.data)
            gone = tuple(old for old in hand if old.colour == card.colour)
            hand = [*(old for old in hand if old not in gone), card]
            found.append(BoughtCard(card.number, card.price, card.name, gone))
    return tuple(found)


def card_of_act(data: Mapping[str, object]) -> Invention:
    return Invention(
        number=int(str(data["number"])),
        age="",
        colour=as_colour(str(data["colour"])),
        price=int(str(data["price"])),
        name=str(data.get("name", "")),
    )
