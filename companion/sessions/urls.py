from django.urls import path

from companion.sessions import final_scores_views as final_scores
from companion.sessions import finale_views, start_views
from companion.sessions import list_views as session_lists
from companion.sessions import sharing_views as sharing
from companion.sessions import views as sessions
from companion.sessions.aids import move_views as helpers

urlpatterns = [
    path("start/", start_views.start, name="start-session"),
    path("start/<int:table>/", start_views.start_at_table, name="start-session-at"),
    path("at/<int:table>/", session_lists.sessions, name="sessions"),
    path("<str:session>/", sessions.session_page, name="session"),
    path("<str:session>/cells/", sessions.save_cells, name="session-cells"),
    path("<str:session>/seat/", start_views.seat_people, name="session-seat"),
    path("<str:session>/new/", start_views.add_player, name="session-new-player"),
    path("<str:session>/do/", sessions.act_as_player, name="session-do"),
    path("<str:session>/manage/", sessions.act_as_organiser, name="session-manage"),
    path("<str:session>/rematch/", sessions.rematch, name="session-rematch"),
    path("<str:session>/move/", sessions.move, name="session-move"),
    path("<str:session>/share/", sharing.share, name="share-result"),
    path("<str:session>/share/stop/", sharing.stop_sharing, name="stop-sharing"),
    path("<str:session>/result.png", sharing.result_picture, name="result-picture"),
    path("<str:session>/result/", finale_views.finale, name="finale"),
    path("<str:session>/final-scores/", final_scores.final_scores, name="final-scores"),
    path(
        "<str:session>/final-scores/answer/",
        final_scores.answer_open_question,
        name="final-scores-answer",
    ),
    path("<str:session>/result.pdf", sessions.proof, name="session-proof"),
    path(
        "<str:session>/helpers/<slug:page>/",
        helpers.move_in_session,
        name="session-helper",
    ),
    path(
        "<str:session>/helpers/<slug:page>/undo/",
        helpers.undo_in_session,
        name="session-helper-undo",
    ),
    path("<str:session>/history/", session_lists.history, name="session-history"),
    path(
        "<str:session>/history/<int:act>/undo/",
        session_lists.undo_act,
        name="session-undo",
    ),
]
