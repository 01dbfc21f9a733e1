"""Two layouts of a sheet side by side: boxes that are others are named while they are few, else counted."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from campaign.history.annals import count_boxes
from companion.base.wording import translate
from companion.log.act_words import Change
from scoring.rise_of_empire.layout import GOOD_NAMES, ICON_NAMES, AgeLayout
from scoring.tables.state import PART_NAMES, PARTS, SketchedBoxes, part_boxes

FEW_BOXES = 3
SHOWN = {**ICON_NAMES, **GOOD_NAMES}


def one_layout(whose: str, old: AgeLayout, new: AgeLayout) -> Iterator[Change]:
    for part in PARTS:
        was, now = part_boxes(old, part), part_boxes(new, part)
        if was != now:
            label = translate(PART_NAMES[part])
            yield Change(whose, label, *track_change(was, now))


def track_change(was: SketchedBoxes, now: SketchedBoxes) -> tuple[str, str]:
    """What the boxes that differ show; where they are many, or more or fewer, how many they are."""
    pairs = list(zip(was, now, strict=False))
    others = [nth for nth, (old, new) in enumerate(pairs) if old != new]
    if len(was) == len(now) and len(others) <= FEW_BOXES:
        before, after = (name_boxes(boxes, others) for boxes in (was, now))
        return before, after
    count = len(others) + abs(len(was) - len(now))
    before, after = (count_boxes(len(boxes)) for boxes in (was, now))
    other = ngettext("%(count)s is different", "%(count)s are different", count)
    return before, f"{after}, {other % {'count': count}}"


def name_boxes(boxes: SketchedBoxes, places: list[int]) -> str:
    return ", ".join(name_box(place + 1, boxes[place]) for place in places)


def name_box(number: int, shows: tuple[str, ...]) -> str:
    said = " + ".join(translate(SHOWN[one]) for one in shows) or gettext("empty")
    return gettext("box %(number)s: %(shows)s") % {"number": number, "shows": said}
