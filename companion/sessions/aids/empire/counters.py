"""Counters of the campaign's missions and cards, and the plan for the upkeep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest

from companion.sessions.aids.at_hand import QueryRecords
from companion.sessions.aids.tapping import helper_link
from scoring.rise_of_empire import counting
from scoring.rise_of_empire.counting import Pairs, PaymentPlan, RunInARow, Supply
from scoring.rise_of_empire.layout import COLOUR_NAMES, GOOD_NAMES, Good
from scoring.words import _

ROWS = {
    "built": _("Built in a row"),
    "razed": _("Razed in a row"),
}


@dataclass(frozen=True)
class ShownRow:
    key: str
    title: str
    row: RunInARow
    taps: list[tuple[str, str, str]]  # colour, its name, the address after it
    take_back: str

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
    built: str
    lost: str
    take_back: str


class Counters:
    """The logs of an address: one for each run, one for each colour's pairs."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self.logs = {key: counting.in_a_row(request.GET.get(key, "")) for key in ROWS}
        self.counted = {
            colour: counting.new_pairs(request.GET.get(colour, ""))
            for colour in COLOUR_NAMES
        }

    @property
    def query(self) -> dict[str, str]:
        runs = {key: row.log for key, row in self.logs.items()}
        pairs = {str(colour): one.log for colour, one in self.counted.items()}
        return {key: log for key, log in {**runs, **pairs}.items() if log}

    def then(self, key: str, log: str) -> str:
        most = counting.MOST_TAPS
        changed = {**self.query, key: log[-most:]}
        return helper_link(self.request, {k: v for k, v in changed.items() if v})

    @property
    def rows(self) -> list[ShownRow]:
        return [self.row(key, row) for key, row in self.logs.items()]

    def row(self, key: str, row: RunInARow) -> ShownRow:
        taps = [
            (colour, counting.ROW_NAMES[colour], self.then(key, row.log + sign))
            for sign, colour in counting.ROW_SIGNS.items()
        ]
        back = self.then(key, row.log[:-1]) if row.log else ""
        return ShownRow(key, ROWS[key], row, taps, back)

    @property
    def pairs(self) -> list[ShownPairs]:
        return [self.pair(colour, one) for colour, one in self.counted.items()]

    def pair(self, colour: str, pairs: Pairs) -> ShownPairs:
        log = pairs.log
        full = len(log) >= counting.MOST_TAPS
        built = "" if full else self.then(colour, log + counting.BUILT)
        can_lose = pairs.locations and not full
        lost = self.then(colour, log + counting.LOST) if can_lose else ""
        back = self.then(colour, log[:-1]) if log else ""
        return ShownPairs(colour, COLOUR_NAMES[colour], pairs, built, lost, back)


class UpkeepPlan:
    """The ticked boxes with their goods in the address, changed by buttons of the form."""

    def __init__(self, request: HttpRequest) -> None:
        self.form = QueryRecords(request.GET, {"has": Supply})
        self.data = request.GET
        read = [goods_of(box) for box in self.data.get("boxes", "").split("_")]
        self.boxes = [box for box in read if box][: counting.MOST_BOXES]
        self.change()

    def change(self) -> None:
        """What a button asks for: a good for a box, or a box to go."""
        box, _dot, good = self.data.get("put", "").partition(".")
        known = {str(i): i for i in range(len(self.boxes) + 1)}
        if box not in known or (good and good not in tuple(Good)):
            return
        place = known[box]
        boxes = [*self.boxes, ()]
        boxes[place] = (*boxes[place], good)[: counting.MOST_IN_BOX] if good else ()
        self.boxes = [one for one in boxes if one][: counting.MOST_BOXES]

    @property
    def written(self) -> str:
        return "_".join("-".join(box) for box in self.boxes)

    @property
    def query(self) -> dict[str, str]:
        boxes = {"boxes": self.written} if self.boxes else {}
        return {**boxes, **self.form.entered}

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
    return tuple(known[: counting.MOST_IN_BOX])
