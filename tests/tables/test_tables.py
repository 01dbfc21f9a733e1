"""Tables and people: starting a table, logging in, who sits there, and who may see it."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from campaign.models import Campaign
from companion.log import record as log
from companion.sessions.models import GameSession
from companion.tables import services
from companion.tables.account_views import reset_command
from companion.tables.colours import COLOURS
from companion.tables.models import Account, Membership, Person, Table
from scoring.games import GAMES

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"
SIGN_UP = {"table": "Friday table", "organiser": "Anna", "password": PASSWORD}
ONE_GAME = {
    "game": "imperial_settlers",
    "players": 2,
    "cells": {"1s0-track": "12", "name0": "Anna"},
}
RTL, FAMILY = "محمد", "👩‍👩‍👧‍👦 Nováci"
LONGEST, TOO_LONG = "a" * 60, "a" * 61


@pytest.fixture(autouse=True)
def quick_passwords(settings):
    """Hashing that takes its time is Django's to test."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def started():
    """Anna's table, and Anna's browser."""
    return services.start_first_table(**SIGN_UP)


@pytest.fixture
def table(started):
    return started[1]


@pytest.fixture
def anna(client, started):
    client.force_login(started[0])
    return client


def member(table: Table, role: str) -> Client:
    """Somebody else's browser, with a part at the table."""
    account = Account.objects.create(username=f"{role} {uuid4()}")
    Membership.objects.create(table=table, account=account, role=role)
    client = Client()
    client.force_login(account)
    return client


def play(table: Table | None, number: int = 1) -> list[GameSession]:
    sessions = [GameSession(engine="session", table=table) for _ in range(number)]
    return [log.begin_log(one, start=ONE_GAME) for one in sessions]


def html(response, status=200):
    assert response.status_code == status
    return response.content.decode()


def text(page: str) -> str:
    """What a page says, without its tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def names(table: Table) -> list[str]:
    return sorted(table.people.values_list("name", flat=True))


def add(client, table, names, **options):
    return client.post(reverse("people", args=[table.pk]), {"names": names}, **options)


def change(client, person, **fields):
    address = reverse("person", args=[person.table_id, person.pk])
    return client.post(address, {"name": person.name, "colour": "", **fields})


def remove(client, person):
    return client.post(reverse("remove-person", args=[person.table_id, person.pk]))


# The first page


def test_whoever_came_for_a_campaign_reads_that_a_table_comes_first(client):
    page = html(client.get(reverse("start-table") + "?campaign"))
    assert "<h1>Start a campaign</h1>" in page
    assert "First a table for your group." in page
    assert "Next: the empires" in page
    assert "Start a campaign" not in html(client.get(reverse("start-table")))


def test_no_line_of_a_games_name_begins_with_a_dash(client):
    assert "CATAN\xa0– Rise of the Inkas" in html(client.get("/"))


def test_a_first_visit_offers_the_campaign_the_games_a_code_and_the_log_in(client):
    page = html(client.get("/"))
    assert page.count('class="card gate"') == 1
    assert f'href="{reverse("start-table")}?campaign"' in page
    assert f'action="{reverse("open-demo")}"' in page
    assert page.count('class="card game') == len(GAMES)
    assert f'action="{reverse("start-session")}"' in page
    assert f'action="{reverse("join-by-code")}"' in page
    assert f'href="{reverse("log-in")}"' in page


def test_who_has_a_table_sees_first_what_is_open_there(anna, table):
    (session,) = play(table)
    page = html(anna.get("/"))
    said = text(page)
    opened = said.index("Imperial Settlers")
    assert said.index("Friday table") < opened < said.index("Score a single game")
    assert reverse("session", args=[session.token]) in page
    assert "Continue" in said


def test_a_game_started_on_the_first_page_belongs_to_the_table(anna, table):
    page = html(anna.get("/"))
    assert f'action="{reverse("start-session-at", args=[table.pk])}"' in page


def test_the_table_somebody_last_did_something_at_comes_first(anna, table):
    account = Account.objects.get()
    other = services.start_another_table(account=account, table="Sunday table")
    services.add_people(table=table, names=["Bára", "Cyril"])
    assert anna.get("/").context["tonight"].table == other
    play(table)
    answer = anna.get("/")
    assert answer.context["tonight"].table == table
    assert [one.table for one in answer.context["tables"]] == [other]
    play(other)
    page = text(html(anna.get("/")))
    assert re.search(r"Friday table 3 people Last played: Imperial Settlers, ", page)


def test_what_was_put_away_is_not_shown_any_more(anna, table):
    (session,) = play(table)
    log.record(session, kind="archive", data={}, client_id=uuid4())
    assert session.token not in html(anna.get("/"))
    assert session.token not in html(anna.get(table_page(table)))


def test_a_browser_finds_its_sessions_without_a_table(client):
    client.post(reverse("start-session"), {"game": "imperial_settlers"})
    assert 'id="kept"' not in html(client.get("/")), "nothing was entered yet"
    (session,) = play(None)
    client.get(reverse("session", args=[session.token]))
    page = html(client.get("/"))
    assert reverse("session", args=[session.token]) in page
    assert 'id="kept"' in page
    assert reverse("start-table") in page


def test_a_browser_keeps_its_sessions_through_log_in_and_log_out(client, started):
    (session,) = play(None)
    address = reverse("session", args=[session.token])
    client.get(address)
    client.post(reverse("log-in"), {"username": "Anna", "password": PASSWORD})
    assert address in html(client.get("/"))
    client.post(reverse("log-out"))
    assert address in html(client.get("/"))
    assert "Friday table" not in html(client.get("/"))


# Starting a table


def test_an_organiser_starts_a_table_and_is_there_at_once(client):
    response = client.post(reverse("start-table"), SIGN_UP, follow=True)
    table = Table.objects.get()
    assert response.redirect_chain == [(table_page(table), 302)]
    assert "Friday table" in html(response)
    assert names(table) == ["Anna"]
    membership = table.memberships.get()
    assert membership.role == "organiser"
    assert membership.account.username == membership.person.name == "Anna"


def test_the_log_in_lasts_a_year(client):
    client.post(reverse("start-table"), SIGN_UP)
    assert client.cookies["sessionid"]["max-age"] == 365 * 24 * 60 * 60


@pytest.mark.parametrize("organiser", ["Anna Nováková", RTL, FAMILY, LONGEST, "½ ﷺ"])
def test_any_name_can_be_logged_in_with(client, organiser):
    client.post(reverse("start-table"), {**SIGN_UP, "organiser": organiser})
    client.post(reverse("log-out"))
    sent = {"username": organiser, "password": PASSWORD}
    client.post(reverse("log-in"), sent)
    assert "Friday table" in html(client.get("/"))


def test_sending_the_sign_up_twice_makes_one_account_and_one_table(client):
    for browser in (client, Client()):
        response = browser.post(reverse("start-table"), SIGN_UP)
        assert response.url == table_page(Table.objects.get())
    assert Account.objects.count() == Person.objects.count() == 1


@pytest.mark.parametrize("organiser", ["Anna", "anna", " ANNA "])
def test_a_name_that_is_taken_is_said_beside_its_field(client, started, organiser):
    sent = {"table": "Sunday", "organiser": organiser, "password": "another horse"}
    page = html(client.post(reverse("start-table"), sent))
    assert re.search(r'id="id_organiser_error">\s*This name is taken', page)
    assert 'value="Sunday"' in page
    assert "another horse" not in page
    assert Account.objects.count() == Table.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("table", "", "Please fill this in."),
        ("table", "   ", "Please fill this in."),
        ("table", TOO_LONG, "The limit is 60 characters."),
        ("organiser", "", "Please fill this in."),
        ("organiser", TOO_LONG, "The limit is 60 characters."),
        (
            "organiser",
            "\u200f\u200b",
            "This name has characters nobody can read. Please type another one.",
        ),
        ("organiser", "An\0na", "This has a character we"),
        ("password", "", "Please fill this in."),
        ("password", "short", "Use at least 8 characters."),
        ("password", "password", "too easy to guess"),
        ("password", " " * 12, "only spaces"),
        ("password", "anna-anna", "Your name is too easy to guess."),
        ("password", "Anna 2026!", "Your name is too easy to guess."),
    ],
)
def test_a_mistake_is_said_beside_its_field_and_nothing_is_made(
    client, field, value, said
):
    page = html(client.post(reverse("start-table"), {**SIGN_UP, field: value}))
    assert re.search(rf'id="id_{field}_error">[^<]*{re.escape(said)}', page)
    assert not Account.objects.exists()
    assert not Table.objects.exists()


def test_who_is_logged_in_starts_another_table_with_its_name_alone(anna, table):
    page = html(anna.get(reverse("start-table")))
    assert "id_table" in page
    assert "id_password" not in page
    anna.post(reverse("start-table"), {"table": "Sunday"})
    anna.post(reverse("start-table"), {"table": "Sunday"})
    assert [one.name for one in Table.objects.all()] == ["Friday table", "Sunday"]
    assert Account.objects.count() == 1
    assert "Sunday" in html(anna.get("/"))


def test_a_strangers_account_is_not_entered_by_sign_up(client, started):
    client.post(reverse("start-table"), {**SIGN_UP, "password": "another horse"})
    assert client.get(table_page(started[1])).status_code == 404


# Logging in and out


@pytest.mark.parametrize("name", ["Šárka", "šárka", "ŠÁRKA"])
def test_logging_in_from_a_fresh_browser_however_the_name_is_capitalised(client, name):
    services.start_first_table(**{**SIGN_UP, "organiser": "Šárka"})
    sent = {"username": name, "password": PASSWORD}
    assert client.post(reverse("log-in"), sent).url == "/"
    assert "Šárka" in html(client.get("/"))


def test_the_wrong_password_is_said_and_the_name_is_kept(client, started):
    sent = {"username": "Anna", "password": "wrong horse", "next": "/tables/start/"}
    page = html(client.post(reverse("log-in"), sent))
    assert escape("Wrong name or password.") in page
    assert 'value="Anna"' in page
    assert 'value="/tables/start/"' in page
    assert "wrong horse" not in page


def test_log_in_says_how_a_forgotten_password_is_set_anew(client):
    page = html(client.get(reverse("log-in")))
    assert "Forgot the password?" in page
    assert escape(reset_command()) in page
    assert 'manage.py changepassword "Anna"' in reset_command()


def test_the_command_for_a_forgotten_password_sets_a_new_one(started, monkeypatch):
    from django.contrib.auth.management.commands import changepassword
    from django.core.management import call_command

    monkeypatch.setattr(changepassword.getpass, "getpass", lambda prompt: "new horse!")
    call_command("changepassword", "Anna")
    assert authenticate(username="Anna", password="new horse!") == started[0]


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("/tables/start/", "/tables/start/"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("people", "/"),
        ("", "/"),
    ],
)
def test_log_in_leads_on_within_this_site_only(client, started, wanted, reached):
    sent = {"username": "Anna", "password": PASSWORD, "next": wanted}
    assert client.post(reverse("log-in"), sent).url == reached
    assert client.get(reverse("log-in"), {"next": wanted}).url == reached


def test_logging_out_takes_a_post(anna, table):
    assert anna.get(reverse("log-out")).url == "/"
    assert "Log out" in html(anna.get("/"))
    assert anna.post(reverse("log-out")).url == "/"
    assert anna.get(table_page(table)).status_code == 404


# A table's page


def table_page(table: Table) -> str:
    return reverse("table", args=[table.pk])


def test_the_page_of_a_table_shows_people_sessions_and_campaigns(anna, table):
    services.add_people(table=table, names=["Bára", "Čeněk", "Dana"])
    sessions = play(table, 6)
    for session in sessions:
        log.record(session, kind="finish", data={}, client_id=uuid4())
    start = {"engine": "campaign", "table": table, "name": "The long war"}
    log.begin_log(Campaign(**start), start={})
    page = html(anna.get(table_page(table)))
    said = text(page)
    assert "Anna Bára Čeněk Dana" in said
    assert "The long war" in said
    addresses = [reverse("session", args=[one.token]) for one in sessions]
    assert [address in page for address in addresses] == [False, *[True] * 5]
    assert reverse("sessions", args=[table.pk]) in page


def test_an_empty_table_says_what_to_do_next(anna, table):
    page = html(anna.get(table_page(table)))
    assert "Who else plays here?" in page
    assert "Pick one below to start" in page
    assert "Played before" not in page


def test_open_sessions_come_before_everything_else(anna, table):
    first, second = play(table, 2)
    log.record(first, kind="finish", data={}, client_id=uuid4())
    answer = anna.get(table_page(table))
    said = text(html(answer))
    order = ("Tonight", "Continue", "Score a single game", "Add people", "All sessions")
    places = [said.index(word) for word in order]
    assert places == sorted(places)
    assert answer.context["tonight"].sessions == [second]
    assert list(answer.context["past"]) == [first]


def test_a_spectator_reads_the_table_and_changes_nothing(table):
    play(table)
    watching = member(table, "spectator")
    page = html(watching.get(table_page(table)))
    assert reverse("start-session-at", args=[table.pk]) not in page
    assert reverse("people", args=[table.pk]) not in page
    assert add(watching, table, "Eve").status_code == 404
    assert names(table) == ["Anna"]


def test_a_player_starts_games_and_leaves_the_people_alone(table):
    playing = member(table, "player")
    page = html(playing.get(table_page(table)))
    assert reverse("start-session-at", args=[table.pk]) in page
    assert reverse("people", args=[table.pk]) not in page
    assert add(playing, table, "Eve").status_code == 404


def test_another_organiser_finds_nothing_of_this_table(table):
    _, theirs = services.start_first_table(
        organiser="Eve", password=PASSWORD, table="Eve's table"
    )
    eve = Client()
    eve.force_login(Account.objects.get(username="Eve"))
    person = table.people.get()
    for name, args in (
        ("table", [table.pk]),
        ("table-settings", [table.pk]),
        ("people", [table.pk]),
        ("person", [table.pk, person.pk]),
        ("remove-person", [table.pk, person.pk]),
        ("person", [theirs.pk, person.pk]),
    ):
        assert eve.get(reverse(name, args=args)).status_code in (404, 405)
        assert eve.post(reverse(name, args=args)).status_code in (404, 405)
    assert remove(eve, Person(pk=person.pk, table=theirs)).status_code == 302
    assert names(table) == ["Anna"]
    assert "Friday" not in html(eve.get("/"))


@pytest.mark.parametrize("key", [0, 2**31, 2**63, 10**30])
def test_a_table_that_never_was_is_not_found(anna, key):
    assert anna.get(f"/tables/{key}/").status_code == 404


def test_a_person_that_never_was_is_not_found(anna, table):
    assert anna.get(f"/tables/{table.pk}/people/{10**30}/").status_code == 404


def test_a_table_is_renamed(anna, table):
    address = reverse("table-settings", args=[table.pk])
    assert 'value="Friday table"' in html(anna.get(address))
    assert anna.post(address, {"name": "Sunday table"}).url == table_page(table)
    assert "Sunday table" in html(anna.get(table_page(table)))
    assert "Please fill this in." in html(anna.post(address, {"name": " "}))


# People


def test_several_people_are_added_at_once(anna, table):
    response = add(anna, table, f" Bára ,, Cyril  Novák,{RTL}، {FAMILY}, {LONGEST}")
    assert response.url == reverse("people", args=[table.pk])
    assert names(table) == sorted(["Anna", "Bára", "Cyril Novák", RTL, FAMILY, LONGEST])
    page = html(anna.get(table_page(table)))
    assert f"<bdi>{RTL}</bdi>" in page
    assert f"<bdi>{FAMILY}</bdi>" in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Please fill this in."),
        (" , ,", "Please fill this in."),
        (TOO_LONG, "The limit is 60 characters."),
        (f"Bára, {TOO_LONG}", "The limit is 60 characters."),
        ("anna", "anna is already at this table."),
        ("Bára, Cyril, BÁRA", "BÁRA is already at this table."),
        (
            "Bára, \u200f",
            "This name has characters nobody can read. Please type another one.",
        ),
        (",".join(f"P{number}" for number in range(21)), "Add up to 20 names at once."),
    ],
)
def test_of_names_with_a_mistake_nobody_is_added_and_nothing_is_lost(
    anna, table, typed, said
):
    page = html(add(anna, table, typed))
    assert re.search(rf'id="id_names_error">[^<]*{re.escape(said)}', page)
    assert not typed.strip() or f'value="{escape(typed)}"' in page
    assert names(table) == ["Anna"]


def test_a_name_can_not_smuggle_in_html(anna, table):
    add(anna, table, "<script>alert(1)</script>")
    for name in ("table", "people"):
        page = html(anna.get(reverse(name, args=[table.pk])))
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_people_are_listed_as_a_register_has_them(anna, table):
    add(anna, table, "Čeněk, Dana, Cyril")
    said = text(html(anna.get(table_page(table))))
    assert "Anna Cyril Čeněk Dana" in said


@pytest.mark.parametrize("colour", COLOURS)
def test_a_person_gets_a_colour_that_is_also_said_in_words(anna, table, colour):
    (person,) = services.add_people(table=table, names=["Bára"])
    assert change(anna, person, colour=colour).status_code == 302
    person.refresh_from_db()
    assert person.colour == colour
    page = html(anna.get(table_page(table)))
    assert f"tint-{colour}" in page
    assert f"Bára {colour}" in text(page)
    change(anna, person, colour="")
    assert f"tint-{colour}" not in html(anna.get(table_page(table)))


def test_every_colour_has_its_tint_by_day_and_by_night(settings):
    css = (settings.BASE_DIR / "static/tables/tables.css").read_text()
    for colour in COLOURS:
        (tint,) = re.findall(rf"\.tint-{colour} {{([^}}]*)}}", css)
        assert "--on-seat: " in tint
        for name in ("--seat", "--seat-line"):
            assert re.search(rf"{name}: var\(--day, #\w+\) var\(--night, #\w+\)", tint)


def test_a_colour_that_is_not_offered_is_refused(anna, table):
    (person,) = services.add_people(table=table, names=["Bára"])
    assert "Please choose one of the options" in html(
        change(anna, person, colour="mauve")
    )


def test_a_person_is_renamed_unless_the_name_is_taken(anna, table):
    (person,) = services.add_people(table=table, names=["Bára"])
    change(anna, person, name="bára")
    change(anna, person, name="Barbora")
    assert names(table) == ["Anna", "Barbora"]
    page = html(change(anna, person, name="anna", colour="red"))
    assert "anna is already at this table." in page
    assert re.search(r'value="red"[^>]*checked', page)
    assert names(table) == ["Anna", "Barbora"]


def test_a_person_added_by_mistake_is_removed_and_a_second_tap_does_no_harm(
    anna, table
):
    (person,) = services.add_people(table=table, names=["Brá"])
    people = reverse("people", args=[table.pk])
    asked = html(anna.get(reverse("person", args=[table.pk, person.pk])))
    assert "<summary>Remove from the table</summary>" in asked
    answer = remove(anna, person)
    assert "Removed from the table." in html(anna.get(answer.url))
    assert remove(anna, person).url == people
    assert "Removed from the table." not in html(anna.get(people))
    assert names(table) == ["Anna"]


def test_a_new_name_is_told_and_a_new_colour_needs_no_words(anna, table):
    (person,) = services.add_people(table=table, names=["Bára"])
    told = html(anna.get(change(anna, person, name="Barbora").url))
    assert "Renamed: Barbora" in told
    person.refresh_from_db()
    assert "Renamed" not in html(anna.get(change(anna, person, colour="red").url))


def test_who_did_something_can_not_be_removed(anna, table):
    (person,) = services.add_people(table=table, names=["Bára"])
    (session,) = play(table)
    entered = {"cell": "1s1-track", "typed": "7"}
    log.record(session, kind="set_cell", data=entered, client_id=uuid4(), by=person)
    said = escape("You can't remove Bára, who is part of a game's history.")
    assert said in html(remove(anna, person))
    assert names(table) == ["Anna", "Bára"]


def test_for_whom_something_was_done_can_not_be_removed(table):
    anna, (person,) = (
        table.people.get(),
        services.add_people(table=table, names=["Bára"]),
    )
    (session,) = play(table)
    act = {"kind": "cover", "data": {}, "client_id": uuid4()}
    log.record(session, **act, by=anna, for_person=person)
    with pytest.raises(ValidationError):
        services.remove_person(person=person)


def test_an_organiser_can_not_be_removed_and_keeps_the_table(anna, table):
    person = table.people.get()
    assert "remove/" not in html(anna.get(f"/tables/{table.pk}/people/{person.pk}/"))
    assert "who logs in at this table" in html(remove(anna, person))
    assert table.memberships.exists()


def test_who_came_by_a_link_goes_with_their_part(table):
    (person,) = services.add_people(table=table, names=["Bára"])
    Membership.objects.create(table=table, person=person)
    services.remove_person(person=person)
    assert names(table) == ["Anna"]
    assert table.memberships.count() == 1


# Speed


@pytest.mark.parametrize("path", ["home", "table"])
def test_a_page_asks_no_more_for_200_sessions_than_for_one(anna, table, path):
    address = "/" if path == "home" else table_page(table)
    services.add_people(table=table, names=["Bára", "Cyril"])

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            html(anna.get(address))
        return len(asked)

    services.start_another_table(account=Account.objects.get(), table="Sunday")
    play(table)
    for session in play(None):
        anna.get(reverse("session", args=[session.token]))
    few = queries()
    play(table, 199)
    for session in play(None, 20):
        anna.get(reverse("session", args=[session.token]))
    assert queries() == few <= 14  # three of them for its version, as it is live


def test_roles_begin_with_a_capital_where_one_is_picked(anna, table):
    page = anna.get(reverse("invite", args=[table.pk])).content.decode()
    picked = re.search(r'<nav class="roles".*?</nav>', page, re.DOTALL)[0]
    assert re.findall(r">(\w+)</a>", picked) == ["Player", "Spectator", "Organiser"]
