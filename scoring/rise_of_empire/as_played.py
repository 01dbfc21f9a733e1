"""What people had on the table although the rules lead elsewhere now: sheets put back as they were.

Only a repair writes it, in the place of an act that would no longer hold; it says what it puts
back, so applying it looks up nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any

from scoring.acts import ActField, FieldKind, Reason
from scoring.plain import Unfit, from_plain, read_mapping, to_plain
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.acts import CampaignAct, Outcome, knowledge_facts
from scoring.rise_of_empire.cards import CardKind
from scoring.rise_of_empire.checks import problem_unless, refuse_if_any
from scoring.rise_of_empire.corrections import declare_correction
from scoring.rise_of_empire.founding import MOST_TICKS, name_problems
from scoring.rise_of_empire.layout import Age, Category
from scoring.rise_of_empire.paper import sheet_problems
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    Fall,
    MissionState,
    SeatState,
    SheetState,
    Status,
)
from scoring.rules import Problem
from scoring.words import _

PlayedValues = Annotated[
    dict[str, Any],
    ActField(_("As played"), FieldKind.CONTENT, typed=False, told=False),
]
AROUND = ("discarded", "former", "former_keys", "over", "champions")
PARTS = ("empires", "session", *AROUND)
SESSION_PARTS = ("order", "scored", "seats", "missions")
MARKED = ("name", "faction", "age", "boxes", "provinces", "inventions", "knowledge")


@dataclass(frozen=True)
class AroundEmpires:
    """What the campaign keeps beside its empires and the open session."""

    discarded: tuple[int, ...]
    former: dict[str, int]
    former_keys: tuple[str, ...]
    over: bool
    champions: tuple[str, ...]


@dataclass(frozen=True)
class KeepAsPlayed(CampaignAct):
    """Sheets and the course of the session as people had them, with the reason."""

    declared = declare_correction(_("Kept as played"))

    reason: Reason
    played: PlayedValues

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(
            problem_unless(
                bool(self.reason.strip()),
                _("Please give a reason for the correction."),
                book.START,
            )
        )
        after = put_played(campaign, self.played)
        refuse_if_any(*state_problems(after))
        after = mark_put_back(campaign, after)
        facts = [
            fact
            for empire in after.empires
            for fact in knowledge_facts(
                after, empire.key, gained_knowledge(campaign, empire), "correction"
            )
        ]
        return after, tuple(facts)


def gained_knowledge(before: CampaignState, empire: EmpireState) -> int:
    known = before.empire(empire.key)
    return empire.sheet.knowledge - (known.sheet.knowledge if known else 0)


def mark_put_back(before: CampaignState, after: CampaignState) -> CampaignState:
    """Every value that was put back shows as corrected."""
    for empire in after.empires:
        known = before.empire(empire.key)
        old = known.sheet if known else None
        marks = {*empire.sheet.corrected, *put_back_names(old, empire.sheet)}
        sheet = replace(empire.sheet, corrected=tuple(sorted(marks)))
        after = after.put(replace(empire, sheet=sheet))
    return after


def put_back_names(old: SheetState | None, new: SheetState) -> Iterator[str]:
    for name in (*MARKED, "scores"):
        if old is None or getattr(old, name) != getattr(new, name):
            yield name
    for category in Category:
        if old is None or old.ticks.of(category) != new.ticks.of(category):
            yield category.value


# Reading what is put back


def put_played(campaign: CampaignState, played: Mapping[str, Any]) -> CampaignState:
    """The campaign with these values in it; raises Unfit for what can't be such values."""
    read_mapping(played, "played", PARTS)
    given = {name: played[name] for name in AROUND if name in played}
    around = from_plain(AroundEmpires, {**read_around(campaign), **given}, "played")
    after = replace(campaign, **vars(around))
    after = put_empires(after, played.get("empires", {}))
    if "session" in played:
        after = put_session(after, played["session"])
    return drop_held_from_discarded(after)


def read_around(campaign: CampaignState) -> dict[str, Any]:
    return {name: to_plain(getattr(campaign, name)) for name in AROUND}


def put_empires(campaign: CampaignState, given: Any) -> CampaignState:
    if not isinstance(given, dict):
        raise Unfit("played.empires", "must be an object")
    for key, values in given.items():
        where = f"played.empires.{key}"
        known = campaign.empire(key)
        read_mapping(values, where, [one.name for one in fields(EmpireState)])
        plain = to_plain(known) if known else {}
        sheet = {**plain.get("sheet", {}), **read_object(values.get("sheet"), where)}
        merged = {**plain, **values, "key": key, "sheet": sheet}
        empire = from_plain(EmpireState, merged, where)
        if known:
            campaign = campaign.put(empire)
        else:
            campaign = replace(campaign, empires=(*campaign.empires, empire))
    return campaign


def read_object(given: Any, where: str) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise Unfit(where, "must be an object")
    return given


def put_session(campaign: CampaignState, given: Any) -> CampaignState:
    """Into the session that is open: none is opened or closed by it."""
    where, session = "played.session", campaign.session
    if session is None:
        raise Unfit(where, "no session is open")
    read_mapping(given, where, SESSION_PARTS)
    values = dict(given)
    seats = read_object(values.pop("seats", None), where)
    for key in seats:
        if session.seat(key) is None:
            raise Unfit(where, f"“{key}” isn't playing")
    plain = to_plain(session)
    merged = {
        **plain,
        **values,
        "seats": [put_seat(one, seats.get(one["empire"])) for one in plain["seats"]],
    }
    return replace(campaign, session=from_plain(CampaignSessionState, merged, where))


def put_seat(plain: dict[str, Any], given: Any) -> dict[str, Any]:
    values = read_object(given, "played.session.seats")
    return {**plain, **values, "empire": plain["empire"]}


def drop_held_from_discarded(campaign: CampaignState) -> CampaignState:
    """A card lies in one place: what somebody holds isn't discarded."""
    held = {*provinces_in_hands(campaign)}
    left = tuple(one for one in campaign.discarded if one not in held)
    return replace(campaign, discarded=left)


def provinces_in_hands(campaign: CampaignState) -> Iterator[int]:
    for empire in campaign.holders:
        yield from empire.sheet.provinces
    for seat in campaign.session.seats if campaign.session else ():
        if seat.kept is None:
            yield from seat.drawn


# What no campaign can be, however it came about


def state_problems(campaign: CampaignState) -> list[Problem | None]:
    found: list[Problem | None] = []
    for empire in campaign.empires:
        found += empire_problems(campaign, empire)
    session = campaign.session
    if session:
        found += [seat_problem(campaign, seat) for seat in session.seats]
        found += [mission_problem(campaign, one) for one in session.missions]
        known = {seat.empire for seat in session.seats}
        found.append(impossible_unless({*session.order} <= known))
    found.append(impossible_unless(no_card_twice(campaign)))
    keys = {one.key for one in campaign.empires}
    found.append(impossible_unless({*campaign.champions} <= keys))
    return found


def impossible_unless(holds: bool) -> Problem | None:
    message = _("This can't be kept as it was played.")
    return problem_unless(holds, message, book.START)


def no_card_twice(campaign: CampaignState) -> bool:
    places = Counter([*provinces_in_hands(campaign), *campaign.discarded])
    return all(times == 1 for times in places.values())


def empire_problems(
    campaign: CampaignState, empire: EmpireState
) -> list[Problem | None]:
    ages = {age.value for age in Age}
    known = empire.sheet.age in (campaign.layouts if empire.alive else ages)
    sound = (
        known
        and empire.status in tuple(Status)
        and empire.fall in ("", *Fall)
        and all(sheet.age in ages for sheet in empire.past)
        and 0 <= empire.earlier_ticks <= MOST_TICKS
        and 0 <= empire.sheet.carried <= len(empire.sheet.scores)
    )
    if not sound:
        return [impossible_unless(False)]
    if not empire.alive:
        return []
    names = name_problems(empire.sheet.name, empire.sheet.faction)
    return [*names, *sheet_problems(campaign, empire.sheet, own=empire)]


def seat_problem(campaign: CampaignState, seat: SeatState) -> Problem | None:
    empire = campaign.empire(seat.empire)
    sound = (
        empire is not None
        and (bool(empire.past) or not seat.changed_age)
        and seat.fall in ("", *Fall)
        and min(seat.place, seat.to_lose, seat.ticks_due, seat.provinces) >= 0
        and all(0 <= seat.ticks.of(one) <= MOST_TICKS for one in Category)
        and are_cards(campaign, CardKind.PROVINCE, seat.drawn)
        and are_cards(campaign, CardKind.INVENTION, (*seat.bought, *seat.returned))
    )
    return impossible_unless(sound)


def mission_problem(campaign: CampaignState, mission: MissionState) -> Problem | None:
    sound = mission.category in tuple(Category) and are_cards(
        campaign, CardKind.MISSION, [mission.number]
    )
    return impossible_unless(sound)


def are_cards(campaign: CampaignState, kind: str, numbers: Iterable[int]) -> bool:
    slots = (campaign.catalogue.get(number) for number in numbers)
    return all(slot is not None and slot.kind == kind for slot in slots)
