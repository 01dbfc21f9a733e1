"""Who begins, for any game: by its rulebook's words, or by lot; kept in the address."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom

from django.http import HttpResponse, QueryDict
from django.views.decorators.http import require_safe

from companion.sessions.aids.at_hand import (
    open_session,
    read_seating,
    render_helper,
    visible_state,
)
from companion.sessions.game_views import find_game_or_404
from companion.tables.access import HtmxRequest, open_to_all
from scoring.first_player import (
    BEGINNINGS,
    Rolls,
    first_by_rolls,
    read_rolls,
    roll_for_first,
    seats_rolling,
    write_rolls,
)
from scoring.seats import LETTERS
from scoring.turn_order import (
    FAIR,
    clockwise_order,
    first_player_helper,
    read_order,
    write_order,
)

CHANCE = SystemRandom()
DIE = range(1, 7)


@dataclass(frozen=True)
class Decision:
    """The order of play, and how it came about."""

    order: tuple[int, ...] = ()
    rolls: Rolls = ()
    known: bool = False  # people said who it is

    @property
    def query(self) -> dict[str, str]:
        told = {
            "order": write_order(self.order),
            "rolls": write_rolls(self.rolls),
            "known": "on" if self.known else "",
        }
        return {key: value for key, value in told.items() if value}

    def shown_rolls(self, names: list[str]) -> list[list[tuple[int, str, int]]]:
        """Each round of rolls: seat, name and number."""
        rounds = []
        for number, thrown in enumerate(self.rolls):
            seats = seats_rolling(self.rolls[:number], len(names))
            pairs = zip(seats, thrown, strict=True)
            rounds.append([(seat, names[seat], rolled) for seat, rolled in pairs])
        return rounds


def draw_order(kind: str, players: int) -> tuple[int, ...]:
    """A whole order by chance, or the first by chance and the others clockwise."""
    if kind == "all":
        return tuple(CHANCE.sample(range(players), players))
    return clockwise_order(CHANCE.randrange(players), players)


def decide(data: QueryDict, players: int) -> Decision:
    """What a button asks for, or what stands in the address."""
    draw, known = data.get("draw", ""), data.get("known", "")
    if draw == "roll":
        return decide_by_rolls(roll_for_first(players, roll_two_dice), players)
    if known in LETTERS[:players] and known:
        return Decision(clockwise_order(LETTERS.index(known), players), known=True)
    if draw:
        return Decision(draw_order(draw, players))
    if rolls := read_rolls(data.get("rolls", ""), players):
        return decide_by_rolls(rolls, players)
    order = read_order(data.get("order", ""), players) or ()
    return Decision(order, known=bool(order and known))


def decide_by_rolls(rolls: Rolls, players: int) -> Decision:
    first = first_by_rolls(rolls, players)
    return (
        Decision()
        if first is None
        else Decision(clockwise_order(first, players), rolls)
    )


def roll_two_dice() -> int:
    return CHANCE.choice(DIE) + CHANCE.choice(DIE)


@open_to_all
@require_safe
def choose_first_player(request: HtmxRequest, slug: str) -> HttpResponse:
    game, beginning = find_game_or_404(slug), BEGINNINGS[slug]
    session = open_session(request, game)
    people = read_seating(request.GET, game, visible_state(session))
    decided = decide(request.GET, people.players)
    asked = people.query if request.GET.keys() - {"session"} else {}
    return render_helper(
        request,
        game,
        f"{slug}-first-player",
        session=session,
        query={**asked, **decided.query},
        rules=(beginning.rule, FAIR),
        title=first_player_helper(slug).title,
        template="first_player",
        live=False,  # what is drawn is redirected to, never shown under another address
        people=people,
        beginning=beginning,
        decided=decided,
        rolls=decided.shown_rolls(people.names),
        order=[(seat, people.names[seat]) for seat in decided.order],
    )
