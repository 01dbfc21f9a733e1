"""Two players with what only one of them can have: a faction, a clan, a leader, a place in turn order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from scoring.entries import entries_of
from scoring.rules import Problem, Rule
from scoring.sheet import Tally
from scoring.words import Message, Words, _, make_message


def find_twins(names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Who was first with a name, and who has it again."""
    first: dict[str, int] = {}
    for seat, own in enumerate(given.strip().casefold() for given in names):
        if own and own in first:
            yield first[own], seat
        first.setdefault(own, seat)


def repeated_names(names: Iterable[str]) -> list[int]:
    """The seats whose name another seat before them has already taken."""
    return [again for _first, again in find_twins(names)]


def twin_problems(
    tally: Tally[Any, Any], key: str, message: str, rule: Rule
) -> Iterator[Problem]:
    """Each pair of seats with the same in one entry; the message has `one`, `other` and `what`."""
    entry = entries_of(type(tally.seats[0]))[key]
    chosen = [getattr(seat, key) for seat in tally.seats]
    for first, again in find_twins(str(one) if one else "" for one in chosen):
        label = entry.choices.get(chosen[again])
        what: Words | int = Message(label) if label else chosen[again]
        values = {
            "one": numbered_player(first),
            "other": numbered_player(again),
            "what": what,
        }
        said = make_message(message, **values)
        yield Problem(said, rule, again, twin=first, entry=key)


def numbered_player(seat: int) -> Message:
    """A seat whose player isn't known here; whoever shows it puts the name in."""
    return make_message(_("Player %(number)s"), number=seat + 1)
