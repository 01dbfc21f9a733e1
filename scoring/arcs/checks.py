"""Arcs: what can't have been on the table."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.arcs import rulebook as book
from scoring.arcs.chapters import (
    SUIT,
    TOGETHER,
    ArcsSeat,
    Chapter,
    PlayedArcs,
    count_pieces,
    declared_ambitions,
    ending,
    has_cartel,
    has_pieces_apart,
    is_counted_apart,
    third_player_count,
    tokens_out_of_play,
)
from scoring.arcs.rulebook import Ambition
from scoring.entries import entries_of
from scoring.rules import Problem, Rule
from scoring.twins import twin_problems
from scoring.words import Message, Words, _, make_message

TOO_MANY_TAKEN = _("More captives and trophies than your rivals have pieces.")
SUITS_TOGETHER = {
    Ambition.TYCOON: 2 * SUIT,
    Ambition.KEEPER: SUIT,
    Ambition.EMPATH: SUIT,
}
PLACES = ("first", "second", "third")  # of the declarations on the board
SUITS = ("material_cards", "fuel_cards", "relic_cards", "psionic_cards")


def problems(session: PlayedArcs) -> Iterator[Problem]:
    for chapter in session.tallies:
        yield from declaration_problems(chapter)
        yield from component_problems(chapter)
        yield from counting_problems(chapter)
        for number, seat in enumerate(chapter.seats):
            for said, rule, entry in seat_faults(seat, rivals=session.players - 1):
                yield Problem(said, rule, number, chapter.number, entry=entry)
    if session.players == 2 and not session.last.board.set_up:
        message = _("Choose the set-up card. Its tokens compete too.")
        yield Problem(message, book.OUT_OF_PLAY, entry="set_up")
    both = _("%(one)s and %(other)s both have the leader %(what)s.")
    yield from twin_problems(session.last, "leader", both, book.CARDS)
    yield from turn_problems(session)
    yield from late_chapters(session)


def declaration_problems(chapter: Chapter) -> Iterator[Problem]:
    names = declared_ambitions(chapter)
    if list(names) != sorted(names, key=lambda name: not name):
        yield Problem(
            _("Enter the earlier declaration first."),
            book.DECLARE,
            None,
            chapter.number,
            entry=PLACES[names.index("")],
        )


def component_problems(chapter: Chapter) -> Iterator[Problem]:
    """ARC-14: more of a kind than there is in the box."""
    planets = tokens_out_of_play(chapter)
    for key, there in box_contents(len(chapter.seats)).items():
        held = sum(getattr(seat, key) for seat in chapter.seats) + getattr(
            planets, key, 0
        )
        if held > there:
            message = _("%(what)s: %(held)s entered, but the game has only %(there)s.")
            what = Message(entries_of(ArcsSeat)[key].label)
            said = make_message(message, what=what, held=held, there=there)
            yield Problem(said, book.BOUNDS, None, chapter.number, entry=key)
    yield from suit_problems(chapter)
    taken = sum(seat.captives + seat.trophies for seat in chapter.seats)
    if taken > book.PIECES * len(chapter.seats):
        number = chapter.number
        yield Problem(TOO_MANY_TAKEN, book.BOUNDS, None, number, entry="trophies")


def suit_problems(chapter: Chapter) -> Iterator[Problem]:
    """ARC-14 for what was counted together: tokens and cards, those out of play with them."""
    for ambition, there in SUITS_TOGETHER.items():
        own = [count_pieces(ambition, seat) for seat in chapter.seats]
        held = sum(own) + third_player_count(ambition, chapter)
        together = TOGETHER[ambition]
        if held > there and any(getattr(seat, together) for seat in chapter.seats):
            message = _("%(what)s: %(held)s entered, but the game has only %(there)s.")
            what = Message(entries_of(ArcsSeat)[together].label)
            said = make_message(message, what=what, held=held, there=there)
            yield Problem(said, book.BOUNDS, None, chapter.number, entry=together)


def counting_problems(chapter: Chapter) -> Iterator[Problem]:
    """Pieces counted twice, or together where a cartel looks at the supply (ARC-13)."""
    for number, seat in enumerate(chapter.seats):
        for ambition, key in TOGETHER.items():
            if not getattr(seat, key) or not is_counted_apart(ambition, chapter):
                continue
            what = Message(entries_of(ArcsSeat)[key].label)
            if has_pieces_apart(ambition, seat):
                message = _("%(what)s: count together or one by one, not both.")
            elif any(map(has_cartel, chapter.seats)):
                message = _("%(what)s: a Cartel is out, so count one by one.")
            else:
                continue
            said = make_message(message, what=what)
            yield Problem(said, book.CARDS, number, chapter.number, entry=key)


def box_contents(players: int) -> dict[str, int]:
    """How many of each seat entry there are for all players together."""
    return {
        **dict.fromkeys(("material", "fuel", "relic", "psionic"), book.TOKENS),
        **dict.fromkeys(SUITS, book.GUILD_CARDS),
        **dict.fromkeys(("material_cartel", "fuel_cartel", "holdings"), 1),
        "captives": book.AGENTS * players,
    }


def seat_faults(seat: ArcsSeat, *, rivals: int) -> Iterator[tuple[Words, Rule, str]]:
    room = book.slots(seat.cities, holdings=seat.holdings)
    tokens = seat.material + seat.fuel + seat.relic + seat.psionic
    if tokens > room:
        message = _("%(tokens)s resource tokens, but only %(room)s slots.")
        yield make_message(message, tokens=tokens, room=room), book.SLOTS, "cities"
    yield from cartel_faults(seat)
    if seat.captives > book.AGENTS * rivals:
        most = book.AGENTS * rivals
        yield (
            make_message(_("Rivals have only %(most)s agents to capture."), most=most),
            book.BOUNDS,
            "captives",
        )
    if seat.captives + seat.trophies > book.PIECES * rivals:
        yield TOO_MANY_TAKEN, book.BOUNDS, "trophies"


def cartel_faults(seat: ArcsSeat) -> Iterator[tuple[Words, Rule, str]]:
    """ARC-13: a cartel is a guild card of its suit itself, so there is at least that one."""
    cartels = {
        "material_cards": seat.material_cartel,
        "fuel_cards": seat.fuel_cartel,
    }
    for cards, held in cartels.items():
        if held and not getattr(seat, cards) and not seat.tycoon:
            message = _("The cartel is a card of its suit too. Count it in: %(cards)s.")
            label = Message(entries_of(ArcsSeat)[cards].label)
            yield make_message(message, cards=label), book.CARDS, cards


def turn_problems(session: PlayedArcs) -> Iterator[Problem]:
    entered = [seat.turn for seat in session.last.seats if seat.turn]
    both = _("%(one)s and %(other)s are both number %(what)s in turn order.")
    yield from twin_problems(session.last, "turn", both, book.WINNER)
    if any(turn > session.players for turn in entered):
        message = _("There aren't that many places in turn order.")
        yield Problem(message, book.WINNER, entry="turn")
    if ending(session).over and is_tie_undecided(session):
        yield Problem(_("A tie is never shared. Enter the turn order."), book.WINNER)


def is_tie_undecided(session: PlayedArcs) -> bool:
    """ARC-11: whether a player who is in front with others has no place in turn order."""
    front = max(session.totals)
    tied = [
        seat
        for seat, total in zip(session.last.seats, session.totals, strict=True)
        if total == front
    ]
    return len(tied) > 1 and not all(seat.turn for seat in tied)


def late_chapters(session: PlayedArcs) -> Iterator[Problem]:
    """ARC-10: no chapter follows the one that ended the game."""
    enough = book.POWER_TO_END[session.players]
    power = [0] * session.players
    for chapter in session.tallies[:-1]:
        rows = [row.points for row in session.rows if row.tally == chapter.number]
        power = [sum(column) for column in zip(power, *rows, strict=True)]
        if max(power) >= enough:
            message = make_message(
                _("The game already ended with %(enough)s power."), enough=enough
            )
            yield Problem(message, book.END, None, chapter.number + 1)
            return
