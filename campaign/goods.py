"""Goods counted in words: 1 worker, 3 workers."""

from collections.abc import Callable

from django.utils.translation import ngettext

from scoring.rise_of_empire.layout import ICON_NAMES, Good, Icon
from scoring.rise_of_empire.readings import Readings


def icon_words(readings: Readings) -> dict[str, str]:
    """The name of every icon; a good by its own name, as this table reads it."""
    goods = {icon: count_good(one, 1) for icon, one in bonus_goods(readings).items()}
    return {**ICON_NAMES, **goods}


def bonus_goods(readings: Readings) -> dict[str, str]:
    """Which good each of the two icons gives that the booklet doesn't name."""
    return {Icon.GOOD_ONE: readings.good_one, Icon.GOOD_TWO: readings.good_two}


def count_good(good: str, number: int) -> str:
    """So many of a good, as people say it."""
    words = COUNTED[good](number) if good in COUNTED else f"%(number)s {good}"
    return words % {"number": number}


# Each asks only when it is asked: a board counts dozens of goods.
COUNTED: dict[str, Callable[[int], str]] = {
    Good.WORKER: lambda number: ngettext(
        "%(number)s worker", "%(number)s workers", number
    ),
    Good.WOOD: lambda number: ngettext("%(number)s wood", "%(number)s wood", number),
    Good.STONE: lambda number: ngettext("%(number)s stone", "%(number)s stone", number),
    Good.FOOD: lambda number: ngettext("%(number)s food", "%(number)s food", number),
    Good.GOLD: lambda number: ngettext("%(number)s gold", "%(number)s gold", number),
    Good.RAZE: lambda number: ngettext(
        "%(number)s raze token", "%(number)s raze tokens", number
    ),
    Good.DEFENCE: lambda number: ngettext(
        "%(number)s defence token", "%(number)s defence tokens", number
    ),
}
