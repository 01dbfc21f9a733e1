"""A helper as its page uses it: in a session every tap is an act, elsewhere a link to the next state."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from django.http import HttpRequest, QueryDict

from companion.base.wording import translate
from companion.log.history import find_undone
from companion.log.models import Act, Log
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.forms import as_query
from scoring.acts import act_kind
from scoring.helper_list import find_helper
from scoring.helping import START_OVER, Around, HelperMove, KeptHelper
from scoring.plain import to_plain
from scoring.rules import RuleBroken
from scoring.seats import LETTERS
from scoring.turn_order import BEFORE
from scoring.words import Message, Words

USE_HELPER = "use_helper"
NOW = "at"  # the field of a move that says when it was made
TOLD = ("seat", "order")  # what moves call the seats they tell of
H = TypeVar("H")


@dataclass(frozen=True)
class Tap:
    """One thing that can be done: an address to go to, or a move to post."""

    href: str = ""
    action: str = ""
    move: str = ""
    content: Mapping[str, Any] = field(default_factory=dict)
    allowed: bool = True

    @property
    def data(self) -> str:
        return json.dumps(self.content)


@dataclass(frozen=True)
class HelperDesk(Generic[H]):
    """One helper, its state, and what may be done in it."""

    helper: KeptHelper[H]
    path: str
    play: OpenGame | None
    around: Around
    state: H
    write: Callable[[H], Mapping[str, str]]  # a state as an address holds it

    def tap(self, move: HelperMove[H]) -> Tap | None:
        """The tap that makes this move; None where it can't be made."""
        try:
            after = move.apply(self.state, self.around)
        except RuleBroken:
            return None
        if self.play is None:
            return Tap(href=self.link(after))
        content = {k: v for k, v in to_plain(move).items() if k != NOW}
        kind = act_kind(type(move))  # type: ignore[arg-type]
        return self.post(kind, content)

    @property
    def address(self) -> str:
        """Where moves of a session are posted to."""
        return self.play.move_address(self.helper.page) if self.play else ""

    def post(self, kind: str, content: Mapping[str, Any]) -> Tap:
        allowed = self.play is not None and self.play.may_move
        return Tap("", self.address, kind, content, allowed=allowed)

    def link(self, state: H) -> str:
        query = as_query(dict(self.write(state)))
        return f"{self.path}?{query}" if query else self.path

    def jump(self, state: H) -> Tap | None:
        """For a quick look: to any state, such as one tap back."""
        return Tap(href=self.link(state)) if self.play is None else None

    @property
    def afresh(self) -> Tap | None:
        if self.play is None:
            return Tap(href=self.path)
        return self.post(START_OVER, {}) if self.helper.page in self.play.kept else None

    @property
    def query(self) -> dict[str, str]:
        """What stands in the address beside the session."""
        return {} if self.play else dict(self.write(self.state))


def open_desk(
    request: HttpRequest,
    helper: KeptHelper[H],
    play: OpenGame | None,
    *,
    read: Callable[[QueryDict], H],
    write: Callable[[H], Mapping[str, str]],
    around: Around | None = None,
) -> HelperDesk[H]:
    """The helper with the state of its session, or of its address."""
    if play is None:
        state = read(request.GET)
        return HelperDesk(helper, request.path, None, around or Around(), state, write)
    state = helper.read_state(play.kept, play.around)
    return HelperDesk(helper, request.path, play, play.around, state, write)


@dataclass(frozen=True)
class LastMove:
    """The latest move of a helper that counts, to be undone."""

    number: int
    words: str


def last_move(play: OpenGame, page: str) -> LastMove | None:
    """What Undo would undo on the page of a helper."""
    act = last_standing_act(play.log, page)
    if act is None:
        return None
    helper, data = find_helper(page), act.data
    words = helper.describe_move(data["move"], data.get("content", {}))
    return LastMove(act.number, translate(name_seats(words, play.names)))


def name_seats(words: Words, names: Sequence[str]) -> Words:
    """A move tells seats by their letters; people know each other by name."""
    if not isinstance(words, Message):
        return words
    known = dict(zip(LETTERS, names, strict=False))

    def name_of(said: object) -> str:
        return BEFORE.join(known.get(one, one) for one in str(said).split(BEFORE))

    by_name = {key: name_of(words.values[key]) for key in TOLD if key in words.values}
    return Message(words.text, {**words.values, **by_name})


def last_standing_act(log: Log, page: str) -> Act | None:
    gone = find_undone(log)
    own = log.acts.filter(kind=USE_HELPER, data__helper=page).order_by("-number")
    return next((act for act in own.iterator(50) if act.number not in gone), None)
