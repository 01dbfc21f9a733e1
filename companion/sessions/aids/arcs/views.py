"""Helpers for Arcs: battle odds, standings, raids and destroyed cities."""

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.sessions.aids.arcs.odds import RECORDS, Battle
from companion.sessions.aids.arcs.planned import PLANNED, PlannedBattle
from companion.sessions.aids.arcs.standings import Standings
from companion.sessions.aids.at_hand import QueryRecords, render_helper
from companion.sessions.aids.open_game import find_open_game
from companion.tables.access import HtmxRequest, open_to_all
from scoring.arcs import GAME, city, raid, turn_rules
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
        play=find_open_game(request, GAME),
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
        play=find_open_game(request, GAME),
        query=form.entered,
        rules=(turn_rules.PLANNING, book.BATTLE, book.DICE, book.BOUNDS),
        form=form,
        planned=PlannedBattle(form),
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def standings(request: HtmxRequest) -> HttpResponse:
    play = find_open_game(request, GAME)
    now = Standings(request, play)
    return render_helper(
        request,
        GAME,
        "arcs-standings",
        play=play,
        query=now.query,
        rules=(
            *(book.AMBITIONS, book.MARKERS, book.DECLARE, book.PLACES, book.TIES),
            *(book.CITIES, book.OUT_OF_PLAY, book.END, book.CARD_NUMBERS),
        ),
        now=now,
        desk=now.desk,
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
        play=find_open_game(request, GAME),
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
        play=find_open_game(request, GAME),
        query=form.entered,
        rules=(book.CITY_LOST, book.AMBITIONS),
        form=form,
        court=[form[prefix] for prefix in COURT],
        outrage=outrage,
        discarded=city.discard_count(outrage),
        spoils=city.possible_spoils(outrage, court),
    )
