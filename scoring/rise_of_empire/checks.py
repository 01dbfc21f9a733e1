"""How an act is refused: with every reason at once, each with its rule."""

from __future__ import annotations

from typing import NoReturn

from scoring.rise_of_empire.rulebook import BUYING, START
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    SeatState,
)
from scoring.rules import Problem, Rule, RuleBroken
from scoring.words import Words, _


def problem_unless(holds: bool, message: Words, rule: Rule) -> Problem | None:
    return None if holds else Problem(message, rule)


def refuse_if_any(*problems: Problem | None) -> None:
    """Raises with all the problems there are; does nothing where there are none."""
    found = [problem for problem in problems if problem]
    if found:
        raise RuleBroken(*found)


def refuse_because(message: Words, rule: Rule) -> NoReturn:
    raise RuleBroken(Problem(message, rule))


def known_empire(campaign: CampaignState, key: str) -> EmpireState:
    empire = campaign.empire(key)
    if empire is None:
        refuse_because(_("This empire isn't in the campaign."), START)
    return empire


def living_empire(campaign: CampaignState, key: str) -> EmpireState:
    empire = known_empire(campaign, key)
    if not empire.alive:
        refuse_because(_("This empire's story is over."), START)
    return empire


def open_session(campaign: CampaignState) -> CampaignSessionState:
    if campaign.session is None:
        refuse_because(_("No session is open."), START)
    return campaign.session


def seat_of(campaign: CampaignState, key: str) -> SeatState:
    seat = open_session(campaign).seat(key)
    if seat is None:
        refuse_because(_("This empire isn't playing in the open session."), START)
    return seat


def seat_and_empire(campaign: CampaignState, key: str) -> tuple[SeatState, EmpireState]:
    """Who plays in the open session with an empire that still lives."""
    return seat_of(campaign, key), living_empire(campaign, key)


def session_in_play(campaign: CampaignState) -> CampaignSessionState:
    """The open session, before its scores are settled."""
    session = open_session(campaign)
    if session.scored:
        refuse_because(_("The scores of this session are already confirmed."), BUYING)
    return session
