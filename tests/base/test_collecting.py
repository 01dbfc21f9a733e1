"""Work during which unused objects are not looked for."""

import gc

import pytest

from companion.base.collecting import collect_later


@collect_later
def is_collecting():
    return gc.isenabled()


@collect_later
def ask_inside():
    return is_collecting(), gc.isenabled()


@collect_later
def fail():
    raise ZeroDivisionError


def test_nothing_is_collected_meanwhile_and_all_is_afterwards():
    assert gc.isenabled()
    assert not is_collecting()
    assert gc.isenabled()


def test_one_such_work_within_another_starts_nothing_too_early():
    assert ask_inside() == (False, False)
    assert gc.isenabled()


def test_work_that_fails_leaves_collecting_on():
    with pytest.raises(ZeroDivisionError):
        fail()
    assert gc.isenabled()


def test_where_it_was_off_it_stays_off():
    gc.disable()
    try:
        assert not is_collecting()
        assert not gc.isenabled()
    finally:
        gc.enable()
