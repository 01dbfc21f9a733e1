"""Arcs: how far everybody is, and what the table does between two chapters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scoring.arcs import rulebook as book
from scoring.arcs.chapters import (
    ArcsSeat,
    Chapter,
    PlayedArcs,
    declared_ambitions,
    ending,
)
from scoring.arcs.rulebook import Ambition
from scoring.rules import Rule
from scoring.sheet import Race, TableStep, is_untouched
from scoring.words import Words, _, make_message

OVER = _("The game is over. There is no next chapter.")


def race(session: PlayedArcs) -> Race:
    enough = book.POWER_TO_END[session.players]
    return Race(_("Power that ends the game"), enough, session.totals, book.END)


def steps(session: PlayedArcs) -> Iterator[TableStep]:
    """ARC-20: from the scoring of the last chapter to the first card of the next."""
    chapter = session.last
    if is_untouched(drop_carried_cities(session)):
        return
    if ending(session).over:
        yield TableStep(OVER, book.END, None, chapter.number)
        return
    yield from card_steps(chapter)
    for message, rule in (
        *clean_up_steps(chapter),
        *marker_steps(chapter),
        *next_chapter_steps(session),
    ):
        yield TableStep(message, rule, None, chapter.number)


def drop_carried_cities(session: PlayedArcs) -> Chapter:
    """ARC-9: the last chapter without the cities that only stand there from the one before."""
    chapter = session.last
    if len(session.tallies) < 2:
        return chapter
    pairs = zip(chapter.seats, session.tallies[-2].seats, strict=True)
    blank = ArcsSeat()
    seats = [
        replace(seat, cities=blank.cities) if seat.cities == before.cities else seat
        for seat, before in pairs
    ]
    return replace(chapter, seats=tuple(seats))


def card_steps(chapter: Chapter) -> Iterator[TableStep]:
    """ARC-13: what cards demand after scoring, so before anything is cleaned up."""
    tycoon = Ambition.TYCOON in declared_ambitions(chapter)
    for number, seat in enumerate(chapter.seats):
        for message in discarded_cards(seat, tycoon=tycoon):
            yield TableStep(message, book.CARDS, number, chapter.number)


def discarded_cards(seat: ArcsSeat, *, tycoon: bool) -> Iterator[str]:
    """The cartels whatever was scored, the leader only after Tycoon."""
    if seat.material_cartel:
        yield _("Material Cartel: rivals discard their materials.")
    if seat.fuel_cartel:
        yield _("Fuel Cartel: rivals discard their fuel.")
    if seat.leader == book.FUEL_DRINKER and tycoon:
        yield _("Fuel-Drinker discards fuel.")


def clean_up_steps(chapter: Chapter) -> Iterator[tuple[Words, Rule]]:
    """ARC-9 and 12: what a scored ambition sends back, and what that leaves no room for."""
    names = declared_ambitions(chapter)
    if Ambition.WARLORD in names:
        yield _("Return all trophies."), book.CLEAN_UP
    if Ambition.TYRANT in names:
        yield _("Return all captives."), book.CLEAN_UP
    if Ambition.WARLORD in names and any(seat.trophies for seat in chapter.seats):
        # Which pieces the trophies are isn't entered, nor are weapons, which take slots too.
        yield (
            _("Cities among the trophies return to the rightmost empty places."),
            book.CLEAN_UP,
        )
        yield (
            _("Discard resources that don't fit your slots."),
            book.SLOTS,
        )


def marker_steps(chapter: Chapter) -> Iterator[tuple[Words, Rule]]:
    """ARC-2: all markers come back, and the lowest that isn't turned is."""
    if any(declared_ambitions(chapter)):
        yield _("Return all ambition markers."), book.MARKERS
    for before, after in book.MARKER_SIDES[chapter.number - 1 : chapter.number]:
        message = _("Turn the marker %(before)s. It becomes %(after)s.")
        yield make_message(message, before=str(before), after=str(after)), book.MARKERS


def next_chapter_steps(session: PlayedArcs) -> Iterator[tuple[Words, Rule]]:
    """ARC-10 and 20: nobody has won yet, so another chapter is dealt."""
    following = session.last.number + 1
    enough = book.POWER_TO_END[session.players]
    message = _("Nobody has %(enough)s power. Move the chapter marker to %(chapter)s.")
    yield make_message(message, enough=enough, chapter=following), book.END
    message = _("Chapter %(chapter)s begins. Everyone draws %(cards)s cards.")
    yield make_message(message, cards=book.HAND, chapter=following), book.CHAPTER_END
    if session.players == 2:
        yield (
            _("Without the initiative you can swap your whole new hand once."),
            book.CHAPTER_END,
        )
