from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from companion.views import accounts, joining, live, pwa, screen, site

urlpatterns = [
    path("", site.home, name="home"),
    path("favicon.ico", site.icon),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("sw.js", pwa.service_worker, name="service-worker"),
    path("offline/<slug:language>/", pwa.offline, name="offline"),
    path("alive/", pwa.alive, name="alive"),
    path("theme/", pwa.set_theme, name="set-theme"),
    path("language/", set_language, name="set_language"),
    path("log-in/", accounts.log_in, name="log-in"),
    path("log-out/", accounts.log_out, name="log-out"),
    path("join/", joining.typed_code, name="join-by-code"),
    path("join/<str:code>/", joining.join, name="join"),
    path("tables/", include("companion.table_urls")),
    path("games/", include("campaign.urls.games")),
    path("sessions/", include("campaign.urls.sessions")),
    path("helpers/", include("campaign.urls.helpers")),
    path("campaigns/", include("campaign.urls.campaigns")),
    path("campaigns/", include("campaign.urls.evening")),
    path("campaigns/", include("campaign.urls.keeping")),
    path("campaigns/", include("campaign.urls.papers")),
    path("sessions/<str:session>/live/", live.session, name="session-live"),
    path("campaigns/<int:campaign>/live/", live.campaign, name="campaign-live"),
    path("tables/<int:table>/live/", live.table, name="table-live"),
    path("tables/<int:table>/screen/", screen.screen, name="screen"),
    path("admin/", admin.site.urls),
]

handler404 = "companion.views.site.not_found"
