"""What is on at a table, where a phone that joins goes, and whom it plays as."""

from datetime import timedelta
from unittest import mock
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.board.stakes import next_stake
from companion.base.wording import translate
from companion.home import tonight as tonight_module
from companion.home.tonight import tonight
from companion.log.record import record
from companion.log.versions import version_of
from companion.sessions.services import session_state, start_session
from companion.tables import joining
from companion.tables.models import Phone, Table
from tests.campaign_visitor import kept
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    table = Table.objects.create(name="Friday")
    for name in ("Anna", "Bára", "Cyril"):
        table.people.create(name=name)
    return table


def play(table, **cells):
    return start_session(
        game="imperial_settlers",
        table=table,
        players=2,
        cells={"name0": "Anna", "name1": "Bára", **cells},
    )


def join(table, name="Bára", role="player", client=None):
    """The browser and the address it lands on."""
    client = client or Client()
    code = joining.current_invitation(table=table, role=role).code
    answer = client.post(reverse("join", args=[code]), {"name": name}, follow=True)
    assert answer.status_code == 200
    return client, answer.redirect_chain[-1][0], answer.content.decode()


# Where a phone lands


def test_where_nothing_is_open_a_phone_lands_at_the_table(table):
    _client, page, said = join(table)
    assert page == reverse("table", args=[table.pk])
    assert "No game is open" in said


def test_a_phone_lands_in_the_open_session_and_sees_whom_it_plays_as(table):
    session = play(table)
    _client, page, said = join(table)
    assert page == reverse("session", args=[session.token])
    assert "You play as <bdi>Bára</bdi>" in said
    assert reverse("play-as", args=[table.pk]) in said


def test_what_is_finished_or_archived_is_not_open(table):
    for kind in ("finish", "archive"):
        session = play(table, **{"1s0-track": "12"})
        record(session, kind=kind, data={}, client_id=uuid4())
    assert join(table)[1] == reverse("table", args=[table.pk])


def test_of_two_open_games_the_one_somebody_last_touched_is_on():
    campaign = kept(founded_campaign("anna", "bara").open())
    table = campaign.table
    assert join(table, "Bara")[1] == reverse("campaign-session", args=[campaign.pk])
    session = play(table)
    assert join(table, "Anna")[1] == reverse("session", args=[session.token])
    assert [one.campaign for one in tonight(table).running] == [campaign]
    note = {"text": "Pizza"}
    record(campaign, kind="write_note", data=note, client_id=uuid4())
    assert join(table, "Cyril")[1] == reverse("campaign-session", args=[campaign.pk])


def test_a_game_left_open_another_day_is_not_where_a_phone_lands():
    campaign = kept(founded_campaign("anna", "bara").open())
    table = campaign.table
    session = play(table)
    with mock.patch.object(tonight_module, "AN_EVENING", timedelta(0)):
        _client, page, said = join(table, "Bara")
    assert page == reverse("table", args=[table.pk])
    for left in (
        reverse("session", args=[session.token]),
        reverse("campaign-session", args=[campaign.pk]),
    ):
        assert left in said


def test_while_a_campaign_counts_a_phone_lands_at_its_own_empire():
    played = founded_campaign("anna", "bara").open()
    campaign = kept(played)
    entries = {"track": 20}
    data = {"empire": "anna", "entries": entries}
    record(campaign, kind="enter_score", data=data, client_id=uuid4())
    at = join(campaign.table, "Bara")[1]
    assert at == reverse("campaign-session-score", args=[campaign.pk, 1])
    watching = join(campaign.table, "Anna", role="spectator")[1]
    assert watching == reverse("campaign-session", args=[campaign.pk])


def test_a_campaign_is_played_until_the_first_score_is_entered():
    campaign = kept(founded_campaign("anna", "bara").open())
    assert [one.step for one in tonight(campaign.table).campaigns] == [
        "During the game"
    ]
    data = {"empire": "anna", "entries": {"track": 20}}
    record(campaign, kind="enter_score", data=data, client_id=uuid4())
    assert [one.step for one in tonight(campaign.table).campaigns] == ["Scores"]


def test_the_games_that_ended_today_stand_under_tonight(table):
    with time_machine.travel(timezone.now() - timedelta(days=2)):
        earlier = play(table, **{"1s0-track": "12"})
    today = play(table, **{"1s0-track": "13"})
    for session in (earlier, today):
        record(session, kind="finish", data={}, client_id=uuid4())
    _client, _page, said = join(table)
    until, before = said.split('id="people"')
    for session, part in ((today, until), (earlier, before)):
        assert session.token in part
        assert said.count(session.token) == 1


# Who stands on the table's page


def look(client, page):
    return client.get(page).content.decode()


def test_the_pages_that_say_what_is_on_hear_of_a_new_game(table):
    client, page, _said = join(table)
    stream = reverse("table-live", args=[table.pk])
    for address in (page, "/"):
        before = f'data-live="{stream}" data-version="{version_of(table)}"'
        assert before in look(client, address)
    play(table)
    assert before not in look(client, page)


def test_an_open_game_says_how_each_visitor_goes_on(table):
    bara, page, _said = join(table)
    cyril, *_rest = join(table, "Cyril")
    watching, *_rest = join(table, "Anna", role="spectator")
    play(table)
    assert "Continue at your seat&nbsp;›" in look(bara, page)
    assert "Join&nbsp;›" in look(cyril, page)
    assert "Watch&nbsp;›" in look(watching, page)


# Two phones start the same game


def begin(client, table, **more):
    asked = {"game": "imperial_settlers", "id": uuid4(), **more}
    return client.post(reverse("start-session-at", args=[table.pk]), asked)


def test_who_starts_the_game_somebody_has_just_started_is_led_there_first(table):
    bara, *_rest = join(table)
    cyril, *_rest = join(table, "Cyril")
    begin(bara, table)
    session = table.sessions.get()
    seats = {"kind": "take_seat", "name": "Bára", "id": uuid4()}
    bara.post(reverse("session-do", args=[session.token]), seats)
    asked = begin(cyril, table).content.decode()
    assert "<bdi>Bára</bdi> has just started this game." in asked
    assert reverse("session", args=[session.token]) in asked
    assert table.sessions.count() == 1
    assert begin(cyril, table, another="on").status_code == 302
    assert begin(cyril, table, game="arcs").status_code == 302
    assert table.sessions.count() == 3


def test_a_second_press_on_the_same_game_is_no_second_game(table):
    bara, *_rest = join(table)
    pressed = uuid4()
    first, second = begin(bara, table, id=pressed), begin(bara, table, id=pressed)
    assert first.url == second.url


def test_who_goes_back_from_an_empty_game_comes_into_it_again(table):
    bara, *_rest = join(table)
    cyril, *_rest = join(table, "Cyril")
    first, again = begin(bara, table), begin(bara, table)
    assert first.url == again.url
    assert begin(cyril, table).status_code == 200


def test_a_game_that_is_over_or_was_given_up_is_no_reason_to_ask(table):
    bara, *_rest = join(table)
    done = play(table, **{"1s0-track": "12"})
    record(done, kind="finish", data={}, client_id=uuid4())
    with time_machine.travel(timezone.now() - timedelta(hours=2)):
        play(table)
    assert begin(bara, table).status_code == 302


# Seating the table


def offered(client, table, **more):
    """The people each button of a new session would seat."""
    answer = begin(client, table, another="on", **more)
    shown = client.get(answer.url)
    return answer.url, [one.names for one in shown.context["offers"]]


def test_everybody_at_the_table_is_seated_with_one_tap_whoever_starts_first(table):
    bara, *_rest = join(table)
    page, (everyone,) = offered(bara, table)
    assert everyone == ("Bára", "Cyril", "Anna")
    seat = {"name": everyone, "id": uuid4()}
    answer = bara.post(f"{page}seat/", seat, follow=True)
    names = session_state(table.sessions.get()).names
    assert names == everyone
    assert answer.context["own_seat"] == 0
    assert answer.context["offers"] == []


def test_the_players_of_the_last_game_are_offered_before_the_whole_table(table):
    bara, *_rest = join(table)
    play(table)
    _page, offers = offered(bara, table)
    assert offers == [("Bára", "Anna"), ("Bára", "Cyril", "Anna")]


def test_nobody_is_offered_a_seat_a_game_does_not_have(table):
    for name in ("Dana", "Eva", "Filip"):
        table.people.create(name=name)
    bara, *_rest = join(table)
    assert offered(bara, table)[1] == []


# Whom it plays as


def test_a_phone_changes_whom_it_plays_as(table):
    session = play(table)
    client, *_rest = join(table)
    address = reverse("play-as", args=[table.pk])
    assert "Cyril" in client.get(address).content.decode()
    answer = client.post(address, {"name": "anna"}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("session", args=[session.token])
    assert "You play as <bdi>Anna</bdi>" in answer.content.decode()
    assert Phone.objects.get().person.name == "Anna"
    assert table.people.count() == 3


def test_a_phone_without_a_name_is_asked_again(table):
    client, *_rest = join(table)
    answer = client.post(reverse("play-as", args=[table.pk]), {"name": " "})
    assert answer.status_code == 200
    assert Phone.objects.get().person.name == "Bára"


def test_who_only_watches_is_told_so(table):
    _client, _page, said = join(table, role="spectator")
    assert "You are watching" in said
    assert reverse("play-as", args=[table.pk]) not in said


# What the next session is about


def test_a_fall_that_may_come_is_said_before_a_new_age():
    played = founded_campaign("anna", "bara")
    for anna, bara in ((60, 60), (50, 70), (40, 80)):
        played = played.session(anna=anna, bara=bara)
    assert translate(next_stake(played.state)).endswith("scores below 40.")
    (now,) = tonight(kept(played).table).running
    assert (now.session, now.in_play) == (4, False)
    assert now.stake == translate(next_stake(played.state))


def test_where_nothing_is_at_stake_nothing_is_said():
    assert next_stake(founded_campaign("anna", "bara").state) == ""


# Help


@pytest.mark.parametrize(("language", "word"), [("en", "Back up"), ("cs", "Zálohovat")])
def test_the_footer_leads_to_how_it_works(language, word):
    client = Client(headers={"accept-language": language})
    assert reverse("how-to") in client.get("/").content.decode()
    page = client.get(reverse("how-to")).content.decode()
    assert word in page
    assert page.count("<svg viewBox") == 5
