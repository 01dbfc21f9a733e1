from django.urls import path

from campaign.board import empire_views as empires
from campaign.board import take_over_views as paper
from campaign.board import views as campaigns
from campaign.documents import views as papers

urlpatterns = [
    path("start/<int:table>/", campaigns.start, name="start-campaign"),
    path("demo/<int:table>/", campaigns.demo, name="try-demo"),
    path("<int:campaign>/", campaigns.board, name="campaign"),
    path("<int:campaign>/charts/", campaigns.charts, name="campaign-charts"),
    path("<int:campaign>/play-on/", campaigns.play_on, name="play-on"),
    path("<int:campaign>/throw-away/", campaigns.throw_away, name="throw-away"),
    path("<int:campaign>/found/", empires.found, name="found-empire"),
    path("<int:campaign>/take-over/", paper.take_over, name="take-over"),
    path(
        "<int:campaign>/empires/<path:empire>/sheet.pdf",
        papers.sheet,
        name="empire-sheet",
    ),
    path(
        "<int:campaign>/empires/<path:empire>/rename/",
        empires.rename,
        name="rename-empire",
    ),
    path(
        "<int:campaign>/empires/<path:empire>/retire/",
        empires.retire,
        name="retire-empire",
    ),
    path("<int:campaign>/empires/<path:empire>/", empires.empire, name="empire"),
]
