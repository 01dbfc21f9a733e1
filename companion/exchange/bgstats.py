"""A finished game as BG Stats reads it: a link that opens the app with the play filled in.

docs/formats/bgstats.md says what of it is documented by its makers and what isn't.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.base.wording import player_names, translate
from companion.exchange.plays import OURS, PlayedNight, faction_label
from companion.tables.models import Person, Table
from scoring.games import GAMES

SOURCE = "Empire Companion"
PUSH = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_COMMENT = 400  # characters; the app cuts what is longer
DATE = "%Y-%m-%d %H:%M:%S"
SETTLERS = 154203
# Rise of the Empire has no number we know of: it is sent as the game it expands.
BGG_IDS = {
    "imperial_settlers": SETTLERS,
    "rise_of_empire": SETTLERS,
    "inkas": 244144,
    "arcs": 359871,
    "empires_of_the_north": 270844,
}
EXPANSIONS = {"rise_of_empire"}


class PlayerIds:
    """Who somebody is in other programs, for ever: renamed or merged, a person stays the same."""

    def __init__(self, table: Table | None) -> None:
        self.at = f"{table.created.isoformat()} {table.pk}" if table else ""
        people = Person.everyone.filter(table=table) if table else ()
        self.people = {
            one.name.casefold(): one.merged_into_id or one.pk for one in people
        }

    def __getitem__(self, name: str) -> UUID:
        person = self.people.get(name.casefold())
        known = f"person {person}" if person else f"name {name.casefold()}"
        return uuid5(OURS, f"{self.at} {known}")


def push_address(play: PlayedNight, ids: PlayerIds) -> str:
    """Leads to BG Stats and nowhere else, whatever people typed."""
    data = json.dumps(push_data(play, ids), ensure_ascii=False, separators=(",", ":"))
    return PUSH + quote(data, safe="")


def push_data(play: PlayedNight, ids: PlayerIds) -> dict[str, Any]:
    """Every boolean is there and the number of the game is a number: the app insists."""
    return {
        "sourceName": SOURCE,
        "sourcePlayId": str(play.id),
        **({"playDate": play.moment.strftime(DATE)} if play.moment else {}),
        **({"durationMin": play.minutes} if play.minutes else {}),
        "board": describe_board(play),
        "location": play.place,
        "comments": play.note[:LONGEST_COMMENT],
        "game": {
            "name": translate(game_name(play)),
            "sourceGameId": play.slug,
            "bggId": BGG_IDS[play.slug],
            "highestWins": True,
            "noPoints": False,
        },
        "players": [player_data(play, seat, ids) for seat in range(play.players)],
    }


def game_name(play: PlayedNight) -> str:
    slug = "imperial_settlers" if play.slug in EXPANSIONS else play.slug
    return GAMES[slug].name


def describe_board(play: PlayedNight) -> str:
    """The expansion and the campaign, or the scenario of a game alone."""
    own = [translate(play.game.name)] if play.slug in EXPANSIONS else []
    night = f"{play.campaign} {play.number}" if play.campaign else ""
    return " · ".join([*own, *filter(None, (night, play.cells.get("1b-scenario")))])


def seat_names(play: PlayedNight) -> list[str]:
    return player_names(list(play.names))


def player_data(play: PlayedNight, seat: int, ids: PlayerIds) -> dict[str, Any]:
    name = seat_names(play)[seat]
    return {
        "name": name,
        "sourcePlayerId": str(ids[play.names[seat] or f"{play.id} {seat}"]),
        "startPlayer": False,
        "rank": play.sheet.places[seat],
        "role": translate(faction_label(play.game, play.played_as[seat])),
        "score": str(play.sheet.totals[seat]),
        "winner": seat in play.sheet.winners,
    }
