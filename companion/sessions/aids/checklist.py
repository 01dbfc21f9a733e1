"""Boxes to tick, wherever a page of a session shows them."""

from __future__ import annotations

from zlib import crc32

from django.http import QueryDict

from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.typed_moves import Move
from scoring.records import Unfit
from scoring.words import Words

ON, OFF = "+", "-"


def box_of_words(words: Words, *more: object) -> str:
    """A key for a box that is known by its words only, whatever language it is read in."""
    said = "|".join(map(str, (words, *more)))
    return f"said.{crc32(said.encode()):08x}"


def read_tick(data: QueryDict, _play: OpenGame) -> Move:
    """+box ticks it, -box takes the tick away."""
    sign, box = data.get("box", "")[:1], data.get("box", "")[1:]
    if sign not in (ON, OFF):
        raise Unfit("box", "must say whether it is ticked")
    return "tick_box", {"box": box, "on": sign == ON}
