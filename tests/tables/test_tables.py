"""A table's page and its people: what is shown there to whom, who is added, renamed and removed."""

import re
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from campaign.models import Campaign
from companion.log import record as log
from companion.tables import services
from companion.tables.colours import COLOURS
from companion.tables.models import Account, Membership, Person, Table
from tests.tables.pages import (
    FAMILY,
    LONGEST,
    PASSWORD,
    RTL,
    TOO_LONG,
    names,
    play,
    source,
    table_page,
    text,
)
from tests.thorough import THOROUGH

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(started):
    """Nobody but Anna is there yet."""
    return started[1]


def member(table: Table, role: str) -> Client:
    """Somebody else's browser, with a part at the table."""
    account = Account.objects.create(username=f"{role} {uuid4()}")
    Membership.objects.create(table=table, account=account, role=role)
    client = Client()
    client.force_login(account)
    return client


def add(client, table, names, **options):
    return client.post(reverse("people", args=[table.pk]), {"names": names}, **options)


def change(client, person, **fields):
    address = reverse("person", args=[person.table_id, person.pk])
    return client.post(address, {"name": person.name, "colour": "", **fields})


def remove(client, person):
    return client.post(reverse("remove-person", args=[person.table_id, person.pk]))


# A table's page


def test_the_page_of_a_table_shows_people_sessions_and_campaigns(anna, table):
    services.add_people(table=table, names=["Bára", "Čeněk", "Dana"])
    sessions = play(table, 6)
    for session in sessions:
        log.record(session, kind="finish", data={}, client_id=uuid4())
    start = {"engine": "campaign", "table": table, "name": "The long war"}
    log.begin_log(Campaign(**start), start={})
    page = source(anna.get(table_page(table)))
    said = text(page)
    assert "Anna Bára Čeněk Dana" in said
    assert "The long war" in said
    addresses = [reverse("session", args=[one.token]) for one in sessions]
    assert [address in page for address in addresses] == [False, *[True] * 5]
    assert reverse("sessions", args=[table.pk]) in page


def test_an_empty_table_says_what_to_do_next(anna, table):
    page = source(anna.get(table_page(table)))
    assert "Who else plays here?" in page
    assert "Pick one below to start" in page
    assert "Played before" not in page


def test_open_sessions_come_before_everything_else(anna, table):
    first, second = play(table, 2)
    log.record(first, kind="finish", data={}, client_id=uuid4())
    answer = anna.get(table_page(table))
    said = text(source(answer))
    order = ("Tonight", "Continue", "Score a single game", "Add people", "All sessions")
    places = [said.index(word) for word in order]
    assert places == sorted(places)
    assert answer.context["tonight"].sessions == [second]
    assert list(answer.context["past"]) == [first]


def test_a_spectator_reads_the_table_and_changes_nothing(table):
    play(table)
    watching = member(table, "spectator")
    page = source(watching.get(table_page(table)))
    assert reverse("start-session-at", args=[table.pk]) not in page
    assert reverse("people", args=[table.pk]) not in page
    assert add(watching, table, "Eve").status_code == 404
    assert names(table) == ["Anna"]


def test_a_player_starts_games_and_leaves_the_people_alone(table):
    playing = member(table, "player")
    page = source(playing.get(table_page(table)))
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
    assert "Friday" not in source(eve.get("/"))


@pytest.mark.parametrize("key", [0, 2**31, 2**63, 10**30])
def test_a_table_that_never_was_is_not_found(anna, key):
    assert anna.get(f"/tables/{key}/").status_code == 404


def test_a_person_that_never_was_is_not_found(anna, table):
    assert anna.get(f"/tables/{table.pk}/people/{10**30}/").status_code == 404


def test_a_table_is_renamed(anna, table):
    address = reverse("table-settings", args=[table.pk])
    assert 'value="Friday table"' in source(anna.get(address))
    assert anna.post(address, {"name": "Sunday table"}).url == table_page(table)
    assert "Sunday table" in source(anna.get(table_page(table)))
    assert "Please fill this in." in source(anna.post(address, {"name": " "}))


# People


def test_several_people_are_added_at_once(anna, table):
    response = add(anna, table, f" Bára ,, Cyril  Novák,{RTL}، {FAMILY}, {LONGEST}")
    assert response.url == reverse("people", args=[table.pk])
    assert names(table) == sorted(["Anna", "Bára", "Cyril Novák", RTL, FAMILY, LONGEST])
    page = source(anna.get(table_page(table)))
    assert f"<bdi>{RTL}</bdi>" in page
    assert f"<bdi>{FAMILY}</bdi>" in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Please fill this in."),
        (" , ,", "Please fill this in."),
        (TOO_LONG, "The limit is 60 characters."),
        (f"Bára, {TOO_LONG}", f"{TOO_LONG[:20]}… is too long. The limit is 60"),
        ("anna", "anna is already at this table."),
        ("Bára, Cyril, BÁRA", "BÁRA is in your list twice."),
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
    page = source(add(anna, table, typed))
    assert re.search(rf'id="id_names_error">[^<]*{re.escape(said)}', page)
    assert not typed.strip() or f'value="{escape(typed)}"' in page
    assert names(table) == ["Anna"]


def test_a_name_can_not_smuggle_in_html(anna, table):
    add(anna, table, "<script>alert(1)</script>")
    for name in ("table", "people"):
        page = source(anna.get(reverse(name, args=[table.pk])))
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_people_are_listed_as_a_register_has_them(anna, table):
    add(anna, table, "Čeněk, Dana, Cyril")
    said = text(source(anna.get(table_page(table))))
    assert "Anna Cyril Čeněk Dana" in said


@pytest.mark.parametrize("colour", COLOURS)
def test_a_person_gets_a_colour_that_is_also_said_in_words(anna, table, colour):
    (person,) = services.add_people(table=table, names=["Bára"])
    assert change(anna, person, colour=colour).status_code == 302
    person.refresh_from_db()
    assert person.colour == colour
    page = source(anna.get(table_page(table)))
    assert f"tint-{colour}" in page
    assert f"Bára {colour}" in text(page)
    change(anna, person, colour="")
    assert f"tint-{colour}" not in source(anna.get(table_page(table)))


def test_every_colour_has_its_tint_by_day_and_by_night(settings):
    css = (settings.BASE_DIR / "static/tables/tables.css").read_text()
    for colour in COLOURS:
        (tint,) = re.findall(rf"\.tint-{colour} {{([^}}]*)}}", css)
        assert "--on-seat: " in tint
        for name in ("--seat", "--seat-line"):
            assert re.search(rf"{name}: var\(--day, #\w+\) var\(--night, #\w+\)", tint)


def test_a_colour_that_is_not_offered_is_refused(anna, table):
    (person,) = services.add_people(table=table, names=["Bára"])
    assert "Please choose one of the options" in source(
        change(anna, person, colour="mauve")
    )


def test_a_person_is_renamed_unless_the_name_is_taken(anna, table):
    (person,) = services.add_people(table=table, names=["Bára"])
    change(anna, person, name="bára")
    change(anna, person, name="Barbora")
    assert names(table) == ["Anna", "Barbora"]
    page = source(change(anna, person, name="anna", colour="red"))
    assert "anna is already at this table." in page
    assert re.search(r'value="red"[^>]*checked', page)
    assert names(table) == ["Anna", "Barbora"]


def test_a_person_added_by_mistake_is_removed_and_a_second_tap_does_no_harm(
    anna, table
):
    (person,) = services.add_people(table=table, names=["Brá"])
    people = reverse("people", args=[table.pk])
    asked = source(anna.get(reverse("person", args=[table.pk, person.pk])))
    assert "<summary>Remove from the table</summary>" in asked
    answer = remove(anna, person)
    assert "Brá was removed." in source(anna.get(answer.url))
    assert remove(anna, person).url == people
    assert "was removed." not in source(anna.get(people))
    assert names(table) == ["Anna"]


def test_a_new_name_is_told_and_a_new_colour_needs_no_words(anna, table):
    (person,) = services.add_people(table=table, names=["Bára"])
    told = source(anna.get(change(anna, person, name="Barbora").url))
    assert "Renamed: Barbora" in told
    person.refresh_from_db()
    assert "Renamed" not in source(anna.get(change(anna, person, colour="red").url))


def test_who_did_something_can_not_be_removed(anna, table):
    (person,) = services.add_people(table=table, names=["Bára"])
    (session,) = play(table)
    entered = {"cell": "1s1-track", "typed": "7"}
    log.record(session, kind="set_cell", data=entered, client_id=uuid4(), by=person)
    said = escape("You can't remove Bára, who is part of a game's history.")
    assert said in source(remove(anna, person))
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
    assert "remove/" not in source(anna.get(f"/tables/{table.pk}/people/{person.pk}/"))
    assert "who logs in at this table" in source(remove(anna, person))
    assert table.memberships.exists()


def test_who_came_by_a_link_goes_with_their_part(table):
    (person,) = services.add_people(table=table, names=["Bára"])
    Membership.objects.create(table=table, person=person)
    services.remove_person(person=person)
    assert names(table) == ["Anna"]
    assert table.memberships.count() == 1


# Speed


@pytest.mark.parametrize("path", ["home", "table"])
def test_a_page_asks_no_more_for_many_sessions_than_for_one(anna, table, path):
    address = "/" if path == "home" else table_page(table)
    services.add_people(table=table, names=["Bára", "Cyril"])

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            source(anna.get(address))
        return len(asked)

    services.start_another_table(account=Account.objects.get(), table="Sunday")
    play(table)
    for session in play(None):
        anna.get(reverse("session", args=[session.token]))
    few = queries()
    play(table, 199 if THOROUGH else 29)
    for session in play(None, 20 if THOROUGH else 5):
        anna.get(reverse("session", args=[session.token]))
    assert queries() == few <= 14  # three of them for its version, as it is live


def test_roles_begin_with_a_capital_where_one_is_picked(anna, table):
    page = anna.get(reverse("invite", args=[table.pk])).content.decode()
    picked = re.search(r'<nav class="roles".*?</nav>', page, re.DOTALL)[0]
    assert re.findall(r">(\w+)</a>", picked) == ["Player", "Spectator", "Organiser"]
