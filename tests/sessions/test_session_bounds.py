"""What anybody may pile up in a session without a table, and what its history costs then."""

from uuid import uuid4

import pytest
from django.test import Client
from hypothesis import HealthCheck, given

from companion.log.engines import ENGINES
from companion.log.history import read_past_acts
from companion.log.record import NewAct, append_all, record
from companion.log.replay import effective_acts
from companion.sessions import retelling
from companion.sessions.bounds import MOST_ENTRIES, ROOM_TO_FINISH
from companion.sessions.models import GameSession
from companion.sessions.moving import move_session
from companion.sessions.services import start_session
from companion.sessions.words import describe_act
from companion.tables.models import Table
from companion.tables.rate_limits import LIMITS
from scoring.records import Unfit
from scoring.rules import RuleBroken
from tests.log.course import Course
from tests.sessions.pages import ARCS, CZECH, HTMX, SETTLERS, at, do, now, save, visitor
from tests.sessions.recorded import ANY_ACTS
from tests.thorough import examples

pytestmark = pytest.mark.django_db
FULL = f"This game is full: {MOST_ENTRIES} entries"


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday")


def entries(many):
    typed = ({"cell": "1s0-track", "typed": str(1 + nth % 90)} for nth in range(many))
    return [NewAct("set_cell", one) for one in typed]


def full_session(**more):
    session = start_session(game=SETTLERS, **more)
    append_all(session, entries(MOST_ENTRIES))
    return GameSession.objects.get(pk=session.pk)


# How much it holds


def test_a_full_session_refuses_an_entry_and_loses_nothing():
    session = full_session()
    answer = save(Client(), session, "1s1-track", "7", headers=HTMX)
    assert answer.status_code == 422
    assert FULL in answer.content.decode()
    assert session.acts.count() == MOST_ENTRIES
    assert "1s1-track" not in now(session).cells


def test_it_is_said_in_czech_too():
    answer = save(Client(), full_session(), "1s1-track", "7", headers=HTMX | CZECH)
    assert "Tato partie je plná" in answer.content.decode()


def test_without_a_script_what_was_typed_stays_on_the_page():
    answer = save(Client(), full_session(), "1s1-track", "37")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert FULL in page
    assert "37" in page


def test_a_full_session_takes_nobody_else_in():
    session = full_session()
    asked = {"kind": "take_seat", "name": "Zuzana", "id": uuid4()}
    answer = Client().post(at(session, "session-do"), asked)
    assert answer.status_code == 422
    assert FULL in answer.content.decode()


def test_a_request_that_was_heard_before_the_session_was_full_is_no_mistake():
    session = start_session(game=SETTLERS)
    client, sent = Client(), {"cell": "1s1-track", "typed": "7", "id": uuid4()}
    first = client.post(at(session, "session-cells"), sent, headers=HTMX)
    append_all(GameSession.objects.get(pk=session.pk), entries(MOST_ENTRIES - 1))
    again = client.post(at(session, "session-cells"), sent, headers=HTMX)
    assert (first.status_code, again.status_code) == (200, 200)


def test_a_full_session_can_be_corrected_and_finished():
    session, client = full_session(), Client()
    undo = at(session, "session-history") + f"{MOST_ENTRIES}/undo/"
    assert client.post(undo, {"id": uuid4()}).status_code == 302
    asked = {"kind": "finish", "sure": "1", "id": uuid4()}
    assert client.post(at(session, "session-do"), asked).status_code == 302
    assert now(session).finished


def test_nothing_goes_past_the_room_that_is_left_for_finishing():
    session = full_session()
    turns = [("cover", "reveal")[nth % 2] for nth in range(ROOM_TO_FINISH)]
    append_all(session, [NewAct(kind, {}) for kind in turns])
    session.refresh_from_db()
    with pytest.raises(RuleBroken, match="full"):
        do(session, "cover")
    undo = at(session, "session-history") + f"{MOST_ENTRIES}/undo/"
    answer = Client().post(undo, {"id": uuid4()})
    assert answer.status_code == 422
    assert FULL in answer.content.decode()


def test_a_session_of_a_table_goes_on(table):
    session = full_session(table=table)
    answer = save(visitor(table, "organiser"), session, "1s1-track", "7", headers=HTMX)
    assert answer.status_code == 200
    assert now(session).cells["1s1-track"] == "7"


def test_a_full_session_goes_on_once_it_is_moved_to_a_table(table):
    session = full_session()
    move_session(session, table=table)
    do(GameSession.objects.get(pk=session.pk), "set_cell", cell="note", typed="x")
    assert now(session).cells["note"] == "x"


def test_rematches_without_a_table_count_as_sessions_begun(monkeypatch):
    monkeypatch.setitem(
        LIMITS, "session", LIMITS["session"].__class__(3, LIMITS["session"].window)
    )
    session, client = start_session(game=SETTLERS, cells={"1s0-track": "5"}), Client()
    answers = []
    for _ in range(4):
        do(session, "finish")
        answers.append(client.post(at(session, "session-rematch")))
        session = GameSession.objects.order_by("-pk").first()
        if not now(session).entered:
            do(session, "set_cell", cell="1s0-track", typed="5")
    assert [one.status_code for one in answers] == [302, 302, 302, 429]
    assert answers[-1].headers["Retry-After"]


# What its history tells


def tell_by_following(session):
    """Every act by the state the whole log before it had led to, however long that takes."""
    engine, told = ENGINES["session"], {}
    course = Course(engine, engine.start(session.start))
    for act in session.acts.order_by("number"):
        before = course.state
        course.take(act)
        told[act.number] = describe_act(
            act, before, course.state, lambda number: told[number].what
        )
    return told


def tell_in_pages(session, size):
    start = ENGINES["session"].start(session.start)
    acts, past = list(session.acts.order_by("number")), read_past_acts(session)
    shown = ENGINES["session"].load(session.state)
    told = {}
    for first in range(0, len(acts), size):
        told |= retelling.tell_acts(start, shown, past, acts[first : first + size])
    return told


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ANY_ACTS)
def test_a_page_tells_of_an_act_what_following_the_whole_log_tells(acts):
    session = start_session(game=ARCS, players=3)
    for kind, data in acts:
        try:
            record(session, kind=kind, data=data, client_id=uuid4(), along=True)
        except (RuleBroken, Unfit):
            continue
    session = GameSession.objects.get(pk=session.pk)
    if now(session).covered:
        do(session, "reveal")
        session.refresh_from_db()
    whole = tell_by_following(session)
    for size in (1, 3, 50):
        assert tell_in_pages(session, size) == whole


def undos_of_undos(many):
    first = NewAct("set_cell", {"cell": "1s0-track", "typed": "5"})
    return [first, *(NewAct("undo", {"of": [nth]}) for nth in range(1, many))]


def entries_and_undos_of_the_first(many):
    """The first act is undone and comes back again and again, each time before an entry."""
    acts = entries(1)
    while len(acts) < many:
        acts += [NewAct("undo", {"of": [len(acts) - 1 if len(acts) > 1 else 1]})]
        acts += entries(1)
    return acts


@pytest.mark.parametrize(
    "make", [entries, undos_of_undos, entries_and_undos_of_the_first]
)
def test_a_page_of_a_long_history_follows_the_log_only_a_few_times(monkeypatch, make):
    followed = []

    def count(acts):
        followed.append(len(acts))
        return effective_acts(acts)

    session = start_session(game=SETTLERS)
    append_all(session, make(1500))
    monkeypatch.setattr(retelling, "effective_acts", count)
    for page in (1, 2, 30):
        followed.clear()
        answer = Client().get(at(session, "session-history"), {"page": page})
        assert answer.status_code == 200
        assert sum(followed) <= 1500 + retelling.MOST_FOLLOWED


def test_where_following_takes_too_long_no_wrong_value_is_told():
    session = start_session(game=SETTLERS)
    append_all(session, [*entries(2), NewAct("undo", {"of": [2]}), *entries(1)])
    start, past = ENGINES["session"].start(session.start), read_past_acts(session)
    for room, before in ((0, ""), (3, "1")):
        teller = retelling.SessionTeller(start, past, first=3, room=room)
        told = [teller.tell(act) for act in session.acts.filter(number__gte=3)]
        assert (told[1].before, told[1].after) == (before, "1")


def test_an_undo_of_very_many_names_the_first_of_them():
    session = start_session(game=SETTLERS)
    append_all(session, [*entries(500), NewAct("undo", {"of": list(range(1, 501))})])
    session.refresh_from_db()
    told = tell_in_pages(session, 50)[501].after
    assert told.startswith("1. Player 1 · Points on the track, 2. ")
    assert told.endswith("20. Player 1 · Points on the track, …")
