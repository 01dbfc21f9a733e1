"""What people reach for during play, by game."""

from django.urls import path

from companion.sessions import rules_views
from companion.sessions.aids import clock, first_player
from companion.sessions.aids.arcs import views as arcs
from companion.sessions.aids.empire import views as empire
from companion.sessions.aids.inkas import views as inkas
from companion.sessions.aids.north import views as north
from companion.sessions.aids.settlers import views as settlers
from scoring.games import GAMES

urlpatterns = [
    path("settlers/rounds/", settlers.guide, name="settlers-rounds"),
    path(
        "settlers/production/",
        settlers.production,
        name="settlers-production",
    ),
    path("settlers/raze/", settlers.raze, name="settlers-raze"),
    path("settlers/solo/", settlers.solo, name="settlers-solo"),
    path("inkas/dice/", inkas.dice_log, name="inkas-dice"),
    path("inkas/tribes/", inkas.tribe_boards, name="inkas-tribes"),
    path("inkas/advantages/", inkas.advantages, name="inkas-advantages"),
    path("inkas/bank/", inkas.bank, name="inkas-trade"),
    path("empire/counters/", empire.counters, name="empire-counters"),
    path("empire/upkeep/", empire.upkeep, name="empire-upkeep"),
    path("arcs/battle/", arcs.battle, name="arcs-battle"),
    path("arcs/plan/", arcs.plan_battle, name="arcs-plan"),
    path("arcs/standings/", arcs.standings, name="arcs-standings"),
    path("arcs/raid/", arcs.raid_planner, name="arcs-raid"),
    path("arcs/city/", arcs.destroy_city, name="arcs-city"),
    path("north/round/", north.round_and_end, name="north-round"),
    path("north/ships/", north.ship_queue, name="north-ships"),
    path("north/stored/", north.stored_goods, name="north-stored"),
    path("clock/", clock.turn_clock, name="turn-clock"),
    *(
        path(
            f"{slug}/first-player/",
            first_player.choose_first_player,
            {"slug": slug},
            name=f"{slug}-first-player",
        )
        for slug in GAMES
    ),
    *(
        path(f"{slug}/{address}", view, {"slug": slug}, name=f"{slug}-{name}")
        for slug in GAMES
        for address, view, name in (
            ("rules/", rules_views.rules_desk, "rules"),
            ("rules.pdf", rules_views.rules_sheet, "rules-paper"),
            ("rules/<slug:key>/", rules_views.check_move, "move"),
        )
    ),
]
