"""What holds for every helper a session keeps: found again by others, undone, off the paper."""

import re
from html import unescape
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from companion.log.record import record
from companion.sessions.services import session_state, start_session
from scoring.games import GAMES
from scoring.helper_list import HELPERS
from tests.scoring.test_worth import EXPECTED
from tests.sessions.pages import at, do

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Bára", "Cyril")
CELLS = {"cells": {"s0-power": "12", "b-first": "tycoon"}}
NOON = 1_800_000_000
# A tap in each, on the page it is made on, and what everybody reads there afterwards.
TAPS = {
    "inkas-dice": ("inkas", "roll_dice", {"total": 9}, "Newest first: 9"),
    "inkas-tribes": (
        "inkas",
        "build_piece",
        {"seat": 1, "piece": "v", "nth": 1},
        "villages 3, cities 0",
    ),
    "settlers-rounds": (
        "imperial_settlers",
        "go_to_phase",
        {"round": 3, "phase": "action"},
        "Round 3 of 5",
    ),
    "settlers-solo": (
        "imperial_settlers",
        "add_to_story",
        {"word": "have.2"},
        "Undo: Faction locations: 2",
    ),
    "empire-counters": (
        "rise_of_empire",
        "count_tap",
        {"seat": 0, "counter": "built", "sign": "r"},
        "1 × red",
    ),
    "arcs-standings": ("arcs", "type_standings", CELLS, "12"),
    "north-round": (
        "empires_of_the_north",
        "sail_on",
        {"round": 2, "phase": "sailing"},
        "Round 2",
    ),
    "north-ships": ("empires_of_the_north", "send_ship", {"seat": 2}, "near island"),
    "turn-clock": ("arcs", "give_turn", {"seat": 0, "at": NOON}, "Bára ›"),
    "first-player": ("inkas", "draw_order", {"order": [2, 0, 1]}, "1. C Cyril"),
}


def begin(game, page=""):
    people = NAMES[:1] if page == "settlers-solo" else NAMES
    names = {f"name{seat}": name for seat, name in enumerate(people)}
    return start_session(game=game, players=len(people), cells=names)


def tap(session, page, move, content):
    data = {"helper": page, "move": move, "content": content}
    record(session, kind="use_helper", data=data, client_id=uuid4())


def read(session, page):
    """What somebody else with the session reads on the helper's page."""
    known = f"{session_state(session).game}-first-player"
    address = reverse(known if page == "first-player" else page)
    answer = Client().get(address, {"session": session.token}, follow=True)
    html = answer.content.decode()
    main = html[html.index("<main") : html.index("</main>")]
    typed = " ".join(re.findall(r'value="([^"]*)"', main))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split()), typed


def test_every_helper_that_is_kept_has_its_tap_here():
    assert {*TAPS, "checklist"} == set(HELPERS)


@pytest.mark.parametrize("page", TAPS)
def test_a_tap_is_found_by_everybody_and_undone(client, page):
    game, move, content, said = TAPS[page]
    with time_machine.travel(NOON, tick=False):
        session = begin(game, page)
        before = read(session, page)[0]
        tap(session, page, move, content)
        after, typed = read(session, page)
        assert said in f"{after} {typed}"
        assert said not in before
        address = reverse("session-helper-undo", args=[session.token, page])
        client.post(address, {"of": "1"})
        assert read(session, page)[0] == before


def test_a_paused_clock_stands_still_until_it_is_resumed():
    session = begin("arcs")
    tap(session, "turn-clock", "give_turn", {"seat": 0, "at": NOON})
    tap(session, "turn-clock", "pause_clock", {"at": NOON + 65})
    with time_machine.travel(NOON + 600, tick=False):
        said = read(session, "turn-clock")[0]
        assert "A Anna paused 1:05" in said
        assert "Resume" in said
    tap(session, "turn-clock", "resume_clock", {"at": NOON + 600})
    with time_machine.travel(NOON + 610, tick=False):
        said = read(session, "turn-clock")[0]
        assert "A Anna 1:15" in said
        assert "Pause" in said


def test_what_helpers_counted_stays_off_the_paper(client):
    session = begin("inkas")
    do(session, "set_cell", cell="1s0-first", typed="3")
    address = f"{at(session, 'session-proof')}?paper=a4"
    with time_machine.travel(NOON, tick=False):
        before = client.get(address).content
        tap(session, "inkas-dice", "roll_dice", {"total": 9})
        assert client.get(address).content == before


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_count_that_always_scores_says_so_at_its_field(client, game):
    page = client.get(at(begin(game.slug))).content.decode()
    for key, worth in EXPECTED[game.slug].items():
        about = page[page.index(f'id="id_1s0-{key}_about"') :]
        said = re.search(r'<small class="worth">(.*?)</small>', about)[1]
        points = str(worth.points).replace("-", "−")
        each = "each" if worth.pieces == 1 else f"per {worth.pieces}"
        assert said == f"{points} {each}"


@pytest.mark.parametrize(
    ("page", "undone"),
    [
        ("inkas-tribes", "Undo: Bára: village built"),
        ("north-ships", "Undo: Cyril: ship sent"),
        ("first-player", "Undo: Drawn: Cyril › Anna › Bára"),
    ],
)
def test_what_is_undone_names_the_people_and_not_their_letters(page, undone):
    game, move, content, _read = TAPS[page]
    session = begin(game)
    tap(session, page, move, content)
    assert undone in read(session, page)[0]
