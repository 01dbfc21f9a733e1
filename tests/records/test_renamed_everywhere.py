"""A renamed or merged person is called what they are called now, on every page, paper and file."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from companion.sessions.finding import find_last_players
from companion.sessions.services import session_state, set_cells, start_session
from companion.tables.services import change_person
from tests.records.played import finished, said_on
from tests.sessions.pages import SETTLERS, entered, visitor, words_of

pytestmark = pytest.mark.django_db


def rename(table, old, new):
    change_person(person=table.people.get(name=old), name=new, colour="")


def test_a_games_own_pages_papers_and_files_follow_a_new_name(client, table):
    session = finished(table, 60, 30)
    rename(table, "Anna", "Anička")
    assert "Anna" not in said_on(client.get(reverse("session", args=[session.token])))
    paper = client.get(reverse("session-proof", args=[session.token]))
    assert "Anička" in words_of(paper.content)
    file = visitor(table, "player").get(reverse("session-json", args=[session.token]))
    assert "Anička" in json.dumps(file.json(), ensure_ascii=False)


def test_an_old_best_stays_somebodys_own(client, table):
    finished(table, 60, 90)
    rename(table, "Anna", "Anička")
    better = finished(table, 70, 30, names=("Anička", "Bára"))
    said = said_on(client.get(reverse("session", args=[better.token])))
    assert "Personal best: Anička with 70 (was 60)" in said


def test_somebody_renamed_during_a_game_keeps_their_seat(table):
    session = entered(table, name0="Anna", name1="Bára")
    rename(table, "Anna", "Anička")
    assert session_state(session).names == ("Anička", "Bára")
    cells = {"name0": ("Aňa", "Anička"), "1s0-track": ("7", "")}
    assert set_cells(session, cells, client_id=uuid4()) == []
    session.refresh_from_db()
    assert session_state(session).names == ("Aňa", "Bára")


def test_the_list_of_open_games_follows_too(client, table):
    entered(table, name0="Anna", name1="Bára", **{"1s0-track": "4"})
    rename(table, "Anna", "Anička")
    said = said_on(client.get(reverse("table", args=[table.pk])))
    assert "Anička" in said
    assert "Anna" not in said


def test_the_next_game_offers_those_of_the_last_one(table):
    finished(table, 60, 30)
    rename(table, "Anna", "Anička")
    offered = find_last_players(start_session(game=SETTLERS, table=table))
    assert offered == ["Anička", "Bára"]
