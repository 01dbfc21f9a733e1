"""Who sits where in a session, and which people of the table could join."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.tables.access import Here
from companion.tables.colours import COLOURS
from companion.tables.models import Person
from companion.tables.near_names import find_near_person
from scoring.seats import seat_letter
from scoring.sessions import SessionState

MANY = 2  # people it takes for one tap to be worth offering


@dataclass(frozen=True)
class Chip:
    """A person of the table: a tap seats them, another one takes the seat away."""

    person: Person
    seat: int | None


@dataclass(frozen=True)
class SeatingOffer:
    """People who are seated with one tap."""

    names: tuple[str, ...]
    again: bool  # those of the game before, and not the whole table


@dataclass(frozen=True)
class LineUp:
    chips: tuple[Chip, ...]
    most: int
    full: bool  # nobody else can join
    named: bool  # somebody sits here by name


@dataclass(frozen=True)
class NearName:
    """A name at the table that is nearly the name of somebody who isn't seated."""

    seat: int
    typed: str
    person: Person


@dataclass(frozen=True)
class OthersSeats:
    """What the visitor may not read, or may only read, in the seats of others."""

    hidden: frozenset[int] = frozenset()
    locked: frozenset[int] = frozenset()


def seats_with_phones(session: SessionState, here: Here) -> list[int]:
    """Other people's seats that are entered on phones of their own, for whoever sits here too."""
    own = find_seat(session, here.person)
    if own is None or here.table is None:
        return []
    phones = here.table.phones.filter(gone=False, person__isnull=False)
    seats = {find_seat(session, one.person) for one in phones.select_related("person")}
    return sorted(seat for seat in seats if seat is not None and seat != own)


def find_others_seats(session: SessionState, here: Here) -> OthersSeats:
    """Hidden scores hide other people's entries from whoever has a seat of their own."""
    own = find_seat(session, here.person)
    others = frozenset(range(session.players)) - {own}
    named = {seat for seat in others if session.names[seat]}
    return OthersSeats(
        hidden=frozenset(named if session.covered and own is not None else ()),
        locked=frozenset(seat for seat in named if not here.owns(session.names[seat])),
    )


def may_enter_for(session: SessionState, here: Here, player: str) -> bool:
    """Whether the visitor may write into the cells of this player."""
    names = [name.casefold() for name in session.names]
    seat = names.index(player.casefold()) if player.casefold() in names else None
    hidden = find_others_seats(session, here).hidden
    return here.owns(player) and seat not in hidden


def is_full(session: SessionState) -> bool:
    """Whether nobody else can join."""
    return session.players >= session.rules.players[-1] and all(session.names)


def make_lineup(session: SessionState, people: Iterable[Person]) -> LineUp:
    return LineUp(
        chips=tuple(Chip(one, find_seat(session, one)) for one in people),
        most=session.rules.players[-1],
        full=is_full(session),
        named=any(session.names),
    )


def find_near_names(
    session: SessionState, here: Here, people: Iterable[Person]
) -> list[NearName]:
    """What the visitor is asked about names: those only that they may write."""
    absent = [one for one in people if find_seat(session, one) is None]
    known = {one.name.casefold() for one in people}
    asked = (
        (seat, name, find_near_person(name, absent))
        for seat, name in enumerate(session.names)
        if name and name.casefold() not in known and may_enter_for(session, here, name)
    )
    return [NearName(seat, name, near) for seat, name, near in asked if near]


def make_offers(
    session: SessionState, here: Here, people: Iterable[Person], before: Iterable[str]
) -> list[SeatingOffer]:
    """Who can be seated in one tap while nobody is: the players of the game before, or everybody."""
    known = {one.name.casefold(): one.name for one in people}
    again = tuple(known[name.casefold()] for name in before if name.casefold() in known)
    fits = range(MANY, session.rules.players[-1] + 1)
    found = [SeatingOffer(again, again=True)] if len(again) in fits else []
    if len(known) in fits and set(again) != set(known.values()):
        found.append(SeatingOffer(tuple(known.values()), again=False))
    if any(session.names) or here.only_own:
        return []
    return [replace(one, names=begin_with(one.names, here.person)) for one in found]


def begin_with(names: tuple[str, ...], person: Person | None) -> tuple[str, ...]:
    """The same circle of people, from this person on."""
    at = names.index(person.name) if person and person.name in names else 0
    return names[at:] + names[:at]


# Which people's colours look like the one a seat has by itself.
LIKE_SEAT = {
    "A": {"red"},
    "B": {"blue"},
    "C": {"green"},
    "D": {"yellow", "orange"},
    "E": {"purple"},
    "F": {"black"},
}


def seat_tints(session: SessionState, people: Iterable[Person]) -> tuple[str, ...]:
    """Everybody's own colour. Who has none keeps their seat's, unless somebody else's looks like it."""
    known = {one.name.casefold(): one.colour for one in people}
    tints = [known.get(name.casefold(), "") for name in session.names]
    plain = {seat for seat, tint in enumerate(tints) if not tint}
    for seat in sorted(plain):
        if LIKE_SEAT[seat_letter(seat)] & set(tints):
            others = (LIKE_SEAT[seat_letter(one)] for one in plain - {seat})
            taken = set(tints).union(*others)
            tints[seat] = next((one for one in COLOURS if one not in taken), "")
    return tuple(tints)


def find_seat(session: SessionState, person: Person | None) -> int | None:
    """Where this person sits, if they play."""
    names = [name.casefold() for name in session.names]
    own = person.name.casefold() if person else ""
    return names.index(own) if own in names and own else None
