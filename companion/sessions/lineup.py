"""Who sits where in a session, and which people of the table could join."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.tables.models import Person
from scoring.sessions import SessionState


@dataclass(frozen=True)
class Chip:
    """A person of the table: a tap seats them, another one takes the seat away."""

    person: Person
    seat: int | None


@dataclass(frozen=True)
class LineUp:
    chips: tuple[Chip, ...]
    most: int
    full: bool  # nobody else can join
    named: bool  # somebody sits here by name


def make_lineup(session: SessionState, people: Iterable[Person]) -> LineUp:
    most = session.rules.players[-1]
    return LineUp(
        chips=tuple(Chip(one, find_seat(session, one)) for one in people),
        most=most,
        full=session.players >= most and all(session.names),
        named=any(session.names),
    )


def find_seat(session: SessionState, person: Person | None) -> int | None:
    """Where this person sits, if they play."""
    names = [name.casefold() for name in session.names]
    own = person.name.casefold() if person else ""
    return names.index(own) if own in names and own else None
