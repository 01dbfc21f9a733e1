"""True of every session, pure, whatever is done in whatever order."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.sessions.forms import record_query
from companion.sessions.session_form import SessionForm
from scoring.entries import entries_of
from scoring.games import GAMES
from scoring.records import Unfit
from scoring.rules import RuleBroken
from scoring.session_acts import ACTS, SESSION_ENGINE
from scoring.sessions import SessionState, end_early, entry_at, sheet_of
from scoring.sheet import score_game
from tests.scoring.plain_sessions import begun, do, put, seats_of
from tests.scoring.test_properties import sessions as played_games
from tests.thorough import examples

quick = examples(40)
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


VALUES = st.sampled_from(
    ("", "0", "1", "3+2", "5", "999", "1000", "-1", "on", "romans", "Anna", "egyptians")
) | st.text(max_size=5)


@st.composite
def addresses(draw, session):
    """Mostly cells of the game, some of them not asked for now, some of them nowhere."""
    rules = session.rules
    board, seat = list(entries_of(rules.board)), list(entries_of(rules.seat))
    tally = draw(st.integers(1, rules.tallies + 1))
    place = draw(st.integers(-1, rules.players[-1]))
    key = draw(st.sampled_from(seat if place >= 0 else [*board, *seat]))
    entry = f"{tally}s{place}-{key}" if place >= 0 else f"{tally}b-{key}"
    detail = st.sampled_from(("name0", "name3", "name9", "place", "note", "played_on"))
    return draw(st.just(entry) | detail | st.text(max_size=5))


@st.composite
def fitting(draw, session):
    """A value the cell can hold, as far as there is such a cell."""
    cell = draw(addresses(session))
    entry = entry_at(session, cell)
    if entry and entry.choices:
        return cell, draw(st.sampled_from(["", *entry.choices]) | VALUES)
    return cell, draw(VALUES)


@st.composite
def acts(draw, session):
    kind = draw(st.sampled_from((*ACTS, *["set_cell"] * 12)))
    if kind == "set_cell":
        cell, value = draw(fitting(session))
        return kind, {"cell": cell, "typed": value}
    if kind == "take_seat":
        return kind, {"name": draw(VALUES)}
    numbers = {"set_players": "players", "add_tally": "number", "leave_seat": "seat"}
    if kind in numbers:
        return kind, {numbers[kind]: draw(st.integers(0, 6))}
    return kind, {}


def attempt(session, kind, data):
    try:
        return SESSION_ENGINE.apply(session, kind, data)[0]
    except (RuleBroken, Unfit):
        return session


def walk(data, game, most=25):
    """A session after acts by chance; what was refused left it as it was."""
    session = begun(game.slug, data.draw(st.sampled_from(game.players)))
    for _act in range(data.draw(st.integers(0, most))):
        session = attempt(session, *data.draw(acts(session)))
    return session


@every_game
@quick
@given(data=st.data())
def test_whatever_is_done_the_session_can_be_told(game, data):
    session = walk(data, game)
    seats = seats_of(session)
    assert len(seats) == session.players
    assert set(session.entered) <= set(session.cells)
    assert "" not in session.cells.values()
    assert [seat["total"] for seat in seats] == list(sheet_of(session).totals)


@every_game
@quick
@given(data=st.data())
def test_the_page_counts_what_the_session_counts(game, data):
    session = walk(data, game)
    form = SessionForm(session)
    assert form.mistakes == []
    assert form.players == session.players
    assert len(form.tallies) == session.tallies
    sheet = score_game(game, form.played_tallies)
    if session.finished and not sheet.ending.over:
        sheet = end_early(sheet)
    assert sheet == sheet_of(session)
    seats = seats_of(session)
    assert [seat["total"] for seat in seats] == list(sheet.totals)
    assert [seat["place"] for seat in seats] == list(sheet.places)


@every_game
@quick
@given(data=st.data())
def test_a_whole_game_typed_cell_by_cell_counts_as_the_game(game, data):
    tallies = data.draw(played_games(game))
    cells = {}
    for tally in tallies:
        cells |= record_query(tally.board, f"{tally.number}b")
        for seat, record in enumerate(tally.seats):
            cells |= record_query(record, f"{tally.number}s{seat}")
    session = begun(game.slug, len(tallies[0].seats), tallies=len(tallies))
    session = put(session, data.draw(st.permutations(list(cells.items())).map(dict)))
    assert [seat["total"] for seat in seats_of(session)] == list(
        score_game(game, tallies).totals
    )


@every_game
@quick
@given(data=st.data())
def test_a_session_comes_back_from_json_as_it_was(game, data):
    session = walk(data, game)
    dumped = json.loads(json.dumps(SESSION_ENGINE.dump(session)))
    assert SESSION_ENGINE.load(dumped) == session
    assert SESSION_ENGINE.rows(SESSION_ENGINE.load(dumped)) == SESSION_ENGINE.rows(
        session
    )


@every_game
@quick
@given(data=st.data())
def test_the_order_of_cells_does_not_matter(game, data):
    session = walk(data, game)
    cells = data.draw(st.permutations(list(session.cells.items())))
    turned = replace(session, cells=dict(cells))
    assert turned == session
    assert SESSION_ENGINE.rows(turned) == SESSION_ENGINE.rows(session)
    kind, content = data.draw(acts(session))
    assert attempt(turned, kind, content) == attempt(session, kind, content)


@every_game
@quick
@given(data=st.data())
def test_two_people_in_different_cells_lose_nothing_in_either_order(game, data):
    session = walk(data, game, most=5)
    first, second = data.draw(fitting(session)), data.draw(fitting(session))
    if first[0] == second[0]:
        return

    def both(*order):
        after = session
        for cell, value in order:
            after = attempt(after, "set_cell", {"cell": cell, "typed": value})
        return after

    assert both(first, second) == both(second, first)


@every_game
@quick
@given(data=st.data())
def test_a_refused_act_leaves_the_session_as_it_was(game, data):
    session = walk(data, game)
    before = json.dumps(SESSION_ENGINE.dump(session), sort_keys=True)
    attempt(session, *data.draw(acts(session)))
    assert json.dumps(SESSION_ENGINE.dump(session), sort_keys=True) == before


@every_game
@quick
@given(data=st.data())
def test_a_finished_session_breaks_no_rule(game, data):
    session = walk(data, game)
    session = attempt(session, "restore", {})
    session = attempt(session, "finish", {})
    if session.finished:
        assert sheet_of(session).problems == ()
        assert session.entered


@every_game
def test_an_example_becomes_a_session_with_the_same_result(game):
    cells = {}
    for tally in game.example.tallies:
        cells |= record_query(tally.board, f"{tally.number}b")
        for seat, record in enumerate(tally.seats):
            cells |= record_query(record, f"{tally.number}s{seat}")
    session = begun(
        game.slug,
        len(game.example.players),
        tallies=len(game.example.tallies),
        cells=cells,
    )
    assert sheet_of(session) == score_game(game, game.example.tallies)
    assert isinstance(do(session, "finish"), SessionState)
