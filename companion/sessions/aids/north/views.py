"""Helpers for Empires of the North: rounds and their end, ships, stored goods."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.at_hand import QueryRecords, read_seating, render_helper
from companion.sessions.aids.north.round import NorthRound
from companion.sessions.aids.north.ships import open_fleet, queued_ships
from companion.sessions.aids.open_game import find_open_game
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
from scoring.north_moves import DISC, EXHAUSTING, FACE_DOWN


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def round_and_end(request: HtmxRequest) -> HttpResponse:
    play = find_open_game(request, GAME)
    now = NorthRound(request, play)
    return render_helper(
        request,
        GAME,
        "north-round",
        play=play,
        desk=now.desk,
        query=now.query,
        rules=(
            *(END, PHASES, STORED, SCORE, SOLO, ATTACK),
            *(DISC, EXHAUSTING, FACE_DOWN),
        ),
        now=now,
        form=now.form,
        result=now.result,
    )


@open_to_all
@require_safe
def ship_queue(request: HtmxRequest) -> HttpResponse:
    play = find_open_game(request, GAME)
    people = read_seating(request.GET, GAME, play)
    desk = open_fleet(request, people, play)
    asked = people.query if request.GET and not play else {}
    return render_helper(
        request,
        GAME,
        "north-ships",
        play=play,
        query={**asked, **desk.query},
        rules=(SHIPS,),
        live=False,
        people=people,
        desk=desk,
        queue=queued_ships(desk, people),
        written=north_ships.write_ships(desk.state.queue),
        full=len(desk.state.queue) == north_ships.MOST_SHIPS,
        most=north_ships.MOST_SHIPS,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def stored_goods(request: HtmxRequest) -> HttpResponse:
    form = QueryRecords(request.GET, {"c": north_stored.StoringCard})
    card = form.record("c")
    problems = list(north_stored.card_problems(card))
    return render_helper(
        request,
        GAME,
        "north-stored",
        play=find_open_game(request, GAME),
        query=form.entered,
        rules=(STORED,),
        form=form,
        card=card,
        problems=[("", problem) for problem in problems],
        splits=[] if problems else north_stored.offered_splits(card),
    )
