"""A game as plain data: what JSON files, the database and other programs hold.

What comes from outside is refused by name where it doesn't fit, never bent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from typing import Any, TypeVar

from scoring.entries import LONGEST, Entry, Kind, entries_of
from scoring.plain import READABLE as READABLE
from scoring.plain import READABLE_TEXT as READABLE_TEXT
from scoring.plain import Reader, Shape, from_plain, read_short_text, read_truth
from scoring.plain import Unfit as Unfit
from scoring.plain import read_mapping as read_mapping
from scoring.plain import read_sequence as read_sequence
from scoring.sheet import Game, Tally

TEXT = {"type": "string", "maxLength": LONGEST, "pattern": READABLE}

B = TypeVar("B")
S = TypeVar("S")
R = TypeVar("R")


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
    """A record of entries from data; what is missing keeps its default."""
    return from_plain(kind, data, where, later_shape if later else entry_shape)


@cache
def entry_shape(kind: type) -> Shape:
    """A record read by its entries, which know their bounds and choices."""
    return {key: entry_reader(one) for key, one in entries_of(kind).items()}, ()


@cache
def later_shape(kind: type) -> Shape:
    """A record of a later tally: without what is entered only once."""
    readers, required = entry_shape(kind)
    asked = {key for key, one in entries_of(kind).items() if not one.once}
    return {key: one for key, one in readers.items() if key in asked}, required


def load_game(
    game: Game[B, S], data: Any
) -> tuple[tuple[str, ...], tuple[Tally[B, S], ...]]:
    """The players' names and the tallies of a game given as data."""
    read_mapping(data, "", ("players", "tallies"), ("players", "tallies"))
    names = read_sequence(data["players"], "players", game.players[0], game.players[-1])
    for index, name in enumerate(names):
        read_name(name, f"players[{index}]")
    tallies = read_sequence(data["tallies"], "tallies", 1, game.tallies)
    return tuple(names), tuple(
        load_tally(game, number, len(names), tally)
        for number, tally in enumerate(tallies, start=1)
    )


def load_tally(game: Game[B, S], number: int, players: int, data: Any) -> Tally[B, S]:
    where, later = f"tallies[{number - 1}]", number > 1
    read_mapping(data, where, ("board", "seats"), required=("seats",))
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


def entry_reader(entry: Entry) -> Reader:
    match entry.kind:
        case Kind.COUNT:
            return count_reader(entry.minimum, entry.maximum)
        case Kind.FLAG:
            return read_truth
        case Kind.PICK:
            return choice_reader(choice_keys(entry))
        case Kind.NAME | Kind.TEXT:
            return read_name


def count_reader(fewest: int, most: int) -> Reader:
    def read(value: Any, where: str) -> int:
        number = whole_number(value)
        if type(number) is not int or not fewest <= number <= most:
            raise Unfit(where, f"must be a whole number from {fewest} to {most}")
        return number

    return read


def choice_reader(known: list[str]) -> Reader:
    def read(value: Any, where: str) -> Any:
        if value not in known:
            raise Unfit(where, f"must be one of {', '.join(known)}")
        return value

    return read


def read_name(value: Any, where: str) -> str:
    return read_short_text(value, where, LONGEST)


def whole_number(value: Any) -> Any:
    """3.0 is a whole number to JSON Schema, so it is one here."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def choice_keys(entry: Entry) -> list[str]:
    """What may be picked; nothing picked is a choice where nothing is the default."""
    nothing = [""] if entry.default == "" else []
    return [*nothing, *map(str, entry.choices)]


def game_schema(game: Game[Any, Any]) -> dict[str, Any]:
    """The JSON Schema of what load_game() takes."""
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
                "items": tally_schema(game, later=True),
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
