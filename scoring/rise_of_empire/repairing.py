"""A campaign followed again after a change, with an answer wherever an act no longer holds.

It stops at the first act without an answer and says what could be done there. What was answered
becomes acts in the place of the one that fell, so a log that holds them replays the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from scoring.records import Unfit
from scoring.rise_of_empire.campaign_course import (
    CampaignCourse,
    RecordedCourse,
    follow_recorded,
)
from scoring.rise_of_empire.engine import ENGINE
from scoring.rise_of_empire.played_values import put_back_for, put_back_sheets
from scoring.rise_of_empire.repair_answers import (
    AS_PLAYED,
    IN_ORDER,
    LEAVE,
    LEAVE_EMPIRE,
    LEAVE_REST,
    SESSION_AS_PLAYED,
    RepairDecision,
    RepairQuestion,
    SheetsPutBack,
)
from scoring.rise_of_empire.repair_choice import find_choice, stage_of
from scoring.rise_of_empire.repair_moves import (
    EmpireLeft,
    MovedAct,
    Place,
    act_without,
    comes_too_late,
    is_purchase,
    missing_empire,
    purchases_before,
    purchases_of,
)
from scoring.rise_of_empire.repair_options import (
    find_later_cards,
    holds,
    repair_options,
)
from scoring.rise_of_empire.rescoring import PlayedAct
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem, RuleBroken

FINISH = "finish_session"


@dataclass
class RepairCourse:
    """How far the answers lead, and what they put in the place of acts that fell."""

    recorded: RecordedCourse
    course: CampaignCourse
    answers: Mapping[int, Sequence[str]]
    reason: str
    keep_all: bool
    instead: dict[int, list[PlayedAct]] = field(default_factory=dict)
    then: list[PlayedAct] = field(default_factory=list)
    decisions: list[RepairDecision] = field(default_factory=list)
    sheets_put_back: list[SheetsPutBack] = field(default_factory=list)
    question: RepairQuestion | None = None
    left_session: int | None = None  # of which nothing more counts
    kept_session: int | None = None  # of which all counts as it was played
    put_back: PlayedAct | None = None  # to be put back before the next act
    numbers: tuple[int, ...] = ()
    groups: list[tuple[int, list[PlayedAct]]] = field(default_factory=list)
    left_empires: list[EmpireLeft] = field(default_factory=list)
    reordered: dict[Place, MovedAct] = field(default_factory=dict)
    done_buying: set[tuple[int | None, str]] = field(default_factory=set)

    @property
    def state(self) -> CampaignState:
        return self.course.state

    def follow(self, acts: Sequence[PlayedAct]) -> None:
        groups = [
            (number, list(group))
            for number, group in groupby(acts, key=lambda act: act.number)
        ]
        self.numbers, self.groups = tuple(number for number, _group in groups), groups
        for number, group in groups:
            if not self.take_entry(number, group):
                return
        if self.put_back:
            self.take_put_back(self.put_back)
            self.then.append(self.put_back)
            self.put_back = None

    def take_put_back(self, act: PlayedAct) -> None:
        before = self.state
        self.course.take(act)
        self.sheets_put_back.append(SheetsPutBack(before, self.state))

    def take_entry(self, number: int, group: Sequence[PlayedAct]) -> bool:
        """Follows the acts of one entry; False where it has to be asked about."""
        place = EntryRepair(self, number, list(self.answers.get(number, ())))
        if self.put_back:
            place.do_put_back(self.put_back)
            place.changed, self.put_back = True, None
        for nth, act in enumerate(group):
            if not place.take(act, nth):
                return False
        if place.changed:
            self.instead[number] = place.done
        self.close_session(number, group)
        return True

    def close_session(self, number: int, group: Sequence[PlayedAct]) -> None:
        """Where all counts as it was played, sheets are put back when a session ends."""
        if all(act.kind != FINISH for act in group) or self.state.session:
            return
        session = self.recorded.session_of(number)
        if (self.keep_all or session == self.kept_session) and (
            then := self.recorded.after.get(number)
        ):
            self.put_back = put_back_sheets(self.state, then, number, self.reason)
        self.kept_session = None


@dataclass
class EntryRepair:
    """One entry of the log: what stands in its place once it was answered for."""

    repair: RepairCourse
    number: int
    given: list[str]
    done: list[PlayedAct] = field(default_factory=list)
    changed: bool = False

    @property
    def session(self) -> int | None:
        return self.repair.recorded.session_of(self.number)

    def do(self, act: PlayedAct) -> None:
        self.repair.course.take(act)
        self.done.append(PlayedAct(self.number, act.kind, act.data))

    def do_put_back(self, act: PlayedAct) -> None:
        self.repair.take_put_back(act)
        self.done.append(PlayedAct(self.number, act.kind, act.data))

    def take(self, act: PlayedAct, nth: int) -> bool:
        """Follows one act, or what is answered for it; False where nothing is."""
        left = self.repair.left_session
        if left is not None and left == self.session:
            self.changed = True
            return True
        counting = self.drop_empires(self.act_here(act, nth))
        return counting is None or self.follow_act(counting, nth)

    def act_here(self, act: PlayedAct, nth: int) -> PlayedAct:
        """What stands in this place now that purchases were put in another order."""
        moved = self.repair.reordered.get((self.number, nth))
        if moved is None or moved.act == act:
            return act
        self.changed = True
        return moved.act

    def drop_empires(self, act: PlayedAct) -> PlayedAct | None:
        """The act without empires that were left out; None where nothing of it is left."""
        whole = act
        for one in self.repair.left_empires:
            if one.concerns(self.session):
                self.changed |= (reduced := act_without(act, one.empire)) != act
                if reduced is None:
                    return None
                act = reduced
        if act != whole:
            self.decide(whole, LEAVE_EMPIRE, (act,), asked=False)
        return act

    def follow_act(self, act: PlayedAct, nth: int) -> bool:
        while (problems := self.problems_of(act)) is not None:
            answer, asked = self.next_answer(act, nth)
            settled = self.settle(act, nth, answer, asked=asked) if answer else None
            if settled is None:
                self.ask(act, nth, problems, unfit=bool(answer))
                return False
            counting = None if settled else self.drop_empires(self.act_here(act, nth))
            if counting is None:
                return True
            act = counting
        self.do(act)
        return True

    def problems_of(self, act: PlayedAct) -> tuple[Problem, ...] | None:
        """Why an act doesn't hold now, or None where it does."""
        try:
            ENGINE.apply(self.repair.state, act.kind, act.data)
        except RuleBroken as broken:
            return broken.problems
        except Unfit:
            return ()
        return None

    def next_answer(self, act: PlayedAct, nth: int) -> tuple[str, bool]:
        """What people answered, or what one answer for many says; and whether it was asked."""
        if self.given:
            return self.given.pop(0), True
        within = self.session is not None and self.session == self.repair.kept_session
        kept = self.repair.keep_all or within
        if kept and self.put_back(act, nth):
            return AS_PLAYED, False
        if self.follows_from_buying(act):
            return LEAVE, False
        return (LEAVE_REST if kept and self.lost_its_session else ""), False

    def close_buying(self, act: PlayedAct) -> bool:
        """Whether an answer ended the buying of an act's empire; what it bought later goes with it."""
        ended = is_purchase(act) and comes_too_late(self.repair.state, act)
        if ended:
            self.repair.done_buying.add((self.session, act.data["empire"]))
        return ended

    def follows_from_buying(self, act: PlayedAct) -> bool:
        """Whether an answer about its empire's buying settles this act too: it is left out."""
        buyer = self.session, str(act.data.get("empire"))
        done = buyer in self.repair.done_buying
        return done and comes_too_late(self.repair.state, act)

    @property
    def lost_its_session(self) -> bool:
        return self.session is not None and self.repair.state.session is None

    def put_back(self, act: PlayedAct, nth: int) -> PlayedAct | None:
        moved = self.repair.reordered.get((self.number, nth))
        recorded_at = moved.recorded_at if moved else (self.number, nth)
        then = self.repair.recorded.before.get(recorded_at)
        if then is None:
            return None
        return put_back_for(self.repair.state, then, act, self.repair.reason)

    def settle(
        self, act: PlayedAct, nth: int, answer: str, *, asked: bool
    ) -> bool | None:
        """Whether nothing more is to be done for this act; None where it can't be answered so."""
        if answer == LEAVE or (answer == LEAVE_REST and self.lost_its_session):
            return self.leave_out(act, answer, asked=asked)
        if answer == LEAVE_EMPIRE:
            return self.leave_empire(act)
        if answer == IN_ORDER:
            return self.reorder_purchases(act, nth)
        if answer in (AS_PLAYED, SESSION_AS_PLAYED):
            return self.keep(act, nth, answer, asked=asked)
        return self.choose(act, answer)

    def leave_out(self, act: PlayedAct, answer: str, *, asked: bool) -> bool:
        self.changed = True
        rest = self.rest_of_session() if answer == LEAVE_REST else 1
        if answer == LEAVE_REST:
            self.repair.left_session = self.session
        self.decide(act, answer, left_out=rest, asked=asked)
        self.close_buying(act)
        return True

    def leave_empire(self, act: PlayedAct) -> bool | None:
        """Nothing of the empire counts from here on; what it did with others stays theirs."""
        missing = self.find_missing(act)
        if missing is None:
            return None
        many = self.entries_of(missing)
        self.repair.left_empires.append(missing)
        self.decide(act, LEAVE_EMPIRE, left_out=many)
        return False

    def find_missing(self, act: PlayedAct) -> EmpireLeft | None:
        """Who could be left out, where that makes a difference for this act."""
        missing = missing_empire(self.repair.state, act)
        return missing if missing and missing.concerns(self.session) else None

    def entries_of(self, left: EmpireLeft) -> int:
        """How many entries there still are of an empire alone, with this one."""
        later = (one for one in self.repair.groups if one[0] >= self.number)
        session_of = self.repair.recorded.session_of
        return sum(
            left.concerns(session_of(number))
            and all(act_without(act, left.empire) is None for act in group)
            for number, group in later
        )

    def purchases_from(self, nth: int) -> list[MovedAct]:
        """This purchase and all later ones of its session, each with the place it stands in."""
        session_of, here = self.repair.recorded.session_of, (self.number, nth)
        groups = (
            one for one in self.repair.groups if session_of(one[0]) == self.session
        )
        return [
            self.repair.reordered.get(place, MovedAct(place, place, act))
            for place, act in purchases_of(groups)
            if place >= here
        ]

    def reorder_purchases(self, act: PlayedAct, nth: int) -> bool | None:
        """Others buy first what they bought later then; everything else follows as it was."""
        purchases = self.purchases_from(nth)
        first = purchases_before(self.repair.state, act, purchases[1:])
        if not first:
            return None
        rest = [one for one in purchases if one not in first]
        for place, one in zip(purchases, [*first, *rest], strict=True):
            self.repair.reordered[place.place] = one.put_at(place.place)
        instead = tuple(one.act for one in first)
        self.decide(act, IN_ORDER, instead, kept=True)
        return False

    def rest_of_session(self) -> int:
        """How many entries of its session there still are, with this one."""
        later = (one for one in self.repair.numbers if one >= self.number)
        session_of = self.repair.recorded.session_of
        return sum(session_of(one) == self.session for one in later)

    def keep(
        self, act: PlayedAct, nth: int, answer: str, *, asked: bool
    ) -> bool | None:
        put_back = self.put_back(act, nth)
        if put_back is None:
            return None
        self.changed = True
        self.do_put_back(put_back)
        if answer == SESSION_AS_PLAYED:
            self.repair.kept_session = self.session
        self.decide(act, answer, (put_back,), kept=True, asked=asked)
        return False

    def choose(self, act: PlayedAct, answer: str) -> bool | None:
        """A choice for the same empire takes the act's place; another comes before it, if it can."""
        option, chosen = find_choice(self.repair.state, act, answer)
        if option is None or chosen is None:
            return None
        stage = stage_of(self.repair.state)
        self.changed = True
        self.do(chosen)
        still = not (option.same and option.own) and holds(
            self.repair.state, act.kind, act.data
        )
        moved_on = stage_of(self.repair.state) != stage
        self.decide(act, answer, (chosen,), kept=still)
        ended = self.close_buying(chosen)
        if option.own and ended and not still and is_purchase(act):
            return True
        return option.same and not still and (option.own or moved_on)

    def decide(
        self,
        act: PlayedAct,
        answer: str,
        instead: tuple[PlayedAct, ...] = (),
        *,
        kept: bool = False,
        left_out: int = 0,
        asked: bool = True,
    ) -> None:
        decision = RepairDecision(
            act, self.session, answer, instead, kept, left_out, asked
        )
        self.repair.decisions.append(decision)

    def ask(
        self, act: PlayedAct, nth: int, problems: tuple[Problem, ...], *, unfit: bool
    ) -> None:
        state = self.repair.state
        missing = self.find_missing(act)
        moved = purchases_before(state, act, self.purchases_from(nth)[1:])
        later = find_later_cards(self.repair.recorded.acts, self.number)
        self.repair.question = RepairQuestion(
            act=act,
            session=self.session,
            problems=problems,
            options=repair_options(state, act, later),
            may_keep=self.put_back(act, nth) is not None,
            rest=self.rest_of_session() if self.lost_its_session else 0,
            missing=missing,
            of_missing=self.entries_of(missing) if missing else 0,
            in_order=len(moved),
            unfit=unfit,
        )


def follow_repair(
    start: CampaignState,
    recorded: Iterable[PlayedAct],
    changed: Sequence[PlayedAct],
    answers: Mapping[int, Sequence[str]],
    *,
    reason: str,
    keep_all: bool = False,
) -> RepairCourse:
    """Follows the changed acts with these answers, beside what was recorded."""
    before = follow_recorded(start, recorded)
    repair = RepairCourse(before, CampaignCourse(start), answers, reason, keep_all)
    repair.follow(changed)
    return repair
