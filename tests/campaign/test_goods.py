"""Goods are counted in words people say."""

import pytest
from django.utils.translation import override

from campaign.goods import count_good
from scoring.rise_of_empire.layout import GOOD_NAMES


@pytest.mark.parametrize(
    ("good", "number", "english", "czech"),
    [
        ("worker", 1, "1 worker", "1 osadník"),
        ("worker", 3, "3 workers", "3 osadníci"),
        ("worker", 5, "5 workers", "5 osadníků"),
        ("wood", 2, "2 wood", "2 dřeva"),
        ("stone", 4, "4 stone", "4 kameny"),
        ("raze", 2, "2 raze tokens", "2 žetony boření"),
    ],
)
def test_a_good_is_counted_in_the_readers_language(good, number, english, czech):
    with override("en"):
        assert count_good(good, number) == english
    with override("cs"):
        assert count_good(good, number) == czech


@pytest.mark.parametrize("good", GOOD_NAMES)
def test_every_good_can_be_counted(good):
    with override("cs"):
        assert count_good(good, 2) != f"2 {good}"
