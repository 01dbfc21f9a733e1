"""Helpers for Imperial Settlers: rounds, production, razing, and the attacks of a game alone."""

from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.at_hand import (
    QueryRecords,
    render_helper,
    render_tapping_helper,
)
from companion.sessions.aids.open_game import OpenGame, find_open_game
from companion.sessions.aids.settlers.round_guide import RoundGuide
from companion.sessions.aids.settlers.solo_table import SoloTable
from companion.tables.access import HtmxRequest, open_to_all
from scoring import rise_of_empire
from scoring.imperial_settlers import GAME, boards, razing, rounds, solo_log
from scoring.sheet import Game


def requested_play(request: HtmxRequest) -> tuple[OpenGame | None, Game[Any, Any]]:
    """The game the helper was opened from: the campaign's sessions use the base game's helpers."""
    play = find_open_game(request, GAME, rise_of_empire.GAME)
    return play, play.game if play else GAME


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def guide(request: HtmxRequest) -> HttpResponse:
    play, game = requested_play(request)
    round_guide = RoundGuide(request, game, play)
    return render_tapping_helper(
        request,
        game,
        "settlers-rounds",
        play=play,
        query=round_guide.query,
        rules=rounds.CITED,
        guide=round_guide,
        desk=round_guide.desk,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def production(request: HtmxRequest) -> HttpResponse:
    kinds = {"r": boards.Round, "d": boards.Deals, "l": boards.Locations}
    form = QueryRecords(request.GET, {**kinds, "p": boards.Price})
    before, made, stands = map(form.record, kinds)
    play, game = requested_play(request)
    alone = before.alone or (play is not None and play.players == 1)
    income = boards.production(replace(before, alone=alone), made, stands)
    return render_helper(
        request,
        game,
        "settlers-production",
        play=play,
        query=form.entered,
        rules=boards.CITED,
        form=form,
        income=income,
        board=boards.FACTION_BOARDS.get(form.record("r").people),
        payment=boards.payment_of(income, form.record("p")),
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def raze(request: HtmxRequest) -> HttpResponse:
    form = QueryRecords(request.GET, {"t": razing.Target})
    target = form.record("t")
    play, game = requested_play(request)
    return render_helper(
        request,
        game,
        "settlers-raze",
        play=play,
        query=form.entered,
        rules=razing.CITED,
        form=form,
        raze=razing.Razing(target),
        problems=[("", one) for one in razing.razing_problems(target)],
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def solo(request: HtmxRequest) -> HttpResponse:
    play, game = requested_play(request)
    table = SoloTable(request, play)
    return render_tapping_helper(
        request,
        game,
        "settlers-solo",
        play=play,
        desk=table.desk,
        query=table.query,
        rules=solo_log.CITED,
        table=table,
        game_alone=table.alone,
    )
