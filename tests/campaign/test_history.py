"""The history of a campaign: read, filtered, taken back and put back, by whoever may."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaign.models import Campaign
from companion.log import record as service
from companion.tables.models import Account
from scoring.rise_of_empire.engine import ACTS
from scoring.rise_of_empire.simulation import example_start, simulate
from tests.campaign.pages import drop_instead, falling, number_of, page
from tests.campaign_visitor import one_session
from tests.conftest import forget_everything_kept
from tests.places import Place, once
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def place():
    return Place(one_session())


# Reading


def test_every_kind_of_act_has_a_name_of_its_own():
    labels = [act.declared.label for act in ACTS.values()]
    assert len({*labels, "Undone", "Edited"}) == len(ACTS) + 2


def test_the_history_tells_who_did_what_with_before_and_after(place):
    shown = page(place.organiser, place)
    assert "Invention bought" in shown
    assert "anna&#x27;s realm" in shown
    assert "Anna" in shown
    ledger = place.campaign.ledger.filter(why="invention", empire__key="anna").get()
    assert f"</span> {43 + ledger.amount}</ins>" in shown


def test_a_cards_name_stands_once_beside_its_number(place):
    place.do("fill_card", number=57, name="Kolo", price=35)
    assert "<bdi>057 Kolo · price 35</bdi>" in page(place.organiser, place)


def test_the_newest_act_comes_first(place):
    shown = page(place.organiser, place)
    assert shown.index("Session finished</strong>") < shown.index(
        "Session started</strong>"
    )


def test_an_empty_campaign_says_what_to_do_next():
    empty = Place(founded_campaign())
    assert "Nothing has happened yet" in page(empty.organiser, empty)


@pytest.mark.parametrize(
    ("query", "there", "gone"),
    [
        ({"kind": "enter_score"}, "Score entered", "Invention bought</strong>"),
        ({"session": "1"}, "Session started", "Empire founded</strong>"),
        ({"empire": "bara"}, "bara&#x27;s realm", "Scores confirmed</strong>"),
        ({"person": "Anna"}, "Session started", "No entries match"),
        ({"person": "-"}, "No entries match", "Session started</strong>"),
        ({"session": "9"}, "No entries match", "Session started</strong>"),
        ({"session": "x"}, "No entries match", "Session started</strong>"),
        ({"kind": "corrections"}, "No entries match", "Session started</strong>"),
        ({"empire": "a\x00b"}, "No entries match", "Session started</strong>"),
        ({"person": "\x00"}, "No entries match", "Session started</strong>"),
    ],
)
def test_the_history_is_filtered(place, query, there, gone):
    shown = page(place.organiser, place, **query)
    assert there in shown
    assert gone not in shown


def test_an_empires_history_has_what_it_did_together_with_others(place):
    shown = page(place.organiser, place, empire="bara")
    assert "Session started</strong>" in shown
    assert "Joined late</strong>" not in shown


@pytest.mark.parametrize("wanted", ["0", "-1", "x", "999999"])
def test_a_page_that_is_not_there_shows_the_nearest(place, wanted):
    assert "Session finished" in page(place.organiser, place, page=wanted)


def simulate_into(place, sessions):
    """A long campaign at this table, entered by nobody in particular."""
    begun = Campaign(table=place.table, name="Long", engine="campaign")
    place.campaign = service.begin_log(begun, start=example_start())
    acts = simulate(sessions=sessions, players=3, seed=1)
    service.append_all(place.campaign, (service.NewAct(*act) for act in acts))


def queries_of(place, rest):
    """How much a page asks in a process that has read nothing yet."""
    client = place.organiser
    forget_everything_kept()
    with CaptureQueriesContext(connection) as asked:
        page(client, place, rest)
    return len(asked)


def test_the_history_asks_the_database_as_often_however_long_it_is(place):
    counts = []
    for sessions in (2, 6):
        simulate_into(place, sessions)
        number = number_of(place, "buy_invention", -1)
        counts.append(
            [queries_of(place, f"history/{rest}") for rest in ("", f"{number}/")]
        )
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 17


def test_forty_acts_stand_on_a_page(place):
    again = service.NewAct("write_note", {"text": "again"})
    notes = (replace(again, client_id=uuid4()) for _nth in range(41))
    service.append_all(place.campaign, notes)
    first = page(place.organiser, place)
    assert first.count('<li class="card">') == 40
    assert "Page 1 of 2" in first
    second = page(place.organiser, place, page=2, kind="write_note")
    assert second.count('<li class="card">') == 1


def test_the_page_of_an_act_tells_what_it_changed(place):
    shown = page(place.organiser, place, f"history/{number_of(place, 'tick_map_box')}/")
    assert "Ticked map boxes" in shown
    assert "What it changed" in shown


def test_an_act_that_is_not_there_is_not_found(place):
    assert place.organiser.get(place.address("history/999/")).status_code == 404
    assert place.organiser.get(place.address(f"history/{9**30}/")).status_code == 404


# Who may


def test_a_stranger_finds_nothing(place):
    for client in (Client(), stranger()):
        assert client.get(place.address("history/")).status_code == 404
        assert client.get(place.address("history/1/")).status_code == 404
        assert client.post(place.address("history/1/undo/"), once()).status_code == 404


def stranger():
    client = Client()
    client.force_login(Account.objects.create(username="mallory"))
    return client


def test_a_spectator_reads_and_takes_nothing_back(place):
    client = place.join("cyril", "spectator")
    number = number_of(place, "finish_session")
    assert "Undo" not in page(client, place, f"history/{number}/")
    for what in ("undo", "amend", "put-back"):
        address = place.address(f"history/{number}/{what}/")
        assert client.post(address, once()).status_code == 404
    assert place.last().kind == "finish_session"


def test_a_player_takes_back_the_own_acts_and_nobody_elses(place):
    client = place.join("bara", "player")
    own = place.done_by("bara", "write_note", text="mine")
    other = place.do("write_note", text="hers")
    assert "Only the person who did this" in page(
        client, place, f"history/{other.number}/"
    )
    address = place.address("history/{}/undo/")
    assert client.post(address.format(other.number), once()).status_code == 404
    assert client.post(address.format(own.number), once()).status_code == 302
    assert place.last().data == {"of": [own.number]}


def test_a_player_does_not_put_back_what_the_organiser_took_back(place):
    client = place.join("bara", "player")
    own = place.done_by("bara", "write_note", text="mine")
    place.organiser.post(place.address(f"history/{own.number}/undo/"), once())
    assert "Restore" not in page(client, place, f"history/{own.number}/")
    address = place.address(f"history/{own.number}/put-back/")
    assert client.post(address, once()).status_code == 404


def test_a_player_fells_nobody_elses_acts_along(place):
    client = place.join("bara", "player")
    own = place.done_by(
        "bara", "found_empire", empire="c", player="C", name="C", faction="x"
    )
    place.do("rename_empire", empire="c", name="Carthage")
    address = place.address(f"history/{own.number}/undo/")
    for fall in ([], [own.number + 1]):
        asked = client.post(address, {**once(), "fall": fall})
        assert asked.status_code == 422
        assert "Only the organiser can undo it" in asked.content.decode()
    assert place.last().kind == "rename_empire"


# Taking back and putting back


def test_an_act_taken_back_stays_visible_struck_and_can_be_put_back(place):
    note = place.do("write_note", text="a long evening")
    client = place.organiser
    answer = client.post(place.address(f"history/{note.number}/undo/"), once())
    assert answer.url == place.address(f"history/{note.number + 1}/")
    shown = page(client, place)
    assert "a long evening" in shown
    assert 'class="act gone"' in shown
    assert "Restore" in page(client, place, f"history/{note.number}/")
    client.post(place.address(f"history/{note.number}/put-back/"), once())
    assert 'class="act gone"' in page(client, place)  # the undo is what is struck now
    assert "Undo" in page(client, place, f"history/{note.number}/")


def test_what_would_fall_is_named_first_and_taken_along_when_agreed(place):
    client, number = place.organiser, number_of(place, "enter_score")
    address = place.address(f"history/{number}/undo/")
    repair = client.post(address, once())
    asked = drop_instead(place, repair)
    assert asked.status_code == 422
    shown = asked.content.decode()
    assert "This would be undone too" in shown
    assert "Scores confirmed" in shown
    assert "ROE-22" in shown
    assert place.last().kind == "finish_session"
    falls = falling(asked)
    done = drop_instead(place, repair, fall=falls)
    assert done.status_code == 302
    assert place.last().data["of"] == sorted([number, *falls])
    assert service.rebuild(place.campaign) == 0


def test_whoever_agreed_to_less_than_falls_is_asked_again(place):
    client, number = place.organiser, number_of(place, "enter_score")
    answer = client.post(
        place.address(f"history/{number}/undo/"), {**once(), "fall": [number + 1]}
    )
    assert answer.status_code == 422
    assert len(answer.context["fallen"]) > 1
    assert place.last().kind == "finish_session"


def test_pressing_twice_takes_back_once(place):
    note = place.do("write_note", text="x")
    same = once()
    for _press in range(2):
        address = place.address(f"history/{note.number}/undo/")
        assert place.organiser.post(address, same).status_code == 302
    assert place.last().number == note.number + 1


def test_taking_back_from_a_page_out_of_date_says_so(place):
    note = place.do("write_note", text="x")
    address = place.address(f"history/{note.number}/")
    place.organiser.post(f"{address}undo/", once())
    again = place.organiser.post(f"{address}undo/", once())
    assert again.status_code == 422
    assert "This is already undone." in again.content.decode()
    place.organiser.post(f"{address}put-back/", once())
    again = place.organiser.post(f"{address}put-back/", once())
    assert "changed in the meantime" in again.content.decode()


def test_whoever_came_from_a_page_of_ours_is_brought_back_there(place):
    note = place.do("write_note", text="x")
    address = place.address(f"history/{note.number}/undo/")
    back = place.address("session/")
    assert place.organiser.post(address, {**once(), "next": back}).url == back
    address = place.address(f"history/{note.number}/put-back/")
    away = place.organiser.post(
        address, {**once(), "next": "https://elsewhere.example/"}
    )
    assert away.url.startswith("/campaigns/")
