"""A state is what its fields say and nothing else."""

from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any, get_args, get_type_hints

import pytest

from scoring.acts import act_fields
from scoring.helper_list import HELPERS
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    SheetState,
)
from scoring.session_acts import SESSION_ENGINE
from scoring.sessions import SessionState
from tests.played_campaign import founded_campaign
from tests.scoring.plain_sessions import begun


def records_within(kind: Any, found: frozenset[type] = frozenset()) -> frozenset[type]:
    """The record and every record that may stand in it."""
    if kind in found:
        return found
    if not is_dataclass(kind):
        for inner in get_args(kind):
            found = records_within(inner, found)
        return found
    found |= {kind}
    for hint in get_type_hints(kind).values():
        found = records_within(hint, found)
    return found


STATES = (CampaignState, SessionState, *(one.state for one in HELPERS.values()))


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_no_cache_hides_inside_a_frozen_state(state):
    for record in records_within(state):
        assert record.__dataclass_params__.frozen, record
        hidden = [
            name
            for base in record.__mro__
            for name, one in vars(base).items()
            if isinstance(one, cached_property) or hasattr(one, "cache_info")
        ]
        assert hidden == [], record
        assert all(one.init and one.compare for one in fields(record)), record


def test_the_records_of_a_campaign_are_found_however_deep_they_lie():
    names = {record.__name__ for record in records_within(CampaignState)}
    assert {"EmpireState", "SheetState", "SeatState", "Card", "Readings"} <= names


def test_who_sits_down_has_no_place_yet_and_owes_nothing():
    at = founded_campaign("anna", "bara").open()
    seat = at.seat("anna")
    assert (seat.place, seat.provinces, seat.to_lose, seat.ticks_due) == (0,) * 4
    done = (seat.unpaid, seat.changed_age, seat.gained, seat.shopped, seat.boxed)
    assert done == (False,) * 5
    assert not at.state.session.solo
    assert founded_campaign("anna").open().state.session.solo


def test_a_new_session_was_played_again_by_nobody():
    session = begun()
    assert (session.rematches, session.tallies) == (0, 1)
    assert not session.finished


def test_seats_are_counted_from_one_where_people_read_them():
    assert act_fields(SESSION_ENGINE.acts["leave_seat"])["seat"].first == 1


@pytest.mark.rule("ROE-1")
def test_an_empire_plays_from_the_first_session_and_with_others_unless_told_otherwise():
    assert EmpireState("anna", "Anna", SheetState("Rome", "romans")).founded == 1
    assert not CampaignSessionState(1, (), ()).solo
