"""Before a session and at the table: plain values for the templates of each stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from campaign.evening import steps
from campaign.evening.forms import mission_form
from campaign.evening.now import BEFORE, Evening, Seat
from campaign.evening.steps import Shown
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.choices import Choice, Option
from scoring.rise_of_empire.falling import SOLO_GOAL
from scoring.rise_of_empire.layout import CATEGORY_NAMES, COLOUR_NAMES, Icon
from scoring.rise_of_empire.missions import FIRST, LATER
from scoring.rise_of_empire.outlook import SetUp, to_go
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import Empire, Mission, Run, Status, icons

# Before


@dataclass(frozen=True)
class Ready:
    """An empire that may play, with what it lays out."""

    empire: Empire
    set_up: SetUp

    @property
    def nothing(self) -> bool:
        laid = (self.set_up.provinces, self.set_up.inventions, self.set_up.upkeep)
        icons = (self.set_up.bonuses, self.set_up.tokens, self.set_up.end_bonuses)
        return not any((*laid, *icons))


def before(evening: Evening) -> Shown:
    state = evening.state
    return {
        "ready": [Ready(one, evening.set_up(one)) for one in state.alive],
        "fallen": [one for one in state.empires if one.status == Status.COLLAPSED],
        "champions": [one for one in state.empires if one.key in state.champions],
        "may_open": bool(list(evening.offered("open_session"))),
        "may_play_on": bool(evening.options("play_on")),
        "missions_form": mission_form(),
    }


# During


@dataclass(frozen=True)
class MissionRow:
    """One empire's part in a mission."""

    seat: Seat
    marker: int
    missing: int | None
    run: Run | None
    done: bool
    complete: dict[str, Any] | None
    move: dict[str, Any] | None
    colours: list[dict[str, Any]]

    @property
    def back(self) -> dict[str, Any] | None:
        return {**self.move, "by": -1} if self.move and self.marker else None


@dataclass(frozen=True)
class MissionCard:
    mission: Mission
    card: Card
    rows: list[MissionRow]
    together: list[Seat]  # who may have completed it at the same moment
    replaced: Choice | None

    @property
    def worth(self) -> int:
        return LATER if self.mission.turned else FIRST

    @property
    def category(self) -> str:
        return CATEGORY_NAMES[self.mission.category]

    @property
    def anchor(self) -> str:
        return f"mission-{self.mission.number}"

    @property
    def data(self) -> dict[str, int]:
        """What is said of the card itself, whoever does what."""
        return {"mission": self.mission.number}


@dataclass(frozen=True)
class UpkeepBox:
    number: int
    goods: tuple[str, ...]
    paid: tuple[str, ...] | None
    ways: list[Option]


@dataclass(frozen=True)
class Upkeep:
    seat: Seat
    boxes: list[UpkeepBox]
    ignored: int  # boxes that may stay unpaid (ROE-43)

    @property
    def due(self) -> int:
        return sum(box.paid is None for box in self.boxes)


def playing(evening: Evening) -> Shown:
    return {
        "missions": [mission_card(evening, one) for one in missions(evening)],
        "upkeep": [one for one in map_upkeep(evening) if one.boxes],
        "late": evening.options("join_session"),
        "ready": [
            Ready(seat.empire, evening.set_up(seat.empire)) for seat in evening.seats
        ],
        "fresh": untouched(evening),
        "goal": SOLO_GOAL,
        "completed": sum(bool(one.completed) for one in missions(evening)),
        "solo": book.SOLO,
    }


def missions(evening: Evening) -> tuple[Mission, ...]:
    return evening.state.session.missions if evening.state.session else ()


def untouched(evening: Evening) -> bool:
    """Whether the table still sets up."""
    moved = any(one.markers or one.completed for one in missions(evening))
    return not moved and not any(seat.playing.paid for seat in evening.seats)


def mission_card(evening: Evening, mission: Mission) -> MissionCard:
    number = mission.number
    rows = [mission_row(evening, mission, seat) for seat in evening.seats]
    replaced = [
        choice
        for choice in evening.offered("replace_mission")
        if choice.options[0].data == {"mission": number}
    ]
    waiting = [row.seat for row in rows if row.complete]
    return MissionCard(
        mission,
        evening.state.catalogue[number],
        rows,
        waiting if len(waiting) > 1 else [],
        replaced[0] if replaced else None,
    )


def mission_row(evening: Evening, mission: Mission, seat: Seat) -> MissionRow:
    number, key = mission.number, seat.key
    complete = evening.options("complete_mission", key, mission=number)
    move = evening.options("move_marker", key, mission=number)
    counted = evening.options("count_in_a_row", key, mission=number)
    return MissionRow(
        seat,
        mission.markers.get(key, 0),
        to_go(evening.state, mission, key),
        mission.runs.get(key),
        key in mission.completed,
        complete[0].data if complete else None,
        move[0].data if move else None,
        [{**one.data, "colour": colour} for one in counted for colour in COLOUR_NAMES],
    )


def map_upkeep(evening: Evening) -> Iterator[Upkeep]:
    for seat in evening.seats:
        reached = icons(evening.state, seat.empire, seat.playing.ticks)
        yield Upkeep(
            seat,
            [upkeep_box(evening, seat, box) for box in seat.empire.sheet.boxes],
            reached.get(Icon.IGNORE_UPKEEP, 0),
        )


def upkeep_box(evening: Evening, seat: Seat, box: int) -> UpkeepBox:
    goods = evening.state.layout(seat.empire).map[box]
    ways = evening.options("pay_upkeep", seat.key, box=box)
    return UpkeepBox(box + 1, goods, seat.playing.paid.get(box), ways)


def nothing(_evening: Evening) -> Shown:
    return {}


PARTS: dict[str, Callable[[Evening], Shown]] = {
    BEFORE: before,
    Stage.PLAY: playing,
    Stage.LOSING: steps.losing,
    Stage.WINNER: steps.winner,
    Stage.AGES: steps.ages,
    Stage.KNOWLEDGE: steps.knowledge,
    Stage.INVENTIONS: steps.inventions,
    Stage.PROVINCES: steps.provinces,
    Stage.FINISH: nothing,
}
