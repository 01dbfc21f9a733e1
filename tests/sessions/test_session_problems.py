"""What can't be is named on the page of a session, with whose it is and the field it leads to."""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.games import GAMES
from scoring.missing import needed_keys
from scoring.sessions import tallies_of
from tests.sessions.pages import (
    ARCS,
    CZECH,
    SETTLERS,
    UNLIKELY,
    at,
    entered,
    now,
    page_of,
    press,
    put,
    text_of,
)

pytestmark = pytest.mark.django_db


TWINS = {
    SETTLERS: (
        "people",
        "romans",
        "Anna and Cyril both have Romans.",
        "Anna a Cyril mají stejnou frakci: Římané.",
    ),
    "rise_of_empire": (
        "people",
        "romans",
        "Anna and Cyril both have Romans.",
        "Anna a Cyril mají stejnou frakci: Římané.",
    ),
    "empires_of_the_north": (
        "clan",
        "glenn",
        "Anna and Cyril both play clan Glenn.",
        "Anna a Cyril mají stejný klan: Glenn.",
    ),
    ARCS: (
        "leader",
        "elder",
        "Anna and Cyril both have the leader Elder.",
        "Anna a Cyril mají stejného vůdce: Stařešina (Elder).",
    ),
}


@pytest.mark.parametrize("game", TWINS)
def test_two_with_the_same_faction_clan_or_leader_are_named_and_marked_at_both(game):
    key, value, said, czech = TWINS[game]
    cells = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    same = {f"1s0-{key}": value, f"1s2-{key}": value}
    session = entered(game=game, players=3, **cells, **same)
    page = page_of(Client(), session)
    assert page.count(said) == 2  # in the box, and for the two fields
    assert f'data-twins="1s0-{key} 1s2-{key}"' in page
    assert f"<strong>Cyril:</strong> {said}" not in page
    assert czech in unescape(page_of(Client(headers=CZECH), session))


def test_finishing_with_a_faction_twice_names_both():
    same = {"1s0-people": "romans", "1s1-people": "romans"}
    session = entered(name0="Anna", name1="Bára", **UNLIKELY, **same)
    answer = press(Client(), session, "finish")
    assert answer.status_code == 422
    assert "Anna and Bára both have Romans." in problems_of(answer)


def test_finishing_with_a_mistake_says_whose_it_is():
    cells = {"name0": "Anna", "name1": "Bára", "1s1-unpaid": "on", "1s1-track": "4"}
    session = entered(game="rise_of_empire", **cells)
    answer = press(Client(), session, "finish")
    said = problems_of(answer)
    assert re.search(r"Bára · Upkeep not fully paid:\s+No provinces", said)
    assert 'href="#id_1s1-unpaid"' in answer.content.decode()


WRONG = [
    (SETTLERS, {"1s1-faction": "31"}, "id_1s1-faction"),
    (SETTLERS, {"1s0-people": "romans", "1s1-people": "romans"}, "id_1s1-people_0"),
    ("inkas", {"1s0-first": "1"}, "id_1s0-first"),
    ("empires_of_the_north", {"1b-reached": "action"}, "id_1b-reached"),
    (ARCS, {"1b-second": "tycoon", "1s0-tycoon": "1"}, "id_1b-first"),
    (ARCS, {"1s1-captives": "21"}, "id_1s1-captives"),
]


@pytest.mark.parametrize(("game", "cells", "field"), WRONG)
def test_whatever_cannot_be_leads_to_a_field_of_the_page(game, cells, field):
    page = page_of(Client(), entered(game=game, players=3, **cells))
    box = page[page.index('aria-label="Please check"') :]
    assert f'href="#{field}"' in box[: box.index("</ul>")]
    assert f'id="{field}"' in page


@pytest.mark.parametrize("headers", [{}, CZECH], ids=["en", "cs"])
def test_who_has_11_in_inkas_wins_though_the_others_are_not_entered(headers):
    eleven = {"1s0-first": "4", "1s0-second": "4", "1s0-third": "3"}
    names = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    session = entered(game="inkas", players=3, **names, **eleven)
    client = Client(headers=headers)
    result = client.get(at(session)).context["result"]
    assert result.headline in ("Anna wins with 11", "Vítězí Anna: 11")
    assert result.why
    assert "Finish anyway?" in press(Client(), session, "finish").content.decode()
    # Two of them can't be: nobody is told to have won.
    put(session, **{cell.replace("1s0", "1s1"): own for cell, own in eleven.items()})
    result = client.get(at(session)).context["result"]
    assert result.problems
    assert not result.why


def test_nobody_is_told_of_a_last_round_that_nobody_entered(client):
    keys = needed_keys(GAMES[SETTLERS], tallies_of(now(entered()))[0])
    whole = {f"1s{seat}-{key}": str(2 - seat) for seat in range(2) for key in keys}
    session = entered(**whole, name0="Anna")
    headline = page_of(client, session)
    headline = headline[headline.index('<div class="card headline">') :]
    said = text_of(headline[: headline.index("</div>")])
    assert " ".join(said.split()) == "Anna wins with 8"


def problems_of(answer):
    """The words of the box above the form."""
    page = answer.content.decode()
    box = page[page.index('role="alert">') :]
    return unescape(text_of(box[: box.index("</ul>")]))


def test_who_takes_another_faction_is_no_longer_told():
    same = {"1s0-people": "romans", "1s1-people": "romans"}
    session = entered(name0="Anna", name1="Bára", **UNLIKELY, **same)
    put(session, **{"1s1-people": "egyptians"})
    page = page_of(Client(), session)
    assert "data-twins" not in page
    assert "both have" not in page
