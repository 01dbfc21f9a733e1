"""A finished session as people look back at it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from campaign.board.letters import letters_of_empires
from campaign.empires import EmpireRow, read_empires
from campaign.models import Campaign, Completion, Result, SessionEnd
from campaign.session.compared import ComparedEmpire, compare_empires
from campaign.session.days import session_day
from campaign.session.log import RecentActs
from campaign.session.settled import (
    ends_with_version,
    keep_state,
    load_end,
    version_read_with,
)
from campaign.session.words import act_in_words, card_name, names_at_table
from companion.log.act_words import Names
from companion.log.replay import REWRITING
from companion.sessions.timing import SessionTime, measure_span
from scoring.acts import concerned_empires
from scoring.helping import around_game
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.session import GAME
from scoring.rise_of_empire.state import CampaignState
from scoring.turn_clock import replay_clock

# What needs no line of its own: the result, the markers on the way, the plain confirmations.
QUIET = frozenset(kind for kind, act in CAMPAIGN.acts.items() if act.declared.quiet)


@dataclass(frozen=True)
class PastSeat:
    """What one empire did in a session."""

    result: Result
    compared: ComparedEmpire | None
    done: list[str]


@dataclass(frozen=True)
class PastSession:
    campaign: Campaign
    end: SessionEnd
    before: SessionEnd | None

    @cached_property
    def version(self) -> Hashable:
        return version_read_with(self.end)

    @cached_property
    def empires(self) -> list[EmpireRow]:
        return read_empires(self.campaign)

    @cached_property
    def state(self) -> CampaignState:
        return load_end(self.end)

    def state_before(self, kind: str) -> CampaignState:
        """The campaign as it was just before its latest act of a kind."""
        moment = (self.version, self.end.session.number, kind)
        return keep_state(moment, lambda: self.log.state_before(kind))

    @cached_property
    def state_left_before(self) -> CampaignState | None:
        """What the session before it left; nothing before the first."""
        return load_end(self.before) if self.before else None

    @cached_property
    def log(self) -> RecentActs:
        """Up to its finish; what came later may have taken some of it back."""
        since = self.before.act.number if self.before else 0
        acts = self.campaign.acts.filter(number__gte=since).order_by("number")
        later = acts.filter(kind__in=REWRITING)
        until = acts.filter(number__lte=self.end.act.number)
        return RecentActs(
            self.campaign,
            self.before,
            tuple((until | later).order_by("number")),
            until=self.end.act.number,
        )

    @cached_property
    def results(self) -> list[Result]:
        own = self.campaign.results.filter(session=self.end.session_id)
        return list(own.select_related("empire").order_by("place", "pk"))

    @cached_property
    def completions(self) -> list[tuple[str, Completion]]:
        own = self.campaign.completions.filter(session=self.end.session_id)
        rows = own.select_related("empire").order_by("act__number", "pk")
        return [(card_name(self.state, one.mission), one) for one in rows]

    @cached_property
    def missions(self) -> list[str]:
        """The cards that lay out when the session ended."""
        opened = next(one for one in self.log.said if one.kind == "open_session")
        laid = list(opened.data["missions"])
        for one in self.log.said:
            if one.kind == "replace_mission" and one.data["mission"] in laid:
                laid[laid.index(one.data["mission"])] = one.data["by"]
        return [card_name(self.state, number) for number in laid]

    @property
    def parts(self) -> list[PastSeat]:
        scores = {one.empire.key: one.score for one in self.results}
        opened = self.state_before("open_session")
        letters = letters_of_empires(self.campaign, self.empires)
        compared = compare_empires(opened, self.state, scores, letters)
        found = {one.empire.key: one for one in compared}
        return [
            PastSeat(one, found.get(one.empire.key), self.tell_acts_of(one.empire.key))
            for one in self.results
        ]

    @cached_property
    def names(self) -> Names:
        return names_at_table(self.state)

    def tell_acts_of(self, key: str) -> list[str]:
        return [
            act_in_words(self.names, one.kind, one.data, whose=False)
            for one in self.log.said
            if one.kind not in QUIET
            and key in concerned_empires(CAMPAIGN.acts[one.kind], one.data)
        ]

    @cached_property
    def time(self) -> SessionTime:
        """How long it took, if it was open while it was played."""
        began = self.end.session.act.at
        return measure_span(began, self.ended_at, self.day.isoformat())

    @cached_property
    def day(self) -> date:
        session = self.end.session
        return session_day(session.played_on, session.act.at)

    @cached_property
    def ended_at(self) -> datetime:
        """When the table began to count; the steps after that aren't play."""
        counted = (one.number for one in self.log.said if one.kind == "enter_score")
        first = next(counted, self.end.act.number)
        return self.log.by_number[first].at

    @property
    def times(self) -> list[tuple[int, str, int]]:
        """How long everybody took, where a clock ran: seat, name, seconds."""
        moves = [one.data for one in self.log.said if one.kind == "use_helper"]
        clock = replay_clock(moves, around_game(GAME, GAME.players[-1]))
        players = {one.empire.key: one.empire.player for one in self.results}
        late = [key for key in players if key not in self.end.session.playing]
        seats = [key for key in (*self.end.session.playing, *late) if key in players]
        at = int(self.ended_at.timestamp())
        times = enumerate(seats) if clock.begun else ()
        return [(n, players[key], clock.spent_by(n, at)) for n, key in times]

    @property
    def notes(self) -> list[str]:
        """Written while it was on; what was written later about a session says so."""
        notes = [one.data for one in self.log.said if one.kind == "write_note"]
        return [one["text"] for one in notes if not one.get("session")]


def find_past_session(campaign: Campaign, number: int) -> PastSession | None:
    """A finished session with the one before it, in one query; None where it isn't finished."""
    ends = ends_with_version(campaign).select_related("act", "session__act")
    # Named with its campaign, a session is found by its number and not among all of them.
    own = ends.filter(session__campaign=campaign).order_by()
    two = {
        one.session.number: one
        for one in own.filter(session__number__in=(number - 1, number))
    }
    if number not in two:
        return None
    return PastSession(campaign, two[number], two.get(number - 1))
