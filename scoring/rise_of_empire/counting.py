"""Counters for cards that look at runs and pairs, and a plan for the upkeep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scoring.entries import count, reading
from scoring.helping import Around, HelperMove, KeptHelper, check_seat, refuse_move
from scoring.rise_of_empire import session
from scoring.rise_of_empire.layout import (
    COLONY,
    COLONY_NAME,
    COLOUR_NAMES,
    GOOD_NAMES,
    Colour,
    Good,
)
from scoring.rise_of_empire.outlook import pays_new_pair
from scoring.rise_of_empire.rulebook import IN_A_ROW, NEW_PAIR, PAYING
from scoring.rise_of_empire.upkeep import REPLACED_BY_GOLD
from scoring.seats import seat_letter
from scoring.words import Message, Words, _, make_message

# ROE-19

TO_COMPLETE = 3  # ROE-19: Avicenna and Charlemagne
COLONY_COLOURS = (Colour.RED, Colour.GREY, Colour.BROWN)
# One letter for each: the log of a counter stands in an address.
ROW_SIGNS: dict[str, str] = {
    "r": Colour.RED,
    "g": Colour.GREY,
    "b": Colour.BROWN,
    "y": Colour.GOLD,
    "u": Colour.BLUE,
    "k": COLONY,
}
ROW_NAMES: dict[str, str] = {**COLOUR_NAMES, COLONY: COLONY_NAME}
MOST_TAPS = 60


@dataclass(frozen=True)
class RunInARow:
    """ROE-19: how many of one colour in a row, and of which colour that is."""

    run: int = 0
    colours: tuple[str, ...] = ()  # several while only a colony was counted
    log: str = ""

    @property
    def complete(self) -> bool:
        return self.run >= TO_COMPLETE

    @property
    def missing(self) -> int:
        return max(0, TO_COMPLETE - self.run)


def in_a_row(log: str) -> RunInARow:
    """ROE-19: another colour starts the run again at 1 in that colour."""
    runs: dict[str, int] = {}
    known = "".join(sign for sign in log if sign in ROW_SIGNS)[:MOST_TAPS]
    for sign in known:
        runs = {colour: runs.get(colour, 0) + 1 for colour in colours_of(sign)}
    longest = max(runs.values(), default=0)
    return RunInARow(
        longest, tuple(c for c, run in runs.items() if run == longest), known
    )


def colours_of(sign: str) -> tuple[str, ...]:
    colour = ROW_SIGNS[sign]
    return COLONY_COLOURS if colour == COLONY else (colour,)


# ROE-20

BUILT, LOST = "b", "l"
MOST_LOCATIONS = 30


@dataclass(frozen=True)
class Pairs:
    """ROE-20: the locations of a colour, the markers on the card, and what just happened."""

    locations: int = 0
    markers: int = 0
    paid: bool = False  # by the last location
    log: str = ""

    @property
    def next_at(self) -> int:
        """How many locations pay the next time."""
        return 2 * (self.markers + 1)


def new_pairs(log: str) -> Pairs:
    """ROE-20: a card pays for each pair once, also when one of it is lost and built anew."""
    pairs = Pairs()
    for step in log[:MOST_TAPS]:
        pairs = count_pair(pairs, step)
    return pairs


def count_pair(pairs: Pairs, step: str) -> Pairs:
    more = {BUILT: 1, LOST: -1}.get(step, 0)
    locations = pairs.locations + more
    if not more or not 0 <= locations <= MOST_LOCATIONS:
        return pairs
    paid = step == BUILT and pays_new_pair(locations, pairs.markers)
    return Pairs(locations, pairs.markers + paid, paid, pairs.log + step)


# Both, for everybody in a session

RUN_NAMES = {"built": _("Built in a row"), "razed": _("Razed in a row")}


@dataclass(frozen=True)
class SeatCounters:
    """The logs of one player: one for each run, one for each colour's pairs."""

    logs: dict[str, str] = field(default_factory=dict)

    def run(self, key: str) -> RunInARow:
        return in_a_row(self.logs.get(key, ""))

    def pairs(self, colour: str) -> Pairs:
        return new_pairs(self.logs.get(colour, ""))

    def count(self, counter: str, sign: str) -> SeatCounters:
        """One tap more; a full log lets its oldest tap go where that changes nothing."""
        log = self.logs.get(counter, "")
        if counter in RUN_NAMES:
            refuse_move(sign not in ROW_SIGNS, _("Tap the colour."), IN_A_ROW)
            return SeatCounters({**self.logs, counter: (log + sign)[-MOST_TAPS:]})
        known = counter in COLOUR_NAMES and new_pairs(log + sign).log == log + sign
        refuse_move(not known, _("This can't be counted."), NEW_PAIR)
        return SeatCounters({**self.logs, counter: log + sign})


@dataclass(frozen=True)
class CountersOfSeats:
    seats: dict[int, SeatCounters] = field(default_factory=dict)

    def of(self, seat: int) -> SeatCounters:
        return self.seats.get(seat, SeatCounters())


@dataclass(frozen=True)
class CountTap(HelperMove[CountersOfSeats]):
    """One location built, lost or razed by one player."""

    seat: int
    counter: str
    sign: str

    def apply(self, state: CountersOfSeats, around: Around) -> CountersOfSeats:
        check_seat(self.seat, around)
        own = state.of(self.seat).count(self.counter, self.sign)
        return CountersOfSeats({**state.seats, self.seat: own})

    @property
    def words(self) -> Words:
        if self.counter in RUN_NAMES:
            what, how = RUN_NAMES[self.counter], ROW_NAMES[ROW_SIGNS[self.sign]]
        else:
            what = COLOUR_NAMES[self.counter]
            how = _("built") if self.sign == BUILT else _("lost")
        seat = seat_letter(self.seat)
        text = _("%(seat)s: %(what)s, %(how)s")
        return make_message(text, seat=seat, what=Message(what), how=Message(how))


def reseat_counters(
    state: CountersOfSeats, moved: Mapping[int, int]
) -> CountersOfSeats:
    return CountersOfSeats({moved.get(at, at): one for at, one in state.seats.items()})


COUNTERS = KeptHelper(
    "empire-counters",
    CountersOfSeats,
    (CountTap,),
    lambda _around: CountersOfSeats(),
    reseat_counters,
)

# ROE-10 and 11

MOST_BOXES = 10


def supply_entry(good: str) -> int:
    return count(GOOD_NAMES[good], PAYING, maximum=99)


@dataclass(frozen=True)
class Supply:
    """What lies in the supply, and what the bonuses allow."""

    worker: int = supply_entry(Good.WORKER)
    wood: int = supply_entry(Good.WOOD)
    stone: int = supply_entry(Good.STONE)
    food: int = supply_entry(Good.FOOD)
    gold: int = supply_entry(Good.GOLD)
    raze: int = supply_entry(Good.RAZE)
    defence: int = supply_entry(Good.DEFENCE)
    ignored: int = count(
        _("Boxes I can leave unpaid"), session.UPKEEP, maximum=MOST_BOXES
    )
    by_gold: str = reading(
        _("Gold can pay for wood, stone or food"),
        PAYING,
        {"yes": _("yes"), "no": _("no")},
    )

    @property
    def goods(self) -> Counter[str]:
        return Counter({good: getattr(self, good) for good in Good})


@dataclass(frozen=True)
class PaymentPlan:
    """The cheapest way to keep all provinces: what is ignored, what gold stands for, what is missing."""

    ignored: tuple[int, ...]
    gold_for: Mapping[str, int]
    missing: Mapping[str, int]
    left: Mapping[str, int]

    @property
    def complete(self) -> bool:
        return not self.missing

    @property
    def sentences(self) -> Iterable[Words]:
        for box in self.ignored:
            yield make_message(_("Leave box %(number)s unpaid."), number=box + 1)
        for good, number in self.gold_for.items():
            yield good_message(
                _("Pay %(number)s gold instead of %(good)s"), good, number
            )
        for good, number in self.missing.items():
            yield good_message(_("%(number)s more %(good)s needed"), good, number)


def good_message(text: str, good: str, number: int) -> Message:
    return make_message(text, good=Message(GOOD_NAMES[good]), number=number)


def upkeep_plan(boxes: Sequence[Sequence[str]], has: Supply) -> PaymentPlan:
    """ROE-10 and 11: the boxes to ignore so that the least is missing, then the most is left."""
    spared = min(has.ignored, len(boxes))
    plans = [
        plan_payment(boxes, out, has) for out in combinations(range(len(boxes)), spared)
    ]
    return min(
        plans, key=lambda one: (total_goods(one.missing), -total_goods(one.left))
    )


def plan_payment(
    boxes: Sequence[Sequence[str]], out: tuple[int, ...], has: Supply
) -> PaymentPlan:
    """What the boxes that aren't ignored take from the supply."""
    due = Counter(good for i, box in enumerate(boxes) if i not in out for good in box)
    short, left = due - has.goods, has.goods - due
    gold_for: Counter[str] = Counter()
    if has.by_gold == "yes":
        for good in REPLACED_BY_GOLD:
            used = min(left[Good.GOLD], short[good])
            gold_for[good] += used
            left[Good.GOLD] -= used
    return PaymentPlan(out, dict(+gold_for), dict(short - gold_for), dict(+left))


def total_goods(several: Mapping[str, int]) -> int:
    return sum(several.values())


COUNTERS_CITED = (IN_A_ROW, NEW_PAIR)
UPKEEP_CITED = (PAYING, session.UPKEEP)
