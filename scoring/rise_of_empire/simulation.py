"""A campaign nobody played: legal from the first act to the last, the same for the same seed.

It chooses among what `choices` offers, so it is also the hardest test of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from scoring.rise_of_empire.cards import SLOTS, Card, CardKind, dump_card
from scoring.rise_of_empire.checks import living_empire
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.layout import Colour
from scoring.rise_of_empire.offers import Choice, Draw, Option
from scoring.rise_of_empire.state import CampaignState, SeatState
from scoring.words import _

Recorded: TypeAlias = tuple[str, dict[str, Any]]

PEOPLE = ("Anna", "Bára", "Cyril", "Dan")
FACTIONS = ("romans", "barbarians", "japanese", "egyptians")
REALMS = (
    "Aurelia",
    "Wolfmark",
    "Hinomoto",
    "Kemet",
    "Vinland",
    "Tyrus",
    "Zlatohrad",
    "Nový Řím",
)
# A table without phones buys first and draws provinces then.
SHOPPING = ("settle_tie", "buy_invention", "stop_buying", "afford_nothing")
STAVITELSTVI = 61
EXAMPLE_NAMES: dict[str, str] = {
    CardKind.PROVINCE: _("Example province"),
    CardKind.INVENTION: _("Example invention"),
    CardKind.MISSION: _("Example mission"),
}
CHEAPEST, DEAREST = 18, 72  # prices of example inventions, spread over an age
COMPLETES, ALONE, PAYS, BUYS_MORE = 0.35, 0.6, 0.95, 0.15  # how people play


def example_cards(names: Mapping[str, str] = EXAMPLE_NAMES) -> list[Card]:
    """Every slot nobody has filled in, openly artificial; `names` are by kind."""
    cards = []
    for number, card in SLOTS.items():
        name = card.name or f"{names[card.kind]} {number:03}"
        filled = replace(card, name=name, example=not card.name)
        if card.kind == CardKind.INVENTION:
            filled = replace(
                filled,
                price=card.price if card.price is not None else example_price(number),
                colour=card.colour or example_colour(number),
                example=True,
            )
        cards.append(filled)
    return cards


def example_colour(number: int) -> str:
    """ROE-28: Hrnčířství has the colour of Lukostřelba, Stavitelství another (p. 5)."""
    colours = [colour.value for colour in Colour]
    place = number + (number == STAVITELSTVI)
    return colours[place % len(colours)]


def example_price(number: int) -> int:
    return CHEAPEST + (number * 17) % (DEAREST - CHEAPEST)


def example_start(names: Mapping[str, str] = EXAMPLE_NAMES) -> dict[str, Any]:
    return {"cards": [dump_card(card) for card in example_cards(names)]}


@dataclass
class SimulatedTable:
    """The players of a simulated campaign, with the luck of one seed."""

    random: Random
    players: int
    state: CampaignState
    founded: int = 0

    def act(self, kind: str, data: dict[str, Any]) -> Recorded:
        self.state, _facts = ENGINE.apply(self.state, kind, data)
        return kind, data


def simulate(
    *, sessions: int, players: int, seed: int, play_on: bool = False
) -> Iterator[Recorded]:
    """The acts of a campaign of at most so many sessions; a victory ends it, or they play on."""
    table = SimulatedTable(Random(seed), players, ENGINE.start(example_start()))  # noqa: S311 - a game, no secret
    while table.state.played < sessions and (play_on or not table.state.over):
        if table.state.over:
            yield table.act("play_on", {})
        yield from found_newcomers(table)
        yield from play_whole_session(table)


def found_newcomers(table: SimulatedTable) -> Iterator[Recorded]:
    """Whoever has no empire founds one: at the start, and after every collapse."""
    seated = {empire.player for empire in table.state.alive}
    for number, player in enumerate(PEOPLE[: table.players]):
        if player not in seated:
            realm = REALMS[table.founded % len(REALMS)]
            table.founded += 1
            yield table.act(
                "found_empire",
                {
                    "empire": f"e{table.founded}",
                    "player": player,
                    "name": realm,
                    "faction": FACTIONS[number],
                },
            )


def play_whole_session(table: SimulatedTable) -> Iterator[Recorded]:
    yield open_next_session(table)
    yield from play_rounds(table)
    while table.state.session is not None:
        offered = choices(table.state)
        kind, data = decide_one(table, offered)
        yield table.act(kind, data)


def open_next_session(table: SimulatedTable) -> Recorded:
    (opening,) = (one for one in choices(table.state) if one.kind == "open_session")
    alive = [empire.key for empire in table.state.alive]
    at_home = len(alive) > 2 and table.random.random() < 0.15
    present = table.random.sample(alive, len(alive) - 1) if at_home else alive
    decks = (
        ["solo"]
        if len(present) == 1
        else [key for key in opening.draws if key != "solo"]
    )
    drawn = [
        number
        for key in decks
        for number in table.random.sample(
            opening.draws[key].numbers, opening.draws[key].count
        )
    ]
    return table.act("open_session", {"empires": present, "missions": drawn})


def play_rounds(table: SimulatedTable) -> Iterator[Recorded]:
    """Four rounds in a few acts: markers move, missions are completed, upkeep is paid."""
    session = table.state.session
    completes = ALONE if session and session.solo else COMPLETES
    for kind, chance in (("move_marker", 0.6), ("complete_mission", completes)):
        for offer in [
            one for one in choices(table.state) if one.kind == kind and one.empire
        ]:
            if table.random.random() < chance:
                yield table.act(offer.kind, offer.allowed[0].data)
    for offer in [one for one in choices(table.state) if one.kind == "pay_upkeep"]:
        if table.random.random() < PAYS:  # who can't pay everything pays nothing
            yield from (table.act(offer.kind, one.data) for one in pay_each_box(offer))
    for seat in session.seats if session else ():
        entries = count_score(table, seat)
        yield table.act("enter_score", {"empire": seat.empire, "entries": entries})


def pay_each_box(offer: Choice) -> list[Option]:
    """One way to pay for each map box: with its own goods."""
    return list({one.data["box"]: one for one in reversed(offer.allowed)}.values())


def count_score(table: SimulatedTable, seat: SeatState) -> dict[str, int]:
    """A score as people reach it: better with provinces and inventions, and never sure."""
    sheet = living_empire(table.state, seat.empire).sheet
    cards = len(sheet.provinces) + len(sheet.inventions)
    random = table.random
    alone = (
        {"collection": random.randint(3, 9)}
        if table.state.session and table.state.session.solo
        else {}
    )
    together = {
        "materials": random.randint(0, 5),
        "workers": random.randint(0, 4),
        "hand": random.randint(0, 6),
    }
    return {
        "track": max(0, round(random.gauss(20 + 3 * cards, 7))),
        "common": random.randint(2, 7),
        "faction": random.randint(4, 10),
        **(alone or together),
    }


def decide_one(table: SimulatedTable, offered: tuple[Choice, ...]) -> Recorded:
    """One act of the ending: what is needed, by chance among what is allowed."""
    offered = tuple(one for one in offered if one.kind in SHOPPING) or offered
    by_kind = {one.kind: one for one in offered if one.allowed and not one.asks}
    if "buy_invention" in by_kind:
        return decide_purchase(table, by_kind)
    needed = [one for one in offered if one.needed and (one.allowed or one.draws)]
    wanted = needed or [one for one in offered if one.allowed and not one.asks]
    chosen = table.random.choice(wanted)
    if chosen.draws:
        return chosen.kind, {"empire": chosen.empire, **draw_cards(table, chosen)}
    return chosen.kind, pick_option(table, chosen).data


def draw_cards(table: SimulatedTable, chosen: Choice) -> dict[str, list[int]]:
    return {key: draw_from_deck(table, draw) for key, draw in chosen.draws.items()}


def draw_from_deck(table: SimulatedTable, draw: Draw) -> list[int]:
    rest = [number for number in draw.numbers if number not in draw.first]
    return [*draw.first, *table.random.sample(rest, draw.count - len(draw.first))]


def pick_option(table: SimulatedTable, chosen: Choice) -> Option:
    return table.random.choice(chosen.allowed)


def decide_purchase(table: SimulatedTable, by_kind: dict[str, Choice]) -> Recorded:
    """Buys one invention, rarely a dear one, and now and then another."""
    stop = by_kind.get("stop_buying")
    if stop and table.random.random() > BUYS_MORE:
        return stop.kind, stop.allowed[0].data
    options = sorted(by_kind["buy_invention"].allowed, key=option_price)
    return "buy_invention", table.random.choice(options[:5]).data


def option_price(option: Option) -> int:
    return int(option.data["price"])
