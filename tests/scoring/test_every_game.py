"""What every game of the registry keeps to, without knowing which one it is."""

import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from companion.hosting.catalogue import read_catalogue
from scoring import records, rules
from scoring.entries import Group, Kind, entries_of
from scoring.games import GAMES
from scoring.sheet import (
    blank_sheet,
    carry_once_entries,
    cited_rules,
    score_game,
    score_valid_game,
)
from tests.scoring.test_properties import every_game, quick, sessions

ROOT = Path(__file__).parents[2]
every_number_of_players = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES.values() for players in game.players],
    ids=[f"{slug}-{n}" for slug, game in GAMES.items() for n in game.players],
)


def all_entries(game):
    return {**entries_of(game.board), **entries_of(game.seat)}


# The registry

FEWEST_AND_MOST = {  # as each box says
    "imperial_settlers": (1, 4),
    "rise_of_empire": (1, 4),
    "inkas": (3, 4),
    "arcs": (2, 4),
    "empires_of_the_north": (1, 4),
}


@every_game
def test_as_many_play_as_the_box_says(game):
    fewest, most = FEWEST_AND_MOST[game.slug]
    assert list(game.players) == [*range(fewest, most + 1)]


@every_game
def test_the_rules_count_the_rounds_of_two_games(game):
    """IS-21 and ROE-7; the others end otherwise."""
    rounds = {"imperial_settlers": 5, "rise_of_empire": 4}
    assert game.rounds == rounds.get(game.slug, 0)


def test_only_the_attacks_of_the_virtual_player_are_for_a_game_alone():
    alone = [
        helper.page
        for game in GAMES.values()
        for helper in game.helpers
        if helper.alone
    ]
    assert set(alone) == {"settlers-solo"}


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
    assert {row.tally for row in sheet.rows} == set(range(1, game.tallies + 1))


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
def test_a_faction_and_how_the_table_reads_a_rule_are_entered_once(game):
    for entry in all_entries(game).values():
        holds_throughout = entry.kind is Kind.NAME or entry.group is Group.READING
        assert entry.once or not holds_throughout


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
