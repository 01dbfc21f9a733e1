"""Helpers for Empires of the North: rounds and their end, ships, stored goods."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.at_hand import (
    QueryRecords,
    open_session,
    read_seating,
    render_helper,
    visible_state,
)
from companion.sessions.aids.north.round import NorthRound
from companion.sessions.aids.north.ships import requested_queue
from companion.tables.access import HtmxRequest, open_to_all
from scoring import north_ships, north_stored
from scoring.empires_of_the_north import (
    ATTACK,
    END,
    GAME,
    PHASES,
    SCORE,
    SHIPS,
    SOLO,
    STORED,
)


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def round_and_end(request: HtmxRequest) -> HttpResponse:
    session = open_session(request, GAME)
    now = NorthRound(request.GET, visible_state(session))
    return render_helper(
        request,
        GAME,
        "north-round",
        session=session,
        query=now.query,
        rules=(END, PHASES, STORED, SCORE, SOLO, ATTACK),
        now=now,
        form=now.form,
        result=now.result,
    )


@open_to_all
@require_safe
def ship_queue(request: HtmxRequest) -> HttpResponse:
    session = open_session(request, GAME)
    people = read_seating(request.GET, GAME, visible_state(session))
    queue = requested_queue(request.GET, people.players)
    ships = {"ships": north_ships.write_ships(queue)} if queue else {}
    asked = people.query if request.GET.keys() - {"session"} else {}
    return render_helper(
        request,
        GAME,
        "north-ships",
        session=session,
        query={**asked, **ships},
        rules=(SHIPS,),
        live=False,
        people=people,
        queue=[(ship, people.names[ship.seat]) for ship in queue],
        written=north_ships.write_ships(queue),
        full=len(queue) == north_ships.MOST_SHIPS,
        most=north_ships.MOST_SHIPS,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def stored_goods(request: HtmxRequest) -> HttpResponse:
    form = QueryRecords(request.GET, {"c": north_stored.Card})
    card = form.record("c")
    problems = list(north_stored.card_problems(card))
    return render_helper(
        request,
        GAME,
        "north-stored",
        session=open_session(request, GAME),
        query=form.entered,
        rules=(STORED,),
        form=form,
        card=card,
        problems=[("", problem) for problem in problems],
        splits=[] if problems else north_stored.offered_splits(card),
    )
