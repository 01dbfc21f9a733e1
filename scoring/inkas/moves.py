"""Rise of the Inkas: whether the robber, a card or a road may go there, and how long a route is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.entries import count, flag, pick, reading
from scoring.inkas import rulebook as book
from scoring.inkas.arbiter import ROADS, SHORTEST_ROUTE
from scoring.inkas.trade import GOOD_NAMES
from scoring.moves import Move, no_problems
from scoring.rules import Problem, Remark
from scoring.words import _, make_message

FRAME = "frame"
LANDSCAPE_NAMES = {
    "forest": _("Forest (wood)"),
    "quarry": _("Quarry (stone)"),
    "field": _("Field (potatoes)"),
    "pasture": _("Pasture (wool)"),
    "mountains": _("Mountains (ore)"),
    "jungle": _("Jungle (feathers)"),
    "plantation": _("Plantation (coca)"),
    "sea": _("Coastal waters (fish)"),
    FRAME: _("Jungle frame"),
}
# What each landscape yields; the frame yields nothing.
YIELDS = {
    "forest": "wood",
    "quarry": "stone",
    "field": "potatoes",
    "pasture": "wool",
    "mountains": "ore",
    "jungle": "feathers",
    "plantation": "coca",
    "sea": "fish",
}


@dataclass(frozen=True)
class RobberMove:
    place: str = pick(_("Move the robber to"), book.ROBBER, LANDSCAPE_NAMES)
    there: bool = flag(_("He stands there already"), book.ROBBER)
    building: bool = flag(_("Another player has a building there"), book.ROBBER)


def robber_problems(move: RobberMove) -> Iterable[Problem]:
    """INK-16: landscapes that yield goods are closed to him."""
    if not move.place:
        yield Problem(_("Choose where he goes."), book.ROBBER)
    if YIELDS.get(move.place) in GOOD_NAMES:
        yield Problem(_("The robber can't go where goods come from."), book.ROBBER)
    if move.there:
        yield Problem(_("He has to move to another place."), book.ROBBER)


def robber_outcome(move: RobberMove) -> Iterable[Remark]:
    if move.place == FRAME:
        yield Remark(_("On the frame he blocks nobody."), book.ROBBER)
        return
    yield Remark(_("This hex yields nothing while he stands there."), book.ROBBER)
    if move.building:
        message = _("Draw a card from one player there, declining buildings too.")
        yield Remark(message, book.ROBBER)


@dataclass(frozen=True)
class ActionCardPlay:
    bought: bool = flag(_("I bought it this turn"), book.ACTION_CARDS)
    played: bool = flag(_("I already played one this turn"), book.ACTION_CARDS)
    founded: bool = flag(_("I founded a new tribe this turn"), book.FIRST_DECLINE)
    rolled: bool = flag(_("I have rolled"), book.ACTION_CARDS)


def card_problems(play: ActionCardPlay) -> Iterable[Problem]:
    """INK-17, and INK-6: founding a tribe ends the turn."""
    if play.bought:
        yield Problem(_("Not in the turn you bought it."), book.ACTION_CARDS)
    if play.played:
        yield Problem(_("Only one action card per turn."), book.ACTION_CARDS)
    if play.founded:
        yield Problem(_("Founding a tribe ended your turn."), book.FIRST_DECLINE)


def card_outcome(play: ActionCardPlay) -> Iterable[Remark]:
    if not play.rolled:
        yield Remark(_("You can play it even before rolling."), book.ACTION_CARDS)
    yield Remark(_("A warrior stays in front of you."), book.HAND_LIMIT)
    yield Remark(_("A progress card leaves the game."), book.ACTION_CARDS)


@dataclass(frozen=True)
class RoadSite:
    connected: bool = flag(_("My road or active building leads there"), book.POINTS)
    declining: bool = flag(
        _("It would go on from a declining building"), book.DECLINING_ROADS
    )
    foreign: bool = flag(
        _("Another player's building stands between"), book.DECLINING_ROADS
    )
    jungle: bool = flag(_("Jungle or its frame on both sides"), book.JUNGLE_ROADS)
    taken: bool = flag(_("A road is already there"), book.JUNGLE_ROADS)


def road_problems(site: RoadSite) -> Iterable[Problem]:
    """INK-18 and 19: why a road can't be built here."""
    if not site.connected:
        yield Problem(_("A road continues your own."), book.DECLINING_ROADS)
    if site.declining:
        message = _("Nothing goes on from a declining building. Replace it first.")
        yield Problem(message, book.DECLINING_ROADS)
    if site.foreign:
        yield Problem(
            _("Another player's building blocks your road."), book.DECLINING_ROADS
        )
    if site.jungle:
        yield Problem(_("There is no path through the jungle."), book.JUNGLE_ROADS)
    if site.taken:
        yield Problem(_("Each path holds one road."), book.JUNGLE_ROADS)


def road_outcome(_site: RoadSite) -> Iterable[Remark]:
    yield Remark(_("You can build a road here: 1 wood, 1 stone."), book.TRADE)


OWN, FOREIGN, DECLINING = "own", "foreign", "declining"
CUTS, PASSES = "cuts", "passes"


@dataclass(frozen=True)
class CutRoute:
    """A route with a building on its way."""

    before: int = count(_("Roads before the building"), book.ROUTE, maximum=ROADS)
    after: int = count(_("Roads after it"), book.ROUTE, maximum=ROADS)
    building: str = pick(
        _("On the way stands"),
        book.ROUTE,
        {
            OWN: _("my own building"),
            FOREIGN: _("another player's building"),
            DECLINING: _("another player's declining building"),
        },
    )
    declining: str = reading(
        _("Another player's declining building"),
        book.ALMANAC,
        {CUTS: _("cuts the route"), PASSES: _("doesn't cut it")},
    )


def route_length(route: CutRoute) -> int:
    """INK-9: a foreign building cuts a route; INK-15: a declining one as the table reads it."""
    cuts = route.building == FOREIGN or (
        route.building == DECLINING and route.declining == CUTS
    )
    return (
        max(route.before, route.after)
        if cuts
        else min(ROADS, route.before + route.after)
    )


def route_outcome(route: CutRoute) -> Iterable[Remark]:
    length = route_length(route)
    rule = book.ALMANAC if route.building == DECLINING else book.ROUTE
    yield Remark(make_message(_("The route counts %(length)s."), length=length), rule)
    if length < SHORTEST_ROUTE:
        yield Remark(_("Too short for the card."), book.ROUTE)


MOVES = (
    Move(
        "robber",
        _("Where can the robber go?"),
        RobberMove,
        (book.ROBBER,),
        robber_problems,
        robber_outcome,
    ),
    Move(
        "action-card",
        _("Can I play this card?"),
        ActionCardPlay,
        (book.ACTION_CARDS, book.HAND_LIMIT, book.FIRST_DECLINE),
        card_problems,
        card_outcome,
    ),
    Move(
        "road",
        _("Can I build a road here?"),
        RoadSite,
        (book.DECLINING_ROADS, book.JUNGLE_ROADS, book.TRADE, book.POINTS),
        road_problems,
        road_outcome,
    ),
    Move(
        "route",
        _("How long is my route?"),
        CutRoute,
        (book.ROUTE, book.ALMANAC),
        no_problems,
        route_outcome,
    ),
)
