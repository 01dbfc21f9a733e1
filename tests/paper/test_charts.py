"""Charts: every point lies where its number says, whatever the numbers are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.paper.charts import (
    HEIGHT,
    WIDTH,
    Series,
    axis_numbers,
    chart,
    spark_line,
)
from scoring.seats import LETTERS

values = st.dictionaries(st.integers(1, 200), st.integers(-99, 999), max_size=30)


def of(*own):
    return chart(
        "scores",
        [
            Series(f"{n}", "X", LETTERS[n % len(LETTERS)], one)
            for n, one in enumerate(own)
        ],
    )


@given(st.lists(values, min_size=1, max_size=6))
def test_every_point_lies_inside_and_higher_means_more(series):
    drawn = of(*series)
    if drawn is None:
        assert not any(series)
        return
    points = [point for curve in drawn.curves for point in curve.points]
    assert all(drawn.left <= one.x <= drawn.right for one in points)
    assert all(drawn.top <= one.y <= drawn.bottom for one in points)
    for one in points:
        for other in points:
            assert not (one.value > other.value and one.y > other.y)
            assert not (one.session > other.session and one.x < other.x)


@given(st.integers(-5000, 0), st.integers(0, 5000))
def test_the_scale_holds_everything_in_few_round_steps(low, high):
    steps = axis_numbers(low, high)
    assert steps[0] <= low
    assert steps[-1] >= high
    assert 2 <= len(steps) <= 9
    assert 0 in steps


def test_there_is_no_chart_before_the_first_session():
    assert of() is None
    assert of({}, {}) is None


def test_the_table_underneath_has_every_number_newest_first():
    drawn = of({1: 40, 2: 35}, {2: 50})
    assert drawn.rows == [(2, [35, 50]), (1, [40, None])]


def test_a_single_session_is_drawn_in_the_middle():
    (point,) = of({7: 40}).curves[0].points
    assert WIDTH / 3 < point.x < 2 * WIDTH / 3


def test_a_long_campaign_has_few_labels_and_no_crowd_of_marks():
    drawn = of({number: number for number in range(1, 101)})
    assert len(drawn.across) <= 10
    assert not drawn.curves[0].marked
    assert of({1: 2, 2: 3}).curves[0].marked


@pytest.mark.parametrize("scores", [(), (40,)])
def test_one_score_makes_no_line(scores):
    assert spark_line(scores) is None


def test_equal_scores_make_a_level_line():
    heights = {pair.split(",")[1] for pair in spark_line((30, 30, 30)).points.split()}
    assert len(heights) == 1
    assert float(heights.pop()) < HEIGHT


def test_a_players_empires_share_a_column_one_after_the_other():
    one, two = (
        Series("Anna", "Old", "A", {1: 40}),
        Series("Anna", "New", "A", {2: 30}, 1),
    )
    drawn = chart("scores", [one, two])
    assert drawn.rows == [(2, [30]), (1, [40])]
    (column,) = drawn.columns
    assert column.last_names == "Old, New"
    assert [curve.series.nth for curve in drawn.curves] == [0, 1]


def test_of_many_empires_the_last_are_named():
    many = [Series("Anna", f"{n}", "A", {n: n}, n) for n in range(1, 9)]
    (column,) = chart("scores", many).columns
    assert column.last_names == "… 6, 7, 8"
