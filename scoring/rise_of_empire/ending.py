"""Acts at the end of a session: the six steps, in order, for all empires together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from scoring.engines import Fact
from scoring.plain import plain
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.acts import Act, Outcome, learned_knowledge
from scoring.rise_of_empire.checks import (
    living_empire,
    open_session,
    refuse_for,
    seated,
    still_played,
    unless,
)
from scoring.rise_of_empire.founding import ended, layout_problems, learned_invention
from scoring.rise_of_empire.layout import Age, Icon, following
from scoring.rise_of_empire.playing import ticked_boxes
from scoring.rise_of_empire.pools import can_be_drawn, inventions_left, without_colour
from scoring.rise_of_empire.state import (
    Campaign,
    Empire,
    EmpireSheet,
    Fall,
    Invention,
    Playing,
    Session,
    Status,
    at_the_end,
    free_boxes,
    icons,
)
from scoring.rules import Problem
from scoring.sheet import Played, Tally, played
from scoring.words import _, say

SOLO_GOAL = 2  # ROE-45: missions to complete alone
KEPT_SCORES = 3  # ROE-34


class Stage(StrEnum):
    """Where a session is: in play, in one of the six steps, or ready to be finished."""

    PLAY = "play"
    LOSING = "losing"
    WINNER = "winner"
    AGES = "ages"
    KNOWLEDGE = "knowledge"
    INVENTIONS = "inventions"
    PROVINCES = "provinces"
    FINISH = "finish"


def stage(campaign: Campaign) -> Stage:
    """The first step that somebody still has something to do in."""
    session = open_session(campaign)
    if not session.scored:
        return Stage.PLAY
    if any(seat.to_lose for seat in session.seats):
        return Stage.LOSING
    if any(seat.ticks_due for seat in session.seats):
        return Stage.WINNER
    if any(must_change_age(campaign, seat) for seat in session.seats):
        return Stage.AGES
    going_on = list(still_in(campaign))
    if not all(seat.gained for seat in going_on):
        return Stage.KNOWLEDGE
    if not all(seat.shopped for seat in going_on):
        return Stage.INVENTIONS
    if not all(seat.boxed for seat in going_on if not seat.fall):
        return Stage.PROVINCES
    return Stage.FINISH


def at_stage(campaign: Campaign, wanted: Stage) -> Problem | None:
    return unless(
        stage(campaign) == wanted, _("It isn't time for this step."), book.AGE_CHECK
    )


def still_in(campaign: Campaign) -> Iterator[Playing]:
    """Who goes through steps 4 to 6: all but who has won or has already collapsed."""
    session = open_session(campaign)
    for seat in session.seats:
        empire = campaign.empire(seat.empire)
        if empire and empire.alive and seat.fall != Fall.TWILIGHT:
            yield seat


# Step 1: the final score


def unpaid_boxes(campaign: Campaign, seat: Playing) -> list[int]:
    """ROE-11: ticked boxes neither paid nor ignored; ignoring is worth most on the last ones."""
    empire = living_empire(campaign, seat.empire)
    left = [box for box in empire.sheet.boxes if box not in seat.paid]
    ignored = icons(campaign, empire, seat.ticks).get(Icon.IGNORE_UPKEEP, 0)
    return left[: max(0, len(left) - ignored)]


def counted(campaign: Campaign) -> Played[counting.Board, counting.Seat]:
    """The session as the scoring of ROE-22 sees it, with what the campaign knows itself."""
    session, readings = open_session(campaign), campaign.readings
    board = counting.Board(
        unpaid=readings.unpaid,
        below_zero=readings.below_zero,
        gold=readings.gold_points,
        printed=readings.province_points,
    )
    seats = tuple(counted_seat(campaign, seat) for seat in session.seats)
    return played(counting.GAME, [Tally(1, board, seats)])


def counted_seat(campaign: Campaign, seat: Playing) -> counting.Seat:
    empire = living_empire(campaign, seat.empire)
    entered: dict[str, Any] = dict(seat.entries or {})
    given = counting.Seat(people=empire.sheet.faction, **entered)
    inventions = len(empire.sheet.inventions)
    counts = campaign.readings.invention_scores == "location"
    return replace(
        given,
        common=given.common + (inventions if counts else 0),
        provinces=len(empire.sheet.provinces),
        unpaid=bool(unpaid_boxes(campaign, seat)),
    )


@dataclass(frozen=True)
class SettleScores(Act):
    """Step 1 (ROE-22): everybody's final score is written on the sheet."""

    def apply(self, campaign: Campaign) -> Outcome:
        session = still_played(campaign)
        missing = [seat.empire for seat in session.seats if seat.entries is None]
        refuse_for(
            unless(not missing, _("Not every score is entered."), counting.SCORE)
        )
        result = counted(campaign)
        allowed = [
            one for one in counting.GAME.problems(result) if one.rule != counting.UPKEEP
        ]
        refuse_for(*allowed)
        after, facts = campaign, []
        for seat, total, place in zip(
            session.seats, result.totals, result.places, strict=True
        ):
            score = final_score(campaign, seat, total)
            after = scored(after, seat, score, place)
            facts.append(result_fact(session, seat, score, place))
        after = replace(after, session=replace(open_session(after), scored=True))
        return settled_order(after), tuple(facts)


def final_score(campaign: Campaign, seat: Playing, total: int) -> int:
    session = open_session(campaign)
    lost = session.solo and not beaten(seat)
    return 0 if lost and campaign.readings.solo_lost == "zero" else total


def beaten(seat: Playing) -> bool:
    """IS-11: whether the virtual player was beaten."""
    given = seat.entries or {}
    return given.get("faction", 0) > given.get("collection", 0)


def result_fact(session: Session, seat: Playing, score: int, place: int) -> Fact:
    fields = {
        "session": session.number,
        "empire": seat.empire,
        "score": score,
        "place": place,
        "entries": dict(seat.entries or {}),
    }
    return Fact("result", fields)


def scored(campaign: Campaign, seat: Playing, score: int, place: int) -> Campaign:
    empire = living_empire(campaign, seat.empire)
    unpaid = unpaid_boxes(campaign, seat)
    scores = (*empire.sheet.scores, score)
    loses = len(unpaid) if campaign.readings.unpaid_province == "lost" else 0
    twilight = in_twilight(campaign, scores)
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
            twilight=twilight,
            fall=Fall.TWILIGHT if twilight and at_once else "",
        )
    )


def in_twilight(campaign: Campaign, scores: tuple[int, ...]) -> bool:
    """ROE-37: the score fell three sessions in a row, an equal one is no fall."""
    falls = 3 if campaign.readings.twilight == "three_falls" else 2
    last = scores[-(falls + 1) :]
    return len(last) == falls + 1 and all(a > b for a, b in pairwise(last))


def winners_ticks(campaign: Campaign, seat: Playing, place: int) -> int:
    """ROE-23 and 24: one free box for the winner, one more per icon, as far as there are any."""
    empire = living_empire(campaign, seat.empire)
    if not wins(campaign, seat, place):
        return 0
    due = 1 + icons(campaign, empire, seat.ticks).get(Icon.EXTRA_TICK, 0)
    return min(due, sum(free_boxes(campaign, empire).values()))


def wins(campaign: Campaign, seat: Playing, place: int) -> bool:
    if not open_session(campaign).solo:
        return place == 1
    when = campaign.readings.solo_tick  # ROE-45
    return when == "always" or (when == "beaten" and beaten(seat))


def settled_order(campaign: Campaign) -> Campaign:
    """ROE-27: who buys when, where the scores and their tie-breaks already say so."""
    session = open_session(campaign)
    seats = sorted(session.seats, key=lambda seat: seat.place)
    if len({seat.place for seat in seats}) < len(seats):
        return campaign
    order = tuple(seat.empire for seat in seats)
    return replace(campaign, session=replace(session, order=order))


@dataclass(frozen=True)
class SettleTie(Act):
    """ROE-27: the table decides in which order equals buy."""

    order: tuple[str, ...]

    def apply(self, campaign: Campaign) -> Outcome:
        session = open_session(campaign)
        refuse_for(
            unless(session.scored, _("The scores aren't settled yet."), book.BUYING),
            unless(not session.order, _("The order is clear."), book.BUYING),
        )
        places = {seat.empire: seat.place for seat in session.seats}
        complete = sorted(self.order) == sorted(places)
        fits = complete and [places[key] for key in self.order] == sorted(
            places.values()
        )
        refuse_for(unless(fits, _("The order must follow the scores."), book.BUYING))
        return replace(campaign, session=replace(session, order=self.order)), ()


@dataclass(frozen=True)
class LoseProvinces(Act):
    """ROE-11, by the table's reading: unpaid provinces go, and their boxes are free again."""

    empire: str
    provinces: tuple[int, ...]

    def apply(self, campaign: Campaign) -> Outcome:
        seat, empire = (
            seated(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        own = set(self.provinces) <= set(empire.sheet.provinces)
        many = len(set(self.provinces)) == len(self.provinces) == seat.to_lose
        message = say(_("Choose %(count)s of the own provinces."), count=seat.to_lose)
        refuse_for(
            at_stage(campaign, Stage.LOSING),
            unless(own and many, message, counting.UPKEEP),
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
class TickTrack(Act):
    """Step 2 (ROE-23, 24): the winner ticks the leftmost free box of a track."""

    empire: str
    category: str

    def apply(self, campaign: Campaign) -> Outcome:
        seat, empire = (
            seated(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        free = free_boxes(campaign, empire).get(self.category, 0)
        refuse_for(
            at_stage(campaign, Stage.WINNER),
            unless(
                seat.ticks_due > 0,
                _("This empire has no tick to give."),
                counting.WINNER,
            ),
            unless(free > 0, _("This track has no free box."), counting.WINNER),
        )
        after, _ticked = ticked_boxes(campaign, self.empire, self.category, 1)
        return after.put_seat(replace(seat, ticks_due=seat.ticks_due - 1)), ()


# Step 3: new ages


def must_change_age(campaign: Campaign, seat: Playing) -> bool:
    empire = campaign.empire(seat.empire)
    if not empire or not empire.alive or seat.changed_age:
        return False
    return at_the_end(campaign, empire)


@dataclass(frozen=True)
class ChangeAge(Act):
    """Step 3 (ROE-25, 33…36): a new sheet, or after the industrial age the campaign is won."""

    empire: str

    def apply(self, campaign: Campaign) -> Outcome:
        seat, empire = (
            seated(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        message = _("No track of this empire is full.")
        refuse_for(
            at_stage(campaign, Stage.AGES),
            unless(must_change_age(campaign, seat), message, book.AGE_CHANGE),
        )
        age = following(Age(empire.sheet.age))
        lost = empire.sheet.provinces
        after = campaign.put(aged(empire, age)).put_seat(
            replace(seat, changed_age=True)
        )
        return replace(after, discarded=(*after.discarded, *lost)), ()


def aged(empire: Empire, age: str) -> Empire:
    """ROE-34: what is carried over to the next sheet, and what is lost."""
    won = age == Age.MODERN
    sheet = EmpireSheet(
        name=empire.sheet.name,
        faction=empire.sheet.faction,
        age=age,
        inventions=empire.sheet.inventions,
        knowledge=empire.sheet.knowledge,
        scores=empire.sheet.scores[-KEPT_SCORES:],
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
class GainKnowledge(Act):
    """Step 4 (ROE-26): everybody gains knowledge for the score and the icons reached."""

    def apply(self, campaign: Campaign) -> Outcome:
        refuse_for(at_stage(campaign, Stage.KNOWLEDGE))
        after, facts = campaign, list[Fact]()
        for seat in still_in(campaign):
            for why, amount in knowledge_of(campaign, seat):
                facts += learned_knowledge(campaign, seat.empire, amount, why)
                after = richer(after, seat.empire, amount)
            after = after.put_seat(replace(seat, gained=True))
        return after, tuple(facts)


def richer(campaign: Campaign, key: str, amount: int) -> Campaign:
    empire = living_empire(campaign, key)
    knowledge = empire.sheet.knowledge + amount
    return campaign.put(
        replace(empire, sheet=replace(empire.sheet, knowledge=knowledge))
    )


def knowledge_of(campaign: Campaign, seat: Playing) -> list[tuple[str, int]]:
    """Each source with what it brings; nothing at all where unpaid upkeep is read so."""
    if seat.unpaid and campaign.readings.unpaid == "knowledge":
        return []
    gains = [("score", max(0, seat.score or 0))]
    reached = icons_now(campaign, seat)
    for icon, each in knowledge_icons(campaign, seat).items():
        gains.append((icon, reached.get(icon, 0) * each))
    return [(why, amount) for why, amount in gains if amount]


def icons_now(campaign: Campaign, seat: Playing) -> dict[str, int]:
    """ROE-26: a new age has wiped the icons before this step, unless the table reads otherwise."""
    empire = living_empire(campaign, seat.empire)
    if not seat.changed_age:
        return icons(campaign, empire, seat.ticks)
    if campaign.readings.icons_after_age == "literal":
        return {}
    before = replace(empire, sheet=empire.past[-1])
    return icons(campaign, before, seat.ticks)


def knowledge_icons(campaign: Campaign, seat: Playing) -> dict[str, int]:
    given = seat.entries or {}
    faction, common = given.get("faction", 0), given.get("common", 0)
    third = {
        "location": faction + common + seat.provinces,
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


# Step 5: inventions


def buyer(campaign: Campaign) -> Playing | None:
    """ROE-27: whose turn it is to buy, from the highest score to the lowest."""
    session = open_session(campaign)
    going_on = {seat.empire: seat for seat in still_in(campaign)}
    order = session.order or tuple(going_on) * (len(going_on) == 1)
    waiting = (going_on[key] for key in order if key in going_on)
    return next((seat for seat in waiting if not seat.shopped), None)


def order_is_open(campaign: Campaign) -> bool:
    session = open_session(campaign)
    return not session.order and len(list(still_in(campaign))) > 1


def turn_problems(campaign: Campaign, key: str) -> list[Problem | None]:
    seated(campaign, key)
    now = buyer(campaign) if stage(campaign) == Stage.INVENTIONS else None
    return [
        at_stage(campaign, Stage.INVENTIONS),
        unless(
            not order_is_open(campaign),
            _("Settle first who buys before whom."),
            book.BUYING,
        ),
        unless(
            now is not None and now.empire == key,
            _("It is another empire's turn to buy."),
            book.BUYING,
        ),
    ]


@dataclass(frozen=True)
class BuyInvention(Act):
    """Step 5 (ROE-27, 28): an invention of the own age, paid in full; an old one of its colour goes."""

    empire: str
    number: int
    price: int
    colour: str
    name: str = ""

    def apply(self, campaign: Campaign) -> Outcome:
        refuse_for(*turn_problems(campaign, self.empire))
        seat, empire = (
            seated(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        refuse_for(*self.problems(campaign, empire))
        card = Invention(
            self.number, empire.sheet.age, self.colour, self.price, self.name
        )
        kept = without_colour(empire, self.colour)
        gone = tuple(old.number for old in empire.sheet.inventions if old not in kept)
        sheet = replace(empire.sheet, inventions=(*kept, card))
        after = campaign.put(replace(empire, sheet=sheet))
        after = richer(after, self.empire, -self.price)
        bought = replace(
            seat, bought=(*seat.bought, self.number), returned=(*seat.returned, *gone)
        )
        after = learned_invention(after.put_seat(bought), card)
        return after, learned_knowledge(campaign, self.empire, -self.price, "invention")

    def problems(self, campaign: Campaign, empire: Empire) -> list[Problem | None]:
        slot = campaign.catalogue.get(self.number)
        known = slot.price if slot else None
        colour = slot.colour if slot else ""
        missing = self.price - empire.sheet.knowledge
        there = self.number in inventions_left(campaign, empire.sheet.age)
        return [
            unless(there, _("This invention can't be bought now."), book.BUYING),
            unless(
                0 <= self.price <= 999,
                _("The price of an invention is a number from 0 to 999."),
                book.BUYING,
            ),
            unless(
                known in (None, self.price),
                _("The catalogue has another price: mend the card first."),
                book.BUYING,
            ),
            unless(
                colour in ("", self.colour),
                _("The catalogue has another colour: mend the card first."),
                book.INVENTIONS,
            ),
            unless(
                bool(self.colour.strip()),
                _("Say which colour the invention has."),
                book.INVENTIONS,
            ),
            unless(
                missing <= 0,
                say(_("%(missing)s knowledge missing."), missing=missing),
                book.BUYING,
            ),
        ]


@dataclass(frozen=True)
class StopBuying(Act):
    """Step 5: an empire has bought at least one invention and keeps the rest of its knowledge."""

    empire: str

    def apply(self, campaign: Campaign) -> Outcome:
        seat = seated(campaign, self.empire)
        message = _("At least one invention must be bought.")
        refuse_for(
            *turn_problems(campaign, self.empire),
            unless(bool(seat.bought), message, book.BUYING),
        )
        return campaign.put_seat(replace(seat, shopped=True)), ()


def affordable(campaign: Campaign, empire: Empire) -> list[int]:
    """ROE-29: what is left of the own age and known to be paid for with the knowledge there is."""
    return [
        number
        for number in inventions_left(campaign, empire.sheet.age)
        if (price := campaign.catalogue[number].price) is not None
        and price <= empire.sheet.knowledge
    ]


@dataclass(frozen=True)
class AffordNothing(Act):
    """Step 5 (ROE-29, 38): “no, none”: the empire collapses in a dark age."""

    empire: str

    def apply(self, campaign: Campaign) -> Outcome:
        seat, empire = (
            seated(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        can = affordable(campaign, empire)
        refuse_for(
            *turn_problems(campaign, self.empire),
            unless(not seat.bought, _("It has bought an invention."), book.CANNOT_BUY),
            unless(not can, _("There is an invention it can afford."), book.CANNOT_BUY),
        )
        return campaign.put_seat(replace(seat, shopped=True, fall=Fall.DARK_AGE)), ()


# Step 6: provinces


def draws(campaign: Campaign, seat: Playing) -> int:
    """ROE-31: how many provinces are drawn, as far as there are any."""
    empire = living_empire(campaign, seat.empire)
    if map_is_full(campaign, empire) and campaign.readings.full_map == "no_province":
        return 0
    wanted = 1 + icons_now(campaign, seat).get(Icon.MORE_PROVINCES, 0)
    return min(wanted, len(can_be_drawn(campaign, wanted)))


def map_is_full(campaign: Campaign, empire: Empire) -> bool:
    return len(empire.sheet.boxes) >= len(campaign.layout(empire).map)


@dataclass(frozen=True)
class DrawProvinces(Act):
    """Step 6 (ROE-31): provinces drawn by the app or from the box, of which one is kept."""

    empire: str
    provinces: tuple[int, ...]

    def apply(self, campaign: Campaign) -> Outcome:
        seat = step_six(campaign, self.empire)
        refuse_for(
            unless(not seat.drawn, _("The provinces are already drawn."), book.DRAWING)
        )
        many = draws(campaign, seat)
        there = set(self.provinces) <= set(can_be_drawn(campaign, many))
        whole = len(set(self.provinces)) == len(self.provinces) == many
        message = say(_("Draw %(count)s of the provinces that are left."), count=many)
        refuse_for(unless(bool(many) and there and whole, message, book.DRAWING))
        left = tuple(one for one in campaign.discarded if one not in self.provinces)
        after = campaign.put_seat(replace(seat, drawn=self.provinces))
        return replace(after, discarded=left), ()


def step_six(campaign: Campaign, key: str) -> Playing:
    seat = seated(campaign, key)
    refuse_for(
        at_stage(campaign, Stage.PROVINCES),
        unless(not seat.fall, _("A collapsed empire gains no province."), book.DRAWING),
        unless(
            not seat.boxed, _("This empire is done with its provinces."), book.DRAWING
        ),
    )
    return seat


@dataclass(frozen=True)
class KeepProvince(Act):
    """Step 6: one of the drawn provinces is kept, the others are discarded."""

    empire: str
    province: int

    def apply(self, campaign: Campaign) -> Outcome:
        seat, empire = (
            step_six(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        refuse_for(
            unless(seat.kept is None, _("A province is already chosen."), book.DRAWING),
            unless(
                self.province in seat.drawn,
                _("This province wasn't drawn."),
                book.DRAWING,
            ),
        )
        others = tuple(one for one in seat.drawn if one != self.province)
        full = map_is_full(campaign, empire)  # then no box is left to tick
        sheet = replace(
            empire.sheet, provinces=(*empire.sheet.provinces, self.province)
        )
        after = campaign.put(replace(empire, sheet=sheet))
        after = after.put_seat(replace(seat, kept=self.province, boxed=full))
        return replace(after, discarded=(*after.discarded, *others)), ()


@dataclass(frozen=True)
class TickMapBox(Act):
    """Step 6 (ROE-9): the player picks the box of the province map whose upkeep is due from now on."""

    empire: str
    box: int

    def apply(self, campaign: Campaign) -> Outcome:
        seat, empire = (
            step_six(campaign, self.empire),
            living_empire(campaign, self.empire),
        )
        boxes = range(len(campaign.layout(empire).map))
        free = self.box in boxes and self.box not in empire.sheet.boxes
        refuse_for(
            unless(seat.kept is not None, _("Keep a province first."), book.DRAWING),
            unless(free, _("This box of the map isn't free."), book.GAIN_PROVINCE),
        )
        sheet = replace(empire.sheet, boxes=(*empire.sheet.boxes, self.box))
        after = campaign.put(replace(empire, sheet=sheet))
        return after.put_seat(replace(seat, boxed=True)), ()


@dataclass(frozen=True)
class GainNoProvince(Act):
    """Step 6: nothing can be drawn, or a full map keeps it away by the table's reading (ROE-31)."""

    empire: str

    def apply(self, campaign: Campaign) -> Outcome:
        seat = step_six(campaign, self.empire)
        nothing = not seat.drawn and not draws(campaign, seat)
        refuse_for(unless(nothing, _("There is a province to draw."), book.DRAWING))
        return campaign.put_seat(replace(seat, boxed=True)), ()


# The end


@dataclass(frozen=True)
class FinishSession(Act):
    """All steps are done: empires fall, the campaign may be won, and the next session can come."""

    def apply(self, campaign: Campaign) -> Outcome:
        session = open_session(campaign)
        refuse_for(at_stage(campaign, Stage.FINISH))
        after = crowned(fallen(campaign, session), session)
        after = replace(after, session=None, played=campaign.played + 1)
        after = taken_up(after)
        return after, (
            Fact("ending", {"session": session.number, "state": plain(after)}),
        )


def fallen(campaign: Campaign, session: Session) -> Campaign:
    """ROE-37…39 and ROE-45: who collapses, now that all steps are done."""
    after = campaign
    for seat in session.seats:
        empire = campaign.empire(seat.empire)
        why = seat.fall or (
            Fall.TWILIGHT if seat.twilight else lonely_fall(session, seat)
        )
        if empire and empire.alive and why:  # who has won can't fall any more
            after = after.put(ended(empire, Status.COLLAPSED, why))
    return after


def lonely_fall(session: Session, seat: Playing) -> str:
    done = sum(seat.empire in one.completed for one in session.missions)
    return Fall.SOLO if session.solo and done < SOLO_GOAL else ""


def crowned(campaign: Campaign, session: Session) -> Campaign:
    """ROE-36: of those who reached the modern age in this session, who ticked the most boxes."""
    arrived = [
        empire
        for seat in session.seats
        if (empire := campaign.empire(seat.empire))
        and empire.status == Status.WON
        and seat.changed_age
    ]
    if not arrived:
        return campaign
    most = max(lifetime(campaign, one) for one in arrived)
    champions = tuple(one.key for one in arrived if lifetime(campaign, one) == most)
    return replace(campaign, over=True, champions=champions)


def lifetime(campaign: Campaign, empire: Empire) -> int:
    """Boxes ticked over the whole campaign; those of earlier empires only if the table says so."""
    if campaign.readings.earlier_empires == "not_counted":
        return empire.all_ticks
    own = [one for one in campaign.empires if one.player == empire.player]
    return sum(one.all_ticks for one in own)


def taken_up(campaign: Campaign) -> Campaign:
    """Layouts and readings changed during the session hold from now on.

    A layout that an empire has outgrown meanwhile goes on waiting.
    """
    fits = {
        age: layout
        for age, layout in campaign.next_layouts.items()
        if not any(layout_problems(campaign, layout))
    }
    waiting = {
        age: one for age, one in campaign.next_layouts.items() if age not in fits
    }
    return replace(
        campaign,
        readings=campaign.next_readings or campaign.readings,
        layouts={**campaign.layouts, **fits},
        next_readings=None,
        next_layouts=waiting,
    )
