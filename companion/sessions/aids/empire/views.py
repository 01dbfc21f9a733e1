"""Helpers for Rise of the Empire: counters of missions and cards, and the upkeep."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.at_hand import render_helper, render_tapping_helper
from companion.sessions.aids.empire.counters import Counters, UpkeepPlan
from companion.sessions.aids.open_game import find_open_game
from companion.tables.access import HtmxRequest, open_to_all
from scoring.rise_of_empire import GAME, counting


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def counters(request: HtmxRequest) -> HttpResponse:
    play = find_open_game(request, GAME)
    counted = Counters(request, play)
    return render_tapping_helper(
        request,
        GAME,
        "empire-counters",
        play=play,
        query=counted.query,
        rules=counting.COUNTERS_CITED,
        counters=counted,
        desk=counted.desk,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def upkeep(request: HtmxRequest) -> HttpResponse:
    play = find_open_game(request, GAME)
    planned = UpkeepPlan(request, play)
    return render_helper(
        request,
        GAME,
        "empire-upkeep",
        play=play,
        query=planned.query,
        rules=counting.UPKEEP_CITED,
        upkeep=planned,
        form=planned.form,
    )
