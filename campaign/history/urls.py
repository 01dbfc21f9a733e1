"""What was done in a campaign: read, undone, amended, corrected."""

from django.urls import path

from campaign.history import correction_views, then_views, undo_views, views

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
