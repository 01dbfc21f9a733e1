"""Who holds the two advantage cards, and who gives up cards on a 7."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.entries import count, pick
from scoring.inkas.rulebook import HAND_LIMIT, ROUTE, WARRIORS
from scoring.rules import Rule
from scoring.seats import LETTERS
from scoring.words import Words, _

ROADS = 7  # INK-13
SHORTEST_ROUTE, FEWEST_WARRIORS, FULL_HAND = 3, 2, 7  # INK-9, INK-10, INK-11
SEATS = {str(seat): letter for seat, letter in enumerate(LETTERS)}


@dataclass(frozen=True)
class Holders:
    """Who holds the cards now, before the arbiter speaks."""

    route: str = pick(_("Has the longest trade route"), ROUTE, SEATS)
    warriors: str = pick(_("Has the best warriors"), WARRIORS, SEATS)
    declines: str = pick(_("Tribe in decline now"), ROUTE, SEATS)


@dataclass(frozen=True)
class AdvantageCounts:
    """What one player has that matters here."""

    route: int = count(
        _("Longest route"),
        ROUTE,
        maximum=ROADS,
        help=_("Count roads in a row, no branches. Other players' buildings cut them."),
    )
    warriors: int = count(_("Warriors played"), WARRIORS, maximum=20)
    hand: int = count(
        _("Cards in hand"), HAND_LIMIT, maximum=99, help=_("Action cards don't count.")
    )


@dataclass(frozen=True)
class Verdict:
    """Who has a card now; nobody: it lies aside."""

    holder: int | None
    why: Words
    rule: Rule


def chosen_seat(choice: str, players: int) -> int | None:
    return int(choice) if choice and int(choice) < players else None


def route_verdict(
    lengths: Sequence[int], holder: int | None, *, declines: int | None = None
) -> Verdict:
    """INK-9: who holds the longest trade route."""
    if declines is not None:  # INK-6: all own roads leave the board
        lengths = [0 if i == declines else n for i, n in enumerate(lengths)]
    if holder is not None and holder == declines:
        return hand_on_route(lengths)
    return contest_card(lengths, holder, SHORTEST_ROUTE, ROUTE)


def hand_on_route(lengths: Sequence[int]) -> Verdict:
    """INK-9: to the one longest route of at least 3, otherwise aside."""
    longest = leading_seats(lengths)
    if max(lengths) < SHORTEST_ROUTE:
        return Verdict(
            None, _("Nobody has 3 roads in a row. Set the card aside."), ROUTE
        )
    if len(longest) == 1:
        return Verdict(longest[0], _("It goes to the only longest route."), ROUTE)
    message = _("Several routes tie. Set the card aside until one is longest.")
    return Verdict(None, message, ROUTE)


def warriors_verdict(played: Sequence[int], holder: int | None) -> Verdict:
    """INK-10: who holds the best warriors."""
    return contest_card(played, holder, FEWEST_WARRIORS, WARRIORS)


def contest_card(
    counts: Sequence[int], holder: int | None, least: int, rule: Rule
) -> Verdict:
    """A card goes to the first with enough, then only to strictly more."""
    front = leading_seats(counts)
    if max(counts) < least:
        return Verdict(None, _("Nobody has enough yet."), rule)
    if holder in front:
        return Verdict(holder, _("Nobody has more."), rule)
    if len(front) > 1:
        message = _("Several players tie. Enter who had it first.")
        return Verdict(None, message, rule)
    if holder is None:
        return Verdict(front[0], _("Has enough and the most."), rule)
    return Verdict(front[0], _("Has more than the last holder."), rule)


def leading_seats(counts: Sequence[int]) -> list[int]:
    return [i for i, number in enumerate(counts) if number == max(counts)]


@dataclass(frozen=True)
class Surrender:
    """INK-11: what a 7 takes from a hand."""

    allowed: int
    gives_up: int


def surrender_on_seven(hand: int, played: int) -> Surrender:
    """INK-11: each played warrior lets one hold a card more; half is rounded down."""
    allowed = FULL_HAND + played
    return Surrender(allowed, hand // 2 if hand > allowed else 0)


CITED = (ROUTE, WARRIORS, HAND_LIMIT)
