"""The layouts of the sheets as a file, and what a file would change in them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from campaign.files.tables import (
    BadCell,
    BadRow,
    FileRow,
    as_table,
    file_rows,
    read_whole,
)
from campaign.history.layout_differences import one_layout
from companion.base.wording import translate
from companion.log.act_words import Change
from scoring.rise_of_empire.knowing import ChangeLayout
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    MOST_GOODS,
    MOST_MAP_BOXES,
    MOST_TRACK_BOXES,
    SHEET_AGES,
    AgeLayout,
    Category,
    Good,
    Icon,
    Track,
    dump_layout,
)
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import RuleBroken

COLUMNS = ("age", "track", "box", "content")
MAP = "map"
TRACKS = (*(one.value for one in Category), MAP)
Part = tuple[str, str]  # an age and one of its tracks, or its map


def coming_layouts(state: CampaignState) -> dict[str, AgeLayout]:
    """The layouts as the next session will use them."""
    now = {**state.layouts, **state.next_layouts}
    return {age: now[age] for age in SHEET_AGES}


def as_json(state: CampaignState) -> bytes:
    layouts = [dump_layout(one) for one in coming_layouts(state).values()]
    return json.dumps({"layouts": layouts}, ensure_ascii=False, indent=1).encode()


def as_csv(state: CampaignState) -> bytes:
    dumped = map(dump_layout, coming_layouts(state).values())
    return as_table(COLUMNS, (row for one in dumped for row in boxes_of(one)))


def boxes_of(layout: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for track in TRACKS:
        for box, content in enumerate(layout[track], start=1):
            said = " ".join(content) if track == MAP else content
            yield {"age": layout["age"], "track": track, "box": box, "content": said}


@dataclass(frozen=True)
class LayoutsImport:
    """The sheets a file would change, and what of it can't be taken."""

    layouts: tuple[AgeLayout, ...]
    changes: tuple[Change, ...]
    same: int
    bad: tuple[BadRow, ...]


def json_rows(place: int, given: Any) -> Iterator[FileRow]:
    where = gettext("sheet %(number)s in the file") % {"number": place}
    if not isinstance(given, dict):
        yield FileRow(where, {})
        return
    age = str(given.get("age", ""))
    for track in TRACKS:
        boxes = given.get(track, [])
        for box, content in enumerate(boxes if isinstance(boxes, list) else [boxes], 1):
            listed = content if isinstance(content, list) else [content]
            cells = {"age": age, "track": track, "box": str(box)}
            cells["content"] = " ".join(map(str, listed))
            yield FileRow(f"{where}, {track} {box}", cells)


def read_layouts(raw: bytes, state: CampaignState) -> LayoutsImport:
    """A part of a sheet is taken whole or, where one of its boxes is bad, not at all."""
    parts, bad = read_parts(file_rows(raw, COLUMNS, "layouts", json_rows))
    known, same = coming_layouts(state), 0
    layouts: list[AgeLayout] = []
    changes: list[Change] = []
    for age in dict.fromkeys(age for age, _track in parts):
        layout = with_parts(known[age], parts)
        if layout == known[age]:
            same += 1
            continue
        try:
            state, _facts = ChangeLayout(layout).apply(state)
        except RuleBroken as broken:
            bad.append(BadRow(translate(AGE_NAMES[age]), "", broken.problems))
        else:
            changes += one_layout(translate(AGE_NAMES[age]), known[age], layout)
            layouts.append(layout)
    return LayoutsImport(tuple(layouts), tuple(changes), same, tuple(bad))


def read_parts(
    rows: Iterable[FileRow],
) -> tuple[dict[Part, tuple[Any, ...]], list[BadRow]]:
    boxes: dict[Part, dict[int, Any]] = defaultdict(dict)
    bad: list[BadRow] = []
    spoiled: set[Part] = set()
    for row in rows:
        part = (row.cells.get("age", ""), row.cells.get("track", ""))
        try:
            box, content = read_box(row, part, boxes)
        except BadCell as error:
            bad.append(BadRow(row.where, str(error)))
            spoiled.add(part)
        else:
            boxes[part][box] = content
    whole_parts = {part: found for part, found in boxes.items() if part not in spoiled}
    bad += [
        gap for part, found in whole_parts.items() for gap in find_gaps(part, found)
    ]
    return {
        part: tuple(found[box] for box in sorted(found))
        for part, found in whole_parts.items()
        if not find_gaps(part, found)
    }, bad


def read_box(
    row: FileRow, part: Part, boxes: dict[Part, dict[int, Any]]
) -> tuple[int, Any]:
    age, track = part
    if age not in SHEET_AGES:
        raise BadCell(none_of("age", age, SHEET_AGES))
    if track not in TRACKS:
        raise BadCell(none_of("track", track, TRACKS))
    box = read_whole(row.cells.get("box", ""))
    most = MOST_MAP_BOXES if track == MAP else MOST_TRACK_BOXES
    if not 1 <= box <= most:
        raise BadCell(gettext("Box numbers go from 1 to %(most)s.") % {"most": most})
    if box in boxes[part]:
        raise BadCell(gettext("This box is listed twice."))
    return box, content_of(track, row.cells.get("content", ""))


def content_of(track: str, cell: str) -> Any:
    if track != MAP:
        if cell and cell not in tuple(Icon):
            raise BadCell(none_of("content", cell, tuple(Icon)))
        return cell
    goods = cell.split()
    strange = [one for one in goods if one not in tuple(Good)]
    if strange:
        raise BadCell(none_of("content", strange[0], tuple(Good)))
    if not 1 <= len(goods) <= MOST_GOODS:
        raise BadCell(
            gettext("A map box needs 1 to %(most)s goods.") % {"most": MOST_GOODS}
        )
    return tuple(sorted(goods))


def none_of(name: str, cell: str, known: Iterable[str]) -> str:
    text = gettext("%(name)s: “%(cell)s” isn't one of these: %(offered)s.")
    return text % {"name": name, "cell": cell[:40], "offered": ", ".join(known)}


def find_gaps(part: Part, found: dict[int, Any]) -> list[BadRow]:
    if set(found) == set(range(1, len(found) + 1)):
        return []
    where = ", ".join(part)
    return [
        BadRow(where, gettext("A box is missing. Number them 1, 2, 3 without gaps."))
    ]


def with_parts(layout: AgeLayout, parts: dict[Part, tuple[Any, ...]]) -> AgeLayout:
    """The layout with the tracks and the map the file has; the others stay."""
    own = {
        track: content for (age, track), content in parts.items() if age == layout.age
    }
    changed = layout
    for track, content in own.items():
        if track == MAP:
            changed = replace(changed, map=content)
        else:
            changed = changed.with_track(track, Track(content))
    return layout if changed == layout else replace(changed, custom=True)
