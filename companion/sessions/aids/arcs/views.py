"""Helpers for Arcs: battle odds, standings, raids and destroyed cities."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.arcs.odds import RECORDS, Battle
from companion.sessions.aids.arcs.planned import PLANNED, PlannedBattle
from companion.sessions.aids.arcs.standings import Standings
from companion.sessions.aids.at_hand import (
    QueryRecords,
    open_session,
    render_helper,
    visible_state,
)
from companion.tables.access import HtmxRequest, open_to_all
from scoring.arcs import GAME, city, raid
from scoring.arcs import rulebook as book

COURT = {f"c{number}": city.CourtCard for number in range(1, 5)}  # cards at the court
MOST_PLANS = 8  # ways to spend keys that somebody would read


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def battle(request: HtmxRequest) -> HttpResponse:
    form = QueryRecords(request.GET, RECORDS)
    return render_helper(
        request,
        GAME,
        "arcs-battle",
        session=open_session(request, GAME),
        query=form.entered,
        rules=(book.DICE, book.BATTLE, book.ODDS, book.BOUNDS),
        form=form,
        battle=Battle(form),
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def plan_battle(request: HtmxRequest) -> HttpResponse:
    form = QueryRecords(request.GET, PLANNED)
    return render_helper(
        request,
        GAME,
        "arcs-plan",
        session=open_session(request, GAME),
        query=form.entered,
        rules=(book.PLANNING, book.BATTLE, book.DICE, book.BOUNDS),
        form=form,
        planned=PlannedBattle(form),
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def standings(request: HtmxRequest) -> HttpResponse:
    session = open_session(request, GAME)
    now = Standings(request.GET, visible_state(session))
    return render_helper(
        request,
        GAME,
        "arcs-standings",
        session=session,
        query=now.query,
        rules=(
            *(book.AMBITIONS, book.MARKERS, book.DECLARE, book.PLACES, book.TIES),
            *(book.CITIES, book.OUT_OF_PLAY, book.END, book.CARD_NUMBERS),
        ),
        now=now,
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def raid_planner(request: HtmxRequest) -> HttpResponse:
    form = QueryRecords(request.GET, {"r": raid.Roll, "h": raid.Hoard})
    roll, hoard = form.record("r"), form.record("h")
    return render_helper(
        request,
        GAME,
        "arcs-raid",
        session=open_session(request, GAME),
        query=form.entered,
        rules=(book.SLOTS, book.BATTLE),
        form=form,
        keys=roll.keys,
        problems=[("", problem) for problem in raid.hoard_problems(hoard)],
        loot=raid.all_loot(hoard),
        plans=raid.raid_plans(roll, hoard)[:MOST_PLANS],
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def destroy_city(request: HtmxRequest) -> HttpResponse:
    form = QueryRecords(request.GET, {"o": city.Outrage, **COURT})
    outrage = form.record("o")
    court = tuple(form.record(prefix) for prefix in COURT)
    return render_helper(
        request,
        GAME,
        "arcs-city",
        session=open_session(request, GAME),
        query=form.entered,
        rules=(book.CITY_LOST, book.AMBITIONS),
        form=form,
        court=[form[prefix] for prefix in COURT],
        outrage=outrage,
        discarded=city.discard_count(outrage),
        spoils=city.possible_spoils(outrage, court),
    )
