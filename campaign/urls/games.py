from django.urls import path

from campaign.views import games

urlpatterns = [
    path("<slug:slug>/", games.scoring, name="scoring"),
    path("<slug:slug>/sheet.pdf", games.blank_sheet, name="blank-sheet"),
    path("<slug:slug>/result.pdf", games.score_proof, name="score-proof"),
]
