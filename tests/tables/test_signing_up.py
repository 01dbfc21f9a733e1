"""The first page, starting a table there, and logging in and out."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth import authenticate
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from campaign.models import Campaign
from companion.log import record as log
from companion.tables import services
from companion.tables.account_views import reset_command
from companion.tables.models import Account, Person, Table
from scoring.games import GAMES
from tests.tables.pages import (
    FAMILY,
    LONGEST,
    PASSWORD,
    RTL,
    SIGN_UP,
    TOO_LONG,
    names,
    play,
    source,
    table_page,
    text,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(started):
    """Nobody but Anna is there yet."""
    return started[1]


# The first page


def test_whoever_came_for_a_campaign_reads_that_a_table_comes_first(client):
    page = source(client.get(reverse("start-table") + "?campaign"))
    assert "<h1>Start a campaign</h1>" in page
    assert "First a table for your group." in page
    assert "Next: the empires" in page
    assert "Start a campaign" not in source(client.get(reverse("start-table")))


def test_no_line_of_a_games_name_begins_with_a_dash(client):
    assert "CATAN\xa0– Rise of the Inkas" in source(client.get("/"))


def test_a_first_visit_offers_the_campaign_the_games_a_code_and_the_log_in(client):
    page = source(client.get("/"))
    assert page.count('class="card gate"') == 1
    assert f'href="{reverse("start-table")}?campaign"' in page
    assert f'action="{reverse("open-demo")}"' in page
    assert page.count('class="card game') == len(GAMES)
    assert f'action="{reverse("start-session")}"' in page
    assert f'action="{reverse("join-by-code")}"' in page
    assert f'href="{reverse("log-in")}"' in page


def test_who_has_a_table_sees_first_what_is_open_there(anna, table):
    (session,) = play(table)
    page = source(anna.get("/"))
    said = text(page)
    opened = said.index("Imperial Settlers")
    assert said.index("Friday table") < opened < said.index("Score a single game")
    assert reverse("session", args=[session.token]) in page
    assert "Continue" in said


def test_a_game_started_on_the_first_page_belongs_to_the_table(anna, table):
    page = source(anna.get("/"))
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
    log.begin_log(Campaign(table=table, name="Rome", engine="campaign"), start={})
    play(other)
    page = text(source(anna.get("/")))
    said = r"Friday table 3 people Last played: Imperial Settlers, [^·]+ · 1 campaign"
    assert re.search(said, page)


def test_what_was_put_away_is_not_shown_any_more(anna, table):
    (session,) = play(table)
    log.record(session, kind="archive", data={}, client_id=uuid4())
    assert session.token not in source(anna.get("/"))
    assert session.token not in source(anna.get(table_page(table)))


def test_a_browser_finds_its_sessions_without_a_table(client):
    client.post(reverse("start-session"), {"game": "imperial_settlers"})
    assert 'id="kept"' not in source(client.get("/")), "nothing was entered yet"
    (session,) = play(None)
    client.get(reverse("session", args=[session.token]))
    page = source(client.get("/"))
    assert reverse("session", args=[session.token]) in page
    assert 'id="kept"' in page
    assert reverse("start-table") in page


def test_a_browser_keeps_its_sessions_through_log_in_and_log_out(client, started):
    (session,) = play(None)
    address = reverse("session", args=[session.token])
    client.get(address)
    client.post(reverse("log-in"), {"username": "Anna", "password": PASSWORD})
    assert address in source(client.get("/"))
    client.post(reverse("log-out"))
    assert address in source(client.get("/"))
    assert "Friday table" not in source(client.get("/"))


# Starting a table


def test_an_organiser_starts_a_table_and_is_there_at_once(client):
    response = client.post(reverse("start-table"), SIGN_UP, follow=True)
    table = Table.objects.get()
    assert response.redirect_chain == [(table_page(table), 302)]
    assert "Friday table" in source(response)
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
    assert "Friday table" in source(client.get("/"))


def test_sending_the_sign_up_twice_makes_one_account_and_one_table(client):
    for browser in (client, Client()):
        response = browser.post(reverse("start-table"), SIGN_UP)
        assert response.url == table_page(Table.objects.get())
    assert Account.objects.count() == Person.objects.count() == 1


@pytest.mark.parametrize("organiser", ["Anna", "anna", " ANNA "])
def test_a_name_that_is_taken_is_said_beside_its_field(client, started, organiser):
    sent = {"table": "Sunday", "organiser": organiser, "password": "another horse"}
    page = source(client.post(reverse("start-table"), sent))
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
    page = source(client.post(reverse("start-table"), {**SIGN_UP, field: value}))
    assert re.search(rf'id="id_{field}_error">[^<]*{re.escape(said)}', page)
    assert not Account.objects.exists()
    assert not Table.objects.exists()


def test_who_is_logged_in_starts_another_table_with_its_name_alone(anna, table):
    page = source(anna.get(reverse("start-table")))
    assert "id_table" in page
    assert "id_password" not in page
    anna.post(reverse("start-table"), {"table": "Sunday"})
    anna.post(reverse("start-table"), {"table": "Sunday"})
    assert [one.name for one in Table.objects.all()] == ["Friday table", "Sunday"]
    assert Account.objects.count() == 1
    assert "Sunday" in source(anna.get("/"))


def test_a_strangers_account_is_not_entered_by_sign_up(client, started):
    client.post(reverse("start-table"), {**SIGN_UP, "password": "another horse"})
    assert client.get(table_page(started[1])).status_code == 404


# Logging in and out


@pytest.mark.parametrize("name", ["Šárka", "šárka", "ŠÁRKA"])
def test_logging_in_from_a_fresh_browser_however_the_name_is_capitalised(client, name):
    services.start_first_table(**{**SIGN_UP, "organiser": "Šárka"})
    sent = {"username": name, "password": PASSWORD}
    assert client.post(reverse("log-in"), sent).url == "/"
    assert "Šárka" in source(client.get("/"))


def test_the_wrong_password_is_said_and_the_name_is_kept(client, started):
    sent = {"username": "Anna", "password": "wrong horse", "next": "/tables/start/"}
    page = source(client.post(reverse("log-in"), sent))
    assert escape("Wrong name or password.") in page
    assert 'value="Anna"' in page
    assert 'value="/tables/start/"' in page
    assert "wrong horse" not in page


def test_log_in_says_how_a_forgotten_password_is_set_anew(client):
    page = source(client.get(reverse("log-in")))
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
    assert "Log out" in source(anna.get("/"))
    assert anna.post(reverse("log-out")).url == "/"
    assert anna.get(table_page(table)).status_code == 404
