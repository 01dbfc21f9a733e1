from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from companion import views

urlpatterns = [
    path("", views.home, name="home"),
    path("favicon.ico", views.icon),
    path("language/", set_language, name="set_language"),
    path("games/", include("campaign.urls")),
    path("admin/", admin.site.urls),
]

handler404 = "companion.views.not_found"
