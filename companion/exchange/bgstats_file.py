"""Game nights as a file of BG Stats: its export format, with the rows of our score sheets.

A play's uuid never changes, so the same file taken twice adds nothing there either.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone
from django.utils.translation import override

from companion.base.wording import translate
from companion.exchange.bgstats import (
    BGG_IDS,
    DATE,
    EXPANSIONS,
    PlayerIds,
    describe_board,
    game_name,
    player_data,
)
from companion.exchange.plays import OURS, PlayedNight
from scoring.sheet import ScoreRow
from scoring.words import Words

LANGUAGES = ("en", "cs")
# What BG Stats calls the rows of its own sheet, in the order of ours.
NORTH_ROWS = ("vptrack", "cards", "resources", "gold")
ROW_KEYS = {"empires_of_the_north": NORTH_ROWS}
FIXED_ROW = {"repetition": 0, "repeatable": False, "negative": False, "isExtra": False}
FIXED_GROUP = {
    "repetition": 0,
    "maxRepeat": 1,
    "hideSingleGroupLabel": True,
    "isExtra": False,
}


class Numbers:
    """The whole numbers by which the parts of a file point at each other."""

    def __init__(self) -> None:
        self.given: dict[str, dict[str, Any]] = {}

    def number(self, key: str, **record: Any) -> int:
        if key not in self.given:
            self.given[key] = {"id": len(self.given) + 1, "uuid": key, **record}
        return int(self.given[key]["id"])

    @property
    def records(self) -> list[dict[str, Any]]:
        return list(self.given.values())


def write_bgstats(
    plays: Iterable[PlayedNight], ids: PlayerIds, *, rows: bool = True
) -> bytes:
    """The whole file; without `rows` it holds no score sheets."""
    now = timezone.now().strftime(DATE)
    players, games, places = Numbers(), Numbers(), Numbers()
    written = [
        play_data(one, ids, (players, games, places), rows=rows) for one in plays
    ]
    for numbers in (players, games, places):
        for record in numbers.records:
            record["modificationDate"] = now
    data = {
        "tags": [],
        "groups": [],
        "players": players.records,
        "locations": places.records,
        "games": games.records,
        "plays": written,
        "challenges": [],
        "deletedObjects": [],
        "userInfo": {"meRefId": min(1, len(players.given)), "exportDate": now},
    }
    return f"{json.dumps(data, ensure_ascii=False)}\n".encode()


def play_data(
    play: PlayedNight, ids: PlayerIds, numbers: Sequence[Numbers], *, rows: bool
) -> dict[str, Any]:
    players, games, places = numbers
    scores = [score_data(play, seat, ids, players) for seat in range(play.players)]
    place = play.place and places.number(str(uuid5(OURS, play.place)), name=play.place)
    moment = play.moment.strftime(DATE) if play.moment else ""
    return {
        "uuid": str(play.id),
        "gameRefId": number_game(play, games),
        **({"locationRefId": place} if place else {}),
        "playDate": moment,
        "entryDate": moment,
        "modificationDate": moment,
        "durationMin": play.minutes,
        "rounds": 0,
        "board": describe_board(play),
        "comments": play.note,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "expansionPlays": [],
        "playerScores": scores,
        **({"scoresheet": dump_sheet(play)} if rows else {}),
    }


def number_game(play: PlayedNight, games: Numbers) -> int:
    slug = "imperial_settlers" if play.slug in EXPANSIONS else play.slug
    return games.number(
        str(uuid5(OURS, slug)),
        name=translate(game_name(play)),
        bggId=BGG_IDS[play.slug],
        highestWins=True,
        noPoints=False,
        cooperative=False,
        usesTeams=False,
    )


def score_data(
    play: PlayedNight, seat: int, ids: PlayerIds, players: Numbers
) -> dict[str, Any]:
    told = player_data(play, seat, ids)
    own = players.number(told["sourcePlayerId"], name=told["name"], isAnonymous=False)
    return {
        "playerRefId": own,
        "score": told["score"],
        "winner": told["winner"],
        "startPlayer": False,
        "newPlayer": False,
        "rank": told["rank"],
        "seatOrder": seat + 1,
        "role": told["role"],
        "metaData": json.dumps({"scoreUuid": str(cell_key(play, seat))}),
    }


# The score sheet


def cell_key(play: PlayedNight, seat: int) -> UUID:
    """Under which a seat's cells stand in the sheet."""
    return uuid5(play.id, f"seat {seat}")


def dump_sheet(play: PlayedNight) -> str:
    tallies = groupby(play.sheet.rows, key=lambda row: row.tally)
    groups = [group_data(play, tally, list(rows)) for tally, rows in tallies]
    sheet = {
        "bggId": BGG_IDS[play.slug],
        "version": 0,
        "langCode": LANGUAGES[0],
        "scoreType": "bestTotalWins",
        "groups": groups,
    }
    return json.dumps(sheet, ensure_ascii=False)


def group_data(
    play: PlayedNight, tally: int, rows: Sequence[ScoreRow]
) -> dict[str, Any]:
    name = play.game.tally_name
    keys = ROW_KEYS.get(play.slug, ())
    return {
        "templateId": f"tally{tally}",
        **say_in_both(name, f" {tally}" if name else ""),
        **FIXED_GROUP,
        "hasSubTotal": bool(name),
        "rows": [
            row_data(play, row, keys[n] if n < len(keys) else f"row{n + 1}")
            for n, row in enumerate(rows)
            if row.shown
        ],
    }


def row_data(play: PlayedNight, row: ScoreRow, key: str) -> dict[str, Any]:
    return {
        "templateId": key,
        **say_in_both(row.label),
        **FIXED_ROW,
        "scores": {
            str(cell_key(play, seat)): str(points)
            for seat, points in enumerate(row.points)
        },
    }


def say_in_both(words: Words, after: str = "") -> dict[str, str]:
    """The label in English, and beside it in the other languages."""
    said = {}
    for language in LANGUAGES:
        with override(language):
            said[language] = f"{translate(words)}{after}"
    others = {f"label-{one}": said[one] for one in LANGUAGES[1:]}
    return {"label": said[LANGUAGES[0]], **others}
