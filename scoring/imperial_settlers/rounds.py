"""A round step by step: which phase is on, who begins it, and what everybody does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.imperial_settlers.rulebook import (
    ADVANCED_LOOKOUT,
    ATTACK,
    BOARDS,
    DEALS,
    LEFT_OVER,
    LOOKOUT,
    PASSING_LOOKOUT,
    PAYS_AT_ONCE,
    PEACEFUL,
    RAZING,
    RESHUFFLE,
    ROUND,
    SCORE,
    SOLO_SET_UP,
    STAYS,
    VIRTUAL,
    WAVE,
)
from scoring.rules import Rule
from scoring.words import Words, _, make_message

PHASE_NAMES = {
    "lookout": _("Lookout"),
    "production": _("Production"),
    "action": _("Actions"),
    "clean-up": _("Clean-up"),
    "attack": _("Attack"),
    "scoring": _("Scoring"),
}
ROUNDS, CAMPAIGN_ROUNDS = 5, 4  # IS-21, ROE-7
USUAL, PASSING, ADVANCED = "usual", "passing", "advanced"
LOOKOUT_NAMES = {
    USUAL: _("usual"),
    PASSING: _("pass cards on"),
    ADVANCED: _("advanced"),
}
OPEN_CARDS = 5  # IS-34


@dataclass(frozen=True)
class SettlersMoment:
    """Where the game is: players, who was first in round 1, and how far it came."""

    players: int
    first: int = 0
    rounds: int = ROUNDS
    round: int = 1
    phase: str = "lookout"
    lookout: str = USUAL  # IS-22, 33, 34
    peaceful: bool = False  # IS-32

    @property
    def phases(self) -> tuple[str, ...]:
        """IS-5: the last round has no clean-up; IS-13: alone an attack comes last."""
        last = self.round == self.rounds
        alone = ("attack",) if self.players == 1 else ()
        clean_up = () if last else ("clean-up",)
        ending = ("scoring",) if last else ()
        return ("lookout", "production", "action", *clean_up, *alone, *ending)

    @property
    def first_now(self) -> int:
        """IS-21: the token moves one seat to the left with each clean-up."""
        return (self.first + self.round - 1) % self.players

    @property
    def clockwise(self) -> tuple[int, ...]:
        return tuple((self.first_now + i) % self.players for i in range(self.players))

    @property
    def next(self) -> SettlersMoment | None:
        place = self.phases.index(self.phase) + 1
        if place < len(self.phases):
            return replace(self, phase=self.phases[place])
        if self.round == self.rounds:
            return None
        return replace(self, round=self.round + 1, phase="lookout")

    @property
    def before(self) -> SettlersMoment | None:
        place = self.phases.index(self.phase)
        if place:
            return replace(self, phase=self.phases[place - 1])
        if self.round == 1:
            return None
        earlier = replace(self, round=self.round - 1)
        return replace(earlier, phase=earlier.phases[-1])


@dataclass(frozen=True)
class ToDo:
    message: Words
    rule: Rule
    order: tuple[int, ...] = ()  # the seats in which it is done, where that matters


def to_do(moment: SettlersMoment) -> Iterable[ToDo]:
    match moment.phase:
        case "lookout" if moment.players == 1:
            return lookout_alone()
        case "lookout":
            return lookout(moment)
        case "production":
            return production(moment)
        case "action":
            return actions(moment)
        case "clean-up":
            return clean_up(moment)
        case "attack":
            return attack()
    return scoring()


def lookout(moment: SettlersMoment) -> Iterable[ToDo]:
    yield ToDo(_("Everyone draws a faction card."), LOOKOUT)
    if moment.peaceful:
        yield ToDo(_("Everyone also draws a common card."), PEACEFUL)
    match moment.lookout:
        case "passing":
            yield from passing_lookout()
        case "advanced":
            yield from advanced_lookout(moment)
        case _:
            yield from usual_lookout(moment)
    yield ToDo(
        _("Common deck empty? Shuffle its discards. Faction decks stay empty."),
        RESHUFFLE,
    )


def passing_lookout() -> Iterable[ToDo]:
    """IS-33"""
    yield ToDo(_("Everyone draws 3 common cards and keeps one."), PASSING_LOOKOUT)
    yield ToDo(_("Pass the other two to the left."), PASSING_LOOKOUT)
    yield ToDo(_("Keep one of the two and discard the other."), PASSING_LOOKOUT)


def advanced_lookout(moment: SettlersMoment) -> Iterable[ToDo]:
    """IS-34"""
    laid = make_message(_("Lay out %(cards)s common cards."), cards=OPEN_CARDS)
    yield ToDo(laid, ADVANCED_LOOKOUT)
    picks = choices_in_advanced_lookout(moment.players)
    half = len(picks) // 2
    for text, shown in (
        (_("Everyone takes one. To choose from: %(shown)s."), picks[:half]),
        (_("Everyone takes a second one. To choose from: %(shown)s."), picks[half:]),
    ):
        told = make_message(text, shown=", ".join(map(str, shown)))
        yield ToDo(told, ADVANCED_LOOKOUT, moment.clockwise)
    if moment.players > 2:
        yield ToDo(
            _("Turn up a new card whenever fewer would be left."), ADVANCED_LOOKOUT
        )
    yield ToDo(_("Discard the last card."), ADVANCED_LOOKOUT)


def choices_in_advanced_lookout(players: int) -> tuple[int, ...]:
    """IS-34: how many cards each pick in turn chooses from."""
    if players == 2:  # no card is added
        return (5, 4, 3, 2)
    first, second = (OPEN_CARDS, *(4,) * (players - 1)), (*(3,) * (players - 1), 2)
    return (*first, *second)


def usual_lookout(moment: SettlersMoment) -> Iterable[ToDo]:
    back = tuple(reversed(moment.clockwise))
    shown = moment.players + 1
    first = make_message(
        _("Lay out %(cards)s common cards. Everyone takes one."), cards=shown
    )
    yield ToDo(first, LOOKOUT, moment.clockwise)
    again = make_message(
        _("Lay out %(cards)s more. Everyone takes one, in reverse order."),
        cards=shown,
    )
    yield ToDo(again, LOOKOUT, back)
    yield ToDo(_("Discard the card left over each time."), LOOKOUT)


def lookout_alone() -> Iterable[ToDo]:
    yield ToDo(_("Draw a faction card."), SOLO_SET_UP)
    yield ToDo(_("Draw 4 common cards and keep one."), SOLO_SET_UP)
    yield ToDo(
        _("Shuffle the other three. One goes to the virtual player."),
        SOLO_SET_UP,
    )
    yield ToDo(
        _("Keep one of the last two. The other goes to the virtual player."),
        SOLO_SET_UP,
    )


def production(moment: SettlersMoment) -> Iterable[ToDo]:
    everybody = moment.clockwise if moment.players > 1 else ()
    yield ToDo(_("Take what your faction board gives."), BOARDS, everybody)
    yield ToDo(_("Take one good for each deal."), BOARDS)
    yield ToDo(_("Take what your production locations give."), BOARDS)
    if moment.players == 1:
        yield ToDo(
            _(
                "Don't take a defence token. It doesn't help against the virtual "
                "player."
            ),
            SOLO_SET_UP,
        )


def actions(moment: SettlersMoment) -> Iterable[ToDo]:
    everybody = moment.clockwise if moment.players > 1 else ()
    yield ToDo(
        _("Take one action at a time until everyone has passed."), ROUND, everybody
    )
    yield ToDo(
        _("Build, make a deal, raze, use an action location, or send 2 workers."),
        ROUND,
    )
    yield ToDo(_("A deal costs 1 food and gives its good at once."), DEALS)
    yield ToDo(
        _("A production location pays at once, then in each production."),
        PAYS_AT_ONCE,
    )
    if moment.peaceful and moment.players > 1:
        yield ToDo(
            _("Only card abilities can raze other players' locations."), PEACEFUL
        )
    if moment.players > 1:
        yield ToDo(
            _("If you pass, your round is over and nobody can attack you."), RAZING
        )
    else:
        yield ToDo(
            _("Its cards count as locations, its attack cards as deals."), VIRTUAL
        )


def clean_up(moment: SettlersMoment) -> Iterable[ToDo]:
    yield ToDo(_("Keep what your board and cards can store."), BOARDS)
    yield ToDo(
        _("Discard all other goods, workers and tokens, also from used locations."),
        ROUND,
    )
    yield ToDo(_("Cards in hand and samurai stay."), ROUND)
    yield ToDo(_("What is on the Shrine and under the Gate stays."), STAYS)
    if moment.players > 1:
        yield ToDo(_("The first player token moves left."), ROUND)
    yield ToDo(_("Move the round marker."), ROUND)


def attack() -> Iterable[ToDo]:
    yield ToDo(
        _("Cards still with the virtual player go to its collection."),
        ATTACK,
    )
    yield ToDo(_("It attacks twice. Reveal an attack card each time."), WAVE)


def scoring() -> Iterable[ToDo]:
    yield ToDo(_("No clean-up. What's left in your supply breaks ties."), LEFT_OVER)
    yield ToDo(_("Count the points."), SCORE)


CITED = (
    *(ROUND, LOOKOUT, BOARDS, RAZING, LEFT_OVER, SCORE, SOLO_SET_UP, ATTACK, WAVE),
    *(DEALS, PAYS_AT_ONCE, RESHUFFLE, STAYS, VIRTUAL),
    *(PEACEFUL, PASSING_LOOKOUT, ADVANCED_LOOKOUT),
)
