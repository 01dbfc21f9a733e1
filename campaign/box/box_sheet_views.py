"""The three sheets of a table's box: seen, changed whole, and copied step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaign.box.keeping import (
    box_state,
    is_played_for_real,
    news_for,
    open_box,
)
from campaign.box.layout_editing import merge_boxes, read_draft
from campaign.box.layout_views import (
    answer_editor,
    draw_on,
    editor_parts,
    sheet_pictures,
)
from campaign.models import Campaign
from companion.log.acting import try_act
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.house import OUT_OF_DATE
from scoring.plain import to_plain
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.knowing import missing_goods
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    SHEET_AGES,
    AgeLayout,
    dump_layout,
)
from scoring.rules import Problem
from scoring.tables.state import (
    MAP,
    PART_NAMES,
    PARTS,
    SketchedBoxes,
    TableState,
    part_boxes,
)

get_or_post = require_http_methods(["GET", "HEAD", "POST"])
ALL_PARTS = len(SHEET_AGES) * len(PARTS)


@at_table("spectator")
@require_safe
def box_sheets_page(request: TableRequest, table: Table) -> HttpResponse:
    box = box_state(table)
    pictures = sheet_pictures(box.readings, *(box.sheets[age] for age in SHEET_AGES))
    sheets = [
        {
            "layout": box.sheets[age],
            "name": AGE_NAMES[age],
            "picture": picture,
            "copied": len(box.copied.get(age, ())),
            "unsaved": bool(box.sketched_parts(age)),
        }
        for age, picture in zip(SHEET_AGES, pictures, strict=True)
    ]
    shown = {"table": table, "sheets": sheets, "parts": len(PARTS), **progress_of(box)}
    return render(request, "campaign/box/box_sheets.html", shown)


def progress_of(box: TableState) -> dict[str, Any]:
    return {"left": len(box.parts_left), "done": ALL_PARTS - len(box.parts_left)}


@at_table("organiser")
@get_or_post
def box_sheet_page(request: TableRequest, table: Table, age: str) -> HttpResponse:
    box = box_state(table)
    if age not in box.sheets:
        raise Http404
    if request.method != "POST":
        return show_sheet(request, table, box, box.drawn_sheet(age))
    drawn = read_sheet(request, age)
    if drawn is None:
        return show_sheet(request, table, box, box.drawn_sheet(age), (OUT_OF_DATE,))
    if "save" not in request.POST:
        box = sketch_taps(request, table, box, drawn)
        return show_sheet(request, table, box, box.drawn_sheet(age))
    problems = missing_goods(drawn) or try_act(
        request, open_box(table), "change_box_sheet", {"layout": dump_layout(drawn)}
    )
    if problems:
        return show_sheet(request, table, box, drawn, problems)
    return go_to(request, reverse("box-sheets", args=[table.pk]))


def read_sheet(request: TableRequest, age: str) -> AgeLayout | None:
    """What the page remembers of the sheet; None where no page wrote it."""
    try:
        return read_draft(request.POST.get("layout", ""), age)
    except Unfit:
        return None


def go_to(request: TableRequest, page: str) -> HttpResponse:
    return HttpResponseClientRedirect(page) if request.htmx else redirect(page)


def show_sheet(
    request: TableRequest,
    table: Table,
    box: TableState,
    layout: AgeLayout,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    shown = {
        **editor_parts(request, box.readings, layout, problems),
        "table": table,
        "state": box,
        "action": reverse("box-sheet", args=[table.pk, layout.age]),
        "unsaved": bool(box.sketched_parts(layout.age)),
    }
    return answer_editor(request, "campaign/box/box_sheet.html", shown)


# Taps are kept as they are made, so a sheet can be left half-way and taken up on another phone


def sketch_taps(
    request: TableRequest, table: Table, box: TableState, seen: AgeLayout
) -> TableState:
    """The box once it keeps what was just pressed; what was pressed elsewhere meanwhile stays."""
    for part, boxes in pressed_boxes(request, box, seen):
        sketch = {"age": seen.age, "part": part, "boxes": boxes}
        try_act(request, open_box(table), "sketch_sheet_part", to_plain(sketch))
    return box_state(table)


def pressed_boxes(
    request: TableRequest, box: TableState, seen: AgeLayout
) -> Iterator[tuple[str, SketchedBoxes]]:
    """The parts a press changes, as they are then; discarded ones are as they were saved."""
    if "discard" in request.POST:
        parts = request.POST["discard"].split(",")
        for part in box.sketched_parts(seen.age):
            if part in parts:
                yield part, part_boxes(box.sheets[seen.age], part)
        return
    drawn, kept = draw_on(request, seen), box.drawn_sheet(seen.age)
    for part in PARTS:
        before, after = part_boxes(seen, part), part_boxes(drawn, part)
        if before != after:
            yield part, merge_boxes(part_boxes(kept, part), before, after)


# Step by step


@at_table("organiser")
@require_safe
def copy_sheets(request: TableRequest, table: Table) -> HttpResponse:
    """Leads to a part somebody began, then to the first one left, or says that all are copied."""
    box = box_state(table)
    begun = (one for one in box.parts_left if one[1] in box.sketched_parts(one[0]))
    if box.parts_left:
        part = next(begun, box.parts_left[0])
        return redirect("copy-sheet-part", table.pk, *part)
    shown = {"table": table, "waiting": campaigns_without(table), **progress_of(box)}
    return render(request, "campaign/box/copied.html", shown)


def campaigns_without(table: Table) -> list[Campaign]:
    """Campaigns under way that don't use what was copied yet."""
    under_way = table.campaigns.filter(archived=False).defer("start")
    return [
        one
        for one in under_way
        if is_played_for_real(one) and news_for(one, CAMPAIGN.load(one.state)).layouts
    ]


@at_table("organiser")
@get_or_post
def copy_sheet_part(
    request: TableRequest, table: Table, age: str, part: str
) -> HttpResponse:
    box = box_state(table)
    if age not in box.sheets or part not in PARTS:
        raise Http404
    if request.method != "POST":
        return show_part(request, table, box, box.drawn_sheet(age), part)
    drawn = read_sheet(request, age)
    if drawn is None:
        sheet = box.drawn_sheet(age)
        return show_part(request, table, box, sheet, part, (OUT_OF_DATE,))
    if "save" not in request.POST:
        box = sketch_taps(request, table, box, drawn)
        return show_part(request, table, box, box.drawn_sheet(age), part)
    problems = save_part(request, table, drawn, part)
    if problems:
        return show_part(request, table, box, drawn, part, problems)
    return go_to(request, page_after_part(table, age, part))


def save_part(
    request: TableRequest, table: Table, drawn: AgeLayout, part: str
) -> tuple[Problem, ...]:
    missing = missing_goods(drawn) if part == MAP else ()
    data = {"layout": dump_layout(drawn), "part": part}
    return missing or try_act(request, open_box(table), "copy_sheet_part", data)


def page_after_part(table: Table, age: str, part: str) -> str:
    """The next part that is left, counted from this one on; then what was skipped."""
    order = [(one.value, each) for one in SHEET_AGES for each in PARTS]
    here, left = order.index((age, part)), box_state(table).parts_left
    later = next((one for one in order[here + 1 :] if one in left), None)
    if later or left:
        return reverse("copy-sheet-part", args=[table.pk, *(later or left[0])])
    return reverse("copy-sheets", args=[table.pk])


def show_part(
    request: TableRequest,
    table: Table,
    box: TableState,
    layout: AgeLayout,
    part: str,
    problems: tuple[Problem, ...] = (),
) -> HttpResponse:
    steps = [
        {
            "age": age.value,
            "age_name": AGE_NAMES[age],
            "part": each,
            "name": PART_NAMES[each],
            "done": each in box.copied.get(age, ()),
            "begun": each in box.sketched_parts(age),
        }
        for age in SHEET_AGES
        for each in PARTS
    ]
    shown = {
        **editor_parts(request, box.readings, layout, problems),
        **progress_of(box),
        "part_done": part in box.copied.get(layout.age, ()),
        "table": table,
        "state": box,
        "only": part,
        "part_name": PART_NAMES[part],
        "steps": steps,
        "all": ALL_PARTS,
        "skip": page_after_part(table, layout.age, part),
        "action": reverse("copy-sheet-part", args=[table.pk, layout.age, part]),
        "unsaved": part in box.sketched_parts(layout.age),
    }
    return answer_editor(request, "campaign/box/copy_part.html", shown)
