"""Joining a table with a link: who comes in, as whom and in which role."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from companion.log.models import Act
from companion.tables import services
from companion.tables.models import Phone
from tests.tables.pages import (
    IPHONE,
    ROLES,
    TRACK,
    cells,
    game,
    html,
    inside,
    link,
    pass_by,
    phone,
    put,
    text,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ["Bára", "Dana"], ids=["known", "new"])
def test_a_link_lets_a_phone_in_with_its_role(table, role, name):
    client = Client(headers={"user-agent": IPHONE})
    page = text(html(client.get(link(table, role))))
    assert "Friday" in page
    assert "Bára" in page
    answer = client.post(link(table, role), {"name": name}, follow=True)
    assert answer.redirect_chain[-1] == (reverse("table", args=[table.pk]), 302)
    assert inside(client, table) == 200
    came = Phone.objects.get()
    assert (came.role, came.person.name, came.about) == (role, name, "iPhone")
    assert table.people.filter(name=name).count() == 1
    plays = answer.context["request"].here.plays
    assert plays == (role != "spectator")


def test_a_tap_on_a_name_is_enough(table):
    client = Client()
    page = html(client.get(link(table)))
    buttons = re.findall(r'<button[^>]* name="(\w+)" value="([^"]+)"', page)
    offered = [(field, name) for field, name in buttons if field in ("person", "name")]
    assert [name for _field, name in offered] == ["Anna", "Bára", "Cyril"]
    client.post(link(table), dict(offered[-1:]))
    assert Phone.objects.get().person.name == "Cyril"


@pytest.mark.parametrize("typed", ["BÁRA", " bára ", "Ba\u0301ra"])
def test_a_known_name_is_the_same_person_however_it_is_typed(table, typed):
    phone(table, typed)
    assert Phone.objects.get().person.name == "Bára"
    assert table.people.count() == 3


def test_somebody_only_watches(table):
    client = phone(table, "", role="spectator", watching="on")
    came = Phone.objects.get()
    assert (came.person, came.role) == (None, "spectator")
    assert inside(client, table) == 200
    assert put(client, game(table), TRACK(0), "5").status_code == 404


def test_whoever_enters_something_has_a_name(table):
    """A player's link doesn't let anybody in who then writes as nobody."""
    client = Client()
    client.post(link(table, "player"), {"watching": "on"})
    assert put(client, game(table), TRACK(0), "5").status_code == 404
    assert not Act.objects.exists()


def test_a_phone_that_lost_its_cookie_picks_the_same_name(anna, table):
    first, again = phone(table), phone(table)
    asking = Phone.objects.get(wants__name="Bára")
    answer = {"person": asking.wants_id, "answer": "yes"}
    anna.post(reverse("answer-question", args=[table.pk, asking.pk]), answer)
    assert table.people.filter(name="Bára").count() == 1
    assert {one.person.name for one in Phone.objects.all()} == {"Bára"}
    session = game(table)
    put(again, session, TRACK(1), "7")
    act = session.acts.get()
    assert act.by.name == "Bára"
    # What the phone entered before it lost its cookie is still its own to take back.
    put(first, session, TRACK(1), "8", seen="7")
    undo = reverse("session-undo", args=[session.token, 2])
    assert again.post(undo, {"id": uuid4()}).status_code == 302
    assert cells(session)[TRACK(1)] == "7"


def test_two_taps_are_one_phone(table):
    client = phone(table)
    client.post(link(table), {"name": "Bára"})
    client.post(link(table), {"person": "Bára"})
    assert Phone.objects.count() == 1


def test_a_phone_that_scans_often_stays_at_its_other_tables(table):
    _account, other = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    client = phone(other, "Bára")
    for _scan in range(25):
        client.post(link(table), {"name": "Bára"})
    assert inside(client, other) == 200
    assert inside(client, table) == 200


def test_one_browser_is_at_two_tables(table):
    _account, other = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    client = phone(table)
    client.post(link(other, "spectator"), {"name": "Bára"})
    assert (inside(client, table), inside(client, other)) == (200, 200)
    home = text(html(client.get("/")))
    assert "Friday" in home
    assert "Sunday" in home
    assert put(client, game(table), TRACK(1), "5").status_code == 200
    assert put(client, game(other), TRACK(1), "5").status_code == 404


def test_a_phone_that_picks_another_name_is_from_then_on_that_person(table):
    """Also after a while, when it has been seen again under both."""
    session, client = game(table), phone(table, "Bára")
    pass_by(seconds=30)
    client.post(link(table), {"name": "Cyril"})
    for number, later in enumerate((0, 45, 90, 45), start=1):
        pass_by(seconds=later)
        inside(client, table)
        put(client, session, TRACK(0), str(number), str(number - 1 or ""))
    assert {act.by.name for act in session.acts.all()} == {"Cyril"}


def test_whoever_logs_out_stays_at_the_tables_of_this_browser(table, started):
    client = phone(table)
    account, _ = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    client.post(reverse("log-in"), {"username": "Zuzana", "password": "correct horse"})
    assert client.session["_auth_user_id"] == str(account.pk)
    assert inside(client, table) == 200
    client.post(reverse("log-out"))
    assert "_auth_user_id" not in client.session
    assert inside(client, table) == 200


def test_an_organiser_who_joins_with_a_phones_link_stays_organiser(anna, table):
    anna.post(link(table, "spectator"), {"name": "Anna"})
    assert anna.get(reverse("table-settings", args=[table.pk])).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"name": ""},
        {"name": "   "},
        {"name": "\u200b"},
        {"name": "x" * 61},
        {"name": "\x00"},
        {"person": ""},
        {"person": "\x00"},
        {"person": "\u200b"},
        {"person": "x" * 61},
        {"person": "x" * 10_000},
    ],
    ids=lambda sent: repr(sent)[:24],
)
def test_whoever_says_no_name_is_asked_again_and_told_why(table, sent):
    client = Client()
    answer = client.post(link(table), sent)
    assert answer.status_code in (200, 422), answer.get("location")
    assert answer.context["form"].errors
    assert any(
        str(one[0]) in html(answer, answer.status_code)
        for one in answer.context["form"].errors.values()
    )
    assert not Phone.objects.exists()
    assert table.people.count() == 3


def test_a_name_that_is_cut_short_is_no_fault(table):
    services.add_people(table=table, names=["x" * 60])
    answer = Client().post(link(table), {"person": "x" * 61})
    assert answer.status_code in (200, 302, 422)


def test_a_name_in_any_script_is_shown_as_text(table, anna):
    name = "<b>محمد</b> 👩‍👩‍👧"
    phone(table, name)
    page = anna.get(reverse("invite", args=[table.pk])).content.decode()
    assert name not in page
    assert name in unescape(page)
