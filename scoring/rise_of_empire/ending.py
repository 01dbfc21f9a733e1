"""Acts at the end of a session, steps 1 to 4: scores, the winner's tick, new ages, knowledge."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring import imperial_settlers as base
from scoring.acts import Declaration
from scoring.engines import Fact
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.act_fields import EmpireKey, Provinces, Step, TrackName
from scoring.rise_of_empire.acts import CampaignAct, Outcome, knowledge_facts
from scoring.rise_of_empire.checks import (
    living_empire,
    open_session,
    problem_unless,
    refuse_if_any,
    seat_and_empire,
    session_in_play,
)
from scoring.rise_of_empire.falling import reason_to_fall
from scoring.rise_of_empire.layout import Age, Icon, next_age
from scoring.rise_of_empire.missions import tick_boxes
from scoring.rise_of_empire.stages import (
    Stage,
    must_change_age,
    seats_still_in,
    stage_problem,
    ticks_due,
    to_lose,
)
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    SeatState,
    SheetState,
    Status,
    free_boxes,
    reached_icons,
)
from scoring.rise_of_empire.upkeep import unpaid_boxes
from scoring.sheet import PlayedGame, Tally, play_tallies
from scoring.words import _, make_message

CARRIED = ("name", "faction", "inventions", "knowledge", "scores")
KEPT_SCORES = 3  # ROE-34


# Step 1: the final score


def play_session(
    campaign: CampaignState,
) -> PlayedGame[counting.EmpireBoard, counting.EmpireSeat]:
    """The session as the scoring of ROE-22 sees it, with what the campaign knows itself."""
    session, readings = open_session(campaign), campaign.readings
    board = counting.EmpireBoard(
        unpaid=readings.unpaid,
        below_zero=readings.below_zero,
        gold=readings.gold_points,
        printed=readings.province_points,
        tie=readings.tie,
        temple=readings.temple,
        deck=base.WITH_EXPANSION,  # ROE-3: which deck is played is recorded, not enforced
    )
    seats = tuple(count_seat(campaign, seat) for seat in session.seats)
    return play_tallies(counting.GAME, [Tally(1, board, seats)])


def count_seat(campaign: CampaignState, seat: SeatState) -> counting.EmpireSeat:
    empire = living_empire(campaign, seat.empire)
    entered: dict[str, Any] = dict(seat.entries or {})
    given = counting.EmpireSeat(people=empire.sheet.faction, **entered)
    inventions = len(empire.sheet.inventions)
    counts = campaign.readings.invention_scores != "nothing"
    return replace(
        given,
        common=given.common + (inventions if counts else 0),
        provinces=len(empire.sheet.provinces),
        unpaid=bool(unpaid_boxes(campaign, seat)),
    )


@dataclass(frozen=True)
class SettleScores(CampaignAct):
    """Step 1 (ROE-22): everybody's final score is written on the sheet."""

    declared = Declaration(_("Scores confirmed"), step=Step.SCORES, quiet=True)

    def apply(self, campaign: CampaignState) -> Outcome:
        session = session_in_play(campaign)
        missing = [seat.empire for seat in session.seats if seat.entries is None]
        refuse_if_any(
            problem_unless(
                not missing, _("Some scores are still missing."), counting.SCORE
            )
        )
        result = play_session(campaign)
        known_here = (
            counting.UPKEEP,
            base.FACTIONS,
        )  # what the campaign answers for itself
        counted_wrong = counting.GAME.problems(result)
        refuse_if_any(*(one for one in counted_wrong if one.rule not in known_here))
        after, facts = campaign, []
        for seat, total, place in zip(
            session.seats, result.totals, result.places, strict=True
        ):
            score = final_score(campaign, seat, total)
            after = write_score(after, seat, score, place)
            facts.append(result_fact(session, seat, score, place))
        after = replace(after, session=replace(open_session(after), scored=True))
        return settle_order(after), tuple(facts)


def final_score(campaign: CampaignState, seat: SeatState, total: int) -> int:
    session = open_session(campaign)
    lost = session.solo and not is_opponent_beaten(seat)
    return 0 if lost and campaign.readings.solo_lost == "zero" else total


def is_opponent_beaten(seat: SeatState) -> bool:
    """IS-11: whether the virtual player was beaten."""
    given = seat.entries or {}
    return given.get("faction", 0) > given.get("collection", 0)


def result_fact(
    session: CampaignSessionState, seat: SeatState, score: int, place: int
) -> Fact:
    fields = {
        "session": session.number,
        "empire": seat.empire,
        "score": score,
        "place": place,
        "entries": dict(seat.entries or {}),
    }
    return Fact("result", fields)


def write_score(
    campaign: CampaignState, seat: SeatState, score: int, place: int
) -> CampaignState:
    empire = living_empire(campaign, seat.empire)
    unpaid = unpaid_boxes(campaign, seat)
    scores = (*empire.sheet.scores, score)
    loses = len(unpaid) if campaign.readings.unpaid_province == "lost" else 0
    at_once = campaign.readings.twilight_when == "scoring"
    after = campaign.put(replace(empire, sheet=replace(empire.sheet, scores=scores)))
    return after.put_seat(
        replace(
            seat,
            score=score,
            place=place,
            unpaid=bool(unpaid),
            provinces=len(empire.sheet.provinces),
            to_lose=min(loses, len(empire.sheet.provinces)),
            ticks_due=winners_ticks(campaign, seat, place),
            fall=reason_to_fall(campaign, seat.empire, scores) if at_once else "",
        )
    )


def winners_ticks(campaign: CampaignState, seat: SeatState, place: int) -> int:
    """ROE-23 and 24: one free box for the winner, one more per icon, as far as there are any."""
    empire = living_empire(campaign, seat.empire)
    if not is_winner(campaign, seat, place):
        return 0
    due = 1 + reached_icons(campaign, empire, seat.ticks).get(Icon.EXTRA_TICK, 0)
    return min(due, sum(free_boxes(campaign, empire).values()))


def is_winner(campaign: CampaignState, seat: SeatState, place: int) -> bool:
    if not open_session(campaign).solo:
        return place == 1
    when = campaign.readings.solo_tick  # ROE-45
    return when == "always" or (when == "beaten" and is_opponent_beaten(seat))


def settle_order(campaign: CampaignState) -> CampaignState:
    """ROE-27: who buys when, where the scores and their tie-breaks already say so."""
    session = open_session(campaign)
    seats = sorted(session.seats, key=lambda seat: seat.place)
    if len({seat.place for seat in seats}) < len(seats):
        return campaign
    order = tuple(seat.empire for seat in seats)
    return replace(campaign, session=replace(session, order=order))


@dataclass(frozen=True)
class LoseProvinces(CampaignAct):
    """ROE-11, by the table's reading: unpaid provinces go, and their boxes are free again."""

    declared = Declaration(_("Provinces lost"), step=Step.SCORES, told=True)

    empire: EmpireKey
    provinces: Provinces

    def apply(self, campaign: CampaignState) -> Outcome:
        seat, empire = seat_and_empire(campaign, self.empire)
        own = set(self.provinces) <= set(empire.sheet.provinces)
        due = to_lose(campaign, seat)
        many = len(set(self.provinces)) == len(self.provinces) == due
        message = make_message(_("Choose %(count)s of your provinces."), count=due)
        refuse_if_any(
            stage_problem(campaign, Stage.LOSING),
            problem_unless(own and many, message, counting.UPKEEP),
        )
        unpaid = set(unpaid_boxes(campaign, seat))
        sheet = replace(
            empire.sheet,
            provinces=tuple(
                one for one in empire.sheet.provinces if one not in self.provinces
            ),
            boxes=tuple(box for box in empire.sheet.boxes if box not in unpaid),
        )
        after = campaign.put(replace(empire, sheet=sheet)).put_seat(
            replace(seat, to_lose=0)
        )
        return replace(after, discarded=(*after.discarded, *self.provinces)), ()


# Step 2: the winner's tick


@dataclass(frozen=True)
class TickTrack(CampaignAct):
    """Step 2 (ROE-23, 24): the winner ticks the leftmost free box of a track."""

    declared = Declaration(_("Winner's tick"), step=Step.WINNER, told=True)

    empire: EmpireKey
    category: TrackName

    def apply(self, campaign: CampaignState) -> Outcome:
        seat, empire = seat_and_empire(campaign, self.empire)
        free = free_boxes(campaign, empire).get(self.category, 0)
        refuse_if_any(
            stage_problem(campaign, Stage.WINNER),
            problem_unless(
                ticks_due(campaign, seat) > 0,
                _("This empire has no tick left to make."),
                counting.WINNER,
            ),
            problem_unless(
                free > 0, _("This track is full. Pick another one."), counting.WINNER
            ),
        )
        after, _ticked = tick_boxes(campaign, self.empire, self.category, 1)
        return after.put_seat(replace(seat, ticks_due=seat.ticks_due - 1)), ()


# Step 3: new ages


@dataclass(frozen=True)
class ChangeAge(CampaignAct):
    """Step 3 (ROE-25, 33…36): a new sheet, or after the industrial age the campaign is won."""

    declared = Declaration(_("New age"), step=Step.AGES)

    empire: EmpireKey

    def apply(self, campaign: CampaignState) -> Outcome:
        seat, empire = seat_and_empire(campaign, self.empire)
        message = _("This empire has no full track.")
        refuse_if_any(
            stage_problem(campaign, Stage.AGES),
            problem_unless(must_change_age(campaign, seat), message, book.AGE_CHANGE),
        )
        age = next_age(Age(empire.sheet.age))
        lost = empire.sheet.provinces
        after = campaign.put(turn_age(empire, age)).put_seat(
            replace(seat, changed_age=True)
        )
        return replace(after, discarded=(*after.discarded, *lost)), ()


def turn_age(empire: EmpireState, age: str) -> EmpireState:
    """ROE-34: what is carried over to the next sheet, and what is lost."""
    won = age == Age.MODERN
    sheet = SheetState(
        name=empire.sheet.name,
        faction=empire.sheet.faction,
        age=age,
        inventions=empire.sheet.inventions,
        knowledge=empire.sheet.knowledge,
        scores=empire.sheet.scores[-KEPT_SCORES:],
        carried=len(empire.sheet.scores[-KEPT_SCORES:]),
        corrected=tuple(mark for mark in empire.sheet.corrected if mark in CARRIED),
    )
    return replace(
        empire,
        sheet=sheet,
        status=Status.WON if won else Status.ALIVE,
        past=(*empire.past, empire.sheet),
        earlier_ticks=empire.earlier_ticks + empire.sheet.ticks.total,
    )


# Step 4: knowledge


@dataclass(frozen=True)
class GainKnowledge(CampaignAct):
    """Step 4 (ROE-26): everybody gains knowledge for the score and the icons reached."""

    declared = Declaration(_("Knowledge gained"), step=Step.KNOWLEDGE, quiet=True)

    def apply(self, campaign: CampaignState) -> Outcome:
        refuse_if_any(stage_problem(campaign, Stage.KNOWLEDGE))
        after, facts = campaign, list[Fact]()
        for seat in seats_still_in(campaign):
            for why, amount in knowledge_gains(campaign, seat):
                facts += knowledge_facts(campaign, seat.empire, amount, why)
                after = add_knowledge(after, seat.empire, amount)
            after = after.put_seat(replace(seat, gained=True))
        return after, tuple(facts)


def add_knowledge(campaign: CampaignState, key: str, amount: int) -> CampaignState:
    empire = living_empire(campaign, key)
    knowledge = empire.sheet.knowledge + amount
    return campaign.put(
        replace(empire, sheet=replace(empire.sheet, knowledge=knowledge))
    )


def knowledge_gains(campaign: CampaignState, seat: SeatState) -> list[tuple[str, int]]:
    """Each source with what it brings; nothing at all where unpaid upkeep is read so."""
    if seat.unpaid and campaign.readings.unpaid == "knowledge":
        return []
    gains = [("score", max(0, seat.score or 0))]
    reached = icons_in_step_four(campaign, seat)
    for icon, each in knowledge_icons(campaign, seat).items():
        gains.append((icon, reached.get(icon, 0) * each))
    return [(why, amount) for why, amount in gains if amount]


def icons_in_step_four(campaign: CampaignState, seat: SeatState) -> dict[str, int]:
    """ROE-26: a new age has wiped the icons before this step, unless the table reads otherwise."""
    empire = living_empire(campaign, seat.empire)
    if not seat.changed_age:
        return reached_icons(campaign, empire, seat.ticks)
    if campaign.readings.icons_after_age == "literal":
        return {}
    before = replace(empire, sheet=empire.past[-1])
    return reached_icons(campaign, before, seat.ticks)


def inventions_as_locations(campaign: CampaignState, seat: SeatState) -> int:
    """ROE-12 and 26: the inventions that count as locations of any kind for this table."""
    if campaign.readings.invention_scores != "counted":
        return 0
    return len(living_empire(campaign, seat.empire).sheet.inventions)


def knowledge_icons(campaign: CampaignState, seat: SeatState) -> dict[str, int]:
    given = seat.entries or {}
    faction, common = given.get("faction", 0), given.get("common", 0)
    third = {
        "location": faction
        + common
        + seat.provinces
        + inventions_as_locations(campaign, seat),
        "faction": faction,
        "common": common,
        "province": seat.provinces,
        "nothing": 0,
    }
    return {
        Icon.KNOWLEDGE_FACTION: faction,
        Icon.KNOWLEDGE_COMMON: common,
        Icon.KNOWLEDGE_THIRD: third[campaign.readings.third_icon],
    }
