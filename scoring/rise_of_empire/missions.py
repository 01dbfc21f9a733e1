"""Acts on missions: markers, runs, and who completed what."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.acts import Declaration
from scoring.engines import Data, Fact
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    EmpireKey,
    EmpireKeys,
    MarkerSteps,
    MissionCard,
    OtherCard,
    RunColour,
    Step,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome
from scoring.rise_of_empire.checks import (
    living_empire,
    problem_unless,
    refuse_because,
    refuse_if_any,
    seat_of,
    session_in_play,
)
from scoring.rise_of_empire.layout import COLONY, COLONY_COLOURS, as_colour
from scoring.rise_of_empire.paper import is_colour
from scoring.rise_of_empire.playing import lay_out_mission
from scoring.rise_of_empire.pools import mission_numbers as missions_of
from scoring.rise_of_empire.state import CampaignState, MissionState, Run
from scoring.rules import Problem
from scoring.words import _, make_message

FIRST, LATER = 3, 1  # ROE-14: boxes ticked for a mission


@dataclass(frozen=True)
class ReplaceMission(CampaignAct):
    """“We don't have it, draw again”: another mission of the same category (alone: any)."""

    declared = Declaration(_("Mission replaced"), step=Step.PLAY, told=True)

    mission: MissionCard
    by: OtherCard

    def apply(self, campaign: CampaignState) -> Outcome:
        session, old = (
            session_in_play(campaign),
            mission_laid_out(campaign, self.mission),
        )
        new = campaign.catalogue.get(self.by)
        fits = self.by in missions_of(campaign) and session.mission(self.by) is None
        same = new is not None and (session.solo or new.group == old.category)
        refuse_if_any(
            problem_unless(
                fits and same,
                _("This card can't replace it. Choose another one."),
                book.MISSIONS,
            ),
            problem_unless(
                not old.completed,
                _("This mission has already been completed."),
                book.MISSIONS,
            ),
        )
        missions = tuple(
            lay_out_mission(campaign, self.by) if one.number == old.number else one
            for one in session.missions
        )
        return replace(campaign, session=replace(session, missions=missions)), ()


def mission_laid_out(campaign: CampaignState, number: int) -> MissionState:
    mission = session_in_play(campaign).mission(number)
    if mission is None:
        refuse_because(_("This mission isn't on the table."), book.MISSIONS)
    return mission


def completed_problem(mission: MissionState, empire: str) -> Problem | None:
    """ROE-16: a mission is completed once."""
    message = _("This empire has already completed this mission.")
    return problem_unless(empire not in mission.completed, message, book.ONCE)


@dataclass(frozen=True)
class MoveMarker(CampaignAct):
    """ROE-17 and 18: the counter of a mission goes up, or back after a mistake."""

    declared = Declaration(_("Marker moved"), step=Step.PLAY, quiet=True)

    mission: MissionCard
    empire: EmpireKey
    by: MarkerSteps = 1

    def apply(self, campaign: CampaignState) -> Outcome:
        mission, seat = (
            mission_laid_out(campaign, self.mission),
            seat_of(campaign, self.empire),
        )
        now = mission.markers.get(seat.empire, 0) + self.by
        refuse_if_any(
            completed_problem(mission, self.empire),
            problem_unless(
                self.by != 0 and now >= 0,
                _("The marker is already at 0."),
                book.COUNTERS,
            ),
            problem_unless(now <= 99, _("The marker can't go further."), book.COUNTERS),
        )
        after = campaign
        for one in missions_sharing_marker(campaign, mission):
            markers = {**one.markers, self.empire: now}
            after = after.put_mission(replace(one, markers=markers))
        return after, ()


def missions_sharing_marker(
    campaign: CampaignState, mission: MissionState
) -> list[MissionState]:
    """ROE-45, by the table's reading: alone several missions of a category may share a marker."""
    session = session_in_play(campaign)
    shared = session.solo and campaign.readings.solo_markers == "per_category"
    if not shared:
        return [mission]
    return [one for one in session.missions if one.category == mission.category]


@dataclass(frozen=True)
class CountInARow(CampaignAct):
    """ROE-19: one more of a colour; another colour starts the run again at 1."""

    declared = Declaration(_("Streak counted"), step=Step.PLAY, quiet=True)

    mission: MissionCard
    empire: EmpireKey
    colour: RunColour

    def apply(self, campaign: CampaignState) -> Outcome:
        mission, seat = (
            mission_laid_out(campaign, self.mission),
            seat_of(campaign, self.empire),
        )
        refuse_if_any(
            completed_problem(mission, self.empire),
            problem_unless(
                is_colour(self.colour), _("Choose a colour."), book.IN_A_ROW
            ),
        )
        run = continue_run(mission.runs.get(seat.empire), as_colour(self.colour))
        return campaign.put_mission(
            replace(
                mission,
                runs={**mission.runs, self.empire: run},
                markers={**mission.markers, self.empire: run.length},
            )
        ), ()


def continue_run(run: Run | None, colour: str) -> Run:
    """ROE-19: the colony counts as three colours at once, so a run may begin or go on with it."""
    if run and run.colour == colour:
        return Run(colour, run.length + 1)
    if run and colour == COLONY and run.colour in COLONY_COLOURS:
        return Run(run.colour, run.length + 1)
    if run and run.colour == COLONY and colour in COLONY_COLOURS:
        return Run(colour, run.length + 1)
    return Run(colour, 1)


@dataclass(frozen=True)
class CompleteMission(CampaignAct):
    """ROE-14…16: one empire, or several at the same moment, declare a mission done."""

    declared = Declaration(_("Mission completed"), step=Step.PLAY)

    mission: MissionCard
    empires: EmpireKeys

    def apply(self, campaign: CampaignState) -> Outcome:
        mission = mission_laid_out(campaign, self.mission)
        seats = [seat_of(campaign, key) for key in self.empires]
        refuse_if_any(
            problem_unless(bool(seats), _("Tick who completed it."), book.COMPLETING),
            problem_unless(
                len(set(self.empires)) == len(seats),
                _("Each empire can be ticked only once."),
                book.ONCE,
            ),
            *(completed_problem(mission, key) for key in self.empires),
        )
        session = session_in_play(campaign)
        first = not mission.turned  # ROE-45: alone one always is
        after, facts = campaign, []
        for key in self.empires:
            after, ticked = tick_boxes(
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


def completion_doubts(
    campaign: CampaignState, data: Data, *, sure: bool = False
) -> tuple[Problem, ...]:
    """ROE-14 and 17: who declares a counted mission done before its target, and who is there already.

    Whoever is sure may; but nobody takes the first place from somebody who has reached it.
    """
    session, named = campaign.session, data.get("empires", ())
    if session is None or "mission" not in data:
        return ()
    mission = session.mission(data["mission"])
    if mission is None or not isinstance(named, list | tuple):
        return ()
    below = [key for key in named if steps_missing(campaign, mission, key)]
    if not below:
        return ()
    ahead = [key for key in reached_target(campaign, mission) if key not in named]
    unsure = () if sure else below
    return (
        *(below_target_problem(campaign, mission, key) for key in unsure),
        *(first_place_problem(campaign, key) for key in ahead),
    )


def steps_missing(campaign: CampaignState, mission: MissionState, key: str) -> int:
    """ROE-17: steps of the marker that are missing; a mission to own something has none."""
    card = campaign.catalogue[mission.number]
    if not card.progressive or not card.target:
        return 0
    return max(0, card.target - mission.markers.get(key, 0))


def reached_target(campaign: CampaignState, mission: MissionState) -> list[str]:
    """Whose marker is at the target of a mission nobody has completed yet."""
    seats = campaign.session.seats if campaign.session else ()
    card = campaign.catalogue[mission.number]
    if mission.turned or not (card.progressive and card.target):
        return []
    keys = [seat.empire for seat in seats]
    return [key for key in keys if not steps_missing(campaign, mission, key)]


def below_target_problem(
    campaign: CampaignState, mission: MissionState, key: str
) -> Problem:
    marker = mission.markers.get(key, 0)
    message = make_message(
        _("%(player)s's marker is at %(marker)s of %(target)s."),
        player=player_name(campaign, key),
        marker=marker,
        target=marker + steps_missing(campaign, mission, key),
    )
    return Problem(message, book.COUNTERS)


def first_place_problem(campaign: CampaignState, key: str) -> Problem:
    message = make_message(
        _("%(player)s has reached the target and comes first."),
        player=player_name(campaign, key),
    )
    return Problem(message, book.COMPLETING)


def player_name(campaign: CampaignState, key: str) -> str:
    empire = campaign.empire(key)
    return empire.player if empire else key


def tick_boxes(
    campaign: CampaignState, key: str, category: str, wanted: int
) -> tuple[CampaignState, int]:
    """ROE-21: ticks from left to right; what goes beyond the last box is lost."""
    empire = living_empire(campaign, key)
    now = empire.sheet.ticks.of(category)
    ticked = min(wanted, campaign.layout(empire).length(category) - now)
    ticks = empire.sheet.ticks.put(category, now + ticked)
    return campaign.put(
        replace(empire, sheet=replace(empire.sheet, ticks=ticks))
    ), ticked
