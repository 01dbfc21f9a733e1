from django.urls import path

from campaign.views import empire_helpers, inkas_helpers, settlers_helpers

urlpatterns = [
    path("settlers/rounds/", settlers_helpers.guide, name="settlers-rounds"),
    path(
        "settlers/production/",
        settlers_helpers.production,
        name="settlers-production",
    ),
    path("settlers/raze/", settlers_helpers.raze, name="settlers-raze"),
    path("settlers/solo/", settlers_helpers.solo, name="settlers-solo"),
    path("inkas/dice/", inkas_helpers.dice_log, name="inkas-dice"),
    path("inkas/tribes/", inkas_helpers.tribe_boards, name="inkas-tribes"),
    path("inkas/advantages/", inkas_helpers.advantages, name="inkas-advantages"),
    path("inkas/bank/", inkas_helpers.bank, name="inkas-trade"),
    path("empire/counters/", empire_helpers.counters, name="empire-counters"),
    path("empire/upkeep/", empire_helpers.upkeep, name="empire-upkeep"),
]
