"""What every game of the registry keeps to, without knowing which one it is."""

import copy
import json
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pypdf import PdfReader

from companion.hosting.catalogue import read_catalogue
from scoring import records, rules
from scoring.entries import LONGEST, Kind, entries_of
from scoring.games import GAMES
from scoring.records import Unfit
from scoring.seats import LETTERS
from scoring.sheet import (
    blank_sheet,
    carry_once_entries,
    cited_rules,
    score_game,
    score_valid_game,
)
from tests.scoring.test_properties import every_game, quick, sessions
from tests.thorough import some

ROOT = Path(__file__).parents[2]
every_number_of_players = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES.values() for players in game.players],
    ids=[f"{slug}-{n}" for slug, game in GAMES.items() for n in game.players],
)


def all_entries(game):
    return {**entries_of(game.board), **entries_of(game.seat)}


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


# The registry


def test_the_five_games_are_registered_by_their_slugs():
    assert [game.slug for game in GAMES.values()] == list(GAMES)
    assert len(GAMES) == 5


def test_scoring_needs_neither_django_nor_reportlab():
    script = """
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys(("django", "reportlab")))
import scoring
for module in pkgutil.walk_packages(scoring.__path__, "scoring."):
    importlib.import_module(module.name)
from scoring.games import GAMES
from scoring.sheet import score_valid_game
for game in GAMES.values():
    score_valid_game(game, game.example.tallies)
loaded = {name.partition(".")[0] for name, module in sys.modules.items() if module}
assert not loaded & {"django", "reportlab", "companion", "campaign"}, loaded
"""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


# Sheets


@every_number_of_players
def test_nothing_entered_scores_nothing(game, players):
    sheet = blank_sheet(game, players)
    assert sheet.totals == (0,) * players
    assert sheet.places == (1,) * players
    assert sheet.rows
    assert not any(any(row.points) for row in sheet.rows)


@every_game
@quick
@given(data=st.data())
def test_totals_are_the_sums_of_the_rows(game, data):
    tallies = data.draw(sessions(game))
    sheet = score_game(game, tallies)
    assert sheet.totals == tuple(
        sum(row.points[seat] for row in sheet.rows)
        for seat in range(len(tallies[-1].seats))
    )
    assert {row.tally for row in sheet.rows} == {tally.number for tally in tallies}


@every_game
def test_the_example_is_the_sum_of_its_rows_too(game):
    sheet = score_valid_game(game, game.example.tallies)
    columns = zip(*(row.points for row in sheet.rows), strict=True)
    assert sheet.totals == tuple(map(sum, columns))


@every_game
@quick
@given(data=st.data())
def test_players_may_sit_in_any_order(game, data):
    tallies = data.draw(sessions(game))
    order = data.draw(st.permutations(range(len(tallies[-1].seats))))
    moved = [
        replace(tally, seats=tuple(tally.seats[seat] for seat in order))
        for tally in tallies
    ]
    before, after = score_game(game, tallies), score_game(game, moved)
    assert after.totals == tuple(before.totals[seat] for seat in order)
    assert after.places == tuple(before.places[seat] for seat in order)
    assert after.ending == before.ending
    decided = [one and one.label for one in (before.decided_by, after.decided_by)]
    assert decided[0] == decided[1]
    told = [sorted(one.rule.id for one in sheet.problems) for sheet in (before, after)]
    assert told[0] == told[1]


@every_number_of_players
def test_nothing_entered_is_nothing_to_do_and_nobody_ahead(game, players):
    sheet = blank_sheet(game, players)
    assert sheet.steps == ()
    assert sheet.race is None or sheet.race.have == (0,) * players


@every_game
@quick
@given(data=st.data())
def test_a_race_has_one_number_per_seat_in_the_order_of_the_seats(game, data):
    tallies = data.draw(sessions(game))
    order = data.draw(st.permutations(range(len(tallies[-1].seats))))
    moved = [
        replace(tally, seats=tuple(tally.seats[seat] for seat in order))
        for tally in tallies
    ]
    before, after = score_game(game, tallies).race, score_game(game, moved).race
    if before:
        assert len(before.have) == len(order)
        assert before.to > 0
        have = tuple(before.have[seat] for seat in order)
        assert after == replace(before, have=have)
    else:
        assert after is None


@every_game
@quick
@given(data=st.data())
def test_races_and_steps_cite_declared_rules_in_words_that_can_be_written(game, data):
    tallies = data.draw(sessions(game, asked=False))
    sheet = score_game(game, tallies)
    race = [sheet.race] if sheet.race else []
    for one in (*race, *sheet.steps):
        assert rules.declared_rules()[one.rule.id] is one.rule
    for words in (*(one.label for one in race), *(one.message for one in sheet.steps)):
        assert str(words).strip()
        assert "%(" not in str(words)
    numbers = [tally.number for tally in tallies]
    for step in sheet.steps:
        assert step.seat in (None, *range(len(sheet.totals)))
        assert step.tally in (None, numbers[-1])


@every_game
@quick
@given(data=st.data())
def test_what_is_entered_once_holds_for_all_tallies(game, data):
    tallies = data.draw(sessions(game))
    for tally in carry_once_entries(tallies):
        for first, later in zip(
            (tallies[0].board, *tallies[0].seats),
            (tally.board, *tally.seats),
            strict=True,
        ):
            once = [key for key, one in entries_of(type(first)).items() if one.once]
            assert [getattr(first, key) for key in once] == [
                getattr(later, key) for key in once
            ]


# Rules and words


@every_game
def test_every_entry_line_and_tie_break_cites_a_declared_rule(game):
    citing = [*game.lines, *game.tie_breaks, *all_entries(game).values()]
    found = [one.rule for one in citing] + list(game.remember)
    found.append(score_game(game, game.example.tallies).ending.rule)
    for rule in found:
        assert rules.declared_rules()[rule.id] is rule
        assert rule.id in [one.id for one in cited_rules(game)] + [found[-1].id]


@pytest.mark.parametrize("rule", rules.declared_rules().values(), ids=str)
def test_every_rule_has_a_title_a_text_and_a_page_or_a_note_why_not(rule):
    assert rule.book.strip()
    assert rule.title.strip()
    assert rule.text.strip()
    assert rule.page.strip() or rule.note.strip()
    assert str(rule) == rule.id


def must_say(game):
    """The words of a declaration that a person will read."""
    entered = all_entries(game).values()
    lines = (*game.lines, *game.tie_breaks)
    return [
        game.name,
        game.unit,
        *(one.label for one in (*lines, *entered)),
        *(label for one in entered for label in one.choices.values()),
        *(
            text
            for rule in cited_rules(game)
            for text in (rule.book, rule.title, rule.text)
        ),
    ]


def may_say(game):
    return [
        game.tally_name,
        *(one.help for one in all_entries(game).values()),
        *(rule.note for rule in cited_rules(game)),
    ]


@every_game
def test_every_label_is_a_plain_text_that_can_be_translated(game):
    assert {type(text) for text in (*must_say(game), *may_say(game))} == {str}
    assert all(text.strip() for text in must_say(game))


@every_game
def test_a_game_of_several_tallies_names_them(game):
    assert bool(game.tally_name) == (game.tallies > 1)


@every_game
def test_every_default_is_within_its_bounds(game):
    for entry in all_entries(game).values():
        match entry.kind:
            case Kind.COUNT:
                assert 0 <= entry.default <= entry.maximum
            case Kind.FLAG:
                assert entry.default is False
            case Kind.PICK:
                assert entry.default in records.choice_keys(entry)
            case Kind.NAME | Kind.TEXT:
                assert entry.default == ""


# Games as data


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


# Pages and paper


@every_game
def test_form_table_and_paper_build_for_the_fewest_and_the_most_players(game, client):
    for players in (game.players[0], game.players[-1]):
        page = client.get(f"/games/{game.slug}/?players={players}")
        assert page.content.count(b'<th scope="col" class="seat-') == players
        sheet = f"/games/{game.slug}/sheet.pdf?players={players}"
        first, second = client.get(sheet).content, client.get(sheet).content
        assert first == second
        assert len(PdfReader(BytesIO(first)).pages) <= 2  # front and back


@every_game
def test_every_word_of_a_declaration_is_translated(game):
    czech = {entry.msgid: entry.msgstr for entry in read_catalogue(settings.BASE_DIR)}
    said = [text for text in (*must_say(game), *may_say(game)) if text]
    untranslated = [text for text in said if not czech.get(text)]
    assert untranslated == []
