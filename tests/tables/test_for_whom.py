"""Who may enter for whom, and that the log says who did it for whom."""

import json
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign
from companion.sessions.services import start_session
from companion.tables import joining
from companion.tables.models import Table
from tests.campaign_visitor import kept, said
from tests.played_campaign import founded_campaign
from tests.tables.pages import NAMES, TRACK, cells, game, html, phone, put, text

pytestmark = pytest.mark.django_db
OWN = "At this table everyone enters only their own numbers."


# Who did it


def test_the_log_says_who_did_it_for_whom(table):
    session, client = game(table), phone(table, "Bára")
    put(client, session, TRACK(0), "12")
    put(client, session, TRACK(1), "7")
    put(client, session, "place", "At home")
    first, second, third = session.acts.order_by("number")
    assert (first.by_name, first.for_name) == ("Bára", "Anna")
    assert (second.by_name, second.for_name) == ("Bára", "")
    assert (third.by_name, third.for_name) == ("Bára", "")
    page = client.get(reverse("session-history", args=[session.token]))
    assert "Bára for Anna" in text(html(page))


def test_a_player_takes_back_own_acts_and_no_others(table, anna):
    session, client, other = game(table), phone(table), phone(table, "Cyril")
    put(client, session, TRACK(0), "12")
    undo = reverse("session-undo", args=[session.token, 1])
    assert other.post(undo, {"id": uuid4()}).status_code == 404
    assert cells(session)[TRACK(0)] == "12"
    assert client.post(undo, {"id": uuid4()}).status_code == 302
    assert TRACK(0) not in cells(session)
    put(client, session, TRACK(0), "13")
    last = session.acts.latest("number").number
    undo = reverse("session-undo", args=[session.token, last])
    assert anna.post(undo, {"id": uuid4()}).status_code == 302


# Everybody only for themselves


@pytest.fixture
def own_only(table, anna) -> Table:
    answer = anna.post(reverse("whose-entries", args=[table.pk]), {"only_own": "on"})
    assert answer.status_code == 302
    table.refresh_from_db()
    assert table.only_own
    return table


def test_the_organiser_switches_it_on_and_off(own_only, anna):
    page = html(anna.get(reverse("table-settings", args=[own_only.pk])))
    assert re.search(r'name="only_own"\s+checked', page)
    anna.post(reverse("whose-entries", args=[own_only.pk]))
    own_only.refresh_from_db()
    assert not own_only.only_own


@pytest.mark.parametrize("cell", ["1s0-track", "1s0-people", "name0"])
def test_others_cells_are_refused_with_a_message(own_only, cell):
    session = game(own_only)
    answer = put(phone(own_only), session, cell, "5", NAMES.get(cell, ""))
    assert OWN in html(answer, 422)
    assert not session.acts.exists()


def test_own_cells_and_those_of_nobody_are_accepted(own_only):
    session, client = game(own_only), phone(own_only)
    for cell, typed in ((TRACK(1), "7"), ("place", "At home"), ("note", "Rain")):
        assert put(client, session, cell, typed).status_code == 200
    assert cells(session) | {"played_on": ""} == {
        **NAMES,
        TRACK(1): "7",
        "place": "At home",
        "note": "Rain",
        "played_on": "",
    }


def test_a_seat_without_a_name_is_anybodys(own_only):
    session = start_session(game="imperial_settlers", table=own_only, players=2)
    client = phone(own_only)
    assert put(client, session, TRACK(0), "7").status_code == 200
    assert put(client, session, "name0", "Bára").status_code == 200


def test_a_name_written_otherwise_is_still_ones_own(own_only):
    session = game(own_only, name1="bÁRA")
    assert put(phone(own_only), session, TRACK(1), "7").status_code == 200


def test_the_organiser_may_enter_for_everybody(own_only, anna):
    session = game(own_only)
    by_phone = phone(own_only, "Dana", "organiser")
    assert put(anna, session, TRACK(1), "7").status_code == 200
    assert put(by_phone, session, TRACK(0), "8").status_code == 200


def test_the_whole_form_keeps_what_is_ones_own_and_names_the_rest(own_only):
    session, client = game(own_only), phone(own_only)
    sent = {**NAMES, TRACK(0): "9", TRACK(1): "7", "seen": "name0=Anna&name1=B%C3%A1ra"}
    address = reverse("session-cells", args=[session.token])
    answer = client.post(address, {"id": uuid4(), **sent})
    assert OWN in html(answer, 409)
    assert cells(session)[TRACK(1)] == "7"
    assert TRACK(0) not in cells(session)


def test_renaming_the_seat_first_doesnt_open_it(own_only):
    """Neither in two requests nor in one form."""
    session, client = game(own_only), phone(own_only)
    sent = {
        "name0": "Bára",
        "name1": "Bára",
        TRACK(0): "9",
        "seen": "name0=Anna&name1=B%C3%A1ra",
    }
    address = reverse("session-cells", args=[session.token])
    client.post(address, {"id": uuid4(), **sent})
    assert cells(session)["name0"] == "Anna"
    assert TRACK(0) not in cells(session)


@pytest.fixture
def campaign():
    """Two empires in a session that is on, at a table that keeps everybody to their own."""
    found = kept(founded_campaign("anna", "bara").open())
    joining.set_only_own(found.table, only_own=True)
    found.refresh_from_db()
    return found


def do(client: Client, campaign: Campaign, kind: str, **data):
    address = reverse("campaign-session-do", args=[campaign.pk, kind])
    sent = {"id": uuid4(), "data": json.dumps(data), "sure": "on"}
    return client.post(address, sent)


def score(client: Client, campaign: Campaign, seat: int, points="40"):
    address = reverse("campaign-session-score", args=[campaign.pk, seat])
    return client.post(address, {"id": uuid4(), "s-track": points})


OTHERS = {
    "move_marker": {"mission": 126, "empire": "anna", "by": 1},
    "complete_mission": {"mission": 126, "empires": ["anna"]},
}


@pytest.mark.parametrize("kind", OTHERS)
def test_others_empires_are_refused_with_a_message(campaign, kind):
    answer = do(phone(campaign.table, "Bara"), campaign, kind, **OTHERS[kind])
    assert answer.status_code == 422
    assert OWN in [message for message, _rule in said(answer)]
    assert campaign.acts.count() == campaign.last


def test_the_score_of_others_is_refused_with_a_message(campaign):
    answer = score(phone(campaign.table, "Bara"), campaign, 0)
    assert OWN in html(answer, 422)
    assert campaign.acts.count() == campaign.last


def test_ones_own_empire_is_ones_own(campaign):
    client = phone(campaign.table, "Bara")
    for kind, data in OTHERS.items():
        mine = {"empire": "bara"} if "empire" in data else {"empires": ["bara"]}
        assert do(client, campaign, kind, **{**data, **mine}).status_code == 302
    assert score(client, campaign, 1).status_code == 302
    assert campaign.acts.count() == campaign.last + 3


def test_the_organiser_may_act_for_every_empire(campaign):
    client = phone(campaign.table, "Olga", "organiser")
    for kind, data in OTHERS.items():
        assert do(client, campaign, kind, **data).status_code == 302
    assert score(client, campaign, 0).status_code == 302


def test_the_log_of_a_campaign_says_who_did_it_for_whom(campaign):
    joining.set_only_own(campaign.table, only_own=False)
    client = phone(campaign.table, "Bara")
    campaign.table.people.create(name="Anna")
    do(client, campaign, "move_marker", **OTHERS["move_marker"])
    moved = campaign.acts.latest("number")
    assert (moved.by_name, moved.for_name) == ("Bara", "Anna")
    score(client, campaign, 0)
    counted = campaign.acts.latest("number")
    assert (counted.by_name, counted.for_name) == ("Bara", "Anna")
    score(client, campaign, 1)
    own = campaign.acts.latest("number")
    assert (own.by_name, own.for_name) == ("Bara", "")
