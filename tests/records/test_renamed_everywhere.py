"""A renamed or merged person is called what they are called now, on every page, paper and file."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse

from campaign.models import TableLog
from companion.log.record import amend, rebuild
from companion.records.book import open_book
from companion.sessions.finding import find_last_players
from companion.sessions.services import session_state, set_cells, start_session
from companion.tables.services import change_person
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from tests.campaign_visitor import kept, two_sessions
from tests.played_campaign import founded_campaign
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


# A campaign


@pytest.fixture
def played():
    campaign = kept(two_sessions())
    for name in ("Anna", "Bara", "Eva"):
        campaign.table.people.create(name=name)
    return campaign


def players_in(campaign):
    campaign.refresh_from_db()
    return [one.player for one in CAMPAIGN.load(campaign.state).empires]


def undo_last(client, table):
    where = reverse("box-undo", args=[table.pk, TableLog.objects.get(table=table).last])
    assert client.post(where, {"id": uuid4()}).status_code == 302


def test_a_campaigns_pages_papers_and_past_follow_a_new_name(played):
    rename(played.table, "Anna", "Anička")
    assert "Anička" in players_in(played)
    client = visitor(played.table, "spectator")
    for page in ("campaign", "campaign-chronicle", "campaign-history"):
        said = said_on(client.get(reverse(page, args=[played.pk]), follow=True))
        assert "Anička" in said, page
    chapter = said_on(client.get(reverse("campaign-chapter", args=[played.pk, 1])))
    assert "Anička" in chapter
    assert "Anna " not in chapter
    assert open_book(played.table).table().people.keys() >= {
        str(played.table.people.get(name="Anička").pk)
    }


def test_an_undone_name_is_undone_in_the_campaign_and_comes_back(played):
    organiser = visitor(played.table, "organiser")
    rename(played.table, "Anna", "Anička")
    rename(played.table, "Anička", "Ani")
    assert "Ani" in players_in(played)
    undo_last(organiser, played.table)
    assert "Anička" in players_in(played)
    undo_last(organiser, played.table)
    assert "Ani" in players_in(played)
    assert rebuild(played) == 0


def test_a_name_somebody_corrected_in_the_campaign_stays(played):
    first = played.acts.filter(kind="found_empire").order_by("number")[0]
    amend(played, first.number, {**first.data, "player": "Eva"}, client_id=uuid4())
    rename(played.table, "Anna", "Anička")
    assert players_in(played)[0] == "Eva"


def test_two_with_empires_of_their_own_are_not_merged(played):
    organiser, people = visitor(played.table, "organiser"), played.table.people
    fresh = kept(founded_campaign("anna", "eva"))
    fresh.table_id = played.table_id
    fresh.save(update_fields=["table"])
    keys = {"person": people.get(name="Eva").pk, "into": people.get(name="Anna").pk}
    where = reverse("merge-people", args=[played.table_id])
    answer = organiser.post(where, {"id": uuid4(), **keys})
    assert answer.status_code == 422
    assert "Anna already has an empire" in said_on(answer)
    assert people.filter(name="Eva").exists()
    assert "eva" in [one.casefold() for one in players_in(fresh)]
