"""Every helper that a session keeps, by its page. The only list of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.arcs.standings import STANDINGS
from scoring.checklist import CHECKLIST, CHECKLIST_HELPER
from scoring.games import GAMES
from scoring.helping import Around, KeptHelper, KeptStates
from scoring.imperial_settlers.round_marker import ROUND_GUIDE
from scoring.imperial_settlers.solo_story import SOLO_STORY
from scoring.inkas.dice import DICE
from scoring.inkas.tribes import TRIBES
from scoring.north_rounds import ROUND_AND_END
from scoring.north_ships import SHIP_QUEUE
from scoring.plain import to_plain
from scoring.records import Unfit
from scoring.rise_of_empire.counting import COUNTERS
from scoring.sheet import Game
from scoring.turn_clock import CLOCK, CLOCK_HELPER
from scoring.turn_order import TURN_ORDER, first_player_helper
from scoring.words import Message, Words, _, make_message

HELPERS: dict[str, KeptHelper[Any]] = {
    one.page: one
    for one in (
        CLOCK,
        CHECKLIST,
        TURN_ORDER,
        ROUND_GUIDE,
        SOLO_STORY,
        COUNTERS,
        DICE,
        TRIBES,
        STANDINGS,
        ROUND_AND_END,
        SHIP_QUEUE,
    )
}
TITLES: dict[str, str] = {
    **{one.page: one.title for game in GAMES.values() for one in game.helpers},
    **{one.page: one.title for one in (CLOCK_HELPER, CHECKLIST_HELPER)},
    TURN_ORDER.page: first_player_helper("").title,
}


# Those that every game has.
COMMON = (CLOCK.page, CHECKLIST.page, TURN_ORDER.page)


def find_helper(page: str) -> KeptHelper[Any]:
    if page not in HELPERS:
        raise Unfit("helper", f"“{page}” is no helper that is kept")
    return HELPERS[page]


def find_helper_of(game: Game[Any, Any], page: str) -> KeptHelper[Any]:
    """A helper of this game; raises Unfit for one of another."""
    if page not in COMMON and page not in (one.page for one in game.helpers):
        raise Unfit("helper", f"“{page}” is no helper of this game")
    return find_helper(page)


def reseat_helpers(
    kept: KeptStates, moved: Mapping[int, int], around: Around
) -> KeptStates:
    """The states of all helpers once seats have other numbers."""
    return {page: reseat_one(page, kept, moved, around) for page in kept}


def reseat_one(
    page: str, kept: KeptStates, moved: Mapping[int, int], around: Around
) -> Any:
    helper = find_helper(page)
    return to_plain(helper.reseat(helper.read_state(kept, around), moved))


def describe_helper_act(data: Mapping[str, Any]) -> Words:
    """“Dice log: Rolled 7”, for the history."""
    page, move = str(data["helper"]), str(data["move"])
    words = find_helper(page).describe_move(move, data.get("content", {}))
    title = Message(TITLES[page])
    said = words if isinstance(words, Message) else Message(words)
    return make_message(_("%(helper)s: %(move)s"), helper=title, move=said)
