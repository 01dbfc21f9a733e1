"""Helpers for Rise of the Inkas: dice, tribes, advantage cards, the bank."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.at_hand import (
    QueryRecords,
    render_helper,
    render_tapping_helper,
)
from companion.sessions.aids.inkas.advantages import Advantages
from companion.sessions.aids.inkas.dice_log import DiceLog
from companion.sessions.aids.inkas.tribe_table import TribeTable
from companion.sessions.aids.open_game import find_open_game
from companion.tables.access import HtmxRequest, open_to_all
from scoring.inkas import GAME, arbiter, dice, trade, tribes


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def dice_log(request: HtmxRequest) -> HttpResponse:
    play = find_open_game(request, GAME)
    log = DiceLog(request, play)
    return render_tapping_helper(
        request,
        GAME,
        "inkas-dice",
        play=play,
        query=log.query,
        rules=dice.CITED,
        dice=log,
        desk=log.desk,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def tribe_boards(request: HtmxRequest) -> HttpResponse:
    play = find_open_game(request, GAME)
    table = TribeTable(request, play)
    return render_tapping_helper(
        request,
        GAME,
        "inkas-tribes",
        play=play,
        query=table.query,
        rules=tribes.CITED,
        table=table,
        desk=table.desk,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def advantages(request: HtmxRequest) -> HttpResponse:
    play = find_open_game(request, GAME)
    table = Advantages(request, play)
    return render_helper(
        request,
        GAME,
        "inkas-advantages",
        play=play,
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
    return render_helper(
        request,
        GAME,
        "inkas-trade",
        play=find_open_game(request, GAME),
        query=form.entered,
        rules=trade.CITED,
        form=form,
        offers=trade.all_offers(form.record("h")),
    )
