from django.urls import path

from companion.records import views

urlpatterns = [
    path("", views.hall_of_fame, name="hall-of-fame"),
    path("people/<int:person>/", views.person_record, name="person-record"),
    path("games/<slug:slug>/", views.game_record, name="game-record"),
]
