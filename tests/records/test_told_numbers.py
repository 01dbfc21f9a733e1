"""How the numbers of records are said: rounded as people round, in any language."""

import pytest
from django.utils import translation

from companion.records.wording import say_average, say_percent


@pytest.mark.parametrize(
    ("points", "games", "said"),
    [
        (1062, 25, "42.5"),
        (739, 20, "37.0"),
        (98, 3, "32.7"),
        (1, 3, "0.3"),
        (-739, 20, "−37.0"),
        (-1, 100, "0.0"),
    ],
)
def test_an_average_is_rounded_not_cut(points, games, said):
    assert say_average(points / games) == said


def test_czech_rounds_the_same():
    with translation.override("cs"):
        assert say_average(1062 / 25) == "42,5"


def test_half_a_percent_is_rounded_up_everywhere():
    assert say_percent(1 / 8) == "13 %"
    assert say_percent(3 / 8) == "38 %"
