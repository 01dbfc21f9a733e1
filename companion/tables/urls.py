from django.urls import path

from companion.tables import account_views as accounts
from companion.tables import joining_views as joining
from companion.tables import naming_views as naming
from companion.tables import views as tables

urlpatterns = [
    path("start/", accounts.start_table, name="start-table"),
    path("<int:table>/settings/", tables.settings, name="table-settings"),
    path("<int:table>/join/", joining.invite, name="invite"),
    path("<int:table>/me/", naming.play_as, name="play-as"),
    path(
        "<int:table>/me/<int:person>/wait/", naming.wait_for_name, name="wait-for-name"
    ),
    path("<int:table>/questions/", naming.name_questions_part, name="name-questions"),
    path(
        "<int:table>/phones/<int:phone>/answer/",
        naming.answer_question,
        name="answer-question",
    ),
    path("<int:table>/join/renew/", joining.renew_invitation, name="renew-invitation"),
    path(
        "<int:table>/join/revoke/", joining.revoke_invitation, name="revoke-invitation"
    ),
    path(
        "<int:table>/phones/<int:phone>/out/", joining.disconnect_phone, name="send-out"
    ),
    path("<int:table>/whose/", joining.choose_who_enters, name="whose-entries"),
    path("<int:table>/people/", tables.people, name="people"),
    path("<int:table>/people/<int:person>/", tables.person, name="person"),
    path(
        "<int:table>/people/<int:person>/remove/",
        tables.remove_person,
        name="remove-person",
    ),
]
