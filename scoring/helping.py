"""Helpers that a log keeps: each has a state, the moves people make in it, and rules for those.

A session and a campaign keep the states of their helpers as plain data, by the helper's page.
Every move is one act, so helpers are live on every phone and can be undone like anything else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from scoring.acts import act_kind
from scoring.house import HOUSE
from scoring.plain import from_plain, to_plain
from scoring.records import Unfit
from scoring.rules import Problem, Rule, RuleBroken
from scoring.sheet import Game
from scoring.words import Words, _

H = TypeVar("H")
KeptStates: TypeAlias = dict[str, Any]  # plain, by the page of the helper
START_OVER = "start_over"  # a move of every helper


@dataclass(frozen=True)
class Around:
    """The game a helper is used in, as far as helpers ask."""

    players: int = 2
    most: int = 6  # how many can ever play it
    rounds: int = 5


def around_game(game: Game[Any, Any], players: int) -> Around:
    return Around(players, game.players[-1], game.rounds)


@dataclass(frozen=True)
class HelperMove(ABC, Generic[H]):
    """What somebody did in a helper."""

    @abstractmethod
    def apply(self, state: H, around: Around) -> H:
        """The state afterwards; raises RuleBroken for a move that can't be made."""

    @property
    @abstractmethod
    def words(self) -> Words:
        """How the history tells it."""


def keep_seats(state: H, _moved: Mapping[int, int]) -> H:
    return state


@dataclass(frozen=True)
class KeptHelper(Generic[H]):
    """A helper whose state belongs to a session."""

    page: str
    state: type[H]
    moves: tuple[type[HelperMove[H]], ...]
    begin: Callable[[Around], H]
    # What holds once seats have other numbers.
    reseat: Callable[[H, Mapping[int, int]], H] = keep_seats
    kinds: Mapping[str, type[HelperMove[H]]] = field(init=False)

    def __post_init__(self) -> None:
        kinds = {act_kind(move): move for move in self.moves}  # type: ignore[arg-type]
        object.__setattr__(self, "kinds", kinds)

    def read_state(self, kept: Mapping[str, Any], around: Around) -> H:
        """The state in this game, or the one it begins with."""
        if self.page not in kept:
            return self.begin(around)
        return from_plain(self.state, kept[self.page], self.page)

    def read_move(self, kind: str, content: Mapping[str, Any]) -> HelperMove[H]:
        """The move of a kind; raises Unfit for what isn't one of this helper."""
        if kind not in self.kinds:
            raise Unfit("move", f"“{kind}” is no move of {self.page}")
        return from_plain(self.kinds[kind], dict(content), kind)

    def apply_move(
        self,
        kept: KeptStates,
        kind: str,
        content: Mapping[str, Any],
        around: Around,
    ) -> KeptStates:
        """The states of all helpers after a move in this one."""
        if kind == START_OVER:
            refuse_move(self.page not in kept, _("It's already empty."))
            return {page: one for page, one in kept.items() if page != self.page}
        before = self.read_state(kept, around)
        after = self.read_move(kind, content).apply(before, around)
        return {**kept, self.page: to_plain(after)}

    def describe_move(self, kind: str, content: Mapping[str, Any]) -> Words:
        if kind == START_OVER:
            return _("Started over")
        return self.read_move(kind, content).words


def refuse_move(broken: bool, message: Words, rule: Rule = HOUSE) -> None:
    if broken:
        raise RuleBroken(Problem(message, rule))


def check_seat(seat: int, around: Around) -> None:
    """Any seat the game may have: who leaves and returns finds what was counted."""
    refuse_move(not 0 <= seat < around.most, _("This seat is gone."))
