"""The round and the phase a session is in, as its log keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.helping import Around, HelperMove, KeptHelper, check_seat, refuse_move
from scoring.imperial_settlers.rounds import (
    CAMPAIGN_ROUNDS,
    LOOKOUT_NAMES,
    PHASE_NAMES,
    ROUNDS,
    USUAL,
    SettlersMoment,
)
from scoring.imperial_settlers.rulebook import LOOKOUT, ROUND
from scoring.seats import seat_letter
from scoring.words import Message, Words, _, make_message


@dataclass(frozen=True)
class RoundMarker:
    """How far a session came; who plays it is known elsewhere."""

    first: int = 0
    rounds: int = ROUNDS
    round: int = 1
    phase: str = "lookout"
    lookout: str = USUAL
    peaceful: bool = False

    def moment(self, players: int) -> SettlersMoment:
        """Where the game is with so many players; a phase they don't have is the first."""
        first = self.first if self.first < players else 0
        now = SettlersMoment(
            players,
            first,
            self.rounds,
            min(self.round, self.rounds),
            lookout=self.lookout,
            peaceful=self.peaceful,
        )
        return replace(now, phase=self.phase) if self.phase in now.phases else now


@dataclass(frozen=True)
class GoToPhase(HelperMove[RoundMarker]):
    """Named by round and phase, so that two taps go there once."""

    round: int
    phase: str

    def apply(self, state: RoundMarker, _around: Around) -> RoundMarker:
        known = 1 <= self.round <= state.rounds and self.phase in PHASE_NAMES
        refuse_move(not known, _("This game has no such round."), ROUND)
        return replace(state, round=self.round, phase=self.phase)

    @property
    def words(self) -> Words:
        name = Message(PHASE_NAMES.get(self.phase, self.phase))
        text = _("Round %(round)s: %(phase)s")
        return make_message(text, round=self.round, phase=name)


@dataclass(frozen=True)
class SetCourse(HelperMove[RoundMarker]):
    """Who begins the first round, how many rounds there are, and how they are played."""

    first: int
    rounds: int
    lookout: str = USUAL
    peaceful: bool = False

    def apply(self, state: RoundMarker, around: Around) -> RoundMarker:
        check_seat(self.first, around)
        known = self.rounds in range(CAMPAIGN_ROUNDS, ROUNDS + 1)
        refuse_move(not known, _("This game has no such round."), ROUND)
        offered = self.lookout in LOOKOUT_NAMES
        refuse_move(not offered, _("Please choose one of the options."), LOOKOUT)
        return replace(
            state,
            first=self.first,
            rounds=self.rounds,
            lookout=self.lookout,
            peaceful=self.peaceful,
        )

    @property
    def words(self) -> Words:
        text = _("%(seat)s starts, %(rounds)s rounds")
        return make_message(text, seat=seat_letter(self.first), rounds=self.rounds)


def reseat_rounds(state: RoundMarker, moved: Mapping[int, int]) -> RoundMarker:
    return replace(state, first=moved.get(state.first, state.first))


ROUND_GUIDE = KeptHelper(
    "settlers-rounds",
    RoundMarker,
    (GoToPhase, SetCourse),
    lambda around: RoundMarker(rounds=around.rounds),
    reseat_rounds,
)
