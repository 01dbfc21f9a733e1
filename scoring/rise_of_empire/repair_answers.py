"""What a repair asks, what people may answer, and what an answer came to."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.rise_of_empire.repair_moves import EmpireLeft
from scoring.rise_of_empire.repair_options import RepairOption
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem

# What people may answer; a legal choice is answered with its key.
LEAVE = "leave"  # this act is left out
LEAVE_REST = "rest"  # it and all that follows of its session
LEAVE_EMPIRE = "empire"  # and all that follows of an empire that isn't playing any more
IN_ORDER = "order"  # everybody bought the same, in the order that holds now
AS_PLAYED = "played"  # that's how we played it
SESSION_AS_PLAYED = "session"  # and so with the rest of the session
CHOICE = "c-"
CARDS = ":"  # between a choice and the cards that were typed for it


@dataclass(frozen=True)
class RepairQuestion:
    """The first act that no longer holds and has no answer yet."""

    act: PlayedAct
    session: int | None  # it was recorded in
    problems: tuple[Problem, ...]
    options: list[RepairOption]
    may_keep: bool  # whether “that's how we played it” makes it hold
    rest: int  # entries of a session that isn't there any more, with this one
    missing: EmpireLeft | None  # whom it names, who isn't playing any more
    of_missing: int  # entries that would be left out with that empire
    in_order: int  # purchases of others that come before it now
    unfit: bool  # whether the last answer to it can't be


@dataclass(frozen=True)
class RepairDecision:
    """An answer, and what stands in the place of the act because of it."""

    act: PlayedAct
    session: int | None
    answer: str
    instead: tuple[PlayedAct, ...]
    kept: bool  # the act itself still counts
    left_out: int  # how many entries
    asked: bool  # or one answer for many says it


@dataclass(frozen=True)
class SheetsPutBack:
    """What the campaign was before and after something was put back as it was played."""

    before: CampaignState
    after: CampaignState
