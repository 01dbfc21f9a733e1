from django.urls import path

from campaign.views import games

urlpatterns = [
    path("<slug:slug>/", games.scoring, name="scoring"),
    path("<slug:slug>/sheet.pdf", games.blank_sheet, name="blank-sheet"),
]
