from django.urls import path

from companion.records import double_views, naming_views, paper_views, views, year_views

urlpatterns = [
    path("", views.hall_of_fame, name="hall-of-fame"),
    path("people/<int:person>/", views.person_record, name="person-record"),
    path("games/<slug:slug>/", views.game_record, name="game-record"),
    path("<int:year>/", year_views.year_in_review, name="year-in-review"),
    path("<int:year>/year.pdf", year_views.year_paper, name="year-paper"),
    path("hall.pdf", paper_views.hall_paper, name="hall-paper"),
    path(
        "people/<int:person>/person.pdf", paper_views.person_paper, name="person-paper"
    ),
    path("games/<slug:slug>/game.pdf", paper_views.game_paper, name="game-paper"),
    path("copies/once/", double_views.count_once, name="count-once"),
    path("copies/twice/", double_views.count_twice, name="count-twice"),
    path("names/", naming_views.who_is_who, name="who-is-who"),
    path("names/merge/", naming_views.merge_two, name="merge-people"),
    path("names/give/", naming_views.give_names_to, name="give-names"),
    path("names/<int:act>/undo/", naming_views.undo_naming, name="undo-naming"),
]
