"""Acts during a session: who plays, its missions, and what the table counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from scoring.acts import Declaration
from scoring.engines import Fact
from scoring.entries import entries_of
from scoring.imperial_settlers import FACTION_NAMES
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.act_fields import (
    EmpireKey,
    EmpireKeys,
    Entries,
    Missions,
    PlayedOn,
    Step,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.cards import CardKind
from scoring.rise_of_empire.checks import (
    living_empire,
    problem_unless,
    refuse_if_any,
    seat_of,
    session_in_play,
)
from scoring.rise_of_empire.layout import CATEGORY_NAMES, Category
from scoring.rise_of_empire.pools import mission_numbers as missions_of
from scoring.rise_of_empire.rows import without_former
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    MissionState,
    SeatState,
)
from scoring.rules import Problem
from scoring.twins import find_twins
from scoring.words import Message, _, make_message

SOLO_MISSIONS = 4  # ROE-45
# What is counted at the table; provinces and upkeep the campaign knows itself.
ENTERED = {
    key: entry
    for key, entry in entries_of(counting.EmpireSeat).items()
    if key not in ("people", "provinces", "unpaid")
}


@dataclass(frozen=True)
class OpenSession(CampaignAct):
    """Who plays, and the missions drawn: by the app or from the box (ROE-6, ROE-45)."""

    declared = Declaration(
        _("Session started"), step=Step.BEFORE, shared=True, quiet=True, told=True
    )

    empires: EmpireKeys
    missions: Missions
    played_on: PlayedOn = ""

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(
            problem_unless(
                campaign.session is None,
                _("A session is already open. Finish it first."),
                book.START,
            ),
            problem_unless(not campaign.over, _("The campaign is over."), book.VICTORY),
            problem_unless(
                is_date(self.played_on),
                _("Enter a date like 2026-11-16."),
                book.START,
            ),
            problem_unless(
                1 <= len(self.empires) <= 4, _("Choose one to four empires."), book.BOX
            ),
        )
        playing = [living_empire(campaign, key) for key in self.empires]
        solo = len(playing) == 1
        refuse_if_any(
            *table_problems(playing),
            *mission_problems(campaign, self.missions, solo=solo),
        )
        session = CampaignSessionState(
            number=campaign.played + 1,
            seats=tuple(SeatState(one.key, one.sheet.ticks) for one in playing),
            missions=tuple(
                lay_out_mission(campaign, number) for number in self.missions
            ),
            played_on=self.played_on,
            solo=solo,
        )
        opened = {
            "number": session.number,
            "playing": list(self.empires),
            "played_on": self.played_on,
        }
        after, former = without_former(replace(campaign, session=session))
        return after, (Fact("session", opened), *former)


def is_date(given: str) -> bool:
    try:
        return not given or date.fromisoformat(given).isoformat() == given
    except ValueError:
        return False


def lay_out_mission(campaign: CampaignState, number: int) -> MissionState:
    """ROE-5 and 6: light side up, every marker on 0."""
    return MissionState(number, campaign.catalogue[number].group)


def table_problems(playing: list[EmpireState]) -> list[Problem | None]:
    keys = [one.key for one in playing]
    return [
        problem_unless(
            len(set(keys)) == len(keys),
            _("An empire can play only once per session."),
            book.BOX,
        ),
        *(
            twin_empires(playing[first], playing[again])
            for first, again in find_twins(one.sheet.faction for one in playing)
            if playing[first].key != playing[again].key
        ),
    ]


def twin_empires(one: EmpireState, other: EmpireState) -> Problem:
    both = _("%(one)s and %(other)s both have %(what)s. They can't play together.")
    faction = other.sheet.faction
    label = FACTION_NAMES.get(faction)
    names = {"one": one.sheet.name, "other": other.sheet.name}
    what = Message(label) if label else faction
    return Problem(make_message(both, **names, what=what), book.BOX)


def mission_problems(
    campaign: CampaignState, numbers: tuple[int, ...], *, solo: bool
) -> list[Problem | None]:
    wrong: list[Problem | None] = [*number_problems(campaign, numbers)]
    if solo:
        message = make_message(
            _("Solo games use %(count)s missions."), count=SOLO_MISSIONS
        )
        whole = bool(wrong) or len(numbers) == SOLO_MISSIONS
        return [*wrong, problem_unless(whole, message, book.SOLO)]
    wrong += missing_categories(campaign, numbers)
    message_each = _("Choose one mission of each category.")
    whole = bool(wrong) or len(numbers) == len(Category)
    return [*wrong, problem_unless(whole, message_each, book.MISSIONS)]


def number_problems(
    campaign: CampaignState, numbers: tuple[int, ...]
) -> Iterator[Problem]:
    """Each number that no mission of the table has, or that is there twice."""
    known = set(missions_of(campaign))
    for number in sorted(set(numbers)):
        shown = f"{number:03}"
        card = campaign.catalogue.get(number)
        if card and card.kind == CardKind.MISSION and card.aside:
            text = make_message(
                _("Mission %(number)s isn't in your box."), number=shown
            )
            yield Problem(text, book.MISSIONS)
        elif number not in known:
            text = make_message(_("There's no mission %(number)s."), number=shown)
            yield Problem(text, book.MISSIONS)
        elif numbers.count(number) > 1:
            text = make_message(_("Mission %(number)s is there twice."), number=shown)
            yield Problem(text, book.MISSIONS)


def missing_categories(
    campaign: CampaignState, numbers: tuple[int, ...]
) -> Iterator[Problem]:
    """Each category nobody chose a mission of, and which numbers it has."""
    for category in Category:
        fitting = missions_of(campaign, category)
        if fitting and not set(fitting) & set(numbers):
            text = make_message(
                _("%(category)s: choose one from %(first)s to %(last)s."),
                category=Message(CATEGORY_NAMES[category]),
                first=f"{fitting[0]:03}",
                last=f"{fitting[-1]:03}",
            )
            yield Problem(text, book.MISSIONS)


@dataclass(frozen=True)
class JoinSession(CampaignAct):
    """Somebody comes late."""

    declared = Declaration(_("Joined late"), step=Step.PLAY)

    empire: EmpireKey

    def apply(self, campaign: CampaignState) -> Outcome:
        session, empire = (
            session_in_play(campaign),
            living_empire(campaign, self.empire),
        )
        there = [living_empire(campaign, seat.empire) for seat in session.seats]
        refuse_if_any(
            problem_unless(
                not session.solo,
                _("Nobody can join a solo session."),
                book.SOLO,
            ),
            problem_unless(len(there) < 4, _("Choose one to four empires."), book.BOX),
            *table_problems([*there, empire]),
        )
        seats = (*session.seats, SeatState(empire.key, empire.sheet.ticks))
        return replace(campaign, session=replace(session, seats=seats)), ()


@dataclass(frozen=True)
class EnterScore(CampaignAct):
    """What one player counted, for step 1; provinces and upkeep the campaign knows itself."""

    declared = Declaration(_("Score entered"), step=Step.COUNT, quiet=True)

    empire: EmpireKey
    entries: Entries

    def apply(self, campaign: CampaignState) -> Outcome:
        session_in_play(campaign)
        seat = seat_of(campaign, self.empire)
        refuse_if_any(*entry_problems(self.entries))
        return campaign.put_seat(replace(seat, entries=dict(self.entries))), ()


def entry_problems(given: Mapping[str, int]) -> list[Problem | None]:
    problems: list[Problem | None] = []
    for key, value in given.items():
        entry = ENTERED.get(key)
        if entry is None:
            message = make_message(
                _("“%(entry)s” isn't part of this score."), entry=key
            )
            problems.append(Problem(message, counting.SCORE))
        elif not 0 <= value <= entry.maximum:
            message = make_message(
                _("Enter 0 to %(most)s for “%(entry)s”."),
                entry=key,
                most=entry.maximum,
            )
            problems.append(Problem(message, entry.rule))
    return problems
