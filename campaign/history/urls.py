"""What was done in a campaign: read, undone, amended, corrected."""

from django.urls import path

from campaign.history import (
    correction_views,
    repair_views,
    rescore_views,
    then_views,
    undo_views,
    views,
    what_if_views,
)

urlpatterns = [
    path("<int:campaign>/history/", views.history_page, name="campaign-history"),
    path(
        "<int:campaign>/history/board/",
        then_views.board_then_page,
        name="campaign-then",
    ),
    path("<int:campaign>/history/<int:number>/", views.act_page, name="campaign-act"),
    path(
        "<int:campaign>/history/<int:number>/undo/",
        undo_views.take_back,
        name="campaign-undo",
    ),
    path(
        "<int:campaign>/history/<int:number>/put-back/",
        undo_views.put_back,
        name="campaign-put-back",
    ),
    path(
        "<int:campaign>/history/<int:number>/amend/",
        undo_views.amend_act,
        name="campaign-amend",
    ),
    path("<int:campaign>/repair/", repair_views.repair_page, name="campaign-repair"),
    path(
        "<int:campaign>/repair/drop/",
        repair_views.drop_later,
        name="campaign-repair-drop",
    ),
    path(
        "<int:campaign>/rescore/", rescore_views.rescore_page, name="campaign-rescore"
    ),
    path(
        "<int:campaign>/what-ifs/",
        what_if_views.what_ifs_page,
        name="campaign-what-ifs",
    ),
    path(
        "<int:campaign>/what-ifs/start/",
        what_if_views.start_from_act,
        name="start-what-if",
    ),
    path("<int:campaign>/compare/", what_if_views.compare_page, name="compare-what-if"),
    path(
        "<int:campaign>/compare/keep/",
        what_if_views.keep_as_campaign,
        name="keep-what-if",
    ),
    path(
        "<int:campaign>/compare/throw-away/",
        what_if_views.throw_what_if,
        name="throw-what-if",
    ),
    path(
        "<int:campaign>/corrections/<path:empire>/",
        correction_views.corrections_page,
        name="corrections",
    ),
    path(
        "<int:campaign>/correct/<slug:kind>/<path:empire>/",
        correction_views.correct_sheet,
        name="correct",
    ),
]
