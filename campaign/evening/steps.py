"""The six steps after a game: plain values for the template of each, one function per step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from campaign.evening.forms import InventionForm, draw_form
from campaign.evening.now import Evening, Seat
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.choices import Choice, Option
from scoring.rise_of_empire.layout import CATEGORY_NAMES, COLOUR_NAMES, Category
from scoring.rise_of_empire.pools import inventions_left
from scoring.rise_of_empire.preview import (
    Purchase,
    Sum,
    if_bought,
    knowledge_sums,
    next_icon,
)
from scoring.rise_of_empire.stages import ticks_due
from scoring.rise_of_empire.state import free_boxes
from scoring.rules import Problem

Shown = dict[str, Any]


def losing(evening: Evening) -> Shown:
    choice = next(evening.offered("lose_provinces"))
    return {"draw": choice.draws["provinces"], "data": choice.options[0].data}


@dataclass(frozen=True)
class TrackOption:
    category: str
    label: str
    ticks: int
    length: int
    icon: str
    data: dict[str, Any]

    @property
    def then(self) -> int:
        return self.ticks + 1


def winner(evening: Evening) -> Shown:
    seat = evening.asked
    if seat is None:
        return {}
    due = ticks_due(evening.state, seat.playing)
    options = evening.options("tick_track", seat.key)
    tracks = [track_option(evening, seat, one.data) for one in options]
    return {"tracks": tracks, "due": due}


def track_option(evening: Evening, seat: Seat, data: dict[str, Any]) -> TrackOption:
    category, empire = data["category"], seat.empire
    ticks = empire.sheet.ticks.of(category)
    return TrackOption(
        category,
        CATEGORY_NAMES[category],
        ticks,
        ticks + free_boxes(evening.state, empire)[category],
        next_icon(evening.state, empire, category),
        data,
    )


def ages(evening: Evening) -> Shown:
    seat = evening.asked
    if seat is None:
        return {}
    full = [one for one in Category if not free_boxes(evening.state, seat.empire)[one]]
    return {
        "full": [(one.value, CATEGORY_NAMES[one]) for one in full],
        "data": evening.options("change_age", seat.key)[0].data,
    }


def knowledge(evening: Evening) -> Shown:
    sums: list[tuple[Seat | None, Sum]] = [
        (evening.seat(one.empire), one) for one in knowledge_sums(evening.state)
    ]
    return {"sums": sums}


@dataclass(frozen=True)
class Ware:
    """An invention of the pool, as whoever is buying sees it."""

    card: Card
    data: dict[str, Any]
    then: Purchase | None
    refused: tuple[Problem, ...] = ()


def inventions(evening: Evening) -> Shown:
    if orders := evening.options("settle_tie"):
        return {"orders": [(option, order_of(evening, option)) for option in orders]}
    seat = evening.asked
    if seat is None:
        return {}
    wares = list(pool(evening, seat))
    known = [one for one in wares if one.then]
    left = inventions_left(evening.state, seat.empire.sheet.age)
    return {
        "wares": sorted((one for one in known if not one.refused), key=by_colour),
        "dear": sorted((one for one in known if one.refused), key=by_colour),
        "half": [one for one in wares if not one.then and one.card.price is not None],
        "unknown": sum(evening.state.catalogue[one].price is None for one in left),
        "done": evening.options("stop_buying", seat.key),
        "none": evening.options("afford_nothing", seat.key),
        "invention_form": InventionForm(),
        "colours": COLOUR_NAMES,
        "buyer_data": {"empire": seat.key},
    }


def order_of(evening: Evening, option: Option) -> list[str]:
    seats = [evening.seat(key) for key in option.data["order"]]
    return [seat.player for seat in seats if seat]


def by_colour(ware: Ware) -> tuple[int, str, int]:
    colours = list(COLOUR_NAMES)
    colour = ware.card.colour
    place = colours.index(colour) if colour in colours else len(colours)
    return place, colour, ware.card.price or 0


def pool(evening: Evening, seat: Seat) -> Iterator[Ware]:
    for choice in evening.offered("buy_invention", seat.key):
        for option in choice.options:
            card = evening.state.catalogue[option.data["number"]]
            then = None
            if not choice.asks:
                price, colour = option.data["price"], option.data["colour"]
                then = if_bought(seat.empire, price, colour)
            yield Ware(card, option.data, then, option.refused)


@dataclass(frozen=True)
class MapBox:
    number: int
    goods: tuple[str, ...]
    data: dict[str, Any] | None  # None: it is ticked already


def provinces(evening: Evening) -> Shown:
    seat = evening.asked
    if seat is None:
        return {}
    choice = next(one for one in evening.choices if one.empire == seat.key)
    draw = choice.draws.get("provinces")
    return {
        "choice": choice,
        "draw": draw,
        "draw_form": draw_form(draw) if draw else None,
        "cards": drawn_cards(evening, choice),
        "map": list(map_boxes(evening, seat, choice)),
    }


def drawn_cards(evening: Evening, choice: Choice) -> list[tuple[Card, Option]]:
    if choice.kind != "keep_province":
        return []
    catalogue = evening.state.catalogue
    return [(catalogue[one.data["province"]], one) for one in choice.allowed]


def map_boxes(evening: Evening, seat: Seat, choice: Choice) -> Iterator[MapBox]:
    if choice.kind != "tick_map_box":
        return
    free = {option.data["box"]: option.data for option in choice.allowed}
    for box, goods in enumerate(evening.state.layout(seat.empire).map):
        yield MapBox(box + 1, goods, free.get(box))
