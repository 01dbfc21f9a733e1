"""Who begins by each rulebook, and by the highest roll."""

import pytest

from scoring.first_player import (
    BEGINNINGS,
    WayToBegin,
    first_by_rolls,
    read_rolls,
    roll_for_first,
    write_rolls,
)


@pytest.mark.parametrize(
    ("game", "way", "rule"),
    [
        pytest.param(game, way, rule, marks=pytest.mark.rule(rule))
        for game, way, rule in (
            ("imperial_settlers", WayToBegin.LOT, "IS-35"),
            ("rise_of_empire", WayToBegin.LOT, "IS-35"),
            ("inkas", WayToBegin.ROLL, "INK-20"),
            ("arcs", WayToBegin.LOT, "ARC-32"),
            ("empires_of_the_north", WayToBegin.KNOWN, "EON-15"),
        )
    ],
)
def test_who_begins_by_each_rulebook(game, way, rule):
    assert (BEGINNINGS[game].way, BEGINNINGS[game].rule.id) == (way, rule)
    assert bool(BEGINNINGS[game].question) is (way is WayToBegin.KNOWN)


@pytest.mark.rule("INK-20")
def test_the_highest_roll_begins_and_those_who_tie_roll_again():
    thrown = iter([9, 4, 9, 9, 6, 6, 11, 2])
    rolls = roll_for_first(4, lambda: next(thrown))
    assert rolls == ((9, 4, 9, 9), (6, 6, 11))
    assert first_by_rolls(rolls, 4) == 3
    assert first_by_rolls(((9, 9, 2),), 3) is None
    assert read_rolls(write_rolls(rolls), 4) == rolls


@pytest.mark.rule("INK-20")
@pytest.mark.parametrize(
    "text", ["", "9", "9-13-4", "9-1-4", "9-9-4.3-3-3", "9-8-4.5", "a-b-c", "9-9-4."]
)
def test_rolls_that_nobody_can_have_thrown_are_none(text):
    assert read_rolls(text, 3) is None
