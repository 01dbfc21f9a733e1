from django.urls import path

from companion.sessions import game_views as games

urlpatterns = [
    path("<slug:slug>/", games.scoring, name="scoring"),
    path("<slug:slug>/sheet.pdf", games.blank_sheet, name="blank-sheet"),
    path("<slug:slug>/result.pdf", games.score_proof, name="score-proof"),
]
