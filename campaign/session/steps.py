"""The six steps after a game: plain values for the template of each, one function per step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from campaign.session.forms import InventionForm, draw_form
from campaign.session.now import SeatView, SessionView
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.ending import knowledge_gains
from scoring.rise_of_empire.layout import CATEGORY_NAMES, COLOUR_NAMES, Category
from scoring.rise_of_empire.offers import Choice, Option
from scoring.rise_of_empire.pools import inventions_left
from scoring.rise_of_empire.preview import (
    Purchase,
    Sum,
    knowledge_sums,
    next_icon,
    preview_purchase,
)
from scoring.rise_of_empire.shopping import affordable_inventions
from scoring.rise_of_empire.stages import ticks_due
from scoring.rise_of_empire.state import free_boxes
from scoring.rules import Problem

Shown = dict[str, Any]


def losing_part(view: SessionView) -> Shown:
    seat = view.asked
    choice = next(view.offered_choices("lose_provinces", seat.key if seat else ""))
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


def winner_part(view: SessionView) -> Shown:
    seat = view.asked
    if seat is None:
        return {}
    due = ticks_due(view.state, seat.playing)
    options = view.options("tick_track", seat.key)
    tracks = [track_option(view, seat, one.data) for one in options]
    return {"tracks": tracks, "due": due}


def track_option(
    view: SessionView, seat: SeatView, data: dict[str, Any]
) -> TrackOption:
    category, empire = data["category"], seat.empire
    ticks = empire.sheet.ticks.of(category)
    return TrackOption(
        category,
        CATEGORY_NAMES[category],
        ticks,
        ticks + free_boxes(view.state, empire)[category],
        next_icon(view.state, empire, category),
        data,
    )


def ages_part(view: SessionView) -> Shown:
    seat = view.asked
    if seat is None:
        return {}
    full = [one for one in Category if not free_boxes(view.state, seat.empire)[one]]
    return {
        "full": [(one.value, CATEGORY_NAMES[one]) for one in full],
        "data": view.options("change_age", seat.key)[0].data,
    }


def knowledge_part(view: SessionView) -> Shown:
    sums: list[tuple[SeatView | None, Sum]] = [
        (view.seat(one.empire), one) for one in knowledge_sums(view.state)
    ]
    return {"sums": sums}


@dataclass(frozen=True)
class Ware:
    """An invention of the pool, as whoever is buying sees it."""

    card: Card
    data: dict[str, Any]
    then: Purchase | None
    refused: tuple[Problem, ...] = ()


def inventions_part(view: SessionView) -> Shown:
    if orders := view.options("settle_tie"):
        return {"orders": [(option, order_of(view, option)) for option in orders]}
    seat = view.asked
    if seat is None:
        return {}
    wares = list(invention_wares(view, seat))
    known = [one for one in wares if one.then]
    half = [one for one in wares if not one.then and one.card.price is not None]
    left = inventions_left(view.state, seat.empire.sheet.age)
    unknown = sum(view.state.catalogue[one].price is None for one in left)
    return {
        "wares": sorted((one for one in known if not one.refused), key=by_colour),
        "dear": sorted((one for one in known if one.refused), key=by_colour),
        "half": half,
        "unknown": unknown,
        "sure_to_fall": not unknown and all(one.refused for one in half),
        "done": view.options("stop_buying", seat.key),
        "none": view.options("afford_nothing", seat.key),
        "held": seat.empire.sheet.inventions,
        "gains": knowledge_gains(view.state, seat.playing),
        "may_buy_more": may_buy_more(seat, known, unknown),
        "invention_form": InventionForm(),
        "colours": COLOUR_NAMES,
        "buyer_data": {"empire": seat.key},
    }


def shop_preview(view: SessionView, seat: SeatView) -> list[Ware]:
    """What a player could buy now, while others are still before them."""
    numbers = affordable_inventions(view.state, seat.empire)
    cards = [view.state.catalogue[one] for one in numbers]
    wares = [Ware(card, {}, purchase_of(seat, card)) for card in cards]
    return sorted(wares, key=by_colour)


def purchase_of(seat: SeatView, card: Card) -> Purchase:
    """What a card would leave; a colour nobody has copied yet replaces nothing."""
    price = card.price or 0
    if not card.colour:
        return Purchase(seat.empire.sheet.knowledge - price, ())
    return preview_purchase(seat.empire, price, card.colour)


def may_buy_more(seat: SeatView, known: list[Ware], unknown: int) -> bool:
    """ROE-27: whether the knowledge is enough for two cards; of one without a price nobody knows."""
    prices, purse = sorted(one.card.price or 0 for one in known), seat.empire.sheet
    if unknown:
        return bool(prices) and prices[0] < purse.knowledge
    return sum(prices[:2]) <= purse.knowledge and len(prices) > 1


def order_of(view: SessionView, option: Option) -> list[str]:
    seats = [view.seat(key) for key in option.data["order"]]
    return [seat.player for seat in seats if seat]


def by_colour(ware: Ware) -> tuple[int, str, int]:
    colours = list(COLOUR_NAMES)
    colour = ware.card.colour
    place = colours.index(colour) if colour in colours else len(colours)
    return place, colour, ware.card.price or 0


def invention_wares(view: SessionView, seat: SeatView) -> Iterator[Ware]:
    for choice in view.offered_choices("buy_invention", seat.key):
        for option in choice.options:
            card = view.state.catalogue[option.data["number"]]
            then = None
            if not choice.asks:
                price, colour = option.data["price"], option.data["colour"]
                then = preview_purchase(seat.empire, price, colour)
            yield Ware(card, option.data, then, option.refused)


@dataclass(frozen=True)
class MapBox:
    number: int
    goods: tuple[str, ...]
    data: dict[str, Any] | None  # None: it is ticked already


def provinces_part(view: SessionView) -> Shown:
    seat = view.asked
    if seat is None:
        return {}
    choice = next(one for one in view.choices if one.empire == seat.key)
    draw = choice.draws.get("provinces")
    return {
        "choice": choice,
        "draw": draw,
        "draw_form": draw_form(draw) if draw else None,
        "cards": drawn_cards(view, choice),
        "map": list(map_boxes(view, seat, choice)),
    }


def drawn_cards(view: SessionView, choice: Choice) -> list[tuple[Card, Option]]:
    if choice.kind != "keep_province":
        return []
    catalogue = view.state.catalogue
    return [(catalogue[one.data["province"]], one) for one in choice.allowed]


def map_boxes(view: SessionView, seat: SeatView, choice: Choice) -> Iterator[MapBox]:
    if choice.kind != "tick_map_box":
        return
    free = {option.data["box"]: option.data for option in choice.allowed}
    for box, goods in enumerate(view.state.layout(seat.empire).map):
        yield MapBox(box + 1, goods, free.get(box))
