"""Two states of a campaign side by side: everything that is another now, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from typing import Any

from django.utils.translation import gettext

from campaign.history.layout_differences import one_layout
from campaign.history.told_content import answer_changes
from companion.base.wording import translate
from companion.log.act_words import Change, Names, show_beside_label, show_value
from companion.log.history import part_differences
from scoring.acts import act_fields
from scoring.plain import to_plain
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.knowing import FillCard
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES, Category
from scoring.rise_of_empire.paper import TakeOverEmpire
from scoring.rise_of_empire.playing import ENTERED
from scoring.rise_of_empire.state import (
    STATUS_NAMES,
    CampaignSessionState,
    CampaignState,
    EmpireState,
    MissionState,
    SeatState,
    SheetState,
)

NOTHING = "–"
# What stands on a sheet and on a card is declared by the acts that write all of it down.
FIELDS = {**act_fields(FillCard), **act_fields(TakeOverEmpire)}
LABELS = {key: entry.label for key, entry in ENTERED.items()}
SHEET = ("name", "faction", "age", "boxes", "provinces", "inventions", "knowledge")
CARD = (
    *("name", "price", "colour", "target", "progressive", "in_a_row"),
    *("demand", "bonus", "text", "row", "points", "aside"),
)


def state_differences(
    before: CampaignState, after: CampaignState, names: Names
) -> list[Change]:
    return [
        *empire_changes(before, after, names),
        *session_changes(before.session, after.session, names),
        *card_changes(before, after, names),
        *layout_changes(before, after),
        *reading_changes(before, after),
    ]


def change_if_any(whose: str, what: str, old: str, new: str) -> Iterator[Change]:
    if old != new:
        yield Change(whose, what, old or NOTHING, new or NOTHING)


def empire_changes(
    before: CampaignState, after: CampaignState, names: Names
) -> Iterator[Change]:
    old = {one.key: one for one in before.empires}
    new = {one.key: one for one in after.empires}
    for key in {**old, **new}:
        yield from one_empire(names.empire(key), old.get(key), new.get(key), names)


def one_empire(
    whose: str, old: EmpireState | None, new: EmpireState | None, names: Names
) -> Iterator[Change]:
    for what, ask in (
        (gettext("Empire"), lambda one: translate(STATUS_NAMES[one.status])),
        (translate(FIELDS["player"].label), lambda one: one.player),
    ):
        yield from change_if_any(
            whose, what, (old and ask(old)) or "", (new and ask(new)) or ""
        )
    yield from sheet_changes(
        whose, old.sheet if old else None, new.sheet if new else None, names
    )


def sheet_changes(
    whose: str, old: SheetState | None, new: SheetState | None, names: Names
) -> Iterator[Change]:
    was, now = to_plain(old) if old else {}, to_plain(new) if new else {}
    for name in SHEET:
        yield from field_change(whose, name, was, now, names)
    for one in Category:
        counts = (str(sheet["ticks"][one]) if sheet else "" for sheet in (was, now))
        yield from change_if_any(whose, translate(CATEGORY_NAMES[one]), *counts)
    yield from field_change(whose, "scores", was, now, names)


def field_change(
    whose: str,
    name: str,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
    names: Names,
    what: str = "",
) -> Iterator[Change]:
    declared = FIELDS[name]
    told = (show_beside_label(declared, side.get(name), names) for side in (old, new))
    yield from change_if_any(whose, what or translate(declared.label), *told)


def session_changes(
    old: CampaignSessionState | None, new: CampaignSessionState | None, names: Names
) -> Iterator[Change]:
    said = (
        gettext("Session %(number)s") % {"number": one.number} if one else ""
        for one in (old, new)
    )
    yield from change_if_any("", gettext("Open session"), *said)
    if new is None:
        return
    for mission in new.missions:
        known = old.mission(mission.number) if old else None
        yield from mission_changes(known, mission, names)
    for seat in new.seats:
        yield from seat_changes(old.seat(seat.empire) if old else None, seat, names)


def mission_changes(
    old: MissionState | None, new: MissionState, names: Names
) -> Iterator[Change]:
    card = names.card(new.number)
    if old is None:
        yield Change("", gettext("Mission"), NOTHING, card)
    for key in {**(old.markers if old else {}), **new.markers}:
        counts = (str(one.markers.get(key, 0)) if one else "0" for one in (old, new))
        what = gettext("Marker of %(mission)s") % {"mission": card}
        yield from change_if_any(names.empire(key), what, *counts)
    done = (
        ", ".join(map(names.empire, one.completed)) if one else "" for one in (old, new)
    )
    what = gettext("Completed %(mission)s") % {"mission": card}
    yield from change_if_any("", what, *done)


def seat_changes(
    old: SeatState | None, new: SeatState, names: Names
) -> Iterator[Change]:
    whose = names.empire(new.empire)
    was = to_plain(old) if old else {}
    now = to_plain(new)
    for one in part_differences(LABELS, was.get("entries") or {}, now["entries"] or {}):
        yield Change(whose, *one)
    scores = (
        "" if side.get("score") is None else str(side["score"]) for side in (was, now)
    )
    yield from change_if_any(whose, gettext("Final score"), *scores)
    paid = (
        show_value(FIELDS["boxes"], [*map(int, side.get("paid") or ())], names)
        for side in (was, now)
    )
    yield from change_if_any(whose, gettext("Boxes paid for"), *paid)
    drawn = (
        show_value(FIELDS["provinces"], side.get("drawn"), names) for side in (was, now)
    )
    yield from change_if_any(whose, gettext("Provinces drawn"), *drawn)


def card_changes(
    before: CampaignState, after: CampaignState, names: Names
) -> Iterator[Change]:
    old, new = before.catalogue, after.catalogue
    for number in sorted({*before.cards, *after.cards}):
        if old[number] != new[number]:
            yield from one_card(old[number], new[number], names)


def one_card(old: Card, new: Card, names: Names) -> Iterator[Change]:
    """Where nothing was known before, only what is known now."""
    was, now, whose = asdict(old), asdict(new), names.card(new.number)
    for name in (*CARD, "kind", "group"):
        for one in field_change(whose, name, was, now, names, card_label(name)):
            yield replace(one, before="") if one.before == NOTHING else one


def card_label(name: str) -> str:
    """What a field of a card is called; an empire's name is another thing."""
    return translate(act_fields(FillCard)[name].label)


def layout_changes(before: CampaignState, after: CampaignState) -> Iterator[Change]:
    for age, name in AGE_NAMES.items():
        if age in after.layouts:
            old = before.next_layouts.get(age, before.layouts[age])
            new = after.next_layouts.get(age, after.layouts[age])
            yield from one_layout(translate(name), old, new)


def reading_changes(before: CampaignState, after: CampaignState) -> Iterator[Change]:
    old = before.next_readings or before.readings
    yield from answer_changes(old, after.next_readings or after.readings)
