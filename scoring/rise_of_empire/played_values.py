"""How much of what was on the table has to be put back so that an act holds again: as little as will do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Any

from scoring.acts import concerned_empires
from scoring.engines import Data
from scoring.plain import to_plain
from scoring.records import Unfit
from scoring.rise_of_empire.as_played import AROUND
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    SeatState,
    SheetState,
)
from scoring.rules import RuleBroken

# How far each seat has come in the six steps; what was counted stays as it is now.
COURSE = (
    *("place", "to_lose", "ticks_due", "gained", "bought", "returned"),
    *("shopped", "drawn", "kept", "boxed", "fall"),
)
COUNTED = ("entries", "score")
OWN_SHEET = tuple(
    one.name for one in fields(SheetState) if one.name not in ("scores", "corrected")
)
SEAT = tuple(one.name for one in fields(SeatState) if one.name != "empire")
KEEP = "keep_as_played"


def put_back_ways(
    now: CampaignState, then: CampaignState, act: PlayedAct
) -> Iterator[dict[str, Any]]:
    """What could be put back before an act, the least first; `then` is what it was recorded on."""
    whom = concerned_empires(ENGINE.acts[act.kind], act.data)
    keys = whom or [one.key for one in then.empires]
    course = {"session": session_values(now, then, COURSE)}
    yield with_something(course)
    touched = {
        "empires": touched_values(now, then, act, keys),
        "session": session_values(now, then, COURSE, keys, ("changed_age", *COUNTED)),
    }
    yield with_something(touched)
    whole = {
        "empires": whole_empires(now, then, keys),
        "session": session_values(now, then, COURSE, keys, COUNTED),
    }
    yield with_something(whole)
    yield everything_but_scores(now, then)
    yield everything(now, then)


def with_something(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def everything_but_scores(now: CampaignState, then: CampaignState) -> dict[str, Any]:
    """All sheets and where the session stands; what was counted stays as it is now."""
    keys = [one.key for one in then.empires]
    values = {
        "empires": whole_empires(now, then, keys),
        "session": session_values(now, then, COURSE, keys, COUNTED, missions=True),
    }
    return {**with_something(values), **around_values(now, then)}


def everything(now: CampaignState, then: CampaignState) -> dict[str, Any]:
    keys = [one.key for one in then.empires]
    values = {
        "empires": whole_empires(now, then, keys, scores=True),
        "session": session_values(now, then, COURSE, keys, missions=True),
    }
    return {**with_something(values), **around_values(now, then)}


def around_values(now: CampaignState, then: CampaignState) -> dict[str, Any]:
    return dict(other_values(now, then, AROUND))


def other_values(
    now: Any, then: Any, names: Collection[str]
) -> Iterator[tuple[str, Any]]:
    """The fields in which two records differ, as they were then."""
    for name in names:
        value = getattr(then, name)
        if getattr(now, name) != value:
            yield name, to_plain(value)


def session_values(
    now: CampaignState,
    then: CampaignState,
    course: Collection[str],
    keys: Collection[str] = (),
    left: Collection[str] = (),
    *,
    missions: bool = False,
) -> dict[str, Any]:
    """The course of all seats, and everything else of some of them but what is left."""
    new, old = now.session, then.session
    if new is None or old is None:
        return {}
    names = ("order", "scored", *(("missions",) if missions else ()))
    values = dict(other_values(new, old, names))
    whole = [name for name in SEAT if name not in left]
    seats = {
        seat.empire: said
        for seat in new.seats
        if (said := seat_values(seat, old, whole if seat.empire in keys else course))
    }
    return {**values, **({"seats": seats} if seats else {})}


def seat_values(
    seat: SeatState, then: CampaignSessionState, names: Collection[str]
) -> dict[str, Any]:
    old = then.seat(seat.empire)
    return dict(other_values(seat, old, names)) if old else {}


def touched_values(
    now: CampaignState, then: CampaignState, act: PlayedAct, keys: Collection[str]
) -> dict[str, Any]:
    """Of these empires' sheets only what the act changed when it was recorded."""
    after = apply_or_none(then, act.kind, act.data)
    found: dict[str, Any] = {}
    for key in keys:
        new, old = now.empire(key), then.empire(key)
        done = after.empire(key) if after else None
        if not new or not old or not done:
            continue
        changed = [
            name for name, _value in other_values(old.sheet, done.sheet, OWN_SHEET)
        ]
        if values := dict(other_values(new.sheet, old.sheet, changed)):
            found[key] = {"sheet": values}
    return found


def whole_empires(
    now: CampaignState,
    then: CampaignState,
    keys: Collection[str],
    *,
    scores: bool = False,
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for old in then.empires:
        if old.key in keys and (
            values := empire_values(now.empire(old.key), old, scores)
        ):
            found[old.key] = values
    return found


def empire_values(
    new: EmpireState | None, old: EmpireState, scores: bool
) -> dict[str, Any]:
    """Scores are put back too where another age has another list of them."""
    if new is None:
        return dict(to_plain(old))
    same_age = len(new.past) == len(old.past)
    names = ["player", "deck", "status", "fall", "founded", "earlier_ticks"]
    names += [] if same_age and not scores else ["past"]
    sheet = OWN_SHEET if same_age and not scores else (*OWN_SHEET, "scores")
    values = dict(other_values(new, old, names))
    if on_sheet := dict(other_values(new.sheet, old.sheet, sheet)):
        values["sheet"] = on_sheet
    return values


def apply_or_none(state: CampaignState, kind: str, data: Data) -> CampaignState | None:
    try:
        return ENGINE.apply(state, kind, data)[0]
    except (RuleBroken, Unfit):
        return None


def put_back_for(
    now: CampaignState, then: CampaignState, act: PlayedAct, reason: str
) -> PlayedAct | None:
    """The least that makes an act hold again; None where nothing does."""
    for values in put_back_ways(now, then, act):
        data = {"reason": reason, "played": values}
        state = apply_or_none(now, KEEP, data) if values else None
        if state and apply_or_none(state, act.kind, act.data):
            return PlayedAct(act.number, KEEP, data)
    return None


def put_back_sheets(
    now: CampaignState, then: CampaignState, number: int, reason: str
) -> PlayedAct | None:
    """Everybody's sheets as they were between two sessions, or None where they are."""
    if not everything_but_scores(now, then):
        return None
    for values in (everything_but_scores(now, then), everything(now, then)):
        data = {"reason": reason, "played": values}
        if apply_or_none(now, KEEP, data):
            return PlayedAct(number, KEEP, data)
    return None
