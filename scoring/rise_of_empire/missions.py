"""Acts on missions: markers, runs, and who completed what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.engines import Fact
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.acts import Act, Outcome
from scoring.rise_of_empire.checks import (
    living_empire,
    refuse,
    refuse_for,
    seated,
    still_played,
    unless,
)
from scoring.rise_of_empire.layout import as_colour
from scoring.rise_of_empire.playing import laid_out
from scoring.rise_of_empire.pools import missions as missions_of
from scoring.rise_of_empire.state import Campaign, Mission, Run
from scoring.rules import Problem
from scoring.words import _

FIRST, LATER = 3, 1  # ROE-14: boxes ticked for a mission


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
            unless(
                fits and same,
                _("This card can't replace it. Choose another one."),
                book.MISSIONS,
            ),
            unless(
                not old.completed,
                _("This mission has already been completed."),
                book.MISSIONS,
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
        refuse(_("This mission isn't on the table."), book.MISSIONS)
    return mission


def not_yet(mission: Mission, empire: str) -> Problem | None:
    """ROE-16: a mission is completed once."""
    message = _("This empire has already completed this mission.")
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
                _("The marker is already at 0."),
                book.COUNTERS,
            ),
            unless(now <= 99, _("The marker can't go further."), book.COUNTERS),
        )
        after = campaign
        for one in moved_together(campaign, mission):
            markers = {**one.markers, self.empire: now}
            after = after.put_mission(replace(one, markers=markers))
        return after, ()


def moved_together(campaign: Campaign, mission: Mission) -> list[Mission]:
    """ROE-45, by the table's reading: alone several missions of a category may share a marker."""
    session = still_played(campaign)
    shared = session.solo and campaign.readings.solo_markers == "per_category"
    if not shared:
        return [mission]
    return [one for one in session.missions if one.category == mission.category]


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
            unless(
                0 < len(self.colour.strip()) <= 20,
                _("Choose a colour."),
                book.IN_A_ROW,
            ),
        )
        run = followed(mission.runs.get(seat.empire), as_colour(self.colour))
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
            unless(bool(seats), _("Tick who completed it."), book.COMPLETING),
            unless(
                len(set(self.empires)) == len(seats),
                _("Each empire can be ticked only once."),
                book.ONCE,
            ),
            *(not_yet(mission, key) for key in self.empires),
        )
        session = still_played(campaign)
        first = not mission.turned  # ROE-45: alone one always is
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
