from django.urls import path

from companion.records import views

urlpatterns = [
    path("people/<int:person>/", views.person_record, name="person-record"),
    path("games/<slug:slug>/", views.game_record, name="game-record"),
]
