"""The campaign between two acts: everything the rules look at, and nothing of the past.

An empire sheet holds what the paper sheet shows. What finished sessions left behind are facts
of their acts, so the state is as large in the two hundredth session as in the second.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from scoring.helping import KeptStates
from scoring.plain import UNSAID
from scoring.rise_of_empire.cards import SLOTS, Card
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, Age, AgeLayout, Category
from scoring.rise_of_empire.readings import Readings
from scoring.words import _


class Status(StrEnum):
    ALIVE = "alive"
    COLLAPSED = "collapsed"
    WON = "won"
    RETIRED = "retired"


STATUS_NAMES: dict[str, str] = {
    Status.ALIVE: _("active"),
    Status.COLLAPSED: _("collapsed"),
    Status.WON: _("won"),
    Status.RETIRED: _("retired"),
}


class Fall(StrEnum):
    """Why an empire collapses."""

    TWILIGHT = "twilight"
    DARK_AGE = "dark_age"
    SOLO = "solo"


@dataclass(frozen=True)
class Ticks:
    """Boxes ticked on the three progress tracks."""

    diplomacy: int = 0
    economy: int = 0
    science: int = 0

    def of(self, category: str) -> int:
        return int(getattr(self, category))

    def put(self, category: str, ticks: int) -> Ticks:
        return replace(self, **{category: ticks})

    @property
    def total(self) -> int:
        return self.diplomacy + self.economy + self.science


@dataclass(frozen=True)
class Invention:
    """A card as it was bought: mending the catalogue later never changes what happened."""

    number: int
    age: str
    colour: str
    price: int
    name: str = ""


@dataclass(frozen=True)
class SheetState:
    name: str
    faction: str
    age: str = Age.ANCIENT
    ticks: Ticks = field(default_factory=Ticks)
    boxes: tuple[int, ...] = ()  # ticked on the province map, counted from 0
    provinces: tuple[int, ...] = ()
    inventions: tuple[Invention, ...] = ()
    knowledge: int = 0
    scores: tuple[int, ...] = ()
    carried: int = 0  # how many of the scores were copied from the sheet before
    corrected: tuple[str, ...] = ()  # what a person set by hand, shown as such


@dataclass(frozen=True)
class EmpireState:
    key: str
    player: str
    sheet: SheetState
    deck: str = ""
    status: str = Status.ALIVE
    fall: str = ""
    founded: int = 1  # the session it first can play
    past: tuple[SheetState, ...] = ()  # the sheets of earlier ages, as they were left
    earlier_ticks: int = 0  # boxes ticked in earlier ages (ROE-34)

    @property
    def alive(self) -> bool:
        return self.status == Status.ALIVE

    @property
    def all_ticks(self) -> int:
        return self.earlier_ticks + self.sheet.ticks.total


@dataclass(frozen=True)
class Run:
    """An “in a row” mission: the colour of the run and how long it is (ROE-19)."""

    colour: str
    length: int


@dataclass(frozen=True)
class MissionState:
    number: int
    category: str
    turned: bool = False  # dark side up: worth 1 (ROE-14)
    markers: dict[str, int] = field(default_factory=dict)
    runs: dict[str, Run] = field(default_factory=dict)
    completed: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeatState:
    """An empire in the open session: what it did, entered and still has to do."""

    empire: str
    ticks: Ticks = field(
        default_factory=Ticks
    )  # at the start: these icons hold (ROE-40)
    paid: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by map box
    # Boxes the player leaves to an icon (ROE-11).
    covered: tuple[int, ...] = field(default=(), metadata=UNSAID)
    entries: dict[str, int] | None = None
    score: int | None = None
    place: int = 0
    unpaid: bool = False
    provinces: int = 0  # how many it had when it was scored
    to_lose: int = 0  # provinces still to be given up (ROE-11's other reading)
    ticks_due: int = 0
    changed_age: bool = False
    gained: bool = False
    bought: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()  # inventions it discarded in this step
    shopped: bool = False
    drawn: tuple[int, ...] = ()
    kept: int | None = None
    boxed: bool = False  # step 6 is done
    fall: str = ""  # it has fallen already


@dataclass(frozen=True)
class CampaignSessionState:
    number: int
    seats: tuple[SeatState, ...]
    missions: tuple[MissionState, ...]
    played_on: str = ""
    scored: bool = False
    order: tuple[str, ...] = ()  # in which inventions are bought, once it is clear
    solo: bool = False

    def seat(self, empire: str) -> SeatState | None:
        return next((seat for seat in self.seats if seat.empire == empire), None)

    def mission(self, number: int) -> MissionState | None:
        return next((one for one in self.missions if one.number == number), None)


def default_layouts() -> dict[str, AgeLayout]:
    return dict(DEFAULT_LAYOUTS)


@dataclass(frozen=True)
class CampaignState:
    readings: Readings = field(default_factory=Readings)
    layouts: dict[str, AgeLayout] = field(default_factory=default_layouts)
    cards: dict[int, Card] = field(default_factory=dict)  # what the table filled in
    empires: tuple[EmpireState, ...] = ()
    session: CampaignSessionState | None = None
    played: int = 0
    discarded: tuple[int, ...] = ()  # provinces lost or not kept
    former: dict[str, int] = field(
        default_factory=dict
    )  # boxes, by player, of old empires
    former_keys: tuple[str, ...] = ()
    over: bool = False
    champions: tuple[str, ...] = ()
    next_readings: Readings | None = None  # from the next session on
    next_layouts: dict[str, AgeLayout] = field(default_factory=dict)
    helpers: KeptStates = field(
        default_factory=dict, metadata=UNSAID
    )  # until the session is finished
    # News of the table's box that this campaign doesn't want; see knowing.news_key.
    declined: tuple[str, ...] = field(default=(), metadata=UNSAID)

    def empire(self, key: str) -> EmpireState | None:
        for one in self.empires:  # asked for so often that a generator would show
            if one.key == key:
                return one
        return None

    @property
    def alive(self) -> tuple[EmpireState, ...]:
        return tuple(one for one in self.empires if one.alive)

    @property
    def holders(self) -> tuple[EmpireState, ...]:
        """Whose cards aren't in the pools: a winner keeps them, who fell has given them back."""
        holding = (Status.ALIVE, Status.WON)
        return tuple(one for one in self.empires if one.status in holding)

    @property
    def catalogue(self) -> Mapping[int, Card]:
        """Every slot, with what this table knows of it."""
        return ChainMap(self.cards, SLOTS)

    def layout(self, empire: EmpireState) -> AgeLayout:
        return self.layouts[empire.sheet.age]

    def put(self, empire: EmpireState) -> CampaignState:
        others = tuple(empire if one.key == empire.key else one for one in self.empires)
        return replace(self, empires=others)

    def put_seat(self, seat: SeatState) -> CampaignState:
        assert self.session is not None  # noqa: S101 - acts of a session check first
        seats = tuple(
            seat if one.empire == seat.empire else one for one in self.session.seats
        )
        return replace(self, session=replace(self.session, seats=seats))

    def put_mission(self, mission: MissionState) -> CampaignState:
        assert self.session is not None  # noqa: S101 - acts of a session check first
        missions = tuple(
            mission if one.number == mission.number else one
            for one in self.session.missions
        )
        return replace(self, session=replace(self.session, missions=missions))


def free_boxes(campaign: CampaignState, empire: EmpireState) -> dict[str, int]:
    """How many boxes are left on each track."""
    layout = campaign.layout(empire)
    return {
        category: layout.length(category) - empire.sheet.ticks.of(category)
        for category in Category
    }


def is_track_full(campaign: CampaignState, empire: EmpireState) -> bool:
    """ROE-25: whether the last box of any track is ticked."""
    layout, ticks = campaign.layout(empire), empire.sheet.ticks
    # Each by name: every choice that is offered asks this of every seat.
    return (
        ticks.diplomacy >= layout.diplomacy.length
        or ticks.economy >= layout.economy.length
        or ticks.science >= layout.science.length
    )


def reached_icons(
    campaign: CampaignState, empire: EmpireState, ticks: Ticks
) -> dict[str, int]:
    """ROE-40: the bonus icons on these ticked boxes, equal ones added up."""
    layout = campaign.layout(empire)
    reached: dict[str, int] = {}
    for category in Category:
        for icon in layout.reached(category, ticks.of(category)):
            reached[icon] = reached.get(icon, 0) + 1
    return reached
