"""Arcs: what a card can do in a round, who leads the next one, and the numbers of a set-up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.arcs import rulebook as book
from scoring.arcs import turn_rules
from scoring.entries import count, flag, pick
from scoring.moves import Move, no_problems
from scoring.rules import Problem, Remark
from scoring.seats import LETTERS, seat_letter
from scoring.words import _, make_message

SUIT_NAMES = {
    "administration": _("Administration"),
    "aggression": _("Aggression"),
    "construction": _("Construction"),
    "mobilization": _("Mobilization"),
}
HIGHEST, MOST_STARS = 7, 4
MOST_PLAYERS = 4
SEATS = {str(seat): letter for seat, letter in enumerate(LETTERS[:MOST_PLAYERS])}


class WayToPlay(StrEnum):
    SURPASS = "surpass"
    COPY = "copy"
    PIVOT = "pivot"


@dataclass(frozen=True)
class FollowingPlay:
    """A card somebody would like to play after the lead card."""

    lead_suit: str = pick(_("Suit of the lead card"), turn_rules.LEAD, SUIT_NAMES)
    lead: int = count(_("Number of the lead card"), turn_rules.LEAD, maximum=HIGHEST)
    declared: bool = flag(_("An ambition was declared with it"), turn_rules.ZERO)
    suit: str = pick(_("Suit of my card"), turn_rules.FOLLOW, SUIT_NAMES)
    number: int = count(_("Number of my card"), turn_rules.FOLLOW, maximum=HIGHEST)
    stars: int = count(_("Stars on my card"), turn_rules.FOLLOW, maximum=MOST_STARS)
    seized: bool = flag(_("Somebody has seized the initiative"), turn_rules.SEIZE)


def lead_number(play: FollowingPlay) -> int:
    """ARC-27: 0 under the zero marker."""
    return 0 if play.declared else play.lead


def ways_to_play(play: FollowingPlay) -> dict[WayToPlay, int]:
    """ARC-23: how the card can be played, each with the actions it gives."""
    same = play.suit == play.lead_suit
    ways = {}
    if same and play.number > lead_number(play):
        ways[WayToPlay.SURPASS] = play.stars
    ways[WayToPlay.COPY] = 1
    if not same:
        ways[WayToPlay.PIVOT] = 1
    return ways


def seizes_alone(play: FollowingPlay) -> bool:
    """ARC-24: whether the card takes the initiative without another one."""
    surpasses = WayToPlay.SURPASS in ways_to_play(play)
    return surpasses and play.number == HIGHEST and not play.seized


def card_problems(play: FollowingPlay) -> Iterable[Problem]:
    if not play.lead_suit or not play.lead:
        yield Problem(_("Enter the lead card."), turn_rules.LEAD)
    if not play.suit or not play.number:
        yield Problem(_("Enter your own card."), turn_rules.FOLLOW)


WAY_WORDS = {
    WayToPlay.SURPASS: _("Surpass: up to %(actions)s actions of your card."),
    WayToPlay.COPY: _("Copy, face down: %(actions)s action of the lead card."),
    WayToPlay.PIVOT: _("Pivot: %(actions)s action of your card."),
}


def card_outcome(play: FollowingPlay) -> Iterable[Remark]:
    for way, actions in ways_to_play(play).items():
        yield Remark(make_message(WAY_WORDS[way], actions=actions), turn_rules.FOLLOW)
    if play.declared:
        yield Remark(_("The lead card counts as 0."), turn_rules.ZERO)
    if play.seized:
        yield Remark(_("Nobody else can seize in this round."), turn_rules.SEIZE)
    elif seizes_alone(play):
        yield Remark(
            _("Surpassing with this 7 seizes the initiative."), turn_rules.SEIZE
        )
    else:
        message = _("A second card, face down, seizes the initiative.")
        yield Remark(message, turn_rules.SEIZE)


@dataclass(frozen=True)
class PlayedRound:
    """A round that is over: who led, who seized, and with what number each surpassed."""

    holder: str = pick(_("Who had the initiative"), turn_rules.LEAD, SEATS)
    seized: str = pick(_("Who seized it"), turn_rules.SEIZE, SEATS)
    first: int = count(_("A surpassed with"), turn_rules.FOLLOW, maximum=HIGHEST)
    second: int = count(_("B surpassed with"), turn_rules.FOLLOW, maximum=HIGHEST)
    third: int = count(_("C surpassed with"), turn_rules.FOLLOW, maximum=HIGHEST)
    fourth: int = count(_("D surpassed with"), turn_rules.FOLLOW, maximum=HIGHEST)

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.first, self.second, self.third, self.fourth)


def next_initiative(
    holder: int, numbers: Sequence[int], seized: int | None = None
) -> int:
    """ARC-25: who leads the next round."""
    if seized is not None:
        return seized
    return numbers.index(max(numbers)) if any(numbers) else holder


def round_problems(played: PlayedRound) -> Iterable[Problem]:
    if not played.holder:
        yield Problem(_("Enter who had the initiative."), turn_rules.NEXT_INITIATIVE)
    if played.holder and played.seized == played.holder:
        yield Problem(_("Who has the initiative can't seize it."), turn_rules.SEIZE)
    if played.holder and played.numbers[int(played.holder)]:
        yield Problem(_("Who leads doesn't surpass."), turn_rules.FOLLOW)


def round_outcome(played: PlayedRound) -> Iterable[Remark]:
    seized = int(played.seized) if played.seized else None
    leads = next_initiative(int(played.holder), played.numbers, seized)
    message = _("%(who)s leads the next round.")
    yield Remark(
        make_message(message, who=seat_letter(leads)), turn_rules.NEXT_INITIATIVE
    )
    passing = _("Who can't or won't lead passes it on to the left.")
    yield Remark(passing, turn_rules.PASS)


def next_with_cards(holder: int, hands: Sequence[int]) -> int | None:
    """ARC-26: whom a passed initiative goes to; None: nobody else has cards."""
    players = len(hands)
    seats = [(holder + step) % players for step in range(1, players)]
    return next((seat for seat in seats if hands[seat]), None)


@dataclass(frozen=True)
class PassedOn:
    """Who passes the initiative, and how many cards everybody has."""

    holder: str = pick(_("Who passes the initiative"), turn_rules.PASS, SEATS)
    first: int = count(_("Cards of A"), turn_rules.PASS, maximum=book.HAND)
    second: int = count(_("Cards of B"), turn_rules.PASS, maximum=book.HAND)
    third: int = count(_("Cards of C"), turn_rules.PASS, maximum=book.HAND)
    fourth: int = count(_("Cards of D"), turn_rules.PASS, maximum=book.HAND)

    @property
    def hands(self) -> tuple[int, ...]:
        return (self.first, self.second, self.third, self.fourth)


def passing_problems(passed: PassedOn) -> Iterable[Problem]:
    if not passed.holder:
        yield Problem(_("Enter who passes."), turn_rules.PASS)


def passing_outcome(passed: PassedOn) -> Iterable[Remark]:
    seat = next_with_cards(int(passed.holder), passed.hands)
    if seat is None:
        yield Remark(_("Nobody else has cards."), book.CHAPTER_END)
        return
    message = _("%(who)s gets the initiative and the round ends.")
    yield Remark(make_message(message, who=seat_letter(seat)), turn_rules.PASS)


@dataclass(frozen=True)
class ShipsHere:
    """Undamaged ships of everybody in one system."""

    first: int = count(
        _("Undamaged ships of A"), turn_rules.CONTROL, maximum=book.SHIPS
    )
    second: int = count(
        _("Undamaged ships of B"), turn_rules.CONTROL, maximum=book.SHIPS
    )
    third: int = count(
        _("Undamaged ships of C"), turn_rules.CONTROL, maximum=book.SHIPS
    )
    fourth: int = count(
        _("Undamaged ships of D"), turn_rules.CONTROL, maximum=book.SHIPS
    )

    @property
    def ships(self) -> tuple[int, ...]:
        return (self.first, self.second, self.third, self.fourth)


def who_controls(ships: Sequence[int]) -> int | None:
    """ARC-31: the seat with more undamaged ships than each rival."""
    most = max(ships)
    return ships.index(most) if most and ships.count(most) == 1 else None


def control_outcome(here: ShipsHere) -> Iterable[Remark]:
    seat = who_controls(here.ships)
    if seat is None:
        yield Remark(_("Nobody controls this system."), turn_rules.CONTROL)
        return
    message = _("%(who)s controls this system.")
    yield Remark(make_message(message, who=seat_letter(seat)), turn_rules.CONTROL)


@dataclass(frozen=True)
class OnTheMap:
    ships: int = count(
        _("My ships on the map"), turn_rules.RETURNING, maximum=book.SHIPS
    )
    starports: int = count(
        _("My starports on the map"), turn_rules.RETURNING, maximum=5
    )


RETURNING_SHIPS = 3  # ARC-30


def ships_to_return(there: OnTheMap) -> int:
    return 0 if there.ships or there.starports else RETURNING_SHIPS


def return_outcome(there: OnTheMap) -> Iterable[Remark]:
    ships = ships_to_return(there)
    if ships:
        message = _("Place %(ships)s undamaged ships at any gate when your turn ends.")
        yield Remark(make_message(message, ships=ships), turn_rules.RETURNING)
    else:
        yield Remark(
            _("You still have a ship or a starport, so nothing returns."),
            turn_rules.RETURNING,
        )


@dataclass(frozen=True)
class ArcsSetUp:
    players: int = count(
        _("Players"), turn_rules.DECKS, default=4, maximum=MOST_PLAYERS
    )


@dataclass(frozen=True)
class SetUpNumbers:
    """ARC-28, 29: how many of everything are laid out."""

    action_cards: int
    court: int
    clusters_out: int
    leaders: int  # as many lore cards
    c_systems: int  # systems that get two ships each


def set_up_numbers(players: int) -> SetUpNumbers:
    return SetUpNumbers(
        action_cards=28 if players == MOST_PLAYERS else 20,
        court=3 if players == 2 else 4,
        clusters_out=1 if players == MOST_PLAYERS else 2,
        leaders=players + 1,
        c_systems=2 if players == 2 else 1,
    )


def table_problems(table: ArcsSetUp) -> Iterable[Problem]:
    if table.players < 2:
        yield Problem(_("Arcs is for 2 to 4 players."), turn_rules.DECKS)


def table_outcome(table: ArcsSetUp) -> Iterable[Remark]:
    numbers = set_up_numbers(table.players)
    yield count_remark(_("%(number)s action cards"), numbers.action_cards)
    yield count_remark(_("%(number)s court cards face up, 31 in all"), numbers.court)
    yield count_remark(_("%(number)s clusters out of play"), numbers.clusters_out)
    yield Remark(
        _("A: 3 ships, 1 city. B: 3 ships, 1 starport. C: 2 ships."), turn_rules.DECKS
    )
    if numbers.c_systems > 1:
        yield Remark(_("There are two C systems, with 2 ships each."), turn_rules.DECKS)
    laid = _("%(number)s leaders and as many lore cards")
    yield Remark(make_message(laid, number=numbers.leaders), turn_rules.LEADERS)


def count_remark(text: str, number: int) -> Remark:
    return Remark(make_message(text, number=number), turn_rules.DECKS)


MOVES = (
    Move(
        "card",
        _("How can I play my card?"),
        FollowingPlay,
        (turn_rules.LEAD, turn_rules.FOLLOW, turn_rules.SEIZE, turn_rules.ZERO),
        card_problems,
        card_outcome,
    ),
    Move(
        "initiative",
        _("Who leads next?"),
        PlayedRound,
        (
            turn_rules.NEXT_INITIATIVE,
            turn_rules.SEIZE,
            turn_rules.PASS,
            turn_rules.FOLLOW,
            turn_rules.LEAD,
        ),
        round_problems,
        round_outcome,
    ),
    Move(
        "passing",
        _("Who gets a passed initiative?"),
        PassedOn,
        (turn_rules.PASS, book.CHAPTER_END),
        passing_problems,
        passing_outcome,
    ),
    Move(
        "control",
        _("Who controls a system?"),
        ShipsHere,
        (turn_rules.CONTROL,),
        no_problems,
        control_outcome,
    ),
    Move(
        "return",
        _("No ships left?"),
        OnTheMap,
        (turn_rules.RETURNING,),
        no_problems,
        return_outcome,
    ),
    Move(
        "set-up",
        _("Set-up in numbers"),
        ArcsSetUp,
        (turn_rules.DECKS, turn_rules.LEADERS),
        table_problems,
        table_outcome,
    ),
)
