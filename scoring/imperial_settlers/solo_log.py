"""A game alone as a list of what happened, each a short word, so that it fits an address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from scoring.entries import LONGEST, count, flag, pick, reading, text
from scoring.imperial_settlers import solo
from scoring.imperial_settlers.rulebook import (
    ATTACK,
    ATTACK_CARDS,
    JAPANESE_ALONE,
    SOLO,
    SOLO_SET_UP,
    TARGET,
    TO_THE_END,
    WAVE,
)
from scoring.imperial_settlers.solo import (
    AttackGood,
    Location,
    SoloReadings,
    SoloStand,
    Wave,
)
from scoring.rules import Problem
from scoring.words import _

MOST_LOCATIONS, MOST_FACTION, MOST_WORDS = 60, 40, 300
DEAREST = 9  # goods in a building cost
SHOWN = 2  # IS-20: cards the virtual player gains with each lookout
WAVES = 2  # IS-13: in each round
NAME = re.compile(rf"[^\x00-\x1f\x7f\ud800-\udfff]{{0,{LONGEST}}}")


@dataclass(frozen=True)
class Setting:
    """What holds for the whole game alone."""

    japanese: bool = flag(_("I play the Japanese"), JAPANESE_ALONE)
    rounds: str = reading(
        _("Length of the game"),
        ATTACK,
        {"5": _("5 rounds"), "4": _("4 rounds (campaign session)")},
    )
    order: str = reading(
        _("The two deciding cards go to the end"),
        TO_THE_END,
        {
            solo.NEW_FIRST: _("the new one first"),
            solo.PARTNER_FIRST: _("its partner first"),
        },
    )
    points: str = reading(
        _("Two points, but a common location matches too"),
        JAPANESE_ALONE,
        {
            solo.FACTION_FIRST: _("a faction location is attacked"),
            solo.COMMON_FIRST: _("the common location is attacked"),
        },
    )

    @property
    def readings(self) -> SoloReadings:
        return SoloReadings(self.order, self.points)


@dataclass(frozen=True)
class NewLocation:
    """What the attack has to know of a location."""

    name: str = text(_("Name"), WAVE)
    kind: str = pick(_("Kind"), TARGET, solo.KIND_NAMES)
    one: str = pick(_("Razing gives"), WAVE, solo.GOOD_NAMES)
    other: str = pick(_("and gives"), WAVE, solo.GOOD_NAMES)
    deal: str = pick(
        _("Its deal gives"),
        JAPANESE_ALONE,
        {deal: solo.GOOD_NAMES[deal] for deal in solo.DEALS},
        help=_("Only for a Japanese faction location."),
    )
    cost: int = count(
        _("Goods in its cost"), TARGET, maximum=DEAREST, help=_("Only breaks ties.")
    )
    stone: int = count(_("of which stone"), TARGET, maximum=DEAREST)


def missing_details(new: NewLocation) -> Iterable[Problem]:
    """What is missing before a location can be attacked."""
    if not new.kind:
        yield Problem(_("Choose the kind: action, feature or production."), TARGET)
    if not (new.one or new.deal):
        yield Problem(_("Choose what razing it gives."), WAVE)
    if new.stone > new.cost:
        yield Problem(_("More stone than goods in the cost. Please check."), TARGET)


@dataclass(frozen=True)
class Build:
    location: Location


@dataclass(frozen=True)
class Lose:
    number: int


@dataclass(frozen=True)
class Have:
    faction: int


@dataclass(frozen=True)
class Collect:
    cards: int


@dataclass(frozen=True)
class RevealGood:
    good: str
    chosen: int | None = None


Event: TypeAlias = Build | Lose | Have | Collect | RevealGood


def write_location(new: NewLocation) -> str:
    goods = "-".join(good for good in (new.one, new.other) if good)
    return (
        f"build.{new.kind}.{goods}.{new.cost}-{new.stone}.{new.deal}.{new.name.strip()}"
    )


def read_event(word: str, number: int) -> Event | None:
    """An event from its word, or None for what isn't one; a location gets the next number."""
    kind, _dot, rest = word.partition(".")
    if kind == "build":
        return read_location(rest, number)
    first, _dot, second = rest.partition(".")
    if kind == "reveal" and first in tuple(AttackGood):
        chosen = read_small_number(second, MOST_WORDS) if second else None
        return RevealGood(first, chosen) if not second or chosen else None
    amount = read_small_number(rest, MOST_WORDS)
    if amount is None:
        return None
    if kind == "collect" and amount <= SHOWN:
        return Collect(amount)
    if kind == "have" and amount <= MOST_FACTION:
        return Have(amount)
    return Lose(amount) if kind == "lose" else None


def read_location(rest: str, number: int) -> Build | None:
    parts = rest.split(".", 4)
    if len(parts) < 5:
        return None
    kind, box, price, deal, name = parts
    goods = tuple(box.split("-")) if box else ()
    cost, stone = (
        read_small_number(part, DEAREST) for part in (*price.split("-"), "", "")[:2]
    )
    known = (
        kind in solo.KINDS
        and len(goods) <= 2
        and set(goods).issubset(solo.GOOD_NAMES)
        and deal in ("", *solo.DEALS)
        and (goods or deal)
        and NAME.fullmatch(name)
    )
    if not known or cost is None or stone is None or stone > cost:
        return None
    return Build(Location(number, name, kind, goods, cost, stone, deal))


def read_small_number(typed: str, most: int) -> int | None:
    if not re.fullmatch(r"[0-9]{1,3}", typed, re.ASCII):
        return None
    return int(typed) if int(typed) <= most else None


@dataclass(frozen=True)
class PlayedWave:
    """A wave that was played, and when."""

    round: int
    number: int
    wave: Wave
    line: tuple[str, ...]  # as it lay afterwards


EMPTY = SoloStand()


@dataclass(frozen=True)
class Alone:
    """A game alone as far as it was told."""

    setting: Setting
    stand: SoloStand = EMPTY
    words: tuple[str, ...] = ()  # those that could be read, as they were
    waves: tuple[PlayedWave, ...] = ()
    pending: Wave | None = None  # waits for the player's choice
    collected: int = 0
    built: int = 0
    unread: int = 0

    @property
    def rounds(self) -> int:
        return int(self.setting.rounds)

    @property
    def round(self) -> int:
        return min(len(self.waves) // WAVES + 1, self.rounds)

    @property
    def over(self) -> bool:
        return len(self.waves) == WAVES * self.rounds

    @property
    def due(self) -> str:
        """What comes next: the set-up, a collecting, a wave, a choice, or the end."""
        if not self.stand.line:
            return "set-up"
        if self.pending:
            return "choice"
        if self.over:
            return "over"
        begun = len(self.waves) // WAVES < self.collected
        return "wave" if begun else "collect"

    @property
    def wave(self) -> int:
        return len(self.waves) % WAVES + 1

    @property
    def can_still_grow(self) -> int:
        """IS-13, 14, 20: cards the collection can still gain at most."""
        waves = WAVES * self.rounds - len(self.waves)
        return waves + SHOWN * max(0, self.rounds - self.collected)


def play_words(words: Sequence[str], setting: Setting | None = None) -> Alone:
    """The game these words tell; what can't be read or doesn't fit is left out and counted."""
    game = Alone(setting or Setting())
    for word in words[:MOST_WORDS]:
        event = read_event(word, game.built + 1)
        told = play_event(game, event) if event else None
        if told is None:
            game = replace(game, unread=game.unread + 1)
        else:
            game = replace(told, words=(*game.words, word))
    return replace(game, unread=game.unread + len(words[MOST_WORDS:]))


def play_event(game: Alone, event: Event) -> Alone | None:
    """The game after an event, or None where it doesn't fit."""
    if game.pending:  # a choice goes before everything
        return None
    match event:
        case Build(location):
            return build_location(game, location)
        case Lose(number):
            return lose_location(game, number)
        case Have(faction):
            return replace(game, stand=replace(game.stand, faction=faction))
        case Collect(cards):
            return collect_cards(game, cards)
        case RevealGood(good, chosen):
            return reveal_card(game, good, chosen)


def build_location(game: Alone, location: Location) -> Alone | None:
    if len(game.stand.locations) >= MOST_LOCATIONS:
        return None
    locations = (*game.stand.locations, location)
    stand = replace(game.stand, locations=locations)
    return replace(game, stand=stand, built=game.built + 1)


def lose_location(game: Alone, number: int) -> Alone | None:
    left = tuple(one for one in game.stand.locations if one.number != number)
    if len(left) == len(game.stand.locations):
        return None
    return replace(game, stand=replace(game.stand, locations=left))


def collect_cards(game: Alone, cards: int) -> Alone | None:
    """IS-13: what still lies with the virtual player goes to its collection first."""
    if game.due != "collect":
        return None
    stand = replace(game.stand, collection=game.stand.collection + cards)
    return replace(game, stand=stand, collected=game.collected + 1)


def reveal_card(game: Alone, good: str, chosen: int | None) -> Alone | None:
    if game.due == "set-up":  # IS-20: the first card lies there and attacks nobody
        return replace(game, stand=replace(game.stand, line=(good,)))
    if game.due != "wave":
        return None
    readings = game.setting.readings
    wave = solo.attack(game.stand, good, chosen=chosen, readings=readings)
    if wave.open:
        return replace(game, pending=wave)
    stand = solo.stand_after(game.stand, wave, readings)
    happened = PlayedWave(game.round, game.wave, wave, stand.line)
    return replace(game, stand=stand, waves=(*game.waves, happened))


EXAMPLE_NAMES = (
    _("Carpenter's workshop"),
    _("Marketplace"),
    _("Joiner"),
    _("Wood supplier"),
)
EXAMPLE_LOCATIONS = (
    "build.feature.gold-wood.0-0",
    "build.action.gold-wood.0-0",
    "build.action.vp-wood.0-0",
    "build.production.wood-wood.0-0",
)


def example_words(names: Sequence[str]) -> tuple[str, ...]:
    """The book's example, its locations called as the reader calls them."""
    pairs = zip(EXAMPLE_LOCATIONS, names, strict=True)
    built = (f"{location}..{name}" for location, name in pairs)
    first = ("have.3", "reveal.gold", "collect.2", "reveal.worker", "reveal.stone")
    return (*built, *first, "collect.2", "reveal.wood")


EXAMPLE = example_words(EXAMPLE_NAMES)
CITED = (
    SOLO,
    ATTACK,
    WAVE,
    TARGET,
    TO_THE_END,
    JAPANESE_ALONE,
    ATTACK_CARDS,
    SOLO_SET_UP,
)
