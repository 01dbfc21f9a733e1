from django.urls import path

from campaign.views import arcs_helpers, first_player, north_helpers
from scoring.games import GAMES

urlpatterns = [
    path("arcs/battle/", arcs_helpers.battle, name="arcs-battle"),
    path("arcs/standings/", arcs_helpers.standings, name="arcs-standings"),
    path("arcs/raid/", arcs_helpers.raid_planner, name="arcs-raid"),
    path("arcs/city/", arcs_helpers.destroying, name="arcs-city"),
    path("north/round/", north_helpers.round_and_end, name="north-round"),
    path("north/ships/", north_helpers.ship_queue, name="north-ships"),
    path("north/stored/", north_helpers.stored_goods, name="north-stored"),
    *(
        path(
            f"{slug}/first-player/",
            first_player.choose,
            {"slug": slug},
            name=f"{slug}-first-player",
        )
        for slug in GAMES
    ),
]
