"""Six at one table in a real browser: nothing runs over the edge, and everybody has a colour of their own."""

from uuid import uuid4

import pytest
from django.urls import reverse

from companion.log.record import record
from companion.sessions.services import start_session
from companion.tables.seats import SEAT_LOOKS
from scoring.games import GAMES
from tests.e2e.pages import LAPTOP, PHONE
from tests.seated import SIX, stones

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.seated"),
]
COLOURS = """() => [...document.querySelectorAll(".standings > li, .podium > li")].map((one) =>
    [one.querySelector(".letter").textContent, getComputedStyle(one).getPropertyValue("--seat").trim()]).sort()"""
# What is wider than its place without being cut or scrolled.
SPILLED = """() => [...document.querySelectorAll(".standings *, .podium *, .sheet td")].filter(
    (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === "visible"
        && getComputedStyle(one).display !== "inline").map((one) => one.outerHTML)"""


@pytest.fixture
def played(monkeypatch):
    """Six have counted; one has three digits, which need the most room."""
    monkeypatch.setitem(GAMES, "six", SIX)
    cells = {**stones(6), "name3": "Nejjasnější císařovna", "1s4-stones": "112"}
    return start_session(game="six", players=6, cells=cells)


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize(
    ("scheme", "time"), [("light", "day"), ("dark", "night")], ids=["light", "dark"]
)
@pytest.mark.parametrize("finished", [False, True], ids=["open", "finished"])
def test_a_session_of_six_fits_and_keeps_their_colours(
    visit, played, screen, scheme, time, finished
):
    if finished:
        record(played, kind="finish", data={}, client_id=uuid4())
    here = visit(screen, scheme=scheme, path=reverse("session", args=[played.token]))
    assert here.page.evaluate(SPILLED) == []
    assert here.page.evaluate(COLOURS) == [
        [letter, getattr(look, time)] for letter, look in SEAT_LOOKS.items()
    ]
    here.looks_right()
