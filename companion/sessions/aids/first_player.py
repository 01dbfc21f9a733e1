"""Who begins, for any game: by its rulebook's words, or by lot; kept in the address."""

from __future__ import annotations

from random import SystemRandom

from django.http import HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from companion.sessions.aids.at_hand import read_seating, render_helper
from companion.sessions.aids.desk import open_desk
from companion.sessions.aids.open_game import OpenGame, find_open_game
from companion.sessions.aids.typed_moves import Move, register_typed_move
from companion.sessions.game_views import find_game_or_404
from companion.tables.access import HtmxRequest, open_to_all
from scoring.first_player import (
    Rolls,
    find_beginning,
    first_by_rolls,
    read_rolls,
    roll_for_first,
    seats_rolling,
    write_rolls,
)
from scoring.plain import to_plain
from scoring.seats import LETTERS
from scoring.turn_order import (
    FAIR,
    TURN_ORDER,
    TurnOrder,
    clockwise_order,
    first_player_helper,
    read_order,
    write_order,
)

CHANCE = SystemRandom()
DIE = range(1, 7)


def write_decision(decided: TurnOrder) -> dict[str, str]:
    """The order of play as an address holds it, and how it came about."""
    told = {
        "order": write_order(decided.order),
        "rolls": write_rolls(decided.rolls),
        "known": "on" if decided.known else "",
    }
    return {key: value for key, value in told.items() if value}


def shown_rolls(
    decided: TurnOrder, names: list[str]
) -> list[list[tuple[int, str, int]]]:
    """Each round of rolls: seat, name and number; none once others play."""
    if decided.rolls and len(decided.rolls[0]) != len(names):
        return []
    rounds = []
    for number, thrown in enumerate(decided.rolls):
        seats = seats_rolling(decided.rolls[:number], len(names))
        pairs = zip(seats, thrown, strict=True)
        rounds.append([(seat, names[seat], rolled) for seat, rolled in pairs])
    return rounds


def draw_order(kind: str, players: int) -> tuple[int, ...]:
    """A whole order by chance, or the first by chance and the others clockwise."""
    if kind == "all":
        return tuple(CHANCE.sample(range(players), players))
    return clockwise_order(CHANCE.randrange(players), players)


def decide(data: QueryDict, players: int) -> TurnOrder:
    """What a button asks for, or what stands in the address."""
    draw, known = data.get("draw", ""), data.get("known", "")
    if draw == "roll":
        return decide_by_rolls(roll_for_first(players, roll_two_dice), players)
    if known in LETTERS[:players] and known:
        return TurnOrder(clockwise_order(LETTERS.index(known), players), known=True)
    if draw:
        return TurnOrder(draw_order(draw, players))
    if rolls := read_rolls(data.get("rolls", ""), players):
        return decide_by_rolls(rolls, players)
    order = read_order(data.get("order", ""), players) or ()
    return TurnOrder(order, known=bool(order and known))


def decide_by_rolls(rolls: Rolls, players: int) -> TurnOrder:
    first = first_by_rolls(rolls, players)
    return (
        TurnOrder()
        if first is None
        else TurnOrder(clockwise_order(first, players), rolls)
    )


def roll_two_dice() -> int:
    return CHANCE.choice(DIE) + CHANCE.choice(DIE)


@open_to_all
@require_safe
def choose_first_player(request: HtmxRequest, slug: str) -> HttpResponse:
    game, beginning = find_game_or_404(slug), find_beginning(slug)
    play = find_open_game(request, game)
    people = read_seating(request.GET, game, play)
    desk = open_desk(
        request,
        TURN_ORDER,
        play,
        read=lambda data: decide(data, people.players),
        write=write_decision,
    )
    decided = desk.state
    asked = people.query if request.GET and not play else {}
    names = dict(enumerate(people.names))
    return render_helper(
        request,
        game,
        TURN_ORDER.page,
        play=play,
        query={**asked, **desk.query},
        rules=tuple(dict.fromkeys((beginning.rule, FAIR))),
        title=first_player_helper(slug).title,
        template="sessions/aids/first_player.html",
        live=False,  # what is drawn is redirected to, never shown under another address
        people=people,
        beginning=beginning,
        decided=decided,
        desk=desk,
        rolls=shown_rolls(decided, people.names),
        order=[(seat, names[seat]) for seat in decided.order if seat in names],
    )


def read_drawing(data: QueryDict, play: OpenGame) -> Move:
    """Chance is asked here; what it gave stands in the move."""
    return "draw_order", to_plain(decide(data, play.players))


register_typed_move(TURN_ORDER.page, "draw_order", read_drawing)
