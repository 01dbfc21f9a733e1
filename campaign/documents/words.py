"""The words of a sheet that more than one of its parts uses."""

from __future__ import annotations

from collections.abc import Mapping

from companion.base.wording import translate
from scoring.rise_of_empire.layout import GOOD_NAMES, ICON_NAMES
from scoring.rise_of_empire.state import SheetState

STAR = "*"  # beside what a person set by hand


def good_name(good: str) -> str:
    return translate(GOOD_NAMES.get(good, good))


def bonus_name(icon: str, goods: Mapping[str, str], *, short: bool = False) -> str:
    """A bonus in words; which good it is, where the table has said so."""
    name = translate(ICON_NAMES.get(icon, icon))
    if icon not in goods:
        return name
    good = good_name(goods[icon])
    return good if short else f"1 {good.lower()}"


def star_if_corrected(text: str, what: str, sheet: SheetState | None) -> str:
    return f"{text} {STAR}" if sheet and what in sheet.corrected else text
