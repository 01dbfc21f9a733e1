"""What razing a card or a location costs and brings, and what can't be razed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.entries import count, flag, pick
from scoring.imperial_settlers import rulebook as book
from scoring.imperial_settlers.rulebook import RAZING
from scoring.rules import Problem, Rule
from scoring.words import _

HAND, COMMON, JAPANESE_ONE, FACTION, OWN, RUINS, VIRTUAL = (
    "hand",
    "common",
    "japanese",
    "faction",
    "own",
    "ruins",
    "virtual",
)
TARGETS = {
    HAND: _("a common card from my hand"),
    COMMON: _("another player's common location"),
    JAPANESE_ONE: _("a Japanese faction location"),
    FACTION: _("another faction's location"),
    OWN: _("my own location"),
    RUINS: _("another player's Ruins"),
    VIRTUAL: _("a card of the virtual player"),
}
OTHERS = (COMMON, JAPANESE_ONE, FACTION, RUINS)  # what belongs to another player
WAGON, RABBLE, REMOVAL = "wagon", "rabble", "removal"
MEANS = {
    WAGON: _("the Wagon builder"),
    RABBLE: _("the Rabble"),
    REMOVAL: _("the Fortress or the Constructors"),
}
MEANS_RULES: dict[str, Rule] = {
    WAGON: book.WAGON_BUILDER,
    RABBLE: book.RABBLE,
    REMOVAL: book.REMOVING,
}
COSTS = {HAND: 1, COMMON: 2, JAPANESE_ONE: 2, VIRTUAL: 2}  # IS-10, 27
WAGON_COST = 1  # IS-24


@dataclass(frozen=True)
class Target:
    """What somebody would like to raze."""

    what: str = pick(_("I raze"), RAZING, TARGETS)
    by: str = pick(
        _("With a card"),
        RAZING,
        MEANS,
        help=_("Leave it empty to pay raze tokens."),
    )
    guarded: bool = flag(_("Guarded by a defence token or samurai"), RAZING)
    passed: bool = flag(_("Its owner has passed"), RAZING)
    unbreakable: bool = flag(_("It is the Shrine or the Gate"), book.STAYS)
    peaceful: bool = flag(_("We play the peaceful variant"), book.PEACEFUL)
    tokens: int = count(_("My raze tokens"), RAZING, maximum=99)


def razing_problems(target: Target) -> Iterable[Problem]:
    """Why this can't be razed at all."""
    if not target.what:
        return
    yield from means_problems(target)
    yield from owner_problems(target)
    if target.by == REMOVAL:  # IS-26: what can't be razed may still be taken out
        return
    if target.what == FACTION:
        message = _("Only Japanese faction locations can be razed.")
        yield Problem(message, RAZING)
    if target.what == RUINS:
        yield Problem(_("Ruins can't be razed."), book.RUINS)
    if target.unbreakable and target.what == JAPANESE_ONE:
        yield Problem(_("You can't raze the Shrine or the Gate."), book.STAYS)


def means_problems(target: Target) -> Iterable[Problem]:
    """IS-24 to 26: a card that doesn't do this."""
    if target.what == OWN and target.by != RABBLE:
        message = _("Only the Rabble razes your own location.")
        yield Problem(message, book.RABBLE)
    if target.by == RABBLE and target.what != OWN:
        message = _("The Rabble razes only your own location.")
        yield Problem(message, book.RABBLE)
    if target.by in (WAGON, REMOVAL) and target.what == HAND:
        message = _("This card aims at a location, not at your hand.")
        yield Problem(message, MEANS_RULES[target.by])


def owner_problems(target: Target) -> Iterable[Problem]:
    """IS-10 and 32: what protects another player."""
    if target.what not in OTHERS:
        return
    if target.passed:
        yield Problem(_("You can't attack a player who has passed."), RAZING)
    if target.peaceful and not target.by:
        message = _("In the peaceful variant only card abilities raze other locations.")
        yield Problem(message, book.PEACEFUL)


RAZE_BOX = _("Take what its raze box shows.")
AFTERMATH: Mapping[str, tuple[str, ...]] = {
    HAND: (
        RAZE_BOX,
        _("Discard the card."),
        _("The Japanese can also raze faction cards from their hand."),
    ),
    COMMON: (
        RAZE_BOX,
        _("Turn it face down. It is now foundations."),
        _("Its owner gets 1 wood."),
        _("Its defence token returns to the supply."),
    ),
    JAPANESE_ONE: (
        RAZE_BOX,
        _("Its owner discards it. No foundations, no wood."),
        _("The samurai returns to the supply."),
    ),
    VIRTUAL: (RAZE_BOX, _("Discard the card. There are no foundations.")),
    OWN: (
        RAZE_BOX,
        _("Turn it face down. It is now your foundations."),
        _("You get 1 wood."),
    ),
    REMOVAL: (
        _("The location leaves its empire."),
        _("Nobody gets goods, wood or foundations."),
    ),
}


@dataclass(frozen=True)
class Razing:
    """What razing a target costs and brings."""

    target: Target

    @property
    def allowed(self) -> bool:
        return bool(self.target.what) and not any(razing_problems(self.target))

    @property
    def rule(self) -> Rule:
        """Where the cost comes from."""
        alone = book.VIRTUAL if self.target.what == VIRTUAL else RAZING
        return MEANS_RULES.get(self.target.by, alone)

    @property
    def guarded(self) -> bool:
        """IS-10: nobody guards a hand or the virtual player; IS-24: a wagon doesn't mind."""
        others = self.target.what in (COMMON, JAPANESE_ONE)
        return self.target.guarded and others and not self.target.by

    @property
    def by_card(self) -> bool:
        """Whether the card itself says what it costs."""
        return self.target.by in (RABBLE, REMOVAL)

    @property
    def base(self) -> int:
        if self.by_card:
            return 0
        return WAGON_COST if self.target.by == WAGON else COSTS[self.target.what]

    @property
    def cost(self) -> int:
        return self.base + self.guarded

    @property
    def why(self) -> str:
        return f"{self.base} + 1" if self.guarded else ""

    @property
    def left(self) -> int:
        """Raze tokens after it; below 0 so many are missing."""
        return self.target.tokens - self.cost

    @property
    def missing(self) -> int:
        return max(0, -self.left)

    @property
    def aftermath(self) -> tuple[str, ...]:
        removed = self.target.by == REMOVAL
        return AFTERMATH[REMOVAL if removed else self.target.what]


CITED: tuple[Rule, ...] = (
    RAZING,
    book.RUINS,
    *MEANS_RULES.values(),
    book.VIRTUAL,
    book.STAYS,
    book.PEACEFUL,
)
