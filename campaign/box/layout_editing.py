"""A sheet's layout while it is being copied, box by box; what several people tap goes together."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scoring.records import Unfit
from scoring.rise_of_empire.layout import (
    MOST_GOODS,
    MOST_MAP_BOXES,
    MOST_TRACK_BOXES,
    AgeLayout,
    Category,
    Good,
    Icon,
    Track,
    dump_layout,
    load_layout,
)
from scoring.tables.state import (
    MAP,
    PARTS,
    SketchedBoxes,
    part_boxes,
    put_part_boxes,
)

Boxes = tuple[Any, ...]


def write_draft(layout: AgeLayout) -> str:
    return json.dumps(dump_layout(layout))


def read_draft(text: str, age: str) -> AgeLayout:
    """What the page remembers; a box of the map may still be empty, anything else is Unfit."""
    try:
        given = json.loads(text)
        boxes = [tuple(goods) for goods in given["map"]]
        filled = {
            **given,
            "age": age,
            "map": [list(goods) or [Good.WOOD] for goods in boxes],
        }
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Unfit("layout", "is not what the page wrote") from None
    layout = load_layout(filled)
    goods = (load if here else () for load, here in zip(layout.map, boxes, strict=True))
    return replace(layout, map=tuple(goods))


def edit_layout(layout: AgeLayout, do: str, *, icon: str, good: str) -> AgeLayout:
    """The layout after one press: "mark:science:3", "longer:map"; unknown presses change nothing."""
    what, _colon, rest = do.partition(":")
    where, _colon, box = rest.partition(":")
    if where not in (MAP, *Category) or what not in PRESSES:
        return layout
    boxes = layout.map if where == MAP else layout.track(where).boxes
    place = int(box) if box.isascii() and box.isdigit() and len(box) < 4 else -1
    brush = good if where == MAP else icon
    return put_boxes(layout, where, PRESSES[what](boxes, where, place, brush))


def put_boxes(layout: AgeLayout, where: str, boxes: Boxes) -> AgeLayout:
    if where == MAP:
        return replace(layout, map=boxes)
    return layout.with_track(where, Track(boxes))


def mark_box(boxes: Boxes, where: str, place: int, brush: str) -> Boxes:
    if not 0 <= place < len(boxes):
        return boxes
    content = (
        with_good(boxes[place], brush)
        if where == MAP
        else with_icon(boxes[place], brush)
    )
    return (*boxes[:place], content, *boxes[place + 1 :])


def with_icon(before: str, brush: str) -> str:
    """Pressed again with the same icon, the box is empty again."""
    return brush if brush in tuple(Icon) and brush != before else ""


def with_good(before: tuple[str, ...], brush: str) -> tuple[str, ...]:
    if brush not in tuple(Good):
        return before[:-1]
    return tuple(sorted((*before, brush))) if len(before) < MOST_GOODS else before


def add_box(boxes: Boxes, where: str, _place: int, _brush: str) -> Boxes:
    most = MOST_MAP_BOXES if where == MAP else MOST_TRACK_BOXES
    return (*boxes, () if where == MAP else "") if len(boxes) < most else boxes


def remove_box(boxes: Boxes, _where: str, _place: int, _brush: str) -> Boxes:
    return boxes[:-1] if len(boxes) > 1 else boxes


PRESSES: dict[str, Callable[[Boxes, str, int, str], Boxes]] = {
    "mark": mark_box,
    "longer": add_box,
    "shorter": remove_box,
}


# Taps of several pages on one sheet


def merge_sheets(kept: AgeLayout, before: AgeLayout, after: AgeLayout) -> AgeLayout:
    """A sheet with what was changed on a page that began with `before`."""
    for part in PARTS:
        seen, drawn = part_boxes(before, part), part_boxes(after, part)
        if seen != drawn:
            boxes = merge_boxes(part_boxes(kept, part), seen, drawn)
            kept = put_part_boxes(kept, part, boxes)
    return kept


def merge_boxes(
    kept: SketchedBoxes, before: SketchedBoxes, after: SketchedBoxes
) -> SketchedBoxes:
    """Only the boxes that were pressed change, as long as there are equally many."""
    if not len(kept) == len(before) == len(after):
        return after
    return tuple(
        mine if mine != old else theirs
        for theirs, old, mine in zip(kept, before, after, strict=True)
    )
