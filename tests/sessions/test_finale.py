"""The winner's moment: who came where, what decided it, which records fell, and when it is news."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from companion.sessions.models import GameSession
from companion.sessions.services import start_session
from companion.tables.models import Table
from scoring.games import GAMES
from scoring.missing import needed_keys
from scoring.sessions import tallies_of
from tests.seated import PEOPLE, SIX, stones
from tests.sessions.pages import (
    ARCS,
    CZECH,
    HTMX,
    SETTLERS,
    at,
    do,
    entered,
    now,
    page_of,
    press,
    put,
    text_of,
    visitor,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday")


def played(table, day="2026-11-10", *, finish=True, **tracks):
    """A game of Imperial Settlers with these people and their points on the track."""
    cells = {"played_on": day}
    for seat, (name, track) in enumerate(tracks.items()):
        cells |= {f"name{seat}": name, f"1s{seat}-track": str(track)}
    session = start_session(
        game=SETTLERS, table=table, players=len(tracks), cells=cells
    )
    if finish:
        do(session, "finish")
    return session


def finale_of(client, session):
    return client.get(at(session)).context["finale"]


def shown_order(page):
    podium = page[page.index('class="podium"') :]
    return sorted(PEOPLE, key=lambda name: podium.find(f">{name}<"))


@pytest.mark.parametrize(
    ("headers", "headline", "why"),
    [
        ({}, "Anna wins with 5", "You ended the game early."),
        (CZECH, "Vítězí Anna: 5", "Hru jste ukončili předčasně."),
    ],
    ids=["en", "cs"],
)
def test_an_arcs_game_ended_early_names_its_winner(client, headers, headline, why):
    names = {f"name{seat}": name for seat, name in enumerate(PEOPLE[:3])}
    cells = {"1b-first": "warlord", "1s0-trophies": "3", "1s1-trophies": "1"}
    session = start_session(game=ARCS, players=3, cells={**names, **cells})
    do(session, "finish")
    page = client.get(at(session), headers=headers).content.decode()
    assert headline in page
    assert why in page
    assert 'class="card race"' not in page


def test_a_finished_session_shows_places_with_the_winner_first(table):
    client = visitor(table, "player")
    session = played(table, Anna=30, Bára=51, Cyril=43)
    page = page_of(client, session)
    assert 'class="big">Bára wins with 51</h2>' in page
    assert [who.name for who in finale_of(client, session).places] == [
        "Bára",
        "Cyril",
        "Anna",
    ]
    assert re.findall(r'<li class="seat-(\w) wins">', page) == ["B"]


def test_what_decided_it_is_told_with_its_numbers_and_rule(table):
    session = played(table, finish=False, Anna=30, Bára=30)
    put(session, **{"1s0-faction": "9", "1s1-faction": "4", "1s1-common": "3"})
    do(session, "finish")
    text = text_of(page_of(visitor(table, "player"), session))
    assert "Decided by “Faction locations, 2 each”: 18 to 8 (Bára)" in text


def test_a_tie_is_shared_or_told_by_its_tiebreak(table):
    shared = played(table, Anna=30, Bára=30)
    client = visitor(table, "player")
    assert "Anna and Bára share the win with 30" in page_of(client, shared)
    broken = played(table, finish=False, Anna=30, Bára=30)
    put(broken, **{"1s1-materials": "4"})
    do(broken, "finish")
    page = page_of(client, broken)
    assert "Bára wins with 30" in page
    assert "Decided by" not in page


@pytest.mark.parametrize("game", GAMES)
def test_alone_it_says_won_or_lost_and_no_place(game):
    if 1 not in GAMES[game].players:
        return
    session = start_session(
        game=game,
        players=1,
        cells={"name0": "Anna"},
    )
    do(session, "enter_final_scores", names=["Anna"], scores=["40"])
    put(session, **{"1s0-alone": "lost"})
    do(session, "finish")
    page = page_of(Client(), session)
    assert "Anna has 40" in page
    assert "counted on paper. Lost." in page
    assert 'class="place"' not in page


@pytest.mark.parametrize("names", [("Anna",), ("Anna", "Bára")])
def test_the_score_sheet_has_places_where_there_are_others(table, names):
    session = played(table, **dict.fromkeys(names, 30))
    page = page_of(visitor(table, "player"), session)
    assert ('<tr class="places">' in page) == (len(names) > 1)


@pytest.mark.parametrize("players", range(1, 7))
def test_one_to_six_seats_each_have_their_row(monkeypatch, players):
    monkeypatch.setitem(GAMES, "six", SIX)
    session = start_session(game="six", players=players, cells=stones(players))
    do(session, "finish")
    page = page_of(Client(), session)
    order = [name for name in shown_order(page) if name in PEOPLE[:players]]
    assert order == list(reversed(PEOPLE[:players]))
    assert f'class="told of-{players}"' in page


# When


def test_the_result_is_news_for_a_minute_and_then_stays_as_it_is(table):
    client = visitor(table, "player")
    with time_machine.travel("2026-11-16 20:00:00Z", tick=False) as clock:
        session = played(table, Anna=30, Bára=51)
        assert "data-fresh" in page_of(client, session)
        clock.shift(timedelta(seconds=61))
        later = page_of(client, session)
    assert "data-fresh" not in later
    assert "Bára wins with 51" in later


def test_revealing_goes_to_the_result_before_the_session_is_finished(table):
    client = visitor(table, "player")
    session = played(table, finish=False, Anna=30, Bára=51)
    do(session, "cover")
    assert client.get(at(session, "finale")).url == at(session)
    assert press(client, session, "reveal").url == at(session, "finale")
    page = client.get(at(session, "finale")).content.decode()
    assert "data-fresh" in page
    assert "Finish game" in page
    assert "51" in text_of(page)
    assert 'id="score"' in page_of(client, session, data={"for": 0})  # entering goes on


def test_a_revealed_tie_leads_to_what_breaks_it(table):
    keys = needed_keys(GAMES[SETTLERS], tallies_of(now(entered()))[0])
    level = {f"1s{seat}-{key}": "1" for seat in range(2) for key in keys}
    session = entered(table, **level)
    do(session, "cover")
    do(session, "reveal")
    field = "1s0-materials"
    player, spectator = visitor(table, "player"), visitor(table, "spectator")
    for client, said in ((player, "Break the tie"), (spectator, "Back to entering")):
        page = client.get(at(session, "finale")).content.decode()
        assert f'href="{at(session)}#id_{field}">{said}</a>' in page
    put(
        session,
        **{field: "3", "1s1-materials": "2", "1s0-workers": "0", "1s1-workers": "0"},
    )
    page = player.get(at(session, "finale")).content.decode()
    assert "Break the tie" not in page
    assert f'href="{at(session)}">Back to entering</a>' in page


def test_finished_the_own_address_of_the_session_shows_it(table):
    session = played(table, Anna=30, Bára=51)
    answer = visitor(table, "player").get(at(session, "finale"))
    assert (answer.status_code, answer.url) == (302, at(session))


def test_an_open_session_has_no_result_screen(table):
    client = visitor(table, "player")
    session = played(table, finish=False, Anna=30, Bára=51)
    assert client.get(at(session, "finale")).url == at(session)
    empty = start_session(game=SETTLERS, table=table)
    do(empty, "cover")
    do(empty, "reveal")
    assert client.get(at(empty, "finale")).url == at(empty)


def test_whoever_plays_may_reopen_and_goes_back_to_entering(table):
    client = visitor(table, "player")
    session = played(table, Anna=30, Bára=51)
    page = page_of(client, session)
    fold = page[page.index('<details class="quiet reopening">') :]
    asked = fold[: fold.index("</details>")]
    assert 'value="reopen"' in asked  # nothing happens before it is opened
    assert page.count('value="reopen"') == 1
    answer = press(client, session, "reopen")
    assert answer.url == at(session)
    assert 'id="score"' in page_of(client, session, data={"for": 0})
    assert client.get(at(session, "finale")).url == at(session)


def test_who_only_watches_may_not_reopen(table):
    client = visitor(table, "spectator")
    session = played(table, Anna=30, Bára=51)
    assert "Reopen" not in page_of(client, session)
    assert press(client, session, "reopen").status_code == 404


def test_the_history_shows_a_reopening_and_undoes_it(table):
    client = visitor(table, "player")
    session = played(table, Anna=30, Bára=51)
    press(client, session, "reopen")
    act = session.acts.last()
    assert "Reopened" in client.get(at(session, "session-history")).content.decode()
    undo = reverse("session-undo", args=[session.token, act.number])
    client.post(undo, {"id": uuid4()})
    assert now(session).finished
    assert "Reopen" in page_of(client, session)


def test_hidden_scores_are_nowhere_on_the_way(table):
    session = entered(table)
    do(session, "cover")
    client = visitor(table, "spectator")
    answer = client.get(at(session, "finale"), follow=True)
    assert "611" not in text_of(answer.content.decode())


def test_a_phone_that_was_entering_learns_where_the_result_is(table):
    client = visitor(table, "player")
    session = played(table, finish=False, Anna=30, Bára=51)
    do(session, "cover")
    told = client.get(at(session), headers=HTMX).content.decode()
    assert "data-covered" in told
    assert f'data-told-at="{at(session, "finale")}"' in told
    do(session, "reveal")
    assert "data-covered" not in client.get(at(session), headers=HTMX).content.decode()


def test_from_the_result_it_goes_to_a_rematch_paper_and_history(table):
    session = played(table, Anna=30, Bára=51)
    page = page_of(visitor(table, "player"), session)
    for name in ("session-rematch", "session-proof", "session-history"):
        assert reverse(name, args=[session.token]) in page
    watching = page_of(visitor(table, "spectator"), session)
    assert "Rematch" not in watching


def test_what_is_still_missing_is_led_and_not_won(table):
    client = visitor(table, "player")
    session = played(table, finish=False, Anna=30, Bára=51)
    do(session, "cover")
    do(session, "reveal")
    page = client.get(at(session, "finale")).content.decode()
    assert "Bára leads with 51" in page
    assert " wins with" not in page
    assert not re.findall(r'<li class="seat-\w wins">', page)


# Records


def test_a_record_of_the_table_and_personal_ones_are_told(table):
    played(table, "2026-11-01", Anna=40, Bára=51, Cyril=20)
    session = played(table, "2026-11-02", anna=45, Bára=60, Dana=44)
    records = finale_of(visitor(table, "player"), session).records
    assert records == (
        "Table record: Bára with 60 (was 51)",
        "Personal best: anna with 45 (was 40)",
    )


def test_the_first_game_of_a_table_breaks_nothing(table):
    session = played(table, Anna=40, Bára=51)
    assert finale_of(visitor(table, "player"), session).records == ()


def test_the_same_score_is_no_record(table):
    played(table, "2026-11-01", Anna=40, Bára=51)
    session = played(table, "2026-11-02", Anna=40, Bára=51)
    assert finale_of(visitor(table, "player"), session).records == ()


def test_a_record_stays_one_when_it_is_beaten_later(table):
    played(table, "2026-11-01", Anna=40, Bára=51)
    session = played(table, "2026-11-02", Anna=40, Bára=60)
    played(table, "2026-11-03", Anna=40, Bára=70)
    records = finale_of(visitor(table, "player"), session).records
    assert records == ("Table record: Bára with 60 (was 51)",)


@pytest.mark.parametrize("other", ["open", "archived", "game", "table"])
def test_other_games_tables_and_what_is_not_finished_set_no_records(table, other):
    elsewhere = Table.objects.create(name="Friday") if other == "table" else table
    before = played(elsewhere, "2026-11-01", finish=False, Anna=40, Bára=90)
    if other == "game":
        before = start_session(game="arcs", table=table, cells={"name0": "Anna"})
        do(before, "enter_final_scores", names=["Anna", "Bára"], scores=["40", "90"])
    if other != "open":
        do(before, "finish")
    if other == "archived":
        do(before, "archive")
    session = played(table, "2026-11-02", Anna=45, Bára=60)
    assert finale_of(visitor(table, "player"), session).records == ()


def test_a_session_without_a_table_has_no_records():
    played(None, "2026-11-01", Anna=40, Bára=51)
    session = played(None, "2026-11-02", Anna=45, Bára=60)
    assert finale_of(Client(), session).records == ()


def test_the_result_takes_as_many_queries_after_twelve_sessions_as_after_one(
    table, django_assert_max_num_queries
):
    client = visitor(table, "player")
    session = played(table, "2026-11-20", Anna=45, Bára=60)
    page_of(client, session)
    with django_assert_max_num_queries(12) as few:
        page_of(client, session)
    for day in range(1, 12):
        played(table, f"2026-10-{day:02}", Anna=40 + day, Bára=51)
    with django_assert_max_num_queries(len(few)):
        page_of(client, session)


def test_nobody_else_sees_the_result(table):
    session = played(table, Anna=30, Bára=51)
    for client in (Client(), visitor(table, "stranger")):
        assert client.get(at(session, "finale")).status_code == 404
    assert GameSession.objects.count() == 1
