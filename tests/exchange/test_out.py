"""Game nights as CSV and JSON: all of it, nothing that calculates, few queries."""

import csv
import io
import json
import zipfile
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from campaign.models import Result
from companion.exchange import csv_files, json_files
from companion.exchange.bgstats import PlayerIds
from companion.exchange.bgstats_file import write_bgstats
from companion.exchange.campaign_plays import plays_of_campaign
from companion.exchange.plays import play_of_session, plays_of_table
from companion.exchange.reading import read_given_file
from companion.exchange.views import all_plays
from companion.log.record import rebuild
from companion.sessions.services import start_session
from scoring.games import GAMES
from tests.campaign_visitor import kept
from tests.exchange.nights import every_game_finished, finished_night
from tests.played_campaign import founded_campaign
from tests.sessions.pages import do, visitor

pytestmark = pytest.mark.django_db


def tables_in(zipped):
    with zipfile.ZipFile(io.BytesIO(zipped)) as opened:
        return {
            name.removesuffix(".csv"): list(
                csv.DictReader(io.StringIO(opened.read(name).decode("utf-8-sig")))
            )
            for name in opened.namelist()
        }


def test_rows_of_every_game_add_up_to_its_totals_in_both_files(table):
    every_game_finished(table)
    found = tables_in(csv_files.write_zip(all_plays(table)))
    sums = {}
    for row in found["rows"]:
        key = (row["session"], row["seat"])
        sums[key] = sums.get(key, 0) + int(row["points"])
    assert sums == {
        (one["session"], one["seat"]): int(one["total"]) for one in found["seats"]
    }
    written = json.loads(json_files.write_table(table, all_plays(table)))
    assert {one["game"] for one in written["sessions"]} == set(GAMES)
    for one in written["sessions"]:
        points = zip(*(row["points"] for row in one["rows"]), strict=True)
        assert [sum(own) for own in points] == [seat["total"] for seat in one["seats"]]


def test_what_was_typed_stands_in_the_entries(table):
    finished_night(table, place="Elm Street", note="two\nlines")
    found = tables_in(csv_files.write_zip(plays_of_table(table)))
    (session,) = found["sessions"]
    assert (session["where"], session["note"]) == ("Elm Street", "two\nlines")
    typed = {(one["seat"], one["entry"]): one["typed"] for one in found["entries"]}
    assert typed["1", "track"] == str(
        GAMES["imperial_settlers"].example.tallies[0].seats[0].track
    )


def test_nothing_in_a_table_calculates(table):
    names = {"name0": "=1+1", "name1": "@SUM(A1)", "place": "+cmd", "note": "'=kept"}
    finished_night(table, **names)
    content = csv_files.write_zip(plays_of_table(table))
    found = tables_in(content)
    assert [one["name"] for one in found["seats"]] == ["'=1+1", "'@SUM(A1)", "Cyril"]
    assert found["sessions"][0]["where"] == "'+cmd"
    for rows in found.values():
        for row in rows:
            for cell in row.values():
                harmless = csv_files.NUMBER.fullmatch(cell)
                assert harmless or not cell.startswith(("=", "+", "-", "@", "\t"))
    kept_as = found["sessions"][0]["note"]
    assert csv_files.read_guarded(kept_as) == "'=kept"


def test_a_loss_stays_a_number(table):
    assert csv_files.guard_cell(-5) == "-5"
    assert csv_files.guard_cell("-5") == "-5"
    assert csv_files.guard_cell("-5+1") == "'-5+1"


def test_excel_is_told_the_letters(table):
    finished_night(table)
    content = csv_files.write_zip(plays_of_table(table))
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        assert opened.namelist() == [f"{name}.csv" for name in csv_files.COLUMNS]
        assert opened.read("seats.csv").startswith(b"\xef\xbb\xbfsession,")


def test_labels_speak_the_reader_s_language(table):
    session = finished_night(table, "empires_of_the_north")
    with override("cs"):
        told = json_files.session_data(play_of_session(session))
    assert told["rows"][0]["label"] == "Body na počítadle"


def test_a_campaign_s_sessions_come_with_the_scores_that_were_confirmed():
    at = founded_campaign("anna", "bara").session(anna=60, bara=55)
    campaign = kept(at.session(anna=48, bara=70))
    plays = list(plays_of_campaign(campaign))
    assert [one.number for one in plays] == [1, 2]
    for play in plays:
        results = Result.objects.filter(session__number=play.number)
        told = dict(zip(play.names, play.sheet.totals, strict=True))
        assert told == {one.empire.player: one.score for one in results}
    told = json_files.session_data(plays[1])
    assert (told["campaign"], told["number"]) == ("Ours", 2)
    assert [one["wins"] for one in told["seats"]] == [False, True]


def test_an_id_is_the_same_each_time_and_tells_no_private_link(table):
    session = finished_night(table)
    first, again = play_of_session(session), play_of_session(session)
    assert first.id == again.id
    assert session.token not in json_files.write_session(first).decode()


def test_twenty_sessions_cost_as_many_queries_as_two(table):
    def cost():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            csv_files.write_zip(plays_of_table(table))
        return len(asked)

    for _night in range(2):
        finished_night(table)
    few = cost()
    for _night in range(18):
        finished_night(table)
    assert cost() == few <= 3


def test_only_finished_sessions_leave_and_never_hidden_ones(table, organiser):
    session = finished_night(table, finish=False)
    do(session, "cover")
    assert list(plays_of_table(table)) == []
    answer = organiser.get(reverse("session-json", args=[session.token]))
    assert answer.url == reverse("session", args=[session.token])


# Pages


def test_the_files_page_is_one_tap_from_the_table_for_who_plays(table):
    address = reverse("table-files", args=[table.pk])
    for role, there in (("player", True), ("spectator", False)):
        client = visitor(table, role)
        page = client.get(reverse("table", args=[table.pk])).content.decode()
        assert (address in page) is there
        assert client.get(address).status_code == (200 if there else 404)


def test_files_are_downloaded_under_the_table_s_name(table):
    finished_night(table)
    client = visitor(table, "player")
    for name, end in (
        ("sessions-csv", "sessions.zip"),
        ("sessions-json", "sessions.json"),
    ):
        answer = client.get(reverse(name, args=[table.pk]))
        assert f'filename="thursday-{end}"' in answer.headers["Content-Disposition"]


def test_one_session_is_offered_on_its_result(table, organiser):
    session = finished_night(table)
    address = reverse("session-json", args=[session.token])
    assert (
        address
        in organiser.get(reverse("session", args=[session.token])).content.decode()
    )
    told = json.loads(organiser.get(address).content)
    assert (told["format"], told["game"]) == (
        "empire-companion-session",
        "imperial_settlers",
    )


def test_a_session_without_a_table_can_be_taken_along(client):
    session = start_session(
        game="arcs",
        cells={
            "name0": "Anna",
            "1s0-final_score": "9",
            "name1": "B",
            "1s1-final_score": "8",
        },
        totals_only=True,
    )
    do(session, "finish")
    told = json.loads(client.get(reverse("session-json", args=[session.token])).content)
    assert [one["total"] for one in told["seats"]] == [9, 8]


def tied_night(table):
    """Two who counted the same on paper, and left it a tie."""
    cells = {
        "name0": "Anna",
        "1s0-final_score": "9",
        "name1": "B",
        "1s1-final_score": "9",
    }
    session = start_session(game="arcs", table=table, cells=cells, totals_only=True)
    do(session, "finish")
    return session


def test_a_tie_is_a_win_for_both_in_every_file(table):
    tied_night(table)
    (one,) = json.loads(json_files.write_table(table, plays_of_table(table)))[
        "sessions"
    ]
    assert [seat["wins"] for seat in one["seats"]] == [True, True]
    found = tables_in(csv_files.write_zip(plays_of_table(table)))
    assert [seat["wins"] for seat in found["seats"]] == ["yes", "yes"]
    raw = write_bgstats(plays_of_table(table), PlayerIds(table))
    (played,) = json.loads(raw)["plays"]
    assert [seat["winner"] for seat in played["playerScores"]] == [True, True]
    (read,) = read_given_file(raw).plays
    assert (read.remark, read.sheet.winners) == ("", (0, 1))


def test_a_tie_from_before_is_shared_from_now_on(table):
    session = tied_night(table)
    session.seats.update(wins=False)
    import_module("campaign.migrations.0012_ties_are_shared").share_ties(apps, None)
    assert session.seats.filter(wins=True).count() == 2
    assert rebuild(session) == 0
