"""The virtual player's attack: which of the own locations a revealed card razes, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.imperial_settlers.rulebook import (
    JAPANESE_ALONE,
    TARGET,
    WAVE,
)
from scoring.rules import Rule
from scoring.words import Message, Words, _, make_message


class AttackGood(StrEnum):
    """IS-19: what an attack card may show."""

    WOOD = "wood"
    STONE = "stone"
    FOOD = "food"
    WORKER = "worker"
    GOLD = "gold"
    VP = "vp"
    CARD = "card"


RAZE = "raze"  # a raze box or a deal may give a token, an attack card doesn't show it
GOOD_NAMES: dict[str, str] = {
    AttackGood.WOOD: _("Wood"),
    AttackGood.STONE: _("Stone"),
    AttackGood.FOOD: _("Food"),
    AttackGood.WORKER: _("Worker"),
    AttackGood.GOLD: _("Gold"),
    AttackGood.VP: _("Point"),
    AttackGood.CARD: _("Card"),
    RAZE: _("Raze token"),
}
# IS-17: the deal that is attacked first, first.
DEALS = (
    AttackGood.CARD,
    RAZE,
    AttackGood.GOLD,
    AttackGood.VP,
    AttackGood.STONE,
    AttackGood.WORKER,
    AttackGood.FOOD,
    AttackGood.WOOD,
)
# IS-15: the kind that is attacked first, first.
KIND_NAMES: dict[str, str] = {
    "action": _("Action"),
    "feature": _("Feature"),
    "production": _("Production"),
}
KINDS = tuple(KIND_NAMES)


def named_goods(goods: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Goods with what they are called."""
    return tuple((good, GOOD_NAMES[good]) for good in goods)


NEW_FIRST, PARTNER_FIRST = "new", "partner"  # IS-16
FACTION_FIRST, COMMON_FIRST = "faction", "common"  # IS-17


@dataclass(frozen=True)
class Location:
    """An own location as the attack sees it; a deal makes it a faction location."""

    number: int
    name: str
    kind: str
    goods: tuple[str, ...] = ()  # of its raze box
    cost: int = 0  # goods it costs to build
    stone: int = 0  # stone among them
    deal: str = ""

    @property
    def box(self) -> tuple[tuple[str, str], ...]:
        return named_goods(self.goods)

    @property
    def kind_name(self) -> str:
        return KIND_NAMES[self.kind]

    @property
    def deal_name(self) -> str:
        return GOOD_NAMES.get(self.deal, "")


@dataclass(frozen=True)
class SoloReadings:
    """What the book leaves open."""

    order: str = NEW_FIRST
    points: str = FACTION_FIRST


@dataclass(frozen=True)
class SoloStand:
    """What lies on the table: the line newest first, the own locations, the collection."""

    line: tuple[str, ...] = ()
    locations: tuple[Location, ...] = ()
    collection: int = 0
    faction: int = 0  # faction locations that aren't listed one by one

    @property
    def own(self) -> int:
        return self.faction + sum(bool(one.deal) for one in self.locations)

    @property
    def cards(self) -> tuple[tuple[str, str], ...]:
        return named_goods(self.line)

    @property
    def winning(self) -> bool:
        """IS-11: more faction locations than the collection has cards; equal is a loss."""
        return self.own > self.collection


@dataclass(frozen=True)
class Reason:
    message: Words
    rule: Rule


@dataclass(frozen=True)
class Wave:
    """What one revealed card did; with more than one target the player still has to choose."""

    revealed: str
    before: tuple[str, ...]
    partner: int | None = None  # its place in the line before
    targets: tuple[Location, ...] = ()
    why: tuple[Reason, ...] = ()

    @property
    def pair(self) -> tuple[tuple[str, str], ...]:
        """The new card, and the one it was paired with if something was razed."""
        partner = () if self.partner is None else (self.before[self.partner],)
        return named_goods((self.revealed, *partner))

    @property
    def razed(self) -> Location | None:
        return self.targets[0] if len(self.targets) == 1 else None

    @property
    def open(self) -> bool:
        return len(self.targets) > 1


Judge = Callable[[Location], int]
# IS-15: each judges higher what is razed rather, and says so.
JUDGES: tuple[tuple[Judge, str], ...] = (
    (
        lambda one: -KINDS.index(one.kind),
        _("Action comes before feature, feature before production."),
    ),
    (lambda one: one.cost, _("Most goods in its building cost.")),
    (lambda one: one.stone, _("Most stone in its building cost.")),
)


def attack(
    stand: SoloStand,
    revealed: str,
    *,
    chosen: int | None = None,
    readings: SoloReadings | None = None,
) -> Wave:
    """IS-14 and 17: what the revealed card aims at."""
    readings = readings or SoloReadings()
    checks = [points_attack, common_attack]
    if readings.points == COMMON_FIRST:
        checks.reverse()
    found = [wave for check in checks if (wave := check(stand, revealed))]
    hit = next((wave for wave in found if wave.targets), found[-1])
    return replace(hit, targets=pick_target(hit.targets, chosen))


def pick_target(
    targets: tuple[Location, ...], chosen: int | None
) -> tuple[Location, ...]:
    """IS-15: the player's choice, where there is one to make."""
    return tuple(one for one in targets if one.number == chosen) or targets


def points_attack(stand: SoloStand, revealed: str) -> Wave | None:
    """IS-17: two points aim at a faction location, where there is one listed."""
    targets = [one for one in stand.locations if one.deal]
    if revealed != AttackGood.VP or AttackGood.VP not in stand.line or not targets:
        return None
    seen = Reason(
        _("Two cards show a point, so a faction location is attacked."), JAPANESE_ALONE
    )
    first = min(DEALS.index(one.deal) for one in targets)
    fitting = [one for one in targets if DEALS.index(one.deal) == first]
    deal = make_message(
        _("%(deal)s comes first among the deals."),
        deal=Message(GOOD_NAMES[DEALS[first]]),
    )
    why = (
        (seen, Reason(deal, JAPANESE_ALONE)) if len(fitting) < len(targets) else (seen,)
    )
    partner = stand.line.index(AttackGood.VP)
    return aim_wave(Wave(revealed, stand.line, partner, why=why), fitting)


def common_attack(stand: SoloStand, revealed: str) -> Wave:
    """IS-14: the first older card that makes a raze box with the new one decides."""
    common = [one for one in stand.locations if not one.deal]
    wave, named = Wave(revealed, stand.line), Message(GOOD_NAMES[revealed])
    if not any(revealed in one.goods for one in common):
        message = make_message(
            _("None of your common locations gives %(good)s."), good=named
        )
        return replace(wave, why=(Reason(message, WAVE),))
    for place, older in enumerate(stand.line):
        fitting = [one for one in common if is_pair(one.goods, revealed, older)]
        if fitting:
            return aim_wave(
                replace(wave, partner=place, why=pairing_reasons(wave, place)), fitting
            )
    message = make_message(
        _("No pair with %(good)s matches the raze box of your common locations."),
        good=named,
    )
    return replace(wave, why=(Reason(message, WAVE),))


def is_pair(goods: Sequence[str], one: str, other: str) -> bool:
    return sorted(goods) == sorted((one, other))


def pairing_reasons(wave: Wave, place: int) -> tuple[Reason, ...]:
    """How the line was gone through up to the card that fits."""
    new = Message(GOOD_NAMES[wave.revealed])
    passed = tuple(dict.fromkeys(wave.before[:place]))
    text = _("%(new)s and %(older)s: no location gives both.")
    missed = tuple(
        Reason(make_message(text, new=new, older=Message(GOOD_NAMES[older])), WAVE)
        for older in passed
    )
    older = Message(GOOD_NAMES[wave.before[place]])
    found = make_message(
        _("%(new)s and %(older)s: found a target."), new=new, older=older
    )
    return (*missed, Reason(found, WAVE))


def aim_wave(wave: Wave, fitting: Sequence[Location]) -> Wave:
    """IS-15: which of several that fit is razed, with the reasons that told them apart."""
    left, why = list(fitting), list(wave.why)
    for judge, message in JUDGES:
        best = max(map(judge, left))
        kept = [one for one in left if judge(one) == best]
        if len(kept) < len(left):
            why.append(Reason(message, TARGET))
        left = kept
    if len(left) > 1:
        why.append(Reason(_("All tied. You choose."), TARGET))
    return replace(wave, targets=tuple(left), why=tuple(why))


def stand_after(
    stand: SoloStand, wave: Wave, readings: SoloReadings | None = None
) -> SoloStand:
    """The table once the wave is over; nothing moves while a choice is open."""
    if wave.open:
        return stand
    if wave.partner is None:  # nothing fitted
        return replace(stand, line=(wave.revealed, *wave.before))
    return replace(
        stand,
        line=move_pair_to_end(wave, (readings or SoloReadings()).order),
        locations=tuple(one for one in stand.locations if one is not wave.razed),
        collection=stand.collection + 1,
    )


def move_pair_to_end(wave: Wave, order: str) -> tuple[str, ...]:
    """IS-16: the two cards that decided go to the end, where they are checked last."""
    partner = wave.partner or 0
    rest = (*wave.before[:partner], *wave.before[partner + 1 :])
    pair = (wave.revealed, wave.before[partner])
    return (*rest, *(pair if order == NEW_FIRST else reversed(pair)))
