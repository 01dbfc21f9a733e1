from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from companion.home import (
    demo_views,
    device_views,
    help_views,
    leaving_views,
    screen_views,
    table_views,
    views,
)
from companion.hosting import metrics_views
from companion.log import live_views
from companion.tables import account_views, joining_views, own_account_views

urlpatterns = [
    path("", views.home, name="home"),
    path("demo/", demo_views.open_demo, name="open-demo"),
    path("demo/copy/<int:table>/", demo_views.copy_demo, name="copy-demo"),
    path("how-to/", help_views.how_to, name="how-to"),
    path("favicon.ico", views.icon),
    path("manifest.webmanifest", device_views.manifest, name="manifest"),
    path("sw.js", device_views.service_worker, name="service-worker"),
    path("offline/<slug:language>/", device_views.offline, name="offline"),
    path("health/", device_views.health, name="health"),
    path("metrics", metrics_views.metrics, name="metrics"),
    path("alive/", device_views.alive, name="alive"),
    path("theme/", device_views.set_theme, name="set-theme"),
    path("language/", set_language, name="set_language"),
    path("log-in/", account_views.log_in, name="log-in"),
    path("log-out/", account_views.log_out, name="log-out"),
    path("account/", own_account_views.account, name="account"),
    path("account/delete/", leaving_views.delete_account, name="delete-account"),
    path("join/", joining_views.join_by_typed_code, name="join-by-code"),
    path("join/<str:code>/", joining_views.join, name="join"),
    path("tables/", include("companion.tables.urls")),
    path("tables/<int:table>/", table_views.table, name="table"),
    path("tables/<int:table>/copy/", leaving_views.table_copy, name="table-copy"),
    path("tables/<int:table>/delete/", leaving_views.delete_table, name="delete-table"),
    path("tables/<int:table>/open/", table_views.open_now, name="open-now"),
    path("tables/<int:table>/records/", include("companion.records.urls")),
    path("games/", include("companion.sessions.game_urls")),
    path("sessions/", include("companion.sessions.urls")),
    path("r/", include("companion.sessions.shared_urls")),
    path("helpers/", include("companion.sessions.aids.urls")),
    path("", include("companion.exchange.urls")),
    path("campaigns/", include("campaign.urls")),
    path(
        "sessions/<str:session>/live/", live_views.session_stream, name="session-live"
    ),
    path(
        "campaigns/<int:campaign>/live/",
        live_views.campaign_stream,
        name="campaign-live",
    ),
    path("tables/<int:table>/live/", live_views.table_stream, name="table-live"),
    path("tables/<int:table>/screen/", screen_views.screen, name="screen"),
    path("admin/", admin.site.urls),
]

handler500 = "companion.home.views.server_error"
handler404 = "companion.home.views.not_found"
handler400 = "companion.home.views.bad_request"
