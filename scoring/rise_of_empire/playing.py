"""Acts during a session: who plays, missions, upkeep, and what the table counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.engines import Fact
from scoring.entries import entries as entries_of
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.acts import Act, Outcome
from scoring.rise_of_empire.checks import (
    living_empire,
    refuse,
    refuse_for,
    seated,
    still_played,
    unless,
)
from scoring.rise_of_empire.layout import Category, Good
from scoring.rise_of_empire.pools import missions as missions_of
from scoring.rise_of_empire.state import (
    Campaign,
    Empire,
    Mission,
    Playing,
    Run,
    Session,
)
from scoring.rules import Problem
from scoring.sheet import repeated
from scoring.words import _, say

SOLO_MISSIONS = 4  # ROE-45
FIRST, LATER = 3, 1  # ROE-14: boxes ticked for a mission
REPLACED_BY_GOLD = (Good.WOOD, Good.STONE, Good.FOOD)  # ROE-10
# What is counted at the table; provinces and upkeep the campaign knows itself.
ENTERED = {
    key: entry
    for key, entry in entries_of(counting.Seat).items()
    if key not in ("people", "provinces", "unpaid")
}


@dataclass(frozen=True)
class OpenSession(Act):
    """Who plays, and the missions drawn: by the app or from the box (ROE-6, ROE-45)."""

    empires: tuple[str, ...]
    missions: tuple[int, ...]
    played_on: str = ""

    def apply(self, campaign: Campaign) -> Outcome:
        refuse_for(
            unless(
                campaign.session is None, _("A session is already open."), book.START
            ),
            unless(not campaign.over, _("The campaign is over."), book.VICTORY),
            unless(
                1 <= len(self.empires) <= 4, _("One to four empires play."), book.BOX
            ),
        )
        playing = [living_empire(campaign, key) for key in self.empires]
        solo = len(playing) == 1
        refuse_for(
            *table_problems(playing),
            *mission_problems(campaign, self.missions, solo=solo),
        )
        session = Session(
            number=campaign.played + 1,
            seats=tuple(Playing(one.key, one.sheet.ticks) for one in playing),
            missions=tuple(laid_out(campaign, number) for number in self.missions),
            played_on=self.played_on,
            solo=solo,
        )
        opened = {
            "number": session.number,
            "playing": list(self.empires),
            "played_on": self.played_on,
        }
        return replace(campaign, session=session), (Fact("session", opened),)


def laid_out(campaign: Campaign, number: int) -> Mission:
    """ROE-5 and 6: light side up, every marker on 0."""
    return Mission(number, campaign.catalogue[number].group)


def table_problems(playing: list[Empire]) -> list[Problem | None]:
    keys = [one.key for one in playing]
    return [
        unless(
            len(set(keys)) == len(keys),
            _("An empire plays only once at a table."),
            book.BOX,
        ),
        unless(
            not repeated(one.sheet.faction for one in playing),
            _("Two empires of the same faction can't play together."),
            book.BOX,
        ),
    ]


def mission_problems(
    campaign: Campaign, numbers: tuple[int, ...], *, solo: bool
) -> list[Problem | None]:
    known = set(missions_of(campaign))
    if not set(numbers) <= known or len(set(numbers)) < len(numbers):
        wrong = _("One of these numbers is no mission, or stands there twice.")
        return [Problem(wrong, book.MISSIONS)]
    if solo:
        message = say(_("Alone %(count)s missions are laid out."), count=SOLO_MISSIONS)
        return [unless(len(numbers) == SOLO_MISSIONS, message, book.SOLO)]
    drawn = sorted(campaign.catalogue[number].group for number in numbers)
    message_each = _("One mission of each category is laid out.")
    return [unless(drawn == sorted(Category), message_each, book.MISSIONS)]


@dataclass(frozen=True)
class JoinSession(Act):
    """Somebody comes late."""

    empire: str

    def apply(self, campaign: Campaign) -> Outcome:
        session, empire = still_played(campaign), living_empire(campaign, self.empire)
        there = [living_empire(campaign, seat.empire) for seat in session.seats]
        refuse_for(
            unless(
                not session.solo,
                _("A session played alone can't be joined."),
                book.SOLO,
            ),
            unless(len(there) < 4, _("One to four empires play."), book.BOX),
            *table_problems([*there, empire]),
        )
        seats = (*session.seats, Playing(empire.key, empire.sheet.ticks))
        return replace(campaign, session=replace(session, seats=seats)), ()


@dataclass(frozen=True)
class ReplaceMission(Act):
    """“We don't have it, draw again”: another mission of the same category (alone: any)."""

    mission: int
    by: int

    def apply(self, campaign: Campaign) -> Outcome:
        session, old = still_played(campaign), laid(campaign, self.mission)
        new = campaign.catalogue.get(self.by)
        fits = self.by in missions_of(campaign) and session.mission(self.by) is None
        same = new is not None and (session.solo or new.group == old.category)
        refuse_for(
            unless(fits and same, _("This card can't take its place."), book.MISSIONS),
            unless(
                not old.completed, _("It has already been completed."), book.MISSIONS
            ),
        )
        missions = tuple(
            laid_out(campaign, self.by) if one.number == old.number else one
            for one in session.missions
        )
        return replace(campaign, session=replace(session, missions=missions)), ()


def laid(campaign: Campaign, number: int) -> Mission:
    mission = still_played(campaign).mission(number)
    if mission is None:
        refuse(_("This mission isn't laid out."), book.MISSIONS)
    return mission


def not_yet(mission: Mission, empire: str) -> Problem | None:
    """ROE-16: a mission is completed once."""
    message = _("This empire has already completed the mission.")
    return unless(empire not in mission.completed, message, book.ONCE)


@dataclass(frozen=True)
class MoveMarker(Act):
    """ROE-17 and 18: the counter of a mission goes up, or back after a mistake."""

    mission: int
    empire: str
    by: int = 1

    def apply(self, campaign: Campaign) -> Outcome:
        mission, seat = laid(campaign, self.mission), seated(campaign, self.empire)
        now = mission.markers.get(seat.empire, 0) + self.by
        refuse_for(
            not_yet(mission, self.empire),
            unless(
                self.by != 0 and now >= 0,
                _("A marker can't go below 0."),
                book.COUNTERS,
            ),
            unless(now <= 99, _("The counter ends here."), book.COUNTERS),
        )
        markers = {**mission.markers, self.empire: now}
        return campaign.put_mission(replace(mission, markers=markers)), ()


@dataclass(frozen=True)
class CountInARow(Act):
    """ROE-19: one more of a colour; another colour starts the run again at 1."""

    mission: int
    empire: str
    colour: str

    def apply(self, campaign: Campaign) -> Outcome:
        mission, seat = laid(campaign, self.mission), seated(campaign, self.empire)
        refuse_for(
            not_yet(mission, self.empire),
            unless(bool(self.colour.strip()), _("Say which colour."), book.IN_A_ROW),
        )
        run = followed(mission.runs.get(seat.empire), self.colour)
        return campaign.put_mission(
            replace(
                mission,
                runs={**mission.runs, self.empire: run},
                markers={**mission.markers, self.empire: run.length},
            )
        ), ()


def followed(run: Run | None, colour: str) -> Run:
    """A card of several colours at once is entered in the colour that goes on."""
    if run and run.colour == colour:
        return Run(colour, run.length + 1)
    return Run(colour, 1)


@dataclass(frozen=True)
class CompleteMission(Act):
    """ROE-14…16: one empire, or several at the same moment, declare a mission done."""

    mission: int
    empires: tuple[str, ...]

    def apply(self, campaign: Campaign) -> Outcome:
        mission = laid(campaign, self.mission)
        seats = [seated(campaign, key) for key in self.empires]
        refuse_for(
            unless(bool(seats), _("Say who completed it."), book.COMPLETING),
            unless(
                len(set(self.empires)) == len(seats),
                _("Each empire only once."),
                book.ONCE,
            ),
            *(not_yet(mission, key) for key in self.empires),
        )
        session = still_played(campaign)
        first = (
            not mission.turned or session.solo
        )  # ROE-45: alone one is always the first
        after, facts = campaign, []
        for key in self.empires:
            after, ticked = ticked_boxes(
                after, key, mission.category, FIRST if first else LATER
            )
            facts.append(
                Fact(
                    "completion",
                    {
                        "session": session.number,
                        "mission": mission.number,
                        "empire": key,
                        "first": first,
                        "ticks": ticked,
                    },
                )
            )
        done = replace(
            mission, turned=True, completed=(*mission.completed, *self.empires)
        )
        return after.put_mission(done), tuple(facts)


def ticked_boxes(
    campaign: Campaign, key: str, category: str, wanted: int
) -> tuple[Campaign, int]:
    """ROE-21: ticks from left to right; what goes beyond the last box is lost."""
    empire = living_empire(campaign, key)
    now = empire.sheet.ticks.of(category)
    ticked = min(wanted, campaign.layout(empire).length(category) - now)
    ticks = empire.sheet.ticks.put(category, now + ticked)
    return campaign.put(
        replace(empire, sheet=replace(empire.sheet, ticks=ticks))
    ), ticked


@dataclass(frozen=True)
class PayUpkeep(Act):
    """ROE-10: the goods of one ticked map box, put beside it."""

    empire: str
    box: int
    goods: tuple[str, ...]

    def apply(self, campaign: Campaign) -> Outcome:
        still_played(campaign)
        seat, empire = (
            seated(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        refuse_for(
            unless(
                self.box in empire.sheet.boxes,
                _("This box of the map isn't ticked."),
                book.PAYING,
            ),
            unless(
                self.box not in seat.paid, _("This box is already paid."), book.PAYING
            ),
        )
        wanted = campaign.layout(empire).map[self.box]
        gold = campaign.readings.gold_upkeep == "yes"
        message = _("These goods don't pay for the box.")
        refuse_for(unless(pays(self.goods, wanted, gold=gold), message, book.PAYING))
        paid = {**seat.paid, self.box: self.goods}
        return campaign.put_seat(replace(seat, paid=paid)), ()


def pays(goods: tuple[str, ...], wanted: tuple[str, ...], *, gold: bool) -> bool:
    """Whether the goods are those of the box, gold standing for raw materials where it may."""
    if len(goods) != len(wanted):
        return False
    missing = Counter(wanted) - Counter(goods)
    spare = Counter(goods) - Counter(wanted)
    if not missing:
        return True
    return gold and set(spare) == {Good.GOLD} and set(missing) <= set(REPLACED_BY_GOLD)


@dataclass(frozen=True)
class EnterScore(Act):
    """What one player counted, for step 1; provinces and upkeep the campaign knows itself."""

    empire: str
    entries: dict[str, int]

    def apply(self, campaign: Campaign) -> Outcome:
        still_played(campaign)
        seat = seated(campaign, self.empire)
        refuse_for(*entry_problems(self.entries))
        return campaign.put_seat(replace(seat, entries=dict(self.entries))), ()


def entry_problems(given: Mapping[str, int]) -> list[Problem | None]:
    problems: list[Problem | None] = []
    for key, value in given.items():
        entry = ENTERED.get(key)
        if entry is None:
            message = say(_("“%(entry)s” isn't counted here."), entry=key)
            problems.append(Problem(message, counting.SCORE))
        elif not 0 <= value <= entry.maximum:
            message = say(
                _("“%(entry)s” is a number from 0 to %(most)s."),
                entry=key,
                most=entry.maximum,
            )
            problems.append(Problem(message, entry.rule))
    return problems
