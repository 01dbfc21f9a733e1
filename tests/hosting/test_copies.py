"""Which copies of the database are kept, whatever the clock says."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from companion.hosting.copies import (
    DatabaseCopy,
    copies_to_keep,
    list_copies,
    name_for_copy,
    read_name,
)

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def make_copies(times):
    """Copies made one after another at these times, the newest first."""
    made = [
        DatabaseCopy(Path(f"{number}"), number, at, "finished")
        for number, at in enumerate(times)
    ]
    return made[::-1]


def every(step, count, start=NOON):
    return make_copies(start + number * step for number in range(count))


def numbers_kept(copies):
    return sorted(one.number for one in copies_to_keep(copies))


def test_the_last_ten_of_one_evening_are_kept():
    assert numbers_kept(every(timedelta(minutes=1), 50)) == list(range(40, 50))


def test_the_last_of_each_day_is_kept_for_fourteen_days():
    kept = numbers_kept(every(timedelta(hours=1), 24 * 20))
    days = {number // 24 for number in ((n + 12) for n in kept)}
    assert len(days) >= 14
    assert len(kept) <= 10 + 14 + 13


def test_the_last_of_each_week_is_kept_for_three_months():
    kept = numbers_kept(every(timedelta(days=1), 200))
    assert kept[-14:] == list(range(186, 200))
    weeks = [number for number in kept if number < 186]
    assert len(weeks) == 10
    assert {b - a for a, b in pairwise(weeks)} == {7}


def test_a_burst_of_copies_does_not_push_out_older_days():
    older = [NOON - timedelta(days=days) for days in (5, 4, 3)]
    burst = [NOON + timedelta(milliseconds=number) for number in range(31)]
    assert {0, 1, 2} <= set(numbers_kept(make_copies([*older, *burst])))


def test_a_clock_that_was_set_back_loses_nothing_new():
    future = [NOON + timedelta(days=30_000 + day) for day in range(30)]
    now = [NOON + timedelta(minutes=minute) for minute in range(3)]
    kept = numbers_kept(make_copies([*future, *now]))
    assert kept[-3:] == [30, 31, 32]


def test_copies_are_told_apart_by_their_number_before_their_time(tmp_path):
    for name in (
        "companion-n000002-20200101-000000-000000-finished.sqlite3",
        "companion-n000001-20991231-235959-000000-finished.sqlite3",
        "companion-20261116-120000-000000-finished.sqlite3",  # of an earlier version
        "companion-notes.sqlite3",
        "companion-n000009-20261399-120000-000000-finished.sqlite3",
    ):
        tmp_path.joinpath(name).touch()
    assert [one.number for one in list_copies(tmp_path)] == [2, 1, 0]


def test_a_new_copy_comes_after_all_there_are(tmp_path):
    tmp_path.joinpath("companion-n000041-20991231-235959-000000-daily.sqlite3").touch()
    made = name_for_copy(tmp_path, "before-migration", "sqlite3")
    found = read_name(made)
    assert (found.number, found.why) == (42, "before-migration")


@pytest.mark.parametrize("ending", ["sqlite3", "dump"])
def test_a_name_tells_what_the_copy_is(tmp_path, ending):
    found = read_name(name_for_copy(tmp_path, "by-hand", ending))
    assert (found.number, found.why) == (1, "by-hand")
