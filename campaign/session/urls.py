"""A session of a campaign: before, during, after; and the ones before it."""

from django.urls import path

from campaign.session import past_views, score_views, undo_views, views
from companion.sessions.aids import move_views as helpers

urlpatterns = [
    path("<int:campaign>/session/", views.session_page, name="campaign-session"),
    path(
        "<int:campaign>/session/play/",
        views.session_page,
        {"part": views.PLAY},
        name="campaign-session-play",
    ),
    path(
        "<int:campaign>/session/scores/",
        views.session_page,
        {"part": views.SCORES},
        name="campaign-session-scores",
    ),
    path(
        "<int:campaign>/session/scores/<int:seat>/",
        score_views.score_seat,
        name="campaign-session-score",
    ),
    path(
        "<int:campaign>/session/scores/<int:seat>/change/",
        score_views.score_seat,
        {"changing": True},
        name="campaign-session-change-score",
    ),
    path(
        "<int:campaign>/session/tie/",
        score_views.break_tie,
        name="campaign-session-tie",
    ),
    path(
        "<int:campaign>/session/for/<int:seat>/",
        views.help_empire,
        name="campaign-session-help",
    ),
    path(
        "<int:campaign>/session/do/<slug:kind>/",
        views.do_act,
        name="campaign-session-do",
    ),
    path(
        "<int:campaign>/session/pay-all/",
        views.pay_all_upkeep,
        name="campaign-session-pay-all",
    ),
    path(
        "<int:campaign>/session/take-back/",
        undo_views.take_back,
        name="campaign-session-take-back",
    ),
    path(
        "<int:campaign>/session/helpers/<slug:page>/",
        helpers.move_in_campaign,
        name="campaign-helper",
    ),
    path(
        "<int:campaign>/session/helpers/<slug:page>/undo/",
        helpers.undo_in_campaign,
        name="campaign-helper-undo",
    ),
    path(
        "<int:campaign>/sessions/<int:number>/",
        past_views.past_session_page,
        name="campaign-session-past",
    ),
]
