"""The board as it was after any act, to look at and to start from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.board.cards import board_view
from campaign.board.letters import campaign_letters
from campaign.history import annals
from campaign.history.differences import state_differences
from campaign.history.moments import find_corrected, find_moment
from campaign.history.spans import SessionSpan, find_spans, session_ends, span_at
from campaign.history.telling import campaign_names, present_empires
from campaign.history.told_content import find_renames
from campaign.models import Campaign
from campaign.session.words import card_name
from companion.log.acting import read_whole_number
from companion.log.history import ActStanding
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.state import CampaignState

MARKED_SESSIONS = 40  # on the slider
MOST_REWRITINGS = 5  # that are named


@at_table("spectator")
@require_safe
def board_then_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Changes nothing; arrows and a slider lead from act to act."""
    asked = read_whole_number(request.GET.get("after", ""))
    wanted = campaign.last if asked is None else asked
    shown = {
        "campaign": campaign,
        **show_moment(
            campaign,
            min(max(wanted, 1), campaign.last),
            corrected="corrected" in request.GET,
        ),
    }
    part = request.htmx and not request.htmx.history_restore_request
    page = "campaign/history/_then.html" if part else "campaign/history/then.html"
    return render(request, page, shown)


def show_moment(
    campaign: Campaign, number: int, *, corrected: bool = False
) -> dict[str, Any]:
    moment, teller = find_moment(campaign, number), annals.campaign_teller(campaign)
    after = find_corrected(campaign, number) if corrected else moment.after
    names = campaign_names(after, {**teller.names.empires, **present_empires(after)})
    then = [one.player for one in after.empires]
    letters = campaign_letters(campaign, *then)
    act = campaign.acts.filter(number=number).first()
    return {
        "number": number,
        "line": teller.line(act) if act else None,
        "changes": state_differences(moment.before, moment.after, names),
        "board": board_view(after, letters),
        "missions": list(missions_then(after)),
        "played": after.played,
        "corrected": corrected,
        "rewritten": later_rewritings(campaign, teller.standing, number),
        **show_place(find_spans(campaign), number),
    }


def later_rewritings(
    campaign: Campaign, standing: ActStanding, number: int
) -> list[int]:
    """The later acts that undid, edited or repaired something up to this one, and still count.

    What somebody is called now changed nothing.
    """
    by = {last for of, takers in standing.by.items() if of <= number for last in takers}
    by |= {act.number for of, act in standing.instead.items() if of <= number}
    by |= {place.by for of, place in standing.repaired.items() if of <= number}
    later = {one for one in by if one > number}
    renames = find_renames(campaign) if later else {}
    return sorted(later - renames.keys())[-MOST_REWRITINGS:]


def show_place(spans: Sequence[SessionSpan], number: int) -> dict[str, Any]:
    """Where an act lies among the sessions, and the ends of those around it."""
    ends = [one.finished or one.last for one in spans]
    return {
        "span": span_at(spans, number),
        "earlier": max((end for end in ends if end < number), default=None),
        "later": min((end for end in ends if end > number), default=None),
        "ends": session_ends(spans),
        "marks": ends if len(ends) <= MARKED_SESSIONS else [],
    }


@dataclass(frozen=True)
class MissionThen:
    """A mission that lay out, and who had completed it."""

    card: str
    category: str
    done_by: str


def missions_then(state: CampaignState) -> Iterator[MissionThen]:
    players = {one.key: one.player for one in state.empires}
    for one in state.session.missions if state.session else ():
        done_by = ", ".join(players.get(key, key) for key in one.completed)
        yield MissionThen(card_name(state, one.number), one.category, done_by)
