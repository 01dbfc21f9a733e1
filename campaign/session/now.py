"""A session of a campaign as people meet it: which step is on, what is asked, and of whom.

Everything offered here comes from `choices`; the words are ours, the rules the engine's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from campaign.session.log import STAGE_STEP
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.offers import Choice, Option
from scoring.rise_of_empire.outlook import SetUp, set_up
from scoring.rise_of_empire.preview import empire_as_seated
from scoring.rise_of_empire.stages import Stage, session_stage
from scoring.rise_of_empire.state import CampaignState, EmpireState, SeatState
from scoring.rules import Rule
from scoring.seats import seat_letter
from scoring.words import _

BEFORE = "before"


@dataclass(frozen=True)
class SessionStep:
    number: int
    name: str
    rule: Rule


STEPS = (
    SessionStep(1, _("Scores"), counting.SCORE),
    SessionStep(2, _("The winner's tick"), counting.WINNER),
    SessionStep(3, _("New ages"), book.AGE_CHECK),
    SessionStep(4, _("Knowledge"), book.KNOWLEDGE),
    SessionStep(5, _("Inventions"), book.BUYING),
    SessionStep(6, _("Provinces"), book.DRAWING),
)


@dataclass(frozen=True)
class SeatView:
    """An empire at the table: its place there, and the letter its player always has."""

    number: int
    empire: EmpireState
    playing: SeatState
    letter: str

    @property
    def player(self) -> str:
        return self.empire.player

    @property
    def key(self) -> str:
        return self.empire.key


@dataclass(frozen=True)
class SessionView:
    """The session at hand: before, during or after the game itself, as one visitor works on it."""

    state: CampaignState
    letters: Mapping[str, str] = field(default_factory=dict)  # by player
    own: str = ""  # the visitor's empire
    serves: tuple[str, ...] | None = None  # whom they are asked about; None: everybody
    helping: str = ""  # the empire they chose to do the work for

    @cached_property
    def stage(self) -> str:
        return session_stage(self.state) if self.state.session else BEFORE

    @property
    def number(self) -> int:
        """Of the session that is open, or of the one that comes."""
        return self.state.played + 1

    @property
    def counting(self) -> bool:
        """Whether the table has begun to count: then the missions are done with."""
        session = self.state.session
        return session is not None and any(
            one.entries is not None for one in session.seats
        )

    @property
    def step(self) -> SessionStep | None:
        number = STAGE_STEP.get(self.part, 0)
        return STEPS[number - 1] if number else None

    @cached_property
    def seats(self) -> list[SeatView]:
        session = self.state.session
        playing = session.seats if session else ()
        return [
            SeatView(number, empire, one, self.letter_of(empire.player, number))
            for number, one in enumerate(playing)
            if (empire := self.state.empire(one.empire))
        ]

    def letter_of(self, player: str, number: int) -> str:
        return self.letters.get(player) or seat_letter(number)

    def does_for(self, key: str) -> bool:
        """Whether the visitor is asked about this empire."""
        return self.serves is None or key in self.serves

    @cached_property
    def own_first(self) -> list[SeatView]:
        """Everybody, the visitor's own empire before the others."""
        return sorted(self.seats, key=lambda seat: seat.key != self.own)

    def seat(self, key: str) -> SeatView | None:
        return next((seat for seat in self.seats if seat.key == key), None)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return choices(self.state)

    def offered_choices(self, kind: str, empire: str = "") -> Iterator[Choice]:
        for choice in self.choices:
            if choice.kind == kind and empire in ("", choice.empire):
                yield choice

    def options(self, kind: str, empire: str = "", **data: Any) -> list[Option]:
        """What may be done of a kind, with this content."""
        return [
            option
            for choice in self.offered_choices(kind, empire)
            for option in choice.allowed
            if data.items() <= option.data.items()
        ]

    @cached_property
    def pending(self) -> list[SeatView]:
        """Everybody who has something to do in this step, in the rules' order."""
        keys = dict.fromkeys(one.empire for one in self.choices if one.empire)
        return [seat for key in keys if (seat := self.seat(key))]

    @cached_property
    def turn(self) -> SeatView | None:
        """Who has to answer next, whoever looks; None where the whole table does."""
        return self.pending[0] if self.pending else None

    @cached_property
    def asked(self) -> SeatView | None:
        """Whom the visitor is asked about now: who holds up others first, then themselves."""
        mine = [seat for seat in self.pending if self.does_for(seat.key)]
        turn = [seat for seat in mine if self.is_buying and seat is self.turn]
        own = [seat for seat in mine if seat.key == self.own]
        return next(iter((*turn, *own, *mine)), None)

    @property
    def is_buying(self) -> bool:
        return self.stage == Stage.INVENTIONS

    @property
    def part(self) -> str:
        """What the visitor is at: who has bought goes on with step 6 while others still buy."""
        done = self.asked and self.asked.playing.shopped
        return str(Stage.PROVINCES) if self.is_buying and done else str(self.stage)

    @cached_property
    def may_finish(self) -> bool:
        return self.stage == Stage.FINISH

    def set_up(self, empire: EmpireState) -> SetUp:
        """What an empire lays out; during a session by the icons it began with."""
        seat = self.seat(empire.key)
        return set_up(
            self.state, empire_as_seated(empire, seat.playing) if seat else empire
        )
