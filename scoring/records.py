"""A game as plain data: what JSON files, the database and other programs hold.

What comes from outside is refused by name where it doesn't fit, never bent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from scoring.entries import LONGEST, Entry, Kind, entries_of
from scoring.sheet import Game, Tally

# A NUL or half a surrogate pair can stand in JSON but can't be written anywhere.
READABLE = r"^[^\x00\ud800-\udfff]*$"
READABLE_TEXT = re.compile(READABLE)
TEXT = {"type": "string", "maxLength": LONGEST, "pattern": READABLE}

B = TypeVar("B")
S = TypeVar("S")
R = TypeVar("R")


class Unfit(ValueError):
    """Raised for data that is not a game, saying where and why."""

    def __init__(self, where: str, why: str) -> None:
        self.where = where
        super().__init__(f"{where}: {why}" if where else why)


def dump_record(record: Any, *, later: bool = False) -> dict[str, Any]:
    """A record as data; in a later tally without what is entered only once."""
    asked = entries_of(type(record))
    return {k: v for k, v in asdict(record).items() if not (later and asked[k].once)}


def dump_game(
    players: Sequence[str], tallies: Sequence[Tally[Any, Any]]
) -> dict[str, Any]:
    return {
        "players": list(players),
        "tallies": [
            {
                "board": dump_record(tally.board, later=tally.number > 1),
                "seats": [
                    dump_record(seat, later=tally.number > 1) for seat in tally.seats
                ],
            }
            for tally in tallies
        ],
    }


def load_record(kind: type[R], data: Any, where: str = "", *, later: bool = False) -> R:
    """A record from data; what is missing keeps its default."""
    known = {k: e for k, e in entries_of(kind).items() if not (later and e.once)}
    for key in read_mapping(data, where, known):
        check_value(known[key], data[key], f"{where}.{key}" if where else key)
    return kind(**{key: whole_number(value) for key, value in data.items()})


def load_game(
    game: Game[B, S], data: Any
) -> tuple[tuple[str, ...], tuple[Tally[B, S], ...]]:
    """The players' names and the tallies of a game given as data."""
    read_mapping(data, "", ("players", "tallies"), required=True)
    names = read_sequence(data["players"], "players", game.players[0], game.players[-1])
    for index, name in enumerate(names):
        check_text(name, f"players[{index}]")
    tallies = read_sequence(data["tallies"], "tallies", 1, game.tallies)
    return tuple(names), tuple(
        load_tally(game, number, len(names), tally)
        for number, tally in enumerate(tallies, start=1)
    )


def load_tally(game: Game[B, S], number: int, players: int, data: Any) -> Tally[B, S]:
    where, later = f"tallies[{number - 1}]", number > 1
    read_mapping(data, where, ("board", "seats"))
    if "seats" not in data:
        raise Unfit(where, "“seats” is missing")
    board = load_record(
        game.board, data.get("board", {}), f"{where}.board", later=later
    )
    seats = read_sequence(data["seats"], f"{where}.seats", players, players)
    return Tally(
        number,
        board,
        tuple(
            load_record(game.seat, seat, f"{where}.seats[{index}]", later=later)
            for index, seat in enumerate(seats)
        ),
    )


def read_mapping(
    data: Any, where: str, known: Any, *, required: bool = False
) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Unfit(where, "must be an object")
    for key in data:
        if key not in known:
            raise Unfit(where, f"“{key}” is unknown here")
    for key in known if required else ():
        if key not in data:
            raise Unfit(where, f"“{key}” is missing")
    return data


def read_sequence(data: Any, where: str, fewest: int, most: int) -> list[Any]:
    if not isinstance(data, list):
        raise Unfit(where, "must be a list")
    if not fewest <= len(data) <= most:
        size = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise Unfit(where, f"must have {size} items, not {len(data)}")
    return data


def check_value(entry: Entry, value: Any, where: str) -> None:
    match entry.kind:
        case Kind.COUNT:
            check_count(entry, whole_number(value), where)
        case Kind.FLAG:
            if not isinstance(value, bool):
                raise Unfit(where, "must be true or false")
        case Kind.PICK:
            if value not in choice_keys(entry):
                raise Unfit(where, f"must be one of {', '.join(choice_keys(entry))}")
        case Kind.NAME | Kind.TEXT:
            check_text(value, where)


def check_count(entry: Entry, value: Any, where: str) -> None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not entry.minimum <= value <= entry.maximum:
        raise Unfit(
            where, f"must be a whole number from {entry.minimum} to {entry.maximum}"
        )


def check_text(value: Any, where: str) -> None:
    fits = isinstance(value, str) and len(value) <= LONGEST
    if not fits or not READABLE_TEXT.fullmatch(value):
        raise Unfit(where, f"must be a text of at most {LONGEST} characters")


def whole_number(value: Any) -> Any:
    """3.0 is a whole number to JSON Schema, so it is one here."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def choice_keys(entry: Entry) -> list[str]:
    """What may be picked; nothing picked is a choice where nothing is the default."""
    nothing = [""] if entry.default == "" else []
    return [*nothing, *map(str, entry.choices)]


def game_schema(game: Game[Any, Any]) -> dict[str, Any]:
    """The JSON Schema of what load_game() takes."""
    later = tally_schema(game, later=True)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.name,
        "type": "object",
        "properties": {
            "players": {
                "type": "array",
                "items": TEXT,
                "minItems": game.players[0],
                "maxItems": game.players[-1],
            },
            "tallies": {
                "type": "array",
                "prefixItems": [tally_schema(game)],
                "items": later if game.tallies > 1 else False,
                "minItems": 1,
                "maxItems": game.tallies,
            },
        },
        "required": ["players", "tallies"],
        "additionalProperties": False,
    }


def tally_schema(game: Game[Any, Any], *, later: bool = False) -> dict[str, Any]:
    return {
        "type": "object",
        "description": "One seat per player, in the order of “players”.",
        "properties": {
            "board": record_schema(game.board, later=later),
            "seats": {
                "type": "array",
                "items": record_schema(game.seat, later=later),
                "minItems": game.players[0],
                "maxItems": game.players[-1],
            },
        },
        "required": ["seats"],
        "additionalProperties": False,
    }


def record_schema(kind: type, *, later: bool) -> dict[str, Any]:
    asked = {k: e for k, e in entries_of(kind).items() if not (later and e.once)}
    return {
        "type": "object",
        "properties": {key: entry_schema(entry) for key, entry in asked.items()},
        "additionalProperties": False,
    }


def entry_schema(entry: Entry) -> dict[str, Any]:
    about = f"{entry.rule.id}. {entry.help}".strip(". ") + "."
    return {
        "title": entry.label,
        "description": about,
        **value_schema(entry),
        "default": entry.default,
    }


def value_schema(entry: Entry) -> dict[str, Any]:
    match entry.kind:
        case Kind.COUNT:
            return {
                "type": "integer",
                "minimum": entry.minimum,
                "maximum": entry.maximum,
            }
        case Kind.FLAG:
            return {"type": "boolean"}
        case Kind.PICK:
            return {"enum": choice_keys(entry)}
        case Kind.NAME:
            return {**TEXT, "examples": list(entry.choices)}
        case Kind.TEXT:
            return TEXT
