"""Pictograms: every thing has its own, closed and within its square."""

from collections import Counter
from math import dist

import pytest

from companion.paper.paths import parse_strokes
from companion.paper.pictograms import ICONS, PICTOGRAMS, pictogram
from companion.paper.shapes import SQUARE
from companion.sessions.looks import find_look
from scoring.games import GAMES
from scoring.rise_of_empire.layout import Age, Category, Good, Icon


def test_every_icon_good_category_and_age_has_a_pictogram():
    known = {one.value for kind in (Icon, Good, Category, Age) for one in kind}
    assert known <= set(ICONS)
    assert all(PICTOGRAMS[ICONS[one]] != PICTOGRAMS["unknown"] for one in known)


def test_what_nobody_knows_is_a_question_mark():
    assert pictogram("never heard of") == PICTOGRAMS["unknown"]


def test_no_two_pictograms_are_the_same():
    assert max(Counter(PICTOGRAMS.values()).values()) == 1


@pytest.mark.parametrize("name", PICTOGRAMS)
def test_a_pictogram_is_closed_and_keeps_to_its_square(name):
    drawn = parse_strokes(PICTOGRAMS[name])
    assert all(
        0 <= value <= SQUARE for one in drawn for at in one.points for value in at
    )
    kinds = Counter(stroke.kind for stroke in drawn)
    assert kinds["move"] == kinds["close"] > 0


@pytest.mark.parametrize("slug", GAMES)
def test_the_emblem_of_a_game_is_one_of_our_pictograms(slug):
    assert find_look(slug).emblem in PICTOGRAMS


def test_an_arc_keeps_its_distance_from_the_centre():
    circle = parse_strokes("M2 12a10 10 0 1 1 20 0 10 10 0 0 1-20 0z")
    curves = [stroke.points for stroke in circle if stroke.kind == "curve"]
    assert len(curves) == 4
    assert all(dist(points[-1], (12, 12)) == pytest.approx(10) for points in curves)
    corners = [(22, 12), (12, 22), (2, 12), (12, 2)]
    ends = [tuple(round(value, 6) for value in points[-1]) for points in curves]
    assert sorted(ends) == sorted(corners)


def test_path_data_goes_on_where_it_was():
    drawn = parse_strokes("m1 1 2 0v2h-2zm4 4c0 1 1 2 2 2s2-1 2-2L9 1")
    ends = [stroke.points[-1] for stroke in drawn if stroke.points]
    assert ends == [(1, 1), (3, 1), (3, 3), (1, 3), (5, 5), (7, 7), (9, 5), (9, 1)]
    assert drawn[7].points[0] == (8, 7)  # S mirrors the handle before it


@pytest.mark.parametrize("d", ["M1 1L2", "M1 1Q2 2 3 3z", "M0 0a2 1 45 0 0 1 1z"])
def test_path_data_that_is_not_understood_is_refused(d):
    with pytest.raises(ValueError, match=r"doesn't go on|isn't drawn"):
        parse_strokes(f"{d}M0 0z")
