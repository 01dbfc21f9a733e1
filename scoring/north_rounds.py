"""Empires of the North: the phases of a round, and which round is the last (EON-5)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from scoring.empires_of_the_north import (
    END,
    GAME,
    PHASES,
    SOLO,
    SOLO_ROUNDS,
    STORED,
    TRIGGER,
)
from scoring.helping import Around, HelperMove, KeptHelper, check_seat, refuse_move
from scoring.north_moves import DISC, EXHAUSTING, FACE_DOWN
from scoring.rules import Remark, Rule
from scoring.seats import seat_letter
from scoring.typed_helpers import CellsByAddress, CellsTyped, reseat_cells
from scoring.words import Message, Words, _, make_message

MOST_ROUNDS = 30  # far more than anybody plays


class Phase(StrEnum):
    LOOKOUT = "lookout"
    ACTION = "action"
    SAILING = "sailing"
    CLEAN_UP = "clean_up"


PHASE_NAMES: dict[str, str] = {
    Phase.LOOKOUT: _("Lookout"),
    Phase.ACTION: _("Actions"),
    Phase.SAILING: _("Sailing"),
    Phase.CLEAN_UP: _("Clean-up"),
}
# EON-7 and 10: what the table does in each phase.
STEPS: dict[str, tuple[tuple[str, Rule], ...]] = {
    Phase.LOOKOUT: (
        (_("Everyone draws 4 cards and keeps those they pay a worker for."), PHASES),
        (_("Then goods stored on cards give their yields."), STORED),
    ),
    Phase.ACTION: (
        (_("Take one action each in turn until all have passed."), PHASES),
        (_("A used disc moves to a neighbouring tile for 1 food or gold."), DISC),
        (_("An attack token exhausts a rival's ready action card."), EXHAUSTING),
        (_("You can't attack a player who has passed."), PHASES),
    ),
    Phase.SAILING: (
        (_("Ships choose islands in the order of the queue."), PHASES),
        (_("A ship can also take the top of a deck unseen."), FACE_DOWN),
    ),
    Phase.CLEAN_UP: (
        (_("Tired workers and both action discs return to you."), PHASES),
        (_("Turn exhausted cards upright."), PHASES),
        (_("Lay out new islands: 2 near, 2 far."), PHASES),
        (_("Pass the first player token to the left."), PHASES),
    ),
}
REACHED = re.compile(r"([1-9][0-9]?)-(lookout|action|sailing|clean_up)", re.ASCII)


@dataclass(frozen=True)
class Reached:
    """When somebody was first at 25."""

    round: int
    phase: Phase

    def __str__(self) -> str:
        return f"{self.round}-{self.phase}"

    @property
    def name(self) -> str:
        return PHASE_NAMES[self.phase]

    @property
    def last_round(self) -> int:
        """EON-5: this round, or the next where the actions were already over."""
        return self.round + (self.phase in (Phase.SAILING, Phase.CLEAN_UP))


@dataclass(frozen=True)
class NorthMoment:
    round: int = 1
    phase: Phase = Phase.LOOKOUT
    reached: Reached | None = None


def read_moment(round_: str, phase: str, reached: str) -> NorthMoment:
    """A moment from an address; what can't be is taken as the beginning."""
    rounds = {str(number): number for number in range(1, MOST_ROUNDS + 1)}
    found = REACHED.fullmatch(reached)
    return NorthMoment(
        rounds.get(round_, 1),
        Phase(phase) if phase in PHASE_NAMES else Phase.LOOKOUT,
        Reached(int(found[1]), Phase(found[2])) if found else None,
    )


def notice_end(moment: NorthMoment, tracks: Sequence[int]) -> NorthMoment:
    """EON-5: remembers when 25 was first there; a corrected track takes it back."""
    if max(tracks) < TRIGGER:
        return replace(moment, reached=None)
    now = Reached(moment.round, moment.phase)
    earlier = moment.reached and moment.reached.round <= moment.round
    return moment if earlier else replace(moment, reached=now)


def last_round(moment: NorthMoment, players: int) -> int | None:
    if players == 1:
        return SOLO_ROUNDS
    return moment.reached.last_round if moment.reached else None


def is_over(moment: NorthMoment, players: int) -> bool:
    """EON-5: the game ends with the sailing of the last round; clean-up is skipped."""
    last = last_round(moment, players)
    if last is None:
        return False
    return moment.round > last or (
        moment.round == last and moment.phase is Phase.CLEAN_UP
    )


def next_moment(moment: NorthMoment) -> NorthMoment:
    """The next phase, in the next round after a clean-up."""
    phases = list(Phase)
    if moment.phase is not phases[-1]:
        after = phases[phases.index(moment.phase) + 1]
        return replace(moment, phase=after)
    return replace(
        moment, round=min(moment.round + 1, MOST_ROUNDS), phase=Phase.LOOKOUT
    )


def previous_moment(moment: NorthMoment) -> NorthMoment:
    """One phase back, for a tap too many."""
    phases = list(Phase)
    if moment.phase is not phases[0]:
        return replace(moment, phase=phases[phases.index(moment.phase) - 1])
    if moment.round == 1:
        return moment
    return replace(moment, round=moment.round - 1, phase=phases[-1])


def end_banner(moment: NorthMoment, players: int) -> Remark | None:
    """EON-5 and 8: what everybody has to know about the end, as soon as it is certain."""
    last = last_round(moment, players)
    if last is None:
        return None
    rule = SOLO if players == 1 else END
    return Remark(end_message(moment, last, is_over(moment, players)), rule)


def end_message(moment: NorthMoment, last: int, done: bool) -> Words:
    if done:
        return _("The game is over. Count the final score, no clean-up.")
    if moment.round == last:
        return _("This round is the last. It ends with the sailing phase.")
    return make_message(_("Round %(last)s will be the last."), last=last)


def starting_seat(moment: NorthMoment, players: int, first: int) -> int:
    """EON-10: the seat that begins this round, when seats sit clockwise."""
    return (first + moment.round - 1) % players


# What a session keeps of it


@dataclass(frozen=True)
class NorthCourse:
    """How far a session came, and the numbers that were typed on the way."""

    round: int = 1
    phase: str = Phase.LOOKOUT
    reached: str = ""  # when somebody was first at 25, where it was set by hand
    first: int = 0
    cells: CellsByAddress = field(default_factory=dict)

    @property
    def moment(self) -> NorthMoment:
        return read_moment(str(self.round), self.phase, self.reached)


@dataclass(frozen=True)
class SailOn(HelperMove[NorthCourse]):
    """The round and the phase the table is in, named so that two taps go there once."""

    round: int
    phase: str
    reached: str = ""

    def apply(self, state: NorthCourse, _around: Around) -> NorthCourse:
        known = self.round in range(1, MOST_ROUNDS + 1) and self.phase in PHASE_NAMES
        told = not self.reached or REACHED.fullmatch(self.reached)
        refuse_move(not (known and told), _("This game has no such round."), PHASES)
        return replace(state, round=self.round, phase=self.phase, reached=self.reached)

    @property
    def words(self) -> Words:
        phase = Message(PHASE_NAMES[self.phase])
        text = _("Round %(round)s: %(phase)s")
        return make_message(text, round=self.round, phase=phase)


@dataclass(frozen=True)
class StartRounds(HelperMove[NorthCourse]):
    """Who began the first round."""

    seat: int

    def apply(self, state: NorthCourse, around: Around) -> NorthCourse:
        check_seat(self.seat, around)
        return replace(state, first=self.seat)

    @property
    def words(self) -> Words:
        return make_message(_("%(seat)s starts"), seat=seat_letter(self.seat))


def north_records(around: Around) -> Mapping[str, type]:
    """What people type into, by its prefix on the page."""
    seats = {f"1s{seat}": GAME.seat for seat in range(around.most)}
    return {"1b": GAME.board, **seats}


@dataclass(frozen=True)
class TypeCourse(CellsTyped, HelperMove[NorthCourse]):
    """Numbers of this round, over those of the session."""

    records = staticmethod(north_records)

    def apply(self, state: NorthCourse, around: Around) -> NorthCourse:
        return replace(state, cells=self.merge_into(state.cells, around))

    @property
    def words(self) -> Words:
        return _("Other numbers tried")


def reseat_course(state: NorthCourse, moved: Mapping[int, int]) -> NorthCourse:
    cells = reseat_cells(state.cells, moved)
    return replace(state, first=moved.get(state.first, state.first), cells=cells)


ROUND_AND_END = KeptHelper(
    "north-round",
    NorthCourse,
    (SailOn, StartRounds, TypeCourse),
    lambda _around: NorthCourse(),
    reseat_course,
)
