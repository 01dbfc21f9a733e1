"""Files of game nights: our own come back as they left, people are recognised, and all is shown before it is kept."""

import json
import re
from uuid import uuid4

import pytest
from django.urls import reverse

from companion.exchange import csv_files, importing, json_files
from companion.exchange.bgstats import PlayerIds
from companion.exchange.importing import plan_import
from companion.exchange.matching import NEW, TYPED, fold_letters, question_for
from companion.exchange.plays import plays_of_table
from companion.exchange.reading import read_given_file
from companion.exchange.views import all_plays
from companion.log.record import rebuild
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.tables.models import Person, Table
from scoring.games import GAMES
from tests.campaign_visitor import kept
from tests.exchange.bgstats_files import (
    arcs_export,
    as_bytes,
    export,
    north_play,
    play,
    score,
)
from tests.exchange.bringing import bring, send, told
from tests.exchange.nights import every_game_finished, finished_night
from tests.played_campaign import founded_campaign
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db


# Our own files


@pytest.mark.parametrize(
    "write",
    [
        lambda table: json_files.write_table(table, all_plays(table)),
        lambda table: csv_files.write_zip(all_plays(table)),
    ],
    ids=("json", "csv"),
)
def test_every_game_comes_back_as_it_left(table, write):
    every_game_finished(table)
    finished_night(table, note="=1+1\nsecond line", place="'quoted", name0="@anna")
    elsewhere = Table.objects.create(name="Sunday")
    raw = write(table)
    assert bring(raw, elsewhere) == len(GAMES) + 1
    assert told(elsewhere) == told(table)


@pytest.mark.parametrize("back_home", [False, True])
def test_opening_a_file_again_adds_nothing(table, back_home):
    every_game_finished(table)
    elsewhere = Table.objects.create(name="Sunday")
    raw = json_files.write_table(table, plays_of_table(table))
    assert bring(raw, elsewhere) == len(GAMES)
    assert bring(raw, elsewhere) == 0
    again = json_files.write_table(elsewhere, plays_of_table(elsewhere))
    assert bring(again, table if back_home else elsewhere) == 0


def test_an_archived_session_comes_back_archived(table):
    session = finished_night(table)
    importing.append_all(session, [importing.NewAct("archive", {})])
    elsewhere = Table.objects.create(name="Sunday")
    bring(json_files.write_table(table, plays_of_table(table)), elsewhere)
    assert session_state(elsewhere.sessions.get()).archived


def test_a_campaign_s_session_comes_with_the_campaign_s_own_file():
    campaign = kept(founded_campaign("anna", "bara").session(anna=60, bara=55))
    raw = json_files.write_table(campaign.table, all_plays(campaign.table))
    here = plan_import(raw, campaign.table)
    assert (here.known, here.nights) == (1, ())
    elsewhere = Table.objects.create(name="Sunday")
    plan = plan_import(raw, elsewhere)
    assert (plan.new, [one.campaign for one in plan.nights]) == ((), ["Ours"])


def test_what_came_from_a_file_says_so_and_rebuilds_without_a_difference(table):
    bring(as_bytes(arcs_export("30", "22")), table)
    session = table.sessions.get()
    assert [act.kind for act in session.acts.order_by("number")] == [
        "import_session",
        "finish",
    ]
    assert rebuild(session) == 0
    page = visitor(table, "player").get(
        reverse("session-history", args=[session.token])
    )
    assert "BG Stats" in page.content.decode()


def test_points_are_counted_again_whatever_a_file_says(table):
    finished_night(table)
    data = json.loads(json_files.write_table(table, plays_of_table(table)))
    data["sessions"][0]["seats"][0]["total"] = 9999
    data["sessions"][0]["id"] = str(uuid4())
    data["sessions"][0]["played_on"] = "2020-01-01"
    bring(as_bytes(data), table)
    totals = [[seat["total"] for seat in one["seats"]] for one in told(table)]
    assert totals[0] == totals[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "chess"}, "We don't know this game."),
        ({"id": ""}, "Its id is missing."),
        ({"id": "x2"}, "“x2” isn't an id we can use."),
        ({"cells": None}, "Its entries are missing."),
        ({"players": 99}, "At most 4 people can play this."),
        ({"players": "2"}, "Its entries are missing."),
        ({"played_on": "yesterday"}, "“yesterday” isn't a date."),
        ({"cells": {"1s0-track": "x"}}, "Enter a whole number, or a sum like 3+6+2."),
        ({"cells": {"9s9-no": "1"}}, "Some entries don't belong to this game."),
        ({"cells": {}}, "Nothing has been entered yet."),
    ],
)
def test_a_session_that_cannot_be_is_named_with_its_reason(table, change, said):
    finished_night(table)
    data = json.loads(json_files.write_table(table, plays_of_table(table)))
    data["sessions"][0] |= change
    file = read_given_file(as_bytes(data))
    (one,) = file.unread
    assert one.why == said
    game = "Imperial Settlers" in one.where
    assert (one.where.startswith("Session 1"), game) == (True, "game" not in change)


# People


@pytest.mark.parametrize(
    ("name", "chosen", "alike"),
    [
        ("Bára", "Bára", False),
        ("BÁRA", "Bára", False),
        ("Bara", "Bára", True),
        ("Bára Nová", NEW, True),
        ("Dana", NEW, False),
    ],
)
def test_names_are_matched_and_asked_about_where_unsure(table, name, chosen, alike):
    people = [table.people.create(name=one) for one in ("Anna", "Bára")]
    found = question_for(name, 1, people, {})
    keys = {str(one.pk): one.name for one in people}
    assert (keys.get(found.chosen, found.chosen), found.alike) == (chosen, alike)


def test_a_name_that_looks_like_somebody_says_like_whom(table, organiser):
    for name in ("Anna", "Cyril", "Cyril D."):
        table.people.create(name=name)
    raw = as_bytes(arcs_export("9", "5", people=("Anna", "Cyril N.")))
    page = send(organiser, table, raw).content.decode()
    assert re.findall(r"Like ([^<]*)\?", page) == ["Cyril, Cyril D."]


def test_a_name_and_its_points_stay_on_one_line(table, organiser):
    raw = as_bytes(arcs_export("9", "5", people=("Anna", "Bara")))
    assert "<bdi>Bara</bdi>&nbsp;5" in send(organiser, table, raw).content.decode()


def test_somebody_who_turned_out_to_be_another_is_known_by_both_names(table):
    bring(as_bytes(arcs_export("9", "5", people=("Anna", "Barbora"))), table)
    bara = table.people.create(name="Bára")
    Person.everyone.filter(name="Barbora").update(merged_into=bara)
    data = arcs_export("7", "8", people=("Anna", "barbora"), day="2025-04-01")
    data["plays"][0]["uuid"] = str(uuid4())
    plan = plan_import(as_bytes(data), table)
    assert {one.name: one.chosen for one in plan.questions}["barbora"] == str(bara.pk)
    again = arcs_export("9", "5", people=("Anna", "Bára"))
    again["plays"][0]["uuid"] = str(uuid4())
    assert plan_import(as_bytes(again), table).known == 1
    assert PlayerIds(table)["Barbora"] == PlayerIds(table)["Bára"]


def test_an_answer_makes_somebody_new_known_or_only_a_name(table):
    bara = table.people.create(name="Bára")
    raw = as_bytes(arcs_export("9", "5", "3", people=("Anna", "Barbora", "Guest")))
    bring(raw, table, Barbora=str(bara.pk), Guest=TYPED)
    assert {one["name"] for one in told(table)[0]["seats"]} == {"Anna", "Bára", "Guest"}
    assert set(table.people.values_list("name", flat=True)) == {"Anna", "Bára"}


def test_two_players_cannot_become_one(table, organiser):
    bara = table.people.create(name="Bára")
    raw = as_bytes(arcs_export("9", "5", people=("Anna", "Barbora")))
    plan = plan_import(raw, table)
    fields = {one.field: str(bara.pk) for one in plan.questions}
    answer = send(organiser, table, raw, take="1", **fields)
    assert answer.status_code == 422
    assert "Two players can't both be Bára" in answer.content.decode()
    assert table.sessions.count() == 0


def test_folding_ignores_case_accents_and_blanks():
    assert fold_letters("  ŘEHOŘ   Čáp ") == fold_letters("Rehor cap")


# Pages


def test_only_an_organiser_may_bring_something(table):
    address = reverse("open-sessions", args=[table.pk])
    found = {
        role: visitor(table, role).get(address).status_code
        for role in ("organiser", "player", "spectator")
    }
    assert found == {"organiser": 200, "player": 404, "spectator": 404}


def test_a_file_is_shown_first_and_kept_by_the_second_press(table, organiser):
    Person.objects.create(table=table, name="Bara")
    raw = as_bytes(
        export(north_play(), play(2, 2, score(1, "x")), play(3, 3, score(1, "9")))
    )
    page = send(organiser, table, raw).content.decode()
    assert table.sessions.count() == 0
    assert "Play 2 (Arcs, 1 Mar 2025):" in page
    assert "Wingspan" in page
    assert "Who is this?" in page
    carried = page.partition('name="carried" value="')[2].partition('"')[0]
    answer = organiser.post(
        reverse("open-sessions", args=[table.pk]), {"carried": carried, "take": "1"}
    )
    assert answer.url.startswith(reverse("games-added", args=[table.pk]))
    assert "1 game added." in organiser.get(answer.url).content.decode()
    assert GameSession.objects.get(table=table).card.finished
    again = organiser.post(
        reverse("open-sessions", args=[table.pk]), {"carried": carried, "take": "1"}
    )
    said = organiser.get(again.url).content.decode()
    assert "Nothing new: these games are here already." in said
    assert table.sessions.count() == 1


def test_names_in_a_file_are_shown_as_text(table, organiser):
    raw = as_bytes(arcs_export("9", "5", people=("<script>x</script>", "B")))
    page = send(organiser, table, raw).content.decode()
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


def test_a_changed_file_says_how_many_games_differ_and_ours_stay(table, organiser):
    finished_night(table, played_on="2025-03-01")
    finished_night(table, "arcs", played_on="2025-03-02")
    data = json.loads(json_files.write_table(table, plays_of_table(table)))
    assert plan_import(as_bytes(data), table).changed == 0
    data["sessions"][0]["cells"]["1s0-track"] = "1"
    plan = plan_import(as_bytes(data), table)
    assert (len(plan.new), plan.known, plan.changed) == (0, 2, 1)
    page = send(organiser, table, as_bytes(data)).content.decode()
    assert "1 of them has other scores or another day" in page
