"""What a page drawn for everybody leaves open, to be filled in for each of them.

A token proves who sends a form, an id makes one press of a button one act: neither may be the
same on two phones. While a page is drawn for all, they and what is somebody's own stay holes.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from uuid import uuid4

from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

TOKEN, ID, OWN = "token", "id", "own"
# Nobody outside this process knows it, so nobody can write a hole into a page.
_NONCE = secrets.token_hex(16)
_HOLE = re.compile(rf"{_NONCE}:(\w+):([\w/.]*):".encode())
_passing: ContextVar[list[bool] | None] = ContextVar("drawing_for_all", default=None)


@dataclass(frozen=True)
class Hole:
    """A place left open; `name` says which part of somebody's own belongs there."""

    kind: str
    name: str = ""


Piece = bytes | Hole


@contextmanager
def drawing_for_all() -> Iterator[Callable[[], bool]]:
    """Within it a page leaves holes; afterwards it says whether what was drawn holds any longer."""
    passing: list[bool] = []
    before = _passing.set(passing)
    try:
        yield lambda: not passing
    finally:
        _passing.reset(before)


def is_drawn_for_all() -> bool:
    return _passing.get() is not None


def holds_for_now() -> None:
    """Says of a page that is being drawn that it is true only at this moment: it isn't kept."""
    passing = _passing.get()
    if passing is not None:
        passing.append(True)


def leave_hole(kind: str, name: str = "") -> str:
    return f"{_NONCE}:{kind}:{name}:"


def leave_token_open(_request: HttpRequest) -> dict[str, str]:
    """For every template, after Django's own token: in a page for all its place stays open."""
    return {"csrf_token": leave_hole(TOKEN)} if is_drawn_for_all() else {}


def split_at_holes(text: bytes) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    end = 0
    for found in _HOLE.finditer(text):
        pieces += [text[end : found.start()], Hole(*map(bytes.decode, found.groups()))]
        end = found.end()
    return (*pieces, text[end:])


def fill_holes(pieces: tuple[Piece, ...], fill: Callable[[Hole], str]) -> bytes:
    return b"".join(
        fill(one).encode() if isinstance(one, Hole) else one for one in pieces
    )


def act_id() -> SafeString:
    """An id for the request, made with the page: pressing twice does it once."""
    made = leave_hole(ID) if is_drawn_for_all() else uuid4()
    return format_html('<input type="hidden" name="id" value="{}">', made)
