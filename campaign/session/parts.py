"""Before a session and at the table: plain values for the templates of each stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from campaign.goods import count_good
from campaign.session import steps
from campaign.session.forms import mission_form
from campaign.session.now import BEFORE, SeatView, SessionView
from campaign.session.steps import Shown
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.falling import SOLO_GOAL
from scoring.rise_of_empire.layout import (
    CATEGORY_NAMES,
    COLOUR_NAMES,
    Colour,
    Icon,
)
from scoring.rise_of_empire.missions import FIRST, LATER
from scoring.rise_of_empire.offers import Choice, Option
from scoring.rise_of_empire.outlook import SetUp, boxes_to_go
from scoring.rise_of_empire.stages import Stage
from scoring.rise_of_empire.state import (
    EmpireState,
    MissionState,
    Run,
    Status,
    reached_icons,
)
from scoring.rise_of_empire.upkeep import unpaid_boxes

COLONY_COLOURS = (Colour.RED, Colour.GREY, Colour.BROWN)

# Before


@dataclass(frozen=True)
class Ready:
    """An empire that may play, with what it lays out."""

    empire: EmpireState
    set_up: SetUp

    @property
    def nothing(self) -> bool:
        laid = (self.set_up.provinces, self.set_up.inventions, self.set_up.upkeep)
        icons = (self.set_up.bonuses, self.set_up.tokens, self.set_up.end_bonuses)
        return not any((*laid, *icons))


def before_part(view: SessionView) -> Shown:
    state = view.state
    return {
        "ready": [Ready(one, view.set_up(one)) for one in state.alive],
        "fallen": [one for one in state.empires if one.status == Status.COLLAPSED],
        "champions": [one for one in state.empires if one.key in state.champions],
        "may_open": bool(list(view.offered("open_session"))),
        "may_play_on": bool(view.options("play_on")),
        "missions_form": mission_form(),
    }


# During


@dataclass(frozen=True)
class MissionRow:
    """One empire's part in a mission."""

    seat: SeatView
    marker: int
    missing: int | None
    run: Run | None
    done: bool
    complete: dict[str, Any] | None
    move: dict[str, Any] | None
    colours: list[dict[str, Any]]

    @property
    def colony(self) -> dict[str, Any] | None:
        """Obchodní kolonie goes on with a run of any of its three colours (ROE-19)."""
        if self.run is None or self.run.colour not in COLONY_COLOURS:
            return None
        return next(
            (one for one in self.colours if one["colour"] == self.run.colour), None
        )

    @property
    def back(self) -> dict[str, Any] | None:
        return {**self.move, "by": -1} if self.move and self.marker else None


@dataclass(frozen=True)
class MissionCard:
    mission: MissionState
    card: Card
    rows: list[MissionRow]
    together: list[SeatView]  # who may have completed it at the same moment
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
    seat: SeatView
    boxes: list[UpkeepBox]
    ignored: int  # boxes that may stay unpaid (ROE-43)
    needed: dict[str, int]  # the goods that still have to be paid

    @property
    def due(self) -> int:
        return sum(box.paid is None for box in self.boxes)

    @property
    def told(self) -> str:
        """The goods in words, for whoever can't see them."""
        return ", ".join(count_good(good, count) for good, count in self.needed.items())


def playing_part(view: SessionView) -> Shown:
    return {
        "missions": [mission_card(view, one) for one in laid_missions(view)],
        "upkeep": [one for one in map_upkeep(view) if one.boxes],
        "late": view.options("join_session"),
        "ready": [Ready(seat.empire, view.set_up(seat.empire)) for seat in view.seats],
        "fresh": is_untouched(view),
        "goal": SOLO_GOAL,
        "completed": sum(bool(one.completed) for one in laid_missions(view)),
        "solo": book.SOLO,
    }


def laid_missions(view: SessionView) -> tuple[MissionState, ...]:
    return view.state.session.missions if view.state.session else ()


def is_untouched(view: SessionView) -> bool:
    """Whether the table still sets up."""
    moved = any(one.markers or one.completed for one in laid_missions(view))
    return not moved and not any(seat.playing.paid for seat in view.seats)


def mission_card(view: SessionView, mission: MissionState) -> MissionCard:
    number = mission.number
    rows = [mission_row(view, mission, seat) for seat in view.seats]
    replaced = [
        choice
        for choice in view.offered("replace_mission")
        if choice.options[0].data == {"mission": number}
    ]
    waiting = [row.seat for row in rows if row.complete]
    return MissionCard(
        mission,
        view.state.catalogue[number],
        rows,
        waiting if len(waiting) > 1 else [],
        replaced[0] if replaced else None,
    )


def mission_row(view: SessionView, mission: MissionState, seat: SeatView) -> MissionRow:
    number, key = mission.number, seat.key
    complete = view.options("complete_mission", key, mission=number)
    move = view.options("move_marker", key, mission=number)
    counted = view.options("count_in_a_row", key, mission=number)
    return MissionRow(
        seat,
        mission.markers.get(key, 0),
        boxes_to_go(view.state, mission, key),
        mission.runs.get(key),
        key in mission.completed,
        complete[0].data if complete else None,
        move[0].data if move else None,
        [{**one.data, "colour": colour} for one in counted for colour in COLOUR_NAMES],
    )


def map_upkeep(view: SessionView) -> Iterator[Upkeep]:
    for seat in view.seats:
        reached = reached_icons(view.state, seat.empire, seat.playing.ticks)
        yield Upkeep(
            seat,
            [upkeep_box(view, seat, box) for box in seat.empire.sheet.boxes],
            reached.get(Icon.IGNORE_UPKEEP, 0),
            needed_goods(view, seat),
        )


def needed_goods(view: SessionView, seat: SeatView) -> dict[str, int]:
    if view.stage != Stage.PLAY:
        return {}
    layout = view.state.layout(seat.empire).map
    left = unpaid_boxes(view.state, seat.playing)
    return dict(Counter(good for box in left for good in layout[box]))


def upkeep_box(view: SessionView, seat: SeatView, box: int) -> UpkeepBox:
    goods = view.state.layout(seat.empire).map[box]
    ways = view.options("pay_upkeep", seat.key, box=box)
    return UpkeepBox(box + 1, goods, seat.playing.paid.get(box), ways)


def empty_part(_view: SessionView) -> Shown:
    return {}


PARTS: dict[str, Callable[[SessionView], Shown]] = {
    BEFORE: before_part,
    Stage.PLAY: playing_part,
    Stage.LOSING: steps.losing_part,
    Stage.WINNER: steps.winner_part,
    Stage.AGES: steps.ages_part,
    Stage.KNOWLEDGE: steps.knowledge_part,
    Stage.INVENTIONS: steps.inventions_part,
    Stage.PROVINCES: steps.provinces_part,
    Stage.FINISH: empty_part,
}
