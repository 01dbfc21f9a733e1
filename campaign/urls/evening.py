"""A session of a campaign: before, during, after; and the ones before it."""

from django.urls import path

from campaign.views import evening, evening_past, evening_rewriting

urlpatterns = [
    path("<int:campaign>/session/", evening.evening, name="evening"),
    path(
        "<int:campaign>/session/play/",
        evening.evening,
        {"part": evening.PLAY},
        name="evening-play",
    ),
    path(
        "<int:campaign>/session/scores/",
        evening.evening,
        {"part": evening.SCORES},
        name="evening-scores",
    ),
    path(
        "<int:campaign>/session/scores/<int:seat>/",
        evening_rewriting.score,
        name="evening-score",
    ),
    path("<int:campaign>/session/do/<slug:kind>/", evening.do, name="evening-do"),
    path(
        "<int:campaign>/session/take-back/",
        evening_rewriting.take_back,
        name="evening-take-back",
    ),
    path(
        "<int:campaign>/sessions/<int:number>/",
        evening_past.past,
        name="evening-past",
    ),
]
