"""The games that can be scored: the only list of them."""

from __future__ import annotations

from typing import Any

from scoring import arcs, empires_of_the_north, imperial_settlers, inkas, rise_of_empire
from scoring.sheet import Game

GAMES: dict[str, Game[Any, Any]] = {
    module.GAME.slug: module.GAME
    for module in (imperial_settlers, rise_of_empire, inkas, arcs, empires_of_the_north)
}
