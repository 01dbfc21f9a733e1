"""What could have been done in the place of an act that no longer holds: the legal choices of that moment."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import combinations, islice
from math import inf
from typing import Any

from scoring.acts import act_fields
from scoring.engines import Data
from scoring.records import Unfit
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.offers import Choice, Draw
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import RuleBroken

MOST_HANDS = 40  # ways to take some of several cards that are listed one by one
# Between two sessions much may be done, but only these go on with the campaign.
GOES_ON = ("open_session", "play_on")


@dataclass(frozen=True)
class RepairOption:
    """One legal choice; where cards have to be named, how many of which."""

    kind: str
    data: dict[str, Any]
    same: bool  # the same kind of choice as the act it is offered for
    own: bool  # of the same empire
    draw: Draw | None = None
    asks: str = ""

    @property
    def key(self) -> str:
        """A short name that says what the choice is and not where it stands in a list."""
        said = json.dumps([self.kind, self.data, self.asks], sort_keys=True)
        return blake2b(said.encode(), digest_size=6).hexdigest()

    def with_cards(self, numbers: Iterable[int]) -> dict[str, Any]:
        return {**self.data, self.asks: list(numbers)} if self.asks else self.data


@dataclass(frozen=True)
class LaterCards:
    """Cards that play a part later in what was recorded."""

    bought: Mapping[int, int] = field(default_factory=dict)  # in which entry
    kept: frozenset[int] = frozenset()

    def clash(self, kind: str, data: Data) -> float:
        """How soon a choice is in the way of what follows: what nobody needs later comes first."""
        if kind == "buy_invention":
            return -self.bought.get(data["number"], inf)
        drawn = data.get("provinces", ())
        return -len(self.kept.intersection(drawn)) if kind == "draw_provinces" else 0


def find_later_cards(acts: Iterable[PlayedAct], number: int) -> LaterCards:
    later = [act for act in acts if act.number > number]
    bought: dict[int, int] = {}
    for one in later:
        if one.kind == "buy_invention":
            bought.setdefault(one.data["number"], one.number)
    kept = (one.data["province"] for one in later if one.kind == "keep_province")
    return LaterCards(bought, frozenset(kept))


def repair_options(
    state: CampaignState, act: PlayedAct, later: LaterCards | None = None
) -> list[RepairOption]:
    """The same kind of choice comes first, then what the session waits for, then what breaks least."""
    clash = (later or LaterCards()).clash
    found = [
        (
            not option.same,
            not option.own,
            not choice.needed,
            bool(option.asks),
            clash(option.kind, option.data),
            option,
        )
        for choice in choices(state)
        if state.session or choice.kind in (act.kind, *GOES_ON)
        for option in options_of(state, choice, act)
    ]
    return [one[-1] for one in sorted(found, key=lambda one: one[:-1])]


def options_of(
    state: CampaignState, choice: Choice, act: PlayedAct
) -> Iterator[RepairOption]:
    same = choice.kind == act.kind
    own = choice.empire in ("", act.data.get("empire"))
    if not choice.asks:
        for one in choice.allowed:
            yield RepairOption(choice.kind, one.data, same, own)
    elif choice.kind == "open_session" and same:
        yield from other_openings(state, act)
    elif asks_for_cards(choice):
        yield from named_cards(state, choice, act)


def asks_for_cards(choice: Choice) -> bool:
    """Whether several cards have to be named, and nothing else."""
    declared = act_fields(ENGINE.acts[choice.kind])
    return all(one in choice.draws and declared[one].several for one in choice.asks)


def named_cards(
    state: CampaignState, choice: Choice, act: PlayedAct
) -> Iterator[RepairOption]:
    """Some of the cards that were named then, where they will do; others are typed."""
    (asks,), base = choice.asks, choice.options[0].data
    same, draw = choice.kind == act.kind, choice.draws[asks]
    own = choice.empire in ("", act.data.get("empire"))
    then = (
        [one for one in act.data.get(asks, ()) if one in draw.numbers] if same else []
    )
    hands = combinations(then, draw.count) if isinstance(then, list) else ()
    for hand in islice(hands, MOST_HANDS):
        data = {**base, asks: list(hand)}
        if holds(state, choice.kind, data):
            yield RepairOption(choice.kind, data, same, own)
    yield RepairOption(choice.kind, dict(base), same, own, draw, asks)


def other_openings(state: CampaignState, act: PlayedAct) -> Iterator[RepairOption]:
    """The same missions with those who still can play."""
    alive = {one.key for one in state.alive}
    empires = [key for key in act.data.get("empires", ()) if key in alive]
    data = {**act.data, "empires": empires}
    if holds(state, act.kind, data):
        yield RepairOption(act.kind, data, True, True)


def holds(state: CampaignState, kind: str, data: Data) -> bool:
    try:
        ENGINE.apply(state, kind, data)
    except (RuleBroken, Unfit):
        return False
    return True
