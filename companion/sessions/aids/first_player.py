"""Who begins, for any game: drawn here, kept in the address."""

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
from scoring.turn_order import (
    FAIR,
    clockwise_order,
    first_player_helper,
    read_order,
    write_order,
)

CHANCE = SystemRandom()


def draw_order(kind: str, players: int) -> tuple[int, ...]:
    """A whole order by chance, or the first by chance and the others clockwise."""
    if kind == "all":
        return tuple(CHANCE.sample(range(players), players))
    return clockwise_order(CHANCE.randrange(players), players)


def requested_order(data: QueryDict, players: int) -> tuple[int, ...] | None:
    """The order a button asks to draw, or the one that stands in the address."""
    if draw := data.get("draw", ""):
        return draw_order(draw, players)
    return read_order(data.get("order", ""), players)


@open_to_all
@require_safe
def choose_first_player(request: HtmxRequest, slug: str) -> HttpResponse:
    game = find_game_or_404(slug)
    session = open_session(request, game)
    people = read_seating(request.GET, game, visible_state(session))
    order = requested_order(request.GET, people.players)
    asked = people.query if request.GET.keys() - {"session"} else {}
    return render_helper(
        request,
        game,
        f"{slug}-first-player",
        session=session,
        query={**asked, **({"order": write_order(order)} if order else {})},
        rules=(FAIR,),
        title=first_player_helper(slug).title,
        template="first_player",
        live=False,  # what is drawn is redirected to, never shown under another address
        people=people,
        order=[(seat, people.names[seat]) for seat in order or ()],
    )
