"""Files that can't be game nights are refused in one sentence, and nothing of them is kept."""

import csv
import io
import json
import zipfile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given as given_any
from hypothesis import strategies as st

from campaign.files.tables import NoFile
from companion.exchange import csv_files, given, importing, json_files, read_ours
from companion.exchange.importing import plan_import
from companion.exchange.reading import read_given_file
from companion.exchange.views import all_plays
from companion.tables.models import Table
from tests.exchange.bgstats_files import (
    arcs_export,
    as_bytes,
    export,
    north_play,
    play,
    score,
)
from tests.exchange.bringing import bring, send, told
from tests.exchange.nights import finished_night
from tests.thorough import examples

pytestmark = pytest.mark.django_db


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
        (
            '{"plays": ["č"]}'.encode("cp1250"),
            "We can't read the letters in this file.",
        ),
        (b'{"plays": [], "games": []}', "There are no games in this file."),
        (b"<!DOCTYPE html><title>Ha", "This page is cut off"),
        (b"PK\x03\x04 broken", "This zip is damaged."),
        (b"{" * 300_001, "This file is too big."),
        (b"[" * 300_001, "This file is too big."),
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


ODD = ([], {}, [1], {"a": 1}, True, None, 1.5, "\ud800", "a\x00b", "x" * 300, 10**30)


@pytest.mark.parametrize("odd", ODD, ids=lambda one: ascii(one)[:12])
def test_odd_values_in_any_place_break_nothing(table, organiser, odd):
    """On the page too: what is shown must be a text, what is looked up must be a key."""
    finished_night(table)
    ours = json.loads(json_files.write_table(table, all_plays(table)))
    north = export(north_play())
    places = [
        *((ours, ours["sessions"][0], key) for key in ours["sessions"][0]),
        *((north, north["plays"][0], key) for key in north["plays"][0]),
        *((north, north["games"][0], key) for key in north["games"][0]),
        *((north, north["players"][0], key) for key in north["players"][0]),
        *((north, north["locations"][0], key) for key in north["locations"][0]),
        *((north, one, key) for one in seats_of(north)[:1] for key in one),
    ]
    for whole, record, key in [*places, (ours, ours["sessions"][0], "campaign")]:
        before = record.get(key)
        record[key] = odd
        raw = json.dumps(whole).encode()
        assert send(organiser, table, raw).status_code in (200, 422), key
        record[key] = before


def seats_of(data):
    return data["plays"][0]["playerScores"]


def test_a_game_with_more_players_than_any_has_is_not_counted_through(table):
    town = [score(one, "5") for one in range(60_000)]
    file = read_given_file(as_bytes(export(play(1, 2, *town))))
    assert (len(file.plays), len(file.unread)) == (0, 1)


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_packed_as_none_of_ours_is_refused_unopened(table, organiser, way):
    """Python unpacks these whole, however little is asked for: 400 bytes were a gigabyte."""
    raw = as_zip(way, sessions="session\n" + "0" * 1_000_000)
    assert "This zip is damaged." in send(organiser, table, raw).content.decode()


def test_a_zip_that_says_where_nothing_can_be_is_refused(table, organiser):
    raw = as_zip()
    for wrong in (
        raw.replace(b"sessions.csv", b"\xff\xfessions.csv").replace(
            b"\x14\x00\x00\x00\x08\x00", b"\x14\x00\x00\x08\x08\x00"
        ),
        raw[:-6] + b"\xff\xff\xff\x7f\0\0",
    ):
        assert "This zip is damaged." in send(organiser, table, wrong).content.decode()


def as_zip(way=zipfile.ZIP_DEFLATED, **tables):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", way) as opened:
        for name in ("sessions", "seats", "entries"):
            opened.writestr(f"{name}.csv", tables.get(name, "session\n"))
    return packed.getvalue()


@pytest.mark.parametrize(
    ("table_text", "said"),
    [
        ("session\n" + "1\n" * 3, "too big"),
        (",".join(map(str, range(60))), "isn't one of ours"),
        ("session\n" + "," * 3000, "isn't one of ours"),
        ("session\n" + '"\n",' * 800, "isn't one of ours"),
        (b"session\n\xff", "UTF-8"),
    ],
    ids=("rows", "columns", "a row", "a row over many lines", "no text"),
)
def test_a_table_is_read_only_as_far_as_ours_go(monkeypatch, table_text, said):
    monkeypatch.setattr(read_ours, "MOST_ROWS", 2)
    monkeypatch.setattr(read_ours, "LONGEST_ROW", 2000)
    with pytest.raises(NoFile, match=said):
        read_given_file(as_zip(sessions=table_text))


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


# Tables a spreadsheet wrote again


def saved_again(table, write):
    """Our zip with each of its tables opened in a spreadsheet and saved as it does."""
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(csv_files.write_zip(all_plays(table)))) as ours,
        zipfile.ZipFile(packed, "w") as other,
    ):
        for name in ours.namelist():
            rows = list(csv.reader(io.StringIO(ours.read(name).decode("utf-8-sig"))))
            other.writestr(name, write(rows))
    return packed.getvalue()


def write_rows(rows, delimiter=",", encoding="utf-8-sig"):
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode(encoding)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_spreadsheets_own_delimiters_are_read(table, delimiter):
    finished_night(table, note="one, two; three", name0="Božena")
    elsewhere = Table.objects.create(name="Sunday")
    raw = saved_again(table, lambda rows: write_rows(rows, delimiter))
    assert bring(raw, elsewhere) == 1
    assert told(elsewhere) == told(table)


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (lambda rows: write_rows(rows, encoding="cp1250"), "Save it as CSV UTF-8"),
        (lambda rows: write_rows(rows[1:]), "sessions.csv needs its first line"),
    ],
)
def test_a_table_saved_in_another_way_says_what_to_do(table, organiser, write, said):
    finished_night(table, name0="Šárka")
    answer = send(organiser, table, saved_again(table, write))
    assert answer.status_code == 422
    assert said in answer.content.decode()
