"""Final scores only, through the browser's eyes: one page, every game, told everywhere."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from companion.log.record import rebuild, undo
from companion.sessions.models import GameSession
from companion.sessions.services import start_rematch, start_session
from companion.tables.models import Person, Table
from scoring.games import GAMES
from scoring.sessions import sheet_of
from tests.sessions.pages import (
    ARCS,
    CZECH,
    SETTLERS,
    at,
    do,
    now,
    page_of,
    press,
    put,
    text_of,
    visitor,
    words_of,
)

pytestmark = pytest.mark.django_db
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def table():
    table = Table.objects.create(name="Thursday")
    for name in ("Anna", "Bára", "Cyril", "Dana"):
        Person.objects.create(table=table, name=name)
    return table


def form_of(client, session):
    """What the page's form sends when nobody has typed anything."""
    page = client.get(at(session, "final-scores")).content.decode()
    form = page[page.index('class="final-scores ') :]
    rows = re.findall(r'name="name"\s+value="([^"]*)"', form)
    seen = re.search(r'name="seen" value="([^"]*)"', form)[1].replace("&amp;", "&")
    return rows, seen


def send(client, session, scores, *, seen=None, **more):
    rows, shown = form_of(client, session)
    names = [*dict.fromkeys([name for name in rows if name]), *scores]
    names = list(dict.fromkeys(names))
    content = {
        "id": uuid4(),
        "seen": shown if seen is None else seen,
        "name": names,
        "score": [scores.get(name, "") for name in names],
        **more,
    }
    return client.post(at(session, "final-scores"), content)


def counted(table, game=SETTLERS, **scores):
    session = start_session(game=game, table=table)
    scores = scores or {"Anna": "50", "Bára": "61"}
    do(
        session,
        "enter_final_scores",
        names=list(scores),
        scores=list(scores.values()),
    )
    return GameSession.objects.get(pk=session.pk)


@every_game
def test_names_and_totals_make_a_finished_session_of_every_game(table, game):
    client = visitor(table, "player")
    session = start_session(game=game, table=table)
    answer = send(client, session, {"Anna": "50", "Bára": "61", "Cyril": "43"})
    assert answer.url == at(session)
    state = now(session)
    assert (state.finished, state.totals_only) == (True, True)
    assert dict(zip(state.names, sheet_of(state).totals, strict=True)) == {
        "Anna": 50,
        "Bára": 61,
        "Cyril": 43,
    }
    page = page_of(client, session)
    assert "Bára wins with 61" in page
    assert "Final scores only" in page
    assert rebuild(session) == 0


def test_the_form_offers_everybody_at_the_table_by_name(table):
    session = start_session(game=SETTLERS, table=table, cells={"name0": "Eva"})
    rows, _seen = form_of(visitor(table, "player"), session)
    known = [name for name in rows if name]
    assert known == ["Eva", "Anna", "Bára", "Cyril", "Dana", "the player"]
    assert rows.count("") == 1  # somebody the table doesn't know yet


def test_without_a_table_names_are_typed():
    client = Client()
    session = start_session(game=SETTLERS)
    assert form_of(client, session)[0] == [""] * 4
    send(client, session, {"Anna": "50", "Bára": "61"})
    assert now(session).names == ("Anna", "Bára")


def test_it_is_reached_from_the_page_of_every_open_session(table):
    session = start_session(game=ARCS, table=table)
    assert at(session, "final-scores") in page_of(visitor(table, "player"), session)


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ({"Anna": "x", "Bára": "5"}, "whole number"),
        ({}, "at least one score"),
        ({"Anna": "-99999", "Bára": "5"}, "less than"),
        (dict.fromkeys("ABCDEF", "5"), "At most 4 people"),
    ],
)
def test_what_cannot_be_is_told_and_stays_typed(table, scores, told):
    client = visitor(table, "player")
    session = start_session(game=SETTLERS, table=table)
    answer = send(client, session, scores)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert told in page
    for score in scores.values():
        assert f'value="{score}"' in page
    assert not now(session).totals_only


def test_every_wrong_score_is_told_at_its_own_field(table):
    session = start_session(game=SETTLERS, table=table)
    scores = {"Anna": "x", "Bára": "5", "Cyril": "", "Zora": "1O"}
    page = send(visitor(table, "player"), session, scores).content.decode()
    rows = page.split('<p class="final-row')[1:]
    wrong = [row for row in rows if 'aria-invalid="true"' in row]
    assert ['value="x"' in row for row in wrong] == [True, False]
    assert ['value="1O"' in row for row in wrong] == [False, True]
    assert ["whole number" in row for row in rows] == [row in wrong for row in rows]
    box = page.split('class="card problems"')[1].split("</ul>")[0]
    assert "<strong>Anna:</strong>" in box
    assert "<strong>Zora:</strong>" in box


def test_scores_that_somebody_else_changed_are_not_written_over(table):
    client = visitor(table, "player")
    session = start_session(game=SETTLERS, table=table)
    _rows, seen = form_of(client, session)
    do(session, "enter_final_scores", names=["Anna", "Bára"], scores=["1", "2"])
    answer = send(client, session, {"Anna": "3", "Bára": "4"}, seen=seen)
    assert answer.status_code == 422
    assert "in the meantime" in answer.content.decode()
    assert sheet_of(now(session)).totals == (1, 2)


def test_pressing_twice_saves_once(table):
    client = visitor(table, "player")
    session = start_session(game=SETTLERS, table=table)
    content = {"id": uuid4(), "seen": "", "name": ["Anna", "Bára"], "score": ["3", "4"]}
    for _ in "12":
        answer = client.post(at(session, "final-scores"), content)
        assert answer.url == at(session)
    assert [act.kind for act in session.acts.order_by("number")] == [
        "enter_final_scores",
        "finish",
    ]


def test_a_tie_asks_who_won_it(table):
    client = visitor(table, "player")
    session = start_session(game=SETTLERS, table=table)
    answer = send(client, session, {"Anna": "50", "Bára": "50", "Cyril": "20"})
    assert answer.url == at(session, "final-scores")
    page = client.get(answer.url).content.decode()
    assert "Who won the tiebreak?" in page
    question = page[page.index("asked-who") : page.index('class="final-scores ')]
    assert "Cyril" not in question
    content = {"id": uuid4(), "answer": "1"}
    assert client.post(at(session, "final-scores-answer"), content).url == at(session)
    shown = page_of(client, session)
    assert "Bára wins with 50" in shown
    assert "Bára won the tiebreak" in shown


def test_a_tie_can_stay_a_tie(table):
    client = visitor(table, "player")
    session = counted(table, Anna="50", Bára="50")
    content = {"id": uuid4(), "answer": "nobody"}
    assert client.post(at(session, "final-scores-answer"), content).url == at(session)
    page = page_of(client, session)
    assert "Anna and Bára share the win with 50" in page
    assert session.seats.filter(wins=True).count() == 2


@pytest.mark.parametrize(("answer", "told"), [("won", "Eva wins"), ("lost", "Eva has")])
def test_alone_it_asks_whether_it_was_won(table, answer, told):
    client = visitor(table, "player")
    session = start_session(game=SETTLERS, table=table)
    assert send(client, session, {"Eva": "50"}).url == at(session, "final-scores")
    assert "Did you win?" in client.get(at(session, "final-scores")).content.decode()
    client.post(at(session, "final-scores-answer"), {"id": uuid4(), "answer": answer})
    assert told in page_of(client, session)


@pytest.mark.parametrize("answer", ["", "9", "won", "x"])
def test_an_answer_nobody_offered_is_none(table, answer):
    session = counted(table, Anna="50", Bára="50")
    content = {"id": uuid4(), "answer": answer}
    found = visitor(table, "player").post(at(session, "final-scores-answer"), content)
    assert found.status_code == 404
    assert not now(session).finished


def test_everybody_at_a_table_who_plays_may_do_it_and_nobody_else(table):
    session = start_session(game=SETTLERS, table=table)
    for role in ("spectator", "stranger"):
        client = visitor(table, role)
        for name in ("final-scores", "final-scores-answer"):
            answer = client.post(at(session, name), {"id": uuid4()})
            assert answer.status_code == 404


def test_where_everybody_enters_their_own_only_an_organiser_enters_all(table):
    table.only_own = True
    table.save()
    session = start_session(game=SETTLERS, table=table)
    answer = send(visitor(table, "player"), session, {"Anna": "5", "Bára": "4"})
    assert answer.status_code == 422
    assert "only their own" in answer.content.decode()
    organiser = visitor(table, "organiser")
    assert send(organiser, session, {"Anna": "5", "Bára": "4"}).url == at(session)


@pytest.mark.parametrize("kinds", [("finish",), ("archive",), ("cover",)])
def test_a_closed_or_hidden_session_has_no_such_form(table, kinds):
    client = visitor(table, "player")
    session = counted(table)
    for kind in kinds:
        do(session, kind)
    answer = client.get(at(session, "final-scores"))
    assert (answer.status_code, answer.url) == (302, at(session))


# Told everywhere


def test_the_list_says_that_only_final_scores_were_kept(table):
    session = counted(table)
    do(session, "finish")
    address = reverse("sessions", args=[table.pk])
    client = visitor(table, "player")
    assert "Final scores only" in client.get(address).content.decode()
    czech = client.get(address, headers=CZECH).content.decode()
    assert "Jen konečná skóre" in czech


def test_paper_says_so_too(table):
    session = counted(table)
    do(session, "finish")
    paper = visitor(table, "player").get(at(session, "session-proof"))
    words = words_of(paper.content)
    assert "Bára wins with 61" in words
    assert "Final scores only, counted on paper." in words


def test_the_history_tells_the_scores_in_one_line_and_undoes_them(table):
    client = visitor(table, "organiser")
    session = counted(table)
    page = client.get(at(session, "session-history")).content.decode()
    assert "Anna 50, Bára 61" in text_of(page)
    undo(session, [1], client_id=uuid4())
    assert not now(session).totals_only
    assert now(session).names == ("", "")


def test_hidden_final_scores_are_not_told_in_the_history(table):
    session = counted(table)
    do(session, "cover")
    client = visitor(table, "player")
    page = client.get(at(session, "session-history")).content.decode()
    assert "Anna 50" not in text_of(page)


def test_the_whole_score_is_entered_instead_and_nothing_is_lost(table):
    client = visitor(table, "player")
    session = start_session(game=SETTLERS, table=table, cells={"name0": "Anna"})
    put(session, **{"1s0-track": "33"})
    send(client, session, {"Anna": "50", "Bára": "61"})
    do(session, "reopen")
    page = client.get(at(session, "final-scores")).content.decode()
    assert "Enter the whole score instead" in page
    assert press(client, session, "count_everything").url == at(session)
    whole = page_of(client, session, data={"for": 0})
    assert 'value="33"' in whole
    rows, seen = form_of(client, session)
    assert "Anna" in rows
    assert "50" in seen


def test_final_scores_of_a_reopened_session_are_entered_cell_by_cell_too(table):
    client = visitor(table, "organiser")
    session = counted(table)
    page = page_of(client, session)
    assert 'name="1s0-final_score"' in page
    assert 'name="1s0-track"' not in page


def test_a_rematch_of_people_who_count_on_paper_is_one_too(table):
    session = counted(table)
    do(session, "finish")
    session.refresh_from_db()
    again = start_rematch(session)
    assert now(again).totals_only
    assert now(again).names == ("Anna", "Bára")
    assert not now(again).entered


def test_no_session_is_lost_by_it(table):
    assert counted(table).pk == GameSession.objects.get().pk


def test_whoever_has_entered_something_hears_that_it_stays(table):
    client, kept = visitor(table, "player"), "What you entered before is kept."
    session = start_session(game=ARCS, table=table, players=3)
    address = at(session, "final-scores")
    assert kept not in client.get(address).content.decode()
    put(session, **{"1b-first": "tycoon", "1s0-tycoon": "2"})
    assert kept in client.get(address).content.decode()
