"""Files in and out of a table."""

from django.urls import path

from companion.exchange import added_views, capsule_views, import_views, views
from companion.exchange import bgstats_views as bgstats

urlpatterns = [
    path(
        "tables/<int:table>/files/open/",
        import_views.open_sessions,
        name="open-sessions",
    ),
    path(
        "tables/<int:table>/files/added/", added_views.games_added, name="games-added"
    ),
    path("tables/<int:table>/files/", views.files_page, name="table-files"),
    path(
        "tables/<int:table>/files/sessions.zip", views.sessions_csv, name="sessions-csv"
    ),
    path(
        "tables/<int:table>/files/sessions.json",
        views.sessions_json,
        name="sessions-json",
    ),
    path(
        "sessions/<str:session>/session.json", views.session_json, name="session-json"
    ),
    path(
        "campaigns/<int:campaign>/sessions/<int:number>/session.json",
        views.campaign_session_json,
        name="campaign-session-json",
    ),
    path("b/<str:code>/", bgstats.follow_code, name="follow-bgstats"),
    path(
        "tables/<int:table>/files/BGStatsExport.json",
        bgstats.table_file,
        name="table-bgstats",
    ),
    path(
        "sessions/<str:session>/play.bgsplay",
        bgstats.session_file,
        name="session-bgsplay",
    ),
    path(
        "campaigns/<int:campaign>/sessions/<int:number>/play.bgsplay",
        bgstats.campaign_session_file,
        name="campaign-session-bgsplay",
    ),
    path(
        "campaigns/<int:campaign>/capsule.html",
        capsule_views.campaign_capsule,
        name="campaign-capsule",
    ),
    path(
        "tables/<int:table>/files/capsule.html",
        capsule_views.table_capsule,
        name="table-capsule",
    ),
]
