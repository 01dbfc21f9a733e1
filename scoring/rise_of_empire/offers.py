"""One thing somebody may do: its options, what people still have to say, what is drawn for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scoring.acts import act_kind
from scoring.rise_of_empire.acts import CampaignAct
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem, RuleBroken


@dataclass(frozen=True)
class Option:
    """One way to do it: the act's data, and what stands against it."""

    data: dict[str, Any]
    refused: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Draw:
    """Cards to be drawn, by the app or from the box."""

    count: int
    numbers: tuple[int, ...]
    first: tuple[int, ...] = ()  # these come in any case


@dataclass(frozen=True)
class Choice:
    """An act somebody may do now. `asks` names what people still have to say."""

    kind: str
    empire: str = ""
    options: tuple[Option, ...] = ()
    asks: tuple[str, ...] = ()
    draws: dict[str, Draw] = field(default_factory=dict)
    needed: bool = False  # the session can't go on without it

    @property
    def allowed(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if not option.refused)


def try_option(
    campaign: CampaignState, act: CampaignAct, asks: Iterable[str] = ()
) -> Option:
    """An act as an option; what people still have to say isn't held against it."""
    data = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in vars(act).items()
        if key not in asks
    }
    if asks:
        return Option(data)
    try:
        act.check(campaign)
    except RuleBroken as broken:
        return Option(data, broken.problems)
    return Option(data)


def choice_among(
    campaign: CampaignState,
    acts: Iterable[CampaignAct],
    *,
    empire: str = "",
    needed: bool = False,
) -> Choice:
    options = [(act, try_option(campaign, act)) for act in acts]
    kind = act_kind(type(options[0][0]))
    return Choice(
        kind, empire, tuple(option for _act, option in options), needed=needed
    )


def choice_to_type(
    act: type[CampaignAct], *asks: str, empire: str = "", needed: bool = False
) -> Choice:
    """A choice whose content people type in."""
    data = {"empire": empire} if empire else {}
    return Choice(act_kind(act), empire, (Option(data),), asks, needed=needed)
