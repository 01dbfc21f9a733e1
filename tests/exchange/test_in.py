"""Files of game nights: everything is read or named, shown before it is kept, and added once."""

import io
import json
import zipfile
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given as given_any
from hypothesis import strategies as st

from campaign.files.tables import NoFile
from companion.exchange import csv_files, given, importing, json_files, read_ours
from companion.exchange.bgstats import PlayerIds
from companion.exchange.bgstats_file import write_bgstats
from companion.exchange.importing import keep_plays, plan_import
from companion.exchange.matching import NEW, TYPED, fold_letters, question_for
from companion.exchange.plays import plays_of_table
from companion.exchange.read_bgstats import add_up
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
from tests.exchange.nights import every_game_finished, finished_night
from tests.played_campaign import founded_campaign
from tests.sessions.pages import visitor
from tests.thorough import examples

pytestmark = pytest.mark.django_db


def bring(raw, table, **answers):
    """Adds everything a file holds; who is who as proposed, or by name."""
    plan = plan_import(raw, table)
    fields = {one.name: one.field for one in plan.questions}
    given = {fields[name]: value for name, value in answers.items()}
    return keep_plays(plan, plan.answers(given), table=table)


def told(table):
    """What leaves the table, without its ids' order."""
    data = json.loads(json_files.write_table(table, plays_of_table(table)))
    return sorted(data["sessions"], key=lambda one: one["id"])


def why(raw):
    (bad,) = read_given_file(raw).unread
    return bad.why


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
        ({"id": "x"}, "Its id is missing."),
        ({"cells": None}, "Its entries are missing."),
        ({"players": 99}, "Some entries don't belong to this game."),
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


# Exports of BG Stats


def test_the_rows_of_empires_of_the_north_are_taken_over(table):
    raw = as_bytes(export(north_play(locationRefId=7, comments="A close one")))
    assert bring(raw, table) == 1
    state = session_state(table.sessions.get())
    assert not state.totals_only
    assert {key: one for key, one in state.cells.items() if "s0-" in key} == {
        "1s0-track": "36",
        "1s0-cards": "19",
        "1s0-materials": "6",  # three points, one per two
        "1s0-gold": "7",
    }
    (session,) = told(table)
    assert [one["total"] for one in session["seats"]] == [65, 46, 49]
    assert (session["where"], session["note"], session["minutes"]) == (
        "Cabin",
        "A close one",
        90,
    )


def test_rows_that_do_not_give_the_score_leave_the_total(table):
    bring(as_bytes(export(north_play(resources=("9", "2", "4")))), table)
    assert session_state(table.sessions.get()).totals_only
    assert [one["total"] for one in told(table)[0]["seats"]] == [65, 46, 49]


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("12", 12),
        (" 12", 12),
        ("12+3", 15),
        ("15+16+8-30", 9),
        ("12+", 12),
        ("7.0", 7),
        ("7,5+0,5", 8),
        ("-4", -4),
        ("−4", -4),
        (12, 12),
    ],
)
def test_scores_are_read_as_people_type_them(table, typed, value):
    raw = as_bytes(arcs_export("1", typed))
    (given_play,) = read_given_file(raw).plays
    assert given_play.sheet.totals == (1, value)


@pytest.mark.parametrize("typed", [None, "", "  "])
def test_a_missing_score_is_named(typed):
    said = why(as_bytes(arcs_export("1", typed)))
    assert said == "There is no score for Bára."


@pytest.mark.parametrize("typed", ["12.5", "many", "1 2", "3*4", "+", "1e9", "9" * 200])
def test_what_is_no_whole_number_is_named_with_what_it_says(typed):
    said = why(as_bytes(arcs_export("1", typed)))
    assert said == f"“{typed[:40]}” isn't a whole number (Bára)."


@examples(300)
@given_any(st.text(max_size=30))
def test_no_text_breaks_the_reader_of_scores(text):
    total = add_up(text)
    assert total is None or total == total


@pytest.mark.parametrize(
    ("points", "winners", "wins", "remarked"),
    [
        (("9", "5"), (0,), [True, False], False),
        (("9", "9"), (0, 1), [True, True], False),  # shared
        (("9", "9"), (1,), [False, True], False),  # broken at the table
        (("9", "5"), (), [True, False], True),
        (("9", "5"), (1,), [True, False], True),
        (("9", "9"), (), [True, True], False),  # a tie the app left open
    ],
)
def test_several_winners_or_none(points, winners, wins, remarked):
    seats = [score(n + 1, one, winner=n in winners) for n, one in enumerate(points)]
    (one,) = read_given_file(as_bytes(export(play(1, 2, *seats)))).plays
    assert [seat in one.sheet.winners for seat in range(2)] == wins
    assert bool(one.remark) is remarked


@pytest.mark.parametrize("won", [True, False])
def test_a_game_alone_is_won_or_lost_as_the_file_says(won):
    raw = as_bytes(export(play(1, 1, score(1, "40", winner=won)), people=("Anna",)))
    (one,) = read_given_file(raw).plays
    assert (one.sheet.winners == (0,)) is won
    assert one.remark == ""


def test_games_we_do_not_score_are_counted_by_name():
    raw = as_bytes(export(play(1, 3, score(1, "9")), play(2, 3, score(1, "8"))))
    file = read_given_file(raw)
    assert (file.plays, file.unread, file.other_games) == ([], [], {"Wingspan": 2})


def test_a_game_is_known_by_its_name_where_it_has_no_number():
    data = arcs_export("9", "5")
    for name, slug in (
        ("ARCS", "arcs"),
        ("Settlers: Rozkvět impéria", "rise_of_empire"),
    ):
        data["games"][1] |= {"bggId": 0, "name": name}
        assert [one.game for one in read_given_file(as_bytes(data)).plays] == [slug]


def test_an_ignored_play_and_one_without_players_are_named():
    ignored = play(1, 2, score(1, "9"), ignored=True)
    raw = as_bytes(export(ignored, play(2, 2)))
    said = [(one.where, one.why) for one in read_given_file(raw).unread]
    assert said == [
        ("Play 1 (Arcs, 1 Mar 2025)", "It is ignored in BG Stats."),
        ("Play 2 (Arcs, 1 Mar 2025)", "Nobody played."),
    ]


def test_an_anonymous_guest_has_no_name():
    data = arcs_export("9", "5")
    data["players"][1]["isAnonymous"] = True
    (one,) = read_given_file(as_bytes(data)).plays
    assert one.names == ("Anna", "")


def test_our_own_file_for_the_app_brings_nothing_back(table):
    every_game_finished(table)
    raw = write_bgstats(plays_of_table(table), PlayerIds(table))
    plan = plan_import(raw, table)
    assert (plan.new, plan.known, plan.file.unread) == ((), len(GAMES), [])


def test_a_game_that_was_sent_to_the_app_comes_back_under_another_id(table):
    table.people.create(name="Bára")
    bring(as_bytes(arcs_export("9", "5")), table)
    data = arcs_export("9", "5", people=("anna", "BARA"))
    data["plays"][0]["uuid"] = str(uuid4())
    plan = plan_import(as_bytes(data), table)
    assert (plan.new, plan.known) == ((), 1)


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


# Bad files


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "This file is empty."),
        (b"  ", "This file is empty."),
        (b'{"plays": [', "We can't read this file."),
        (b'{"plays": 3}', "This isn't a file with games."),
        (b"Anna 40, Bob 30", "This isn't a file with games."),
        (b"[]", "This isn't a file with games."),
        (b"[" * 100_000, "We can't read this file."),
        ('{"plays": ["č"]}'.encode("cp1250"), "We can't read this file."),
        (b'{"plays": [], "games": []}', "There are no games in this file."),
        (b"<!DOCTYPE html><title>Ha", "This page is cut off"),
        (b"PK\x03\x04 broken", "This zip is damaged."),
        (b"{" * 300_001, "This file is too big."),
        (
            b'{"format": "empire-companion-table"}',
            "There are no sessions in this file.",
        ),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence(table, organiser, raw, said):
    answer = send(organiser, table, raw)
    assert answer.status_code == 422
    assert said in answer.content.decode().replace("&#x27;", "'")
    assert table.sessions.count() == 0


def test_a_file_nested_a_thousand_deep_is_refused(table, organiser):
    """Whether it can still be read depends on how deep the reader already stands."""
    raw = b'{"plays":' * 1000 + b"1" + b"}" * 1000
    assert send(organiser, table, raw).status_code == 422


def test_a_zip_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(read_ours, "LARGEST_TABLES", 1000)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr("sessions.csv", b"\0" * 100_000)
    with pytest.raises(NoFile, match="too big"):
        read_given_file(packed.getvalue())


def test_another_zip_is_not_ours():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as opened:
        opened.writestr("readme.txt", b"hello")
    with pytest.raises(NoFile, match="isn't one of ours"):
        read_given_file(packed.getvalue())


def test_more_plays_than_anybody_has_are_refused():
    data = export()
    data["plays"] = [{}] * 10_001
    with pytest.raises(NoFile, match="too many games"):
        read_given_file(as_bytes(data))


def test_more_people_than_a_form_can_ask_about_are_refused(table, monkeypatch):
    monkeypatch.setattr(importing, "MOST_NAMES", 1)
    with pytest.raises(NoFile, match="too many people"):
        plan_import(as_bytes(arcs_export("9", "5")), table)


@examples(60)
@given_any(
    st.recursive(
        st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "plays",
                        "games",
                        "players",
                        "playerScores",
                        "score",
                        "gameRefId",
                        "id",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_stands_in_a_play_nothing_breaks(thing):
    data = arcs_export("9", "5")
    for key in ("playerScores", "playDate", "uuid", "scoresheet", "durationMin"):
        data["plays"][0] = {**data["plays"][0], key: thing}
        read_given_file(as_bytes(data))
    data["players"] = data["locations"] = thing
    read_given_file(as_bytes(data))


def test_nothing_is_kept_where_one_game_cannot_be(table, monkeypatch):
    plays = [play(n, 2, score(1, "9"), score(2, "5")) for n in (1, 2)]
    kept_so_far = []

    def breaks_second(one, *given, **more):
        if kept_so_far:
            raise RuntimeError
        kept_so_far.append(keep_play(one, *given, **more))

    keep_play = importing.keep_play
    monkeypatch.setattr(importing, "keep_play", breaks_second)
    with pytest.raises(RuntimeError):
        bring(as_bytes(export(*plays)), table)
    assert kept_so_far
    assert (table.sessions.count(), table.people.count()) == (0, 0)


def test_a_long_file_is_added_in_parts(table, monkeypatch):
    monkeypatch.setattr(importing, "MOST_AT_ONCE", 2)
    days = [f"2025-03-0{n}" for n in (1, 2, 3)]
    plays = [play(n, 2, score(1, "9"), score(2, "5"), day=n) for n in days]
    raw = as_bytes(export(*plays))
    assert [bring(raw, table) for _time in range(3)] == [2, 1, 0]


def test_only_so_many_games_are_counted_for_one_page(table, monkeypatch):
    monkeypatch.setattr(given, "MOST_CHECKED", 1)
    plays = [
        play(n, 2, score(1, "9"), score(2, "5"), day=f"2025-03-0{n}") for n in (1, 2)
    ]
    raw = as_bytes(export(*plays))
    plan = plan_import(raw, table)
    assert (len(plan.new), plan.waiting) == (1, 1)
    assert [bring(raw, table) for _time in range(3)] == [1, 1, 0]


def test_reading_a_file_costs_the_same_queries_however_much_is_here(table):
    raw = as_bytes(arcs_export("9", "5"))

    def cost():
        with CaptureQueriesContext(connection) as asked:
            plan_import(raw, table)
        return len(asked)

    few = cost()
    for _night in range(5):
        finished_night(table)
    assert cost() == few <= 6


# Pages


def send(client, table, raw, **more):
    file = io.BytesIO(raw)
    file.name = "export.json"
    return client.post(
        reverse("open-sessions", args=[table.pk]), {"file": file, **more}
    )


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
    assert answer.url == f"{reverse('table-files', args=[table.pk])}?added=1"
    assert "1 game added." in organiser.get(answer.url).content.decode()
    assert GameSession.objects.get(table=table).card.finished
    again = organiser.post(
        reverse("open-sessions", args=[table.pk]), {"carried": carried, "take": "1"}
    )
    assert again.url.endswith("?added=0")
    assert table.sessions.count() == 1


def test_names_in_a_file_are_shown_as_text(table, organiser):
    raw = as_bytes(arcs_export("9", "5", people=("<script>x</script>", "B")))
    page = send(organiser, table, raw).content.decode()
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page
