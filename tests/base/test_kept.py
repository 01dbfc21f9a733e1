"""What is kept in a process: made once however many ask, and never more than its bound."""

from threading import Barrier, Event, Thread

import pytest

from companion.base.holes import (
    ID,
    TOKEN,
    Hole,
    drawing_for_all,
    fill_holes,
    holds_for_now,
    leave_hole,
    leave_token_open,
    split_at_holes,
)
from companion.base.kept import KeptOnce


def test_whoever_asks_while_it_is_made_waits_for_it():
    kept, begun, go_on = KeptOnce(100, len), Event(), Event()
    made, got = [], []

    def make():
        begun.set()
        go_on.wait(10)
        made.append("once")
        return "page"

    phones = [
        Thread(target=lambda: got.append(kept.get_or_make("board", make)))
        for _phone in range(8)
    ]
    for phone in phones:
        phone.start()
    begun.wait(10)
    go_on.set()
    for phone in phones:
        phone.join(10)
    assert made == ["once"]
    assert got == ["page"] * 8


def test_two_keys_are_made_at_the_same_time():
    kept, meet = KeptOnce(100, len), Barrier(2, timeout=10)
    threads = [
        Thread(target=lambda key=key: kept.get_or_make(key, lambda: str(meet.wait())))
        for key in "ab"
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join(10)
    assert {*map(str, kept._kept)} == {"a", "b"}


def test_what_fails_is_made_anew_by_the_next():
    kept = KeptOnce(100, len)

    def fail():
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        kept.get_or_make("board", fail)
    assert kept.get_or_make("board", lambda: "page") == "page"


def test_the_oldest_gives_way_and_what_is_too_large_is_not_kept():
    kept = KeptOnce(10, len)
    for key in "abc":
        kept.get_or_make(key, lambda key=key: key * 4)
        kept.get_or_make("a", lambda: "made anew")
    assert list(kept._kept) == ["c", "a"]
    kept.get_or_make("large", lambda: "x" * 11)
    assert list(kept._kept) == ["c", "a"]
    assert kept._bytes == 8


def test_nothing_is_not_kept():
    kept = KeptOnce(10, len)
    assert kept.get_or_make("board", lambda: None) is None
    assert kept.get_or_make("board", lambda: "page") == "page"


def test_holes_are_filled_one_by_one():
    page = f"a{leave_hole(TOKEN)}b{leave_hole(ID)}c{leave_hole('own', 'x/_y.html')}"
    pieces = split_at_holes(page.encode())
    assert pieces[1::2] == (Hole(TOKEN), Hole(ID), Hole("own", "x/_y.html"))
    assert fill_holes(pieces, lambda hole: hole.kind) == b"atokenbidcown"


def test_a_page_for_one_has_no_holes_and_a_moment_is_noted():
    assert leave_token_open(None) == {}
    holds_for_now()  # nobody draws for all
    with drawing_for_all() as is_lasting:
        assert leave_token_open(None) == {"csrf_token": leave_hole(TOKEN)}
    assert is_lasting()
    with drawing_for_all() as is_lasting:
        holds_for_now()
    assert not is_lasting()
