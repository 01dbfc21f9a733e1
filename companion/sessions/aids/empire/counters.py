"""Counters of the campaign's missions and cards, and the plan for the upkeep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, QueryDict

from companion.sessions.aids.at_hand import QueryRecords
from companion.sessions.aids.desk import HelperDesk, Tap, open_desk
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.tapping import read_number
from scoring.rise_of_empire import counting
from scoring.rise_of_empire.counting import (
    COUNTERS,
    RUN_NAMES,
    CountersOfSeats,
    CountTap,
    Pairs,
    PaymentPlan,
    RunInARow,
    SeatCounters,
    Supply,
)
from scoring.rise_of_empire.layout import COLOUR_NAMES, GOOD_NAMES, MOST_GOODS, Good


@dataclass(frozen=True)
class ShownRun:
    key: str
    title: str
    row: RunInARow
    taps: list[tuple[str, str, Tap | None]]  # colour, its name, the tap that counts it
    take_back: Tap | None

    @property
    def colours(self) -> list[str]:
        return [counting.ROW_NAMES[colour] for colour in self.row.colours]

    @property
    def boxes(self) -> list[bool]:
        return [box < self.row.run for box in range(counting.TO_COMPLETE)]


@dataclass(frozen=True)
class ShownPairs:
    colour: str
    name: str
    pairs: Pairs
    built: Tap | None
    lost: Tap | None


def read_counters(data: QueryDict) -> CountersOfSeats:
    """The logs of an address; a quick look counts for one."""
    runs = {key: counting.in_a_row(data.get(key, "")).log for key in RUN_NAMES}
    pairs = {
        str(one): counting.new_pairs(data.get(one, "")).log for one in COLOUR_NAMES
    }
    logs = {key: log for key, log in {**runs, **pairs}.items() if log}
    return CountersOfSeats({0: SeatCounters(logs)} if logs else {})


def write_counters(state: CountersOfSeats) -> dict[str, str]:
    return {key: log for key, log in state.of(0).logs.items() if log}


class Counters:
    """The runs and pairs of one player."""

    def __init__(self, request: HttpRequest, play: OpenGame | None) -> None:
        self.desk: HelperDesk[CountersOfSeats] = open_desk(
            request, COUNTERS, play, read=read_counters, write=write_counters
        )
        self.play = play
        own = play.own_seat if play else None
        seats = range(play.players if play else 1)
        self.seat = read_number(request.GET, "seat", seats, own or 0)
        self.logs = self.desk.state.of(self.seat)

    @property
    def query(self) -> dict[str, str]:
        chosen = self.play and self.seat != (self.play.own_seat or 0)
        return {"seat": str(self.seat)} if chosen else self.desk.query

    @property
    def seats(self) -> list[tuple[int, str]]:
        """Whose counters can be looked at."""
        return list(enumerate(self.play.names)) if self.play else []

    def then(self, counter: str, sign: str) -> Tap | None:
        return self.desk.tap(CountTap(self.seat, counter, sign))

    @property
    def rows(self) -> list[ShownRun]:
        return [self.row(key, title) for key, title in RUN_NAMES.items()]

    def row(self, key: str, title: str) -> ShownRun:
        row = self.logs.run(key)
        taps = [
            (colour, counting.ROW_NAMES[colour], self.then(key, sign))
            for sign, colour in counting.ROW_SIGNS.items()
        ]
        return ShownRun(key, title, row, taps, self.take_back(key))

    def take_back(self, counter: str) -> Tap | None:
        logs = self.logs.logs
        if not logs.get(counter):
            return None
        shorter = SeatCounters({**logs, counter: logs[counter][:-1]})
        return self.desk.jump(CountersOfSeats({0: shorter}))

    @property
    def pairs(self) -> list[ShownPairs]:
        return [self.pair(colour, name) for colour, name in COLOUR_NAMES.items()]

    def pair(self, colour: str, name: str) -> ShownPairs:
        built, lost = (
            self.then(colour, sign) for sign in (counting.BUILT, counting.LOST)
        )
        return ShownPairs(colour, name, self.logs.pairs(colour), built, lost)


class UpkeepPlan:
    """The ticked boxes with their goods: those of the campaign's map, or as the address has them."""

    def __init__(self, request: HttpRequest, play: OpenGame | None = None) -> None:
        self.form = QueryRecords(request.GET, {"has": Supply})
        self.data, self.play = request.GET, play
        self.maps = play.maps if play else ()
        self.own = (play.own_seat or 0) if play else 0
        self.seat = read_number(self.data, "seat", range(len(self.maps)), self.own)
        known = self.maps[self.seat] if self.maps else ()
        self.known = list(known[: counting.MOST_BOXES])
        self.boxes = self.read_boxes()
        self.change()

    def read_boxes(self) -> list[tuple[str, ...]]:
        if "boxes" not in self.data:
            return self.known
        read = [goods_of(box) for box in self.data["boxes"].split("_")]
        return [box for box in read if box][: counting.MOST_BOXES]

    @property
    def seats(self) -> list[tuple[int, str]]:
        """Whose map can be planned for."""
        several = self.play is not None and len(self.maps) > 1
        return list(enumerate(self.play.names)) if self.play and several else []

    def change(self) -> None:
        """What a button asks for: a good for a box, or a box to go."""
        box, _dot, good = self.data.get("put", "").partition(".")
        known = {str(i): i for i in range(len(self.boxes) + 1)}
        if box not in known or (good and good not in tuple(Good)):
            return
        place = known[box]
        boxes = [*self.boxes, ()]
        boxes[place] = (*boxes[place], good)[:MOST_GOODS] if good else ()
        self.boxes = [one for one in boxes if one][: counting.MOST_BOXES]

    @property
    def written(self) -> str:
        return "_".join("-".join(box) for box in self.boxes)

    @property
    def query(self) -> dict[str, str]:
        """Nothing that is known anyway, so that a paid box goes by itself."""
        seat = {"seat": str(self.seat)} if self.seat != self.own else {}
        boxes = {"boxes": self.written} if self.boxes != self.known else {}
        return {**seat, **boxes, **self.form.entered}

    @property
    def goods(self) -> Mapping[str, str]:
        return GOOD_NAMES

    @property
    def shown(self) -> list[list[tuple[str, str]]]:
        return [[(good, GOOD_NAMES[good]) for good in box] for box in self.boxes]

    @property
    def last(self) -> int:
        return len(self.boxes) - 1

    @property
    def left(self) -> list[tuple[str, str, int]]:
        left = self.plan.left if self.plan else {}
        return [(good, GOOD_NAMES[good], number) for good, number in left.items()]

    @property
    def may_add(self) -> bool:
        return len(self.boxes) < counting.MOST_BOXES

    @property
    def plan(self) -> PaymentPlan | None:
        supply: Supply = self.form.record("has")
        return counting.upkeep_plan(self.boxes, supply) if self.boxes else None


def goods_of(written: str) -> tuple[str, ...]:
    known = [good for good in written.split("-") if good in tuple(Good)]
    return tuple(known[:MOST_GOODS])
