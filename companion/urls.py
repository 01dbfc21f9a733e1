from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from companion.views import accounts, live, site

urlpatterns = [
    path("", site.home, name="home"),
    path("favicon.ico", site.icon),
    path("language/", set_language, name="set_language"),
    path("log-in/", accounts.log_in, name="log-in"),
    path("log-out/", accounts.log_out, name="log-out"),
    path("tables/", include("companion.table_urls")),
    path("games/", include("campaign.urls.games")),
    path("sessions/", include("campaign.urls.sessions")),
    path("helpers/", include("campaign.urls.helpers")),
    path("campaigns/", include("campaign.urls.campaigns")),
    path("campaigns/", include("campaign.urls.evening")),
    path("campaigns/", include("campaign.urls.keeping")),
    path("sessions/<str:session>/live/", live.session, name="session-live"),
    path("campaigns/<int:campaign>/live/", live.campaign, name="campaign-live"),
    path("tables/<int:table>/live/", live.table, name="table-live"),
    path("admin/", admin.site.urls),
]

handler404 = "companion.views.site.not_found"
