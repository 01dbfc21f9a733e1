"""When a session began, ended and how long it took: said only where it can be said honestly."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse

from companion.log.record import record, undo
from companion.sessions.services import session_state, start_session
from companion.sessions.timing import describe_minutes, measure_session
from scoring.rules import RuleBroken

pytestmark = pytest.mark.django_db

EVENING = datetime(2026, 11, 16, 18, 0, tzinfo=UTC)  # 19:00 in Prague
CELLS = {"1s0-track": "40", "1s1-track": "31"}


def played(minutes, *, cells=CELLS, later=timedelta()):
    with time_machine.travel(EVENING, tick=False):
        session = start_session(game="imperial_settlers", players=2, cells=cells)
    with time_machine.travel(EVENING + timedelta(minutes=minutes) + later, tick=False):
        record(session, kind="finish", data={}, client_id=uuid4())
    session.refresh_from_db()
    return session


def measured(session):
    return measure_session(session, session_state(session))


def test_a_session_that_was_open_while_it_was_played_says_how_long_it_took(client):
    session = played(95)
    time = measured(session)
    assert (time.minutes, time.length) == (95, "1 h 35 min")
    html = client.get(reverse("session", args=[session.token])).content.decode()
    assert "1 h 35 min (19:00–20:35)" in html


@pytest.mark.parametrize("minutes", [3, 19, 13 * 60])
def test_scores_typed_after_the_game_or_finished_the_next_day_claim_nothing(minutes):
    assert not measured(played(minutes)).minutes
    assert measured(played(minutes)).began is None


def test_a_session_entered_from_memory_claims_nothing():
    session = played(60, cells={**CELLS, "played_on": "2026-11-15"})
    assert not measured(session).minutes


def test_what_people_typed_counts_whatever_the_log_says():
    assert measured(played(3, cells={**CELLS, "minutes": "75"})).length == "1 h 15 min"
    assert measured(played(95, cells={**CELLS, "minutes": "60"})).length == "1 h"


@pytest.mark.parametrize("typed", ["0", "-3", "1441", "1:30", "long"])
def test_a_length_is_whole_minutes(typed):
    with pytest.raises(RuleBroken):
        start_session(game="arcs", players=2, cells={"minutes": typed})


def test_finishing_again_after_a_correction_changes_nothing():
    session = played(95)
    with time_machine.travel(EVENING + timedelta(days=2), tick=False):
        record(session, kind="reopen", data={}, client_id=uuid4())
        record(session, kind="finish", data={}, client_id=uuid4())
    session.refresh_from_db()
    assert measured(session).minutes == 95


def test_an_undone_finish_was_none():
    session = played(30)
    undo(session, [1], client_id=uuid4())
    with time_machine.travel(EVENING + timedelta(minutes=80), tick=False):
        record(session, kind="finish", data={}, client_id=uuid4())
    session.refresh_from_db()
    assert measured(session).minutes == 80


def test_an_open_session_says_when_it_began(client):
    with time_machine.travel(EVENING, tick=False):
        session = start_session(game="imperial_settlers", players=2)
        html = client.get(reverse("session", args=[session.token])).content.decode()
    assert "began 19:00" in html


def test_minutes_read_as_people_say_them():
    said = [describe_minutes(minutes) for minutes in (45, 60, 61)]
    assert said == ["45 min", "1 h", "1 h 1 min"]


def turn(session, seat, after):
    content = {"seat": seat, "at": int(datetime.now(UTC).timestamp()), "after": after}
    data = {"helper": "turn-clock", "move": "give_turn", "content": content}
    record(session, kind="use_helper", data=data, client_id=uuid4())


def test_times_of_the_clock_stand_in_the_result_up_to_its_end(client):
    with time_machine.travel(EVENING, tick=False):
        cells = {**CELLS, "name0": "Anna", "name1": "Bára"}
        session = start_session(game="imperial_settlers", players=2, cells=cells)
        turn(session, 0, None)
    with time_machine.travel(EVENING + timedelta(minutes=30), tick=False):
        turn(session, 1, 0)
    with time_machine.travel(EVENING + timedelta(minutes=45), tick=False):
        record(session, kind="finish", data={}, client_id=uuid4())
    html = client.get(reverse("session", args=[session.token])).content.decode()
    assert "Time per player" in html
    assert '<span class="spent">30:00</span>' in html.replace(" >", ">")
    assert '<span class="spent">15:00</span>' in html.replace(" >", ">")


def test_the_session_page_shows_whose_turn_it_is_once_a_clock_runs(client):
    session = start_session(
        game="imperial_settlers", players=2, cells={"name0": "Anna"}
    )
    page = reverse("session", args=[session.token])
    assert 'id="pass-turn"' not in client.get(page).content.decode()
    turn(session, 0, None)
    assert 'id="pass-turn"' in client.get(page).content.decode()
    fragment = client.get(page, headers={"hx-request": "true"}).content.decode()
    assert 'id="clock"' in fragment
    assert "hx-swap-oob" in fragment[fragment.index('id="clock"') :][:200]
