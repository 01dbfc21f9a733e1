"""The campaign: where a progress token may lie and what it does, what a province allows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.entries import pick
from scoring.imperial_settlers.solo import KIND_NAMES
from scoring.moves import Move
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.layout import ICON_NAMES, Good
from scoring.rise_of_empire.readings import goods_with_first
from scoring.rise_of_empire.session import PROVINCES
from scoring.rise_of_empire.tokens import RULES, may_be_placed, token_effect
from scoring.rules import Problem, Remark
from scoring.words import Message, _, make_message

TOKEN_NAMES = {token: ICON_NAMES[token] for token in RULES}


@dataclass(frozen=True)
class TokenPlace:
    token: str = pick(_("Token"), book.PROGRESS_TOKENS, TOKEN_NAMES)
    kind: str = pick(_("My location is"), book.PROGRESS_TOKENS, KIND_NAMES)
    good: str = pick(_("The dove pays"), book.DOVE, goods_with_first(Good.WOOD))


def token_problems(place: TokenPlace) -> Iterable[Problem]:
    """ROE-42: a token lies only where it fits."""
    if not place.token or not place.kind:
        yield Problem(_("Choose a token and a location."), book.PROGRESS_TOKENS)
    elif not may_be_placed(place.token, place.kind):
        message = _("%(token)s doesn't fit there.")
        name = Message(TOKEN_NAMES[place.token])
        yield Problem(make_message(message, token=name), RULES[place.token])


def token_outcome(place: TokenPlace) -> Iterable[Remark]:
    rule = RULES[place.token]
    yield Remark(token_effect(place.token, place.good or Good.WOOD), rule)
    yield Remark(_("It doesn't use up your turn."), book.FREE_ACTIONS)
    yield Remark(
        _("It stays through clean-up and returns when the location goes."),
        book.PROGRESS_TOKENS,
    )


REMOVE, BUILD_OVER, COUNT = "remove", "build_over", "count"


@dataclass(frozen=True)
class ProvinceUse:
    use: str = pick(
        _("I'd like to"),
        PROVINCES,
        {
            REMOVE: _("remove it"),
            BUILD_OVER: _("build another location over it"),
            COUNT: _("count it as a location of its colour"),
        },
    )


def province_problems(wish: ProvinceUse) -> Iterable[Problem]:
    """ROE-8"""
    if wish.use == REMOVE:
        yield Problem(_("A province can't be removed."), PROVINCES)
    if wish.use == BUILD_OVER:
        yield Problem(_("A province can't be foundations."), PROVINCES)


def province_outcome(wish: ProvinceUse) -> Iterable[Remark]:
    if wish.use == COUNT:
        yield Remark(_("It counts as one location of its colour."), PROVINCES)
        yield Remark(_("It is neither common nor faction."), PROVINCES)


MOVES = (
    Move(
        "token",
        _("Where can my token go?"),
        TokenPlace,
        (book.PROGRESS_TOKENS, *RULES.values(), book.FREE_ACTIONS),
        token_problems,
        token_outcome,
    ),
    Move(
        "province",
        _("What can I do with a province?"),
        ProvinceUse,
        (PROVINCES,),
        province_problems,
        province_outcome,
    ),
)
