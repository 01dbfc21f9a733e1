"""Answers of a repair that settle many acts at once: an empire left out, purchases in another order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.rise_of_empire.act_fields import Step
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.repair_options import holds
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.stages import seats_still_in
from scoring.rise_of_empire.state import CampaignState

Place = tuple[int, int]  # the number of an entry, and which of its acts


@dataclass(frozen=True)
class EmpireLeft:
    """An empire of which nothing more counts, in one session or from there on."""

    empire: str
    session: int | None  # None from there on

    def concerns(self, session: int | None) -> bool:
        return self.session is None or self.session == session


def act_without(act: PlayedAct, empire: str) -> PlayedAct | None:
    """The act without an empire; None where it is that empire's alone."""
    if act.data.get("empire") == empire:
        return None
    named = act.data.get("empires")
    if not isinstance(named, list) or empire not in named:
        return act
    others = [one for one in named if one != empire]
    return replace(act, data={**act.data, "empires": others}) if others else None


def missing_empire(state: CampaignState, act: PlayedAct) -> EmpireLeft | None:
    """Whom an act names although they aren't in the campaign any more, or not at this session."""
    named = [act.data.get("empire"), *read_empires(act)]
    alive = {one.key for one in state.alive}
    session = state.session
    for key in (one for one in named if isinstance(one, str)):
        if key not in alive:
            return EmpireLeft(key, None)
        if session and session.seat(key) is None:
            return EmpireLeft(key, session.number)
    return None


def read_empires(act: PlayedAct) -> list[object]:
    named = act.data.get("empires")
    return named if isinstance(named, list) else []


# Purchases


def is_purchase(act: PlayedAct) -> bool:
    return step_of(act) == Step.INVENTIONS


def step_of(act: PlayedAct) -> str:
    known = ENGINE.acts.get(act.kind)
    return known.declared.step if known else ""


def comes_too_late(state: CampaignState, act: PlayedAct) -> bool:
    """Whether its empire buys nothing more in this session, or fell before it could gain a province."""
    empire, session = act.data.get("empire"), state.session
    seat = session.seat(empire) if session and isinstance(empire, str) else None
    if seat is None:
        return False
    if is_purchase(act):
        return seat.shopped or seat not in seats_still_in(state)
    return bool(seat.fall) and step_of(act) == Step.PROVINCES


@dataclass(frozen=True)
class MovedAct:
    """A purchase, the place it stands in now, and where it was recorded."""

    place: Place
    recorded_at: Place
    act: PlayedAct

    def put_at(self, place: Place) -> MovedAct:
        return MovedAct(place, self.recorded_at, replace(self.act, number=place[0]))


def purchases_before(
    state: CampaignState, act: PlayedAct, later: Sequence[MovedAct]
) -> list[MovedAct]:
    """What others bought later, whose turn comes before this purchase now."""
    left, moved = list(later) if is_purchase(act) else [], []
    while not holds(state, act.kind, act.data):
        found = next((one for one in left if is_next(state, act, one.act)), None)
        if found is None:
            break
        state, _facts = ENGINE.apply(state, found.act.kind, found.act.data)
        left.remove(found)
        moved.append(found)
    return moved


def is_next(state: CampaignState, act: PlayedAct, later: PlayedAct) -> bool:
    others = later.data.get("empire") != act.data.get("empire")
    return others and holds(state, later.kind, later.data)


def purchases_of(
    groups: Iterable[tuple[int, Sequence[PlayedAct]]],
) -> Iterator[tuple[Place, PlayedAct]]:
    for number, group in groups:
        for nth, act in enumerate(group):
            if is_purchase(act):
                yield (number, nth), act
