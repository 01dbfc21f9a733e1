"""What stands on a big screen: players as plates, missions as columns, one sentence above."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from campaign.chronicle.ahead import Stake
from campaign.chronicle.chapter import TrackGain
from campaign.chronicle.sentences import Sentence
from campaign.models import Campaign
from campaign.session.now import STEPS, SessionStep
from companion.sessions.finale import RevealMoment
from companion.sessions.models import GameSession


@dataclass(frozen=True)
class Plate:
    """A player, as one reads it from across the room."""

    seat: int
    name: str
    about: str = ""  # the empire, faction or clan
    tint: str = ""
    points: str = ""  # nothing before there are any
    place: int = 0
    wins: bool = False
    asked: bool = False
    gains: tuple[TrackGain, ...] = ()  # boxes and icons of a finished session


@dataclass(frozen=True)
class MissionMarker:
    """How far one empire is with a mission."""

    at: int
    target: int | None
    done: bool


@dataclass(frozen=True)
class MissionColumn:
    """A mission with everybody's marker, in the order of the plates."""

    name: str
    category: str
    label: str
    worth: int
    turned: bool
    markers: list[MissionMarker]


@dataclass(frozen=True)
class Screen:
    title: str
    headline: str = ""  # the one sentence people look up for
    detail: str = ""
    number: int = 0  # of a campaign's session
    step: SessionStep | None = None
    plates: tuple[Plate, ...] = ()
    missions: tuple[MissionColumn, ...] = ()
    played_on: date | None = None  # of what is over
    over: bool = False
    told: tuple[Sentence, ...] = ()  # what mattered in a finished session of a campaign
    stakes: tuple[Stake, ...] = ()  # and what is at stake in the next
    log: GameSession | Campaign | None = None  # what is being played
    moment: RevealMoment | None = (
        None  # when a result was told, for it to appear as news
    )
    notes: tuple[str, ...] = ()  # why it came out like that, and records

    @property
    def steps(self) -> tuple[SessionStep, ...]:
        return STEPS

    @property
    def rows(self) -> list[tuple[Plate, list[tuple[MissionColumn, MissionMarker]]]]:
        """The missions as a table: one row per empire."""
        return [
            (plate, [(one, one.markers[row]) for one in self.missions])
            for row, plate in enumerate(self.plates)
        ]
