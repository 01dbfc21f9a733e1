"""What was corrected later of a campaign's first acts, as acts that follow right after them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.log.models import Act
from companion.log.replay import (
    AMEND,
    REPAIR,
    UNDO,
    EffectiveAct,
    RecordedAct,
    amends,
    effective_acts,
)
from scoring.engines import Data

Place = Callable[
    [int], int | None
]  # where an act comes to stand, None where it doesn't


@dataclass(frozen=True)
class CarriedAct:
    """A later undo, edit or repair, with what it says of the first acts alone."""

    act: Act
    number: int
    kind: str
    data: Data


class CannotCarry(ValueError):
    """Raised where the corrections can't be told by the first acts alone."""


def counted_until(
    first: Sequence[RecordedAct], later: Sequence[RecordedAct], after: int
) -> list[EffectiveAct]:
    """The first acts as they count now, with the undos, edits and repairs made later."""
    return [one for one in effective_acts([*first, *later]) if one.number <= after]


def carry_corrections(
    first: Sequence[Act], later: Sequence[Act], after: int
) -> list[CarriedAct]:
    """The later corrections of the first acts; none where those count as they did then."""
    wanted = counted_until(first, later, after)
    if effective_acts(first) == wanted:
        return []
    carried = list(restrict_all(later, after))
    if effective_acts([*first, *carried]) != wanted:
        raise CannotCarry
    return carried


def restrict_all(later: Iterable[Act], after: int) -> Iterator[CarriedAct]:
    places: dict[int, int] = {}

    def find_place(number: int) -> int | None:
        return number if number <= after else places.get(number)

    for act in later:
        if said := restrict(act, find_place):
            places[act.number] = after + len(places) + 1
            yield CarriedAct(act, places[act.number], *said)


def restrict(act: Act, find_place: Place) -> tuple[str, Data] | None:
    """Its kind and content without everything that isn't there; None where nothing is left."""
    own = (act.data["of"],) if amends(act) else act.data["of"]
    of = keep_places(own, find_place)
    without = keep_places(act.data.get("without", ()), find_place)
    if act.kind == UNDO or (act.kind == AMEND and not of):
        return (UNDO, {"of": [*of, *without]}) if of or without else None
    if not of:
        return None
    said: dict[str, Any] = {"of": of[0] if amends(act) else of}
    said |= {"by": act.data["by"]} if amends(act) else {}
    if act.kind == REPAIR:
        said["instead"] = restrict_places(act, find_place)
    elif without:
        said["without"] = without
    return act.kind, said


def keep_places(numbers: Iterable[int], find_place: Place) -> list[int]:
    return [place for one in numbers if (place := find_place(one))]


def restrict_places(act: Act, find_place: Place) -> dict[str, Any]:
    """What a repair put in the place of acts; what it put after all of them comes too late here."""
    found: dict[str, Any] = {}
    for key, said in act.data["instead"].items():
        place = find_place(int(key))
        if place and (place == int(key) or not said):
            found[str(place)] = said
    return found
