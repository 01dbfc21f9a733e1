"""The boxes of a page: which are ticked in the game it is about, and what a reader may do with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from companion.sessions.aids.checklist import OFF, ON
from companion.sessions.aids.open_game import OpenGame, open_session_game
from companion.sessions.models import GameSession
from companion.tables.access import Here


def find_context_play(context: Context) -> OpenGame | None:
    """The game a page is about: a helper's, a campaign's, or the session it shows."""
    if "play" in context:
        play: OpenGame | None = context["play"]
        return play
    session, here = context.get("session"), context.get("here")
    if not isinstance(session, GameSession) or not isinstance(here, Here):
        return None
    request = context["request"]
    if not hasattr(request, "open_game"):
        request.open_game = open_session_game(session, here)
    found: OpenGame = request.open_game
    return found


class BoxesSeen(NamedTuple):
    """What a reader sees of the boxes of a game: those that are ticked, and what may be done."""

    ticked: tuple[str, ...] = ()
    open: bool = False
    may_move: bool = False


def see_boxes(play: OpenGame | None, among: Iterable[str] | None = None) -> BoxesSeen:
    """All of a game, or those `among` some."""
    if play is None:
        return BoxesSeen()
    boxes = play.ticked
    own = boxes if among is None else tuple(one for one in among if one in boxes)
    return BoxesSeen(own, play.open, play.may_move)


def draw_tick(seen: BoxesSeen, content: str, box: str) -> SafeString:
    on = box in seen.ticked
    if not (seen.open or on):
        return format_html(
            '<label><input type="checkbox" autocomplete="off"><span>{}</span></label>',
            content,
        )
    return format_html(
        '<button type="submit" form="ticks" name="box" value="{}{}" class="tick" role="checkbox"'
        ' aria-checked="{}" {}><span>{}</span></button>',
        OFF if on else ON,
        box,
        "true" if on else "false",
        "" if seen.may_move else "disabled",
        content,
    )
