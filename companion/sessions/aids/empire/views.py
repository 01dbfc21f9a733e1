"""Helpers for Rise of the Empire: counters of missions and cards, and the upkeep."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.empire.counters import Counters, UpkeepPlan
from companion.sessions.aids.tapping import render_tapping_helper
from companion.tables.access import HtmxRequest, open_to_all
from scoring.rise_of_empire import GAME, counting


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def counters(request: HtmxRequest) -> HttpResponse:
    counted = Counters(request)
    return render_tapping_helper(
        request,
        GAME,
        "empire-counters",
        query=counted.query,
        rules=counting.COUNTERS_CITED,
        counters=counted,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def upkeep(request: HtmxRequest) -> HttpResponse:
    planned = UpkeepPlan(request)
    return render_tapping_helper(
        request,
        GAME,
        "empire-upkeep",
        query=planned.query,
        rules=counting.UPKEEP_CITED,
        upkeep=planned,
        form=planned.form,
    )
