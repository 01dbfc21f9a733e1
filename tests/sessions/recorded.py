"""What is recorded in a session past its pages, and what the database keeps of it."""

from uuid import uuid4

from hypothesis import strategies as st

from companion.log import record as log
from companion.sessions.models import SeatTaken, SessionCard
from companion.sessions.services import set_cell
from tests.sessions.pages import now


def write(session, cell, typed, seen="", **more):
    return set_cell(
        session, cell=cell, typed=typed, seen=seen, **{"client_id": uuid4(), **more}
    )


def undo(session, *numbers, **options):
    return log.undo(session, numbers, client_id=uuid4(), **options)


def cells(session):
    """What was entered, beside the day every session begins with."""
    return {key: v for key, v in now(session).cells.items() if key != "played_on"}


def card(session):
    return SessionCard.objects.get(session=session)


def seats(session):
    return [
        (seat.name, seat.total, seat.place, seat.wins)
        for seat in SeatTaken.objects.filter(session=session)
    ]


CELLS = st.sampled_from(
    ("1s0-trophies", "1s2-trophies", "2s1-captives", "1b-first", "name1", "played_on")
)
TYPED = st.sampled_from(("", "1", "4", "tyrant", "2026-01-01", "x"))
ANY_ACTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("set_cell"), st.fixed_dictionaries({"cell": CELLS, "typed": TYPED})
        ),
        st.tuples(
            st.just("set_players"),
            st.fixed_dictionaries({"players": st.integers(2, 4)}),
        ),
        st.tuples(
            st.just("add_tally"), st.fixed_dictionaries({"number": st.integers(2, 3)})
        ),
        st.tuples(
            st.sampled_from(("finish", "reopen", "archive", "restore", "cover")),
            st.just({}),
        ),
        st.tuples(
            st.just("undo"),
            st.fixed_dictionaries({"of": st.lists(st.integers(1, 9), max_size=2)}),
        ),
    ),
    max_size=15,
)
