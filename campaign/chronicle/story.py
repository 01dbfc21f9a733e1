"""An empire's story: told from what finished sessions left, never by playing them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from campaign.board.cards import fall_words
from campaign.chronicle import deeds
from campaign.session.days import session_day
from companion.log.replay import EffectiveAct
from scoring.plain import from_plain
from scoring.rise_of_empire.cards import number_label
from scoring.rise_of_empire.layout import AGE_NAMES, CATEGORY_NAMES
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
    cards: tuple[int, ...] = ()  # by number
    told: bool = False  # a sentence about the session says the same


@dataclass(frozen=True)
class EmpireChapter:
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
    acts: Mapping[int, Sequence[EffectiveAct]] = field(
        default_factory=dict
    )  # what it did that no fact keeps, by session

    def sheet_before(self, session: int) -> SheetState | None:
        """What the empire began a session with."""
        earlier = [one.empire.sheet for one in self.left if one.session < session]
        return earlier[-1] if earlier else self.brought


def left_of(
    key: str, ends: Iterable[tuple[int, list[dict[str, Any]]]]
) -> tuple[Left, ...]:
    return tuple(
        Left(number, from_plain(EmpireState, one))
        for number, empires in ends
        for one in empires
        if one["key"] == key
    )


def story_chapters(state: CampaignState, told: EmpireFacts) -> list[EmpireChapter]:
    """Newest first: what happened last is what people look for."""
    found = [
        EmpireChapter(
            result["session__number"],
            session_day(result["session__played_on"], result["session__act__at"]),
            result["score"],
            result["place"],
            session_events(state, told, result["session__number"]),
        )
        for result in told.results
    ]
    return found[::-1]


def session_events(
    state: CampaignState, told: EmpireFacts, number: int
) -> tuple[Event, ...]:
    """Everything that happened to an empire in a session, in the order it happened."""
    before, acts = told.sheet_before(number), told.acts.get(number, ())
    after = next((one.empire for one in told.left if one.session == number), None)
    held = before.inventions if before else ()
    return (
        *(
            completion_event(state, one)
            for one in told.completions
            if one["session__number"] == number
        ),
        *(lost_event(state, number) for number in deeds.provinces_lost(acts)),
        *(tick_event(category) for category in deeds.ticks_won(acts)),
        *age_events(state, before, after),
        *knowledge_events(told, number),
        *(bought_event(state, card) for card in deeds.cards_bought(acts, held)),
        *province_events(state, before, after),
        *fall_events(after),
    )


def knowledge_events(told: EmpireFacts, number: int) -> Iterator[Event]:
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


def card_called(state: CampaignState, number: int, name: str = "") -> str:
    """A card by its name, and by its number where nobody filled one in."""
    return name or state.catalogue[number].name or number_label(number)


def completion_event(state: CampaignState, one: Mapping[str, Any]) -> Event:
    number = one["mission"]
    text = (
        _("First to complete %(mission)s: +%(ticks)s on the track.")
        if one["first"]
        else _("Completed %(mission)s: +%(ticks)s on the track.")
    )
    name = card_called(state, number)
    group = state.catalogue[number].group
    words = make_message(text, mission=name, ticks=one["ticks"])
    return Event(group, words, cards=(number,), told=True)


def lost_event(state: CampaignState, number: int) -> Event:
    text = _("Lost the province %(card)s. Its upkeep wasn't paid.")
    words = make_message(text, card=card_called(state, number))
    return Event("fall", words, cards=(number,))


def tick_event(category: str) -> Event:
    """ROE-23: what the win brought."""
    track = make_message(CATEGORY_NAMES[category])
    return Event(category, make_message(_("Winner's tick: %(track)s."), track=track))


def bought_event(state: CampaignState, card: deeds.BoughtCard) -> Event:
    name = card_called(state, card.number, card.name)
    gone = [card_called(state, one.number, one.name) for one in card.replaced]
    if not gone:
        text = _("Bought %(card)s for %(price)s.")
        words = make_message(text, card=name, price=card.price)
        return Event("invention", words, cards=(card.number,))
    text = _("Bought %(card)s for %(price)s. It replaced %(old)s.")
    words = make_message(text, card=name, price=card.price, old=", ".join(gone))
    cards = (card.number, *(one.number for one in card.replaced))
    return Event("invention", words, cards=cards)


def age_events(
    state: CampaignState, before: SheetState | None, empire: EmpireState | None
) -> Iterator[Event]:
    was = before or SheetState("", "")
    if empire and empire.sheet.age != was.age:
        arrived = empire.status == Status.WON
        yield new_age_event(empire, won=arrived and empire.key in state.champions)


def new_age_event(empire: EmpireState, *, won: bool) -> Event:
    """ROE-36: of several who get to the modern age, not all have won."""
    if won:
        words: Words = _("Reached the modern age and won.")
    elif empire.status == Status.WON:
        words = _("Reached the modern age.")
    else:
        age = make_message(AGE_NAMES[empire.sheet.age])
        words = make_message(_("Reached a new age: %(age)s."), age=age)
    return Event(empire.sheet.age, words, grave=True, told=True)


def province_events(
    state: CampaignState, before: SheetState | None, empire: EmpireState | None
) -> Iterator[Event]:
    """What is on the map that wasn't there before the session."""
    was = before.provinces if before else ()
    for number in empire.sheet.provinces if empire else ():
        if number not in was:
            words = _("New province: %(card)s.")
            name = card_called(state, number)
            yield Event("province", make_message(words, card=name), cards=(number,))


def fall_events(empire: EmpireState | None) -> Iterator[Event]:
    if empire and empire.status == Status.COLLAPSED:
        words = fall_words(empire) or _("The empire collapsed.")
        yield Event("fall", words, grave=True, told=True)
