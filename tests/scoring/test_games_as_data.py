"""Every game comes back from data as it was, and schema and reader refuse the same."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring import records
from scoring.entries import LONGEST, Kind, entries_of
from scoring.records import Unfit
from scoring.seats import LETTERS
from scoring.sheet import score_valid_game
from tests.scoring.test_properties import every_game, quick, sessions
from tests.thorough import some


def dumped(game):
    """The game's example as data that may be changed."""
    example = records.dump_game(game.example.players, game.example.tallies)
    return json.loads(json.dumps(example))


def loads(game, data):
    try:
        records.load_game(game, data)
    except Unfit:
        return False
    return True


def validates(game, data):
    return Draft202012Validator(records.game_schema(game)).is_valid(data)


def inside(data, path):
    for key in path:
        data = data[key]
    return data


def changed(data, path, value):
    data = copy.deepcopy(data)
    inside(data, path[:-1])[path[-1]] = value
    return data


def removed(data, path):
    data = copy.deepcopy(data)
    del inside(data, path[:-1])[path[-1]]
    return data


def paths(data, at=()):
    """The way to everything within data."""
    yield at
    keys = {dict: data, list: range(len(data) if isinstance(data, list) else 0)}
    for key in keys.get(type(data), ()):
        yield from paths(data[key], (*at, key))


@every_game
def test_the_example_breaks_no_rule_and_fits_the_schema(game):
    score_valid_game(game, game.example.tallies)
    schema = records.game_schema(game)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(dumped(game))


@every_game
def test_the_example_comes_back_from_json(game):
    assert records.load_game(game, dumped(game)) == (
        game.example.players,
        game.example.tallies,
    )


@every_game
@quick
@given(data=st.data())
def test_any_game_comes_back_from_json(game, data):
    tallies = data.draw(sessions(game))
    names = tuple(LETTERS[: len(tallies[0].seats)])
    stored = json.loads(json.dumps(records.dump_game(names, tallies)))
    assert records.load_game(game, stored) == (names, tallies)
    assert validates(game, stored)


@every_game
def test_what_is_missing_keeps_its_default(game):
    players = game.players[0]
    least = {"players": [""] * players, "tallies": [{"seats": [{}] * players}]}
    assert validates(game, least)
    _, (tally,) = records.load_game(game, least)
    assert (tally.board, tally.seats) == (game.board(), (game.seat(),) * players)


def first_of(game, kind):
    """A seat's entry of a kind, if the game has one."""
    found = [key for key, one in entries_of(game.seat).items() if one.kind is kind]
    return found[0] if found else None


SEATS = ("tallies", 0, "seats")
TOO_LONG = "x" * (LONGEST + 1)
# What may be nowhere in a game, by the way to it.
MISSHAPEN = [
    (("unknown",), 1),
    (("tallies", 0, "unknown"), 1),
    (("tallies", 0, "board"), {"unknown": 1}),
    (("tallies", 0, "board"), None),
    (("tallies", 0, "board"), []),
    (("tallies", 0), []),
    (("tallies",), []),
    (("tallies",), {}),
    (("tallies",), None),
    (SEATS, {}),
    (SEATS, [1]),
    (SEATS, []),
    ((*SEATS, 0), None),
    ((*SEATS, 0, "unknown"), 1),
    (("players",), "AB"),
    (("players",), []),
    (("players", 0), 1),
    (("players", 0), None),
    (("players", 0), TOO_LONG),
]
WRONG = {
    Kind.COUNT: (True, False, -1, 1.5, "1", None, [], {}, 1e400, 10**30),
    Kind.FLAG: (0, 1, 1.0, "true", None, []),
    Kind.PICK: ("nonsense", 1, True, None, [], {}),
    Kind.NAME: (TOO_LONG, 1, None, []),
    Kind.TEXT: (TOO_LONG, 1, None, []),
}


def wrong_entries(game):
    """Every entry with what it can't hold, and those too late that are entered once."""
    for where, kind in (("board",), game.board), (("seats", 0), game.seat):
        for key, entry in entries_of(kind).items():
            over = [entry.maximum + 1] if entry.kind is Kind.COUNT else []
            for value in (*WRONG[entry.kind], *over):
                yield ("tallies", 0, *where, key), value
            if entry.once and game.tallies > 1:
                yield ("tallies", 1, *where, key), entry.default


@every_game
def test_what_does_not_fit_is_refused_by_schema_and_reader_alike(game):
    for path, value in (*MISSHAPEN, *wrong_entries(game)):
        data = changed(dumped(game), path, value)
        assert not validates(game, data), (path, value)
        assert not loads(game, data), (path, value)


@every_game
@pytest.mark.parametrize("path", [("players",), ("tallies",), SEATS])
def test_what_must_be_there_is_missed_by_schema_and_reader_alike(game, path):
    data = removed(dumped(game), path)
    assert not validates(game, data)
    assert not loads(game, data)


@every_game
def test_too_few_or_too_many_players_or_tallies_are_refused(game):
    def table(players, tallies):
        seats = {"seats": [{}] * players}
        return {"players": ["x"] * players, "tallies": [seats] * tallies}

    fewest, most = game.players[0], game.players[-1]
    for players, tallies, fits in (
        (fewest, game.tallies, True),
        (most, game.tallies, True),
        (fewest - 1, 1, False),
        (most + 1, 1, False),
        (fewest, game.tallies + 1, False),
    ):
        data = table(players, tallies)
        assert validates(game, data) is fits
        assert loads(game, data) is fits


@every_game
def test_half_a_sign_is_refused_by_schema_and_reader_alike(game):
    data = json.loads(json.dumps(dumped(game)).replace("Anna", r"Ann\ud83d"))
    assert data["players"][0] == "Ann\ud83d"
    assert not loads(game, data)
    assert not validates(game, data)


@every_game
def test_a_whole_number_may_be_written_with_a_point(game):
    data, key = dumped(game), first_of(game, Kind.COUNT)
    data["tallies"][0]["seats"][0][key] = 3.0
    assert validates(game, data)
    _, tallies = records.load_game(game, data)
    value = getattr(tallies[0].seats[0], key)
    assert (value, type(value)) == (3, int)


@every_game
def test_the_bounds_themselves_fit(game):
    for key, entry in entries_of(game.seat).items():
        fits = {
            Kind.COUNT: [0, entry.maximum],
            Kind.FLAG: [True, False],
            Kind.PICK: records.choice_keys(entry),
            Kind.NAME: ["", "x" * LONGEST, *entry.choices],
            Kind.TEXT: ["", "x" * LONGEST],
        }
        for value in fits[entry.kind]:
            data = dumped(game)
            data["tallies"][0]["seats"][0][key] = value
            assert validates(game, data)
            assert loads(game, data)


@every_game
def test_as_many_seats_as_players_are_for_the_reader_alone_to_check(game):
    data = dumped(game)
    data["tallies"][0]["seats"] = [{}] * game.players[-1]
    data["players"] = ["x"] * game.players[0]
    assert validates(game, data)
    assert not loads(game, data)


def seats_match(data):
    """Whether every tally has a seat for each player: what no schema can say."""
    try:
        return {len(tally["seats"]) for tally in data["tallies"]} == {
            len(data["players"])
        }
    except (KeyError, TypeError):
        return True  # broken in a way that a schema sees


STRANGE = (None, True, False, -1, 0, 1, 3.0, 2.5, 1000, "", "x", "x" * 61, [], {})


@every_game
def test_schema_and_reader_agree_on_every_change_of_the_example(game):
    example, valid = (
        dumped(game),
        Draft202012Validator(records.game_schema(game)).is_valid,
    )
    ways = [path for path in paths(example) if path]
    games = [changed(example, path, value) for path in ways for value in STRANGE]
    games += [removed(example, path) for path in ways]
    games += [
        changed(example, (*path, "unknown"), 1)
        for path in paths(example)
        if isinstance(inside(example, path), dict)
    ]
    games += [
        changed(example, path, inside(example, path) * 2)
        for path in ways
        if isinstance(inside(example, path), list)
    ]
    disagreed = [
        data
        for data in [*some(games), *STRANGE]
        if loads(game, data) != valid(data) and seats_match(data)
    ]
    assert disagreed == []


@every_game
def test_what_is_refused_is_refused_by_name(game):
    data, key = dumped(game), first_of(game, Kind.COUNT)
    data["tallies"][0]["seats"][1][key] = -1
    with pytest.raises(Unfit, match=rf"tallies\[0\]\.seats\[1\]\.{key}: must be"):
        records.load_game(game, data)
