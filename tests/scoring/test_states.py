"""A state is what its fields say and nothing else."""

from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any, get_args, get_type_hints

import pytest

from scoring.helper_list import HELPERS
from scoring.rise_of_empire.state import CampaignState
from scoring.sessions import SessionState


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
