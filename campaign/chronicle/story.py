"""An empire's story: told from what finished sessions left, never by playing them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from campaign.board.cards import FALL_NAMES
from scoring.plain import from_plain
from scoring.rise_of_empire.cards import number_label
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState, Status
from scoring.words import Words, _, make_message


@dataclass(frozen=True)
class Left:
    """What a finished session left of an empire."""

    session: int
    empire: EmpireState


@dataclass(frozen=True)
class Event:
    sign: str
    words: Words
    grave: bool = False  # the end of an empire, or of an age


@dataclass(frozen=True)
class Chapter:
    """One session of an empire."""

    session: int
    played_on: date | None
    score: int
    place: int
    events: tuple[Event, ...]


@dataclass(frozen=True)
class EmpireFacts:
    """The facts of one empire, each as plain values."""

    results: Iterable[Mapping[str, Any]]
    completions: Iterable[Mapping[str, Any]]
    ledger: Iterable[Mapping[str, Any]]
    left: tuple[Left, ...]
    brought: SheetState | None = None  # from paper


def left_of(
    key: str, ends: Iterable[tuple[int, list[dict[str, Any]]]]
) -> tuple[Left, ...]:
    return tuple(
        Left(number, from_plain(EmpireState, one))
        for number, empires in ends
        for one in empires
        if one["key"] == key
    )


def story_chapters(state: CampaignState, told: EmpireFacts) -> list[Chapter]:
    """Newest first: what happened last is what people look for."""
    after = {one.session: one.empire for one in told.left}
    before = told.brought
    found = []
    for result in told.results:
        number = result["session__number"]
        empire = after.get(number)
        events = [
            *session_events(state, told, number),
            *change_events(state, before, empire),
        ]
        found.append(
            Chapter(
                number,
                result["session__played_on"],
                result["score"],
                result["place"],
                tuple(events),
            )
        )
        before = empire.sheet if empire else before
    return found[::-1]


def session_events(
    state: CampaignState, told: EmpireFacts, number: int
) -> Iterator[Event]:
    for one in told.completions:
        if one["session__number"] == number:
            yield completion_event(state, one)
    amounts = [one["amount"] for one in told.ledger if one["session__number"] == number]
    gained = sum(amount for amount in amounts if amount > 0)
    spent = -sum(amount for amount in amounts if amount < 0)
    if amounts:
        words = make_message(
            _("Gained %(gained)s knowledge, spent %(spent)s."),
            gained=gained,
            spent=spent,
        )
        yield Event("knowledge", words)


def completion_event(state: CampaignState, one: Mapping[str, Any]) -> Event:
    card = state.catalogue[one["mission"]]
    text = (
        _("First to complete %(mission)s: +%(ticks)s on the track.")
        if one["first"]
        else _("Completed %(mission)s: +%(ticks)s on the track.")
    )
    name = card.name or number_label(card.number)
    return Event(card.group, make_message(text, mission=name, ticks=one["ticks"]))


def change_events(
    state: CampaignState, before: SheetState | None, empire: EmpireState | None
) -> Iterator[Event]:
    """What a session left, beside what was there before it."""
    if empire is None:
        return
    if empire.status == Status.COLLAPSED:
        yield Event(
            "fall", FALL_NAMES.get(empire.fall, _("The empire collapsed.")), True
        )
        return
    was = before or SheetState("", "")
    if empire.sheet.age != was.age:
        yield new_age_event(empire)
    for card in empire.sheet.inventions:
        if card.number not in {one.number for one in was.inventions}:
            name = (
                card.name
                or state.catalogue[card.number].name
                or number_label(card.number)
            )
            words = make_message(
                _("Bought %(card)s for %(price)s."), card=name, price=card.price
            )
            yield Event("invention", words)
    for number in empire.sheet.provinces:
        if number not in was.provinces:
            name = state.catalogue[number].name or number_label(number)
            yield Event(
                "province", make_message(_("New province: %(card)s."), card=name)
            )


def new_age_event(empire: EmpireState) -> Event:
    if empire.status == Status.WON:
        return Event("modern", _("Reached the modern age and won."), True)
    age = make_message(AGE_NAMES[empire.sheet.age])
    return Event(
        empire.sheet.age, make_message(_("Reached a new age: %(age)s."), age=age), True
    )
