from django.urls import path

from campaign.board import empire_views as empires
from campaign.board import readings_views as readings
from campaign.board import take_over_views as paper
from campaign.board import views as campaigns
from campaign.documents import sheet_views as sheets

urlpatterns = [
    path("start/<int:table>/", campaigns.start_campaign_page, name="start-campaign"),
    path("demo/<int:table>/", campaigns.start_demo, name="try-demo"),
    path("<int:campaign>/", campaigns.board_page, name="campaign"),
    path("<int:campaign>/charts/", campaigns.charts_page, name="campaign-charts"),
    path("<int:campaign>/readings/", readings.readings_page, name="campaign-readings"),
    path("<int:campaign>/play-on/", campaigns.play_on, name="play-on"),
    path("<int:campaign>/throw-away/", campaigns.throw_away, name="throw-away"),
    path("<int:campaign>/found/", empires.found_empire, name="found-empire"),
    path("<int:campaign>/take-over/", paper.take_over, name="take-over"),
    path(
        "<int:campaign>/empires/<path:empire>/sheet.pdf",
        sheets.sheet_document,
        name="empire-sheet",
    ),
    path(
        "<int:campaign>/empires/<path:empire>/rename/",
        empires.rename_empire,
        name="rename-empire",
    ),
    path(
        "<int:campaign>/empires/<path:empire>/retire/",
        empires.retire_empire,
        name="retire-empire",
    ),
    path("<int:campaign>/empires/<path:empire>/", empires.empire_page, name="empire"),
]
