"""Helpers for Rise of the Inkas: dice, tribes, advantage cards, the bank."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.at_hand import QueryRecords
from companion.sessions.aids.inkas.advantages import Advantages
from companion.sessions.aids.inkas.dice_log import DiceLog
from companion.sessions.aids.inkas.tribe_table import TribeTable
from companion.sessions.aids.tapping import render_tapping_helper
from companion.tables.access import HtmxRequest, open_to_all
from scoring.inkas import GAME, arbiter, dice, trade, tribes


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def dice_log(request: HtmxRequest) -> HttpResponse:
    log = DiceLog(request)
    return render_tapping_helper(
        request, GAME, "inkas-dice", query=log.query, rules=dice.CITED, dice=log
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def tribe_boards(request: HtmxRequest) -> HttpResponse:
    table = TribeTable(request)
    return render_tapping_helper(
        request,
        GAME,
        "inkas-tribes",
        query=table.query,
        rules=tribes.CITED,
        table=table,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def advantages(request: HtmxRequest) -> HttpResponse:
    table = Advantages(request)
    return render_tapping_helper(
        request,
        GAME,
        "inkas-advantages",
        query=table.query,
        rules=arbiter.CITED,
        table=table,
        form=table.form,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def bank(request: HtmxRequest) -> HttpResponse:
    form = QueryRecords(request.GET, {"h": trade.Hand})
    return render_tapping_helper(
        request,
        GAME,
        "inkas-trade",
        query=form.entered,
        rules=trade.CITED,
        form=form,
        offers=trade.all_offers(form.record("h")),
    )
