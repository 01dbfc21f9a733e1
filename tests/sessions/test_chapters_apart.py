"""A game counted in chapters: one has its fields on the page, what is entered in the others goes along."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.urls import reverse

from companion.sessions.forms import ScoringForm, example_query
from companion.sessions.session_form import SessionForm
from scoring.games import GAMES
from tests.sessions.pages import ARCS, at, do, entered, now, press, put
from tests.tables.pages import phone

pytestmark = pytest.mark.django_db
INPUT = re.compile(r"<input\b[^>]*>")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
MOST_BYTES = 80 * 1024


def page_of(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def shown_chapters(page):
    """The chapters whose fields can be typed into."""
    return {found[1] for found in re.finditer(r'<input id="id_(\d)s\d-\w+" name', page)}


def read_form(page):
    """What a browser without a script sends with the form of the score."""
    form = re.search(r'<form id="score".*?</form>', page, re.DOTALL)[0]
    sent = QueryDict(mutable=True)
    for one in INPUT.findall(form):
        found = {name: unescape(value) for name, value in ATTRIBUTE.findall(one)}
        if found.get("type") != "checkbox" or " checked" in one:
            sent[found["name"]] = found.get("value", "on")
    for name, options in re.findall(
        r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL
    ):
        chosen = re.search(r'value="([^"]*)" selected', options)
        sent[name] = unescape(chosen[1]) if chosen else ""
    return sent


@pytest.fixture
def played():
    """Five chapters, in each something declared and counted."""
    session = entered(game=ARCS, players=4, name0="Anna", name1="Bára")
    for number in range(1, 6):
        if number > 1:
            do(session, "add_tally", number=number)
        put(session, **{f"{number}b-first": "tycoon", f"{number}b-second": "keeper"})
        for seat in range(4):
            put(session, **{f"{number}s{seat}-tycoon": str(seat + 1)})
    return session


def test_the_last_chapter_has_its_fields_and_the_others_are_a_tap_away(client, played):
    page = page_of(client, at(played))
    assert shown_chapters(page) == {"5"}
    for number in range(1, 5):
        address = f"{at(played)}?tally={number}"
        assert f'href="{address}#tally-{number}">Chapter {number}</a>' in page
        there = page_of(client, address)
        assert shown_chapters(there) == {str(number)}
        assert f'id="{number}s3"' in there
        assert f'href="#{number}s3"' in there  # from the strip
        assert f'href="{at(played)}#tally-5">Chapter 5</a>' in there


@pytest.mark.parametrize("asked", ["0", "6", "x", "99999999999", ""])
def test_a_chapter_that_is_not_there_leads_to_the_last(client, played, asked):
    page = page_of(client, f"{at(played)}?tally={asked}")
    assert shown_chapters(page) == {"5"}


def test_five_chapters_of_four_players_are_a_small_page(client, played):
    for address in (at(played), f"{at(played)}?tally=2"):
        page = client.get(address).content
        assert len(page) <= MOST_BYTES, (address, len(page) / 1024)


def test_without_a_script_saving_one_chapter_leaves_the_others(client, played):
    before = now(played)
    for number in (5, 2):
        page = page_of(client, f"{at(played)}?tally={number}")
        sent = read_form(page)
        sent[f"{number}s1-keeper"] = "3"
        action = re.search(r'<form id="score".*?action="([^"]*)"', page, re.DOTALL)[1]
        answer = client.post(unescape(action), sent)
        assert answer.status_code == 302
        if number != 5:
            assert answer.url == f"{at(played)}?tally={number}"
    after = now(played)
    changed = {key for key in after.cells if after.cells[key] != before.cells.get(key)}
    assert changed == {"5s1-keeper", "2s1-keeper"}
    assert before.cells.keys() <= after.cells.keys()


def test_what_others_hide_does_not_go_along(table):
    session = entered(game=ARCS, table=table, players=2, name0="Anna", name1="Bára")
    put(session, **{"1b-first": "tycoon", "1s0-tycoon": "4", "1s1-tycoon": "2"})
    do(session, "add_tally", number=2)
    do(session, "cover")
    page = phone(table, "Bára").get(at(session)).content.decode()
    assert 'name="1s1-tycoon" value="2"' in page
    assert "1s0-tycoon" not in page


def test_somebody_in_an_earlier_chapter_is_answered_about_that_chapter(client, played):
    """The strip leads to the fields on their page, whatever was entered last."""
    answer = client.post(
        f"{reverse('session-cells', args=[played.token])}?tally=2",
        {"id": uuid4(), "cell": "2s0-tycoon", "typed": "7", "seen": "1"},
        headers={"hx-request": "true"},
    ).content.decode()
    assert 'href="#2s0"' in answer
    assert "2s0-tycoon=7" in unescape(answer)


def test_what_a_chapter_does_not_need_is_left_out_until_somebody_wants_it(client):
    session = entered(game=ARCS, players=2, **{"1b-first": "tycoon"})
    page = page_of(client, at(session))
    assert "1s0-tycoon" in page
    assert "1s0-captives" not in page
    address = f"{at(session)}?spare=1"
    assert f'href="{address}#1s1">Other counts</a>' in page
    wanted = page_of(client, address)
    assert 'id="id_1s1-captives"' in wanted
    assert wanted.count('<details class="group spare" open>') == 2
    assert "Other counts</a>" not in wanted
    put(session, **{"1s1-captives": "2"})
    assert 'id="id_1s0-captives"' in page_of(client, at(session))


def test_finishing_leads_to_the_chapter_something_is_missing_in(client, played):
    put(played, **{"2s3-tycoon": ""})
    asked = press(client, played, "finish").content.decode()
    place = re.search(r'href="([^"]*)"><bdi>Chapter 2 · Player 4</bdi>', asked)[1]
    path, _, anchor = unescape(place).partition("#")
    assert f'id="{anchor}"' in page_of(client, path)


def test_from_an_earlier_chapter_the_way_leads_on_to_the_next_one(client, played):
    page = page_of(client, f"{at(played)}?tally=2")
    assert f'data-final href="{at(played)}?tally=3">Chapter 3 ›</a>' in page
    assert 'value="add_tally"' not in page
    last = page_of(client, f"{at(played)}?tally=4")
    assert f'data-final href="{at(played)}">Chapter 5 ›</a>' in last


def test_nobody_is_led_back_to_a_field_that_is_hidden_from_them(table):
    names = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    session = entered(game=ARCS, table=table, players=3, **names)
    put(session, **{"1b-first": "tycoon", "1s1-tycoon": "2", "1s2-tycoon": "1"})
    do(session, "cover")
    ask = {"id": uuid4(), "kind": "finish"}
    asked = {}
    for name in ("Anna", "Bára"):
        answer = phone(table, name).post(at(session, "session-do"), ask)
        asked[name] = re.search(r'href="([^"]*)">Back to entering', str(answer.content))
    assert asked["Anna"][1] == f"{at(session)}#id_1s0-tycoon"
    assert asked["Bára"][1] == at(session)


# Scored without saving: everything is in the address.


def test_the_state_of_a_quick_score_goes_along_to_every_chapter(client):
    game = GAMES[ARCS]
    whole = ScoringForm(game, QueryDict(example_query(game)))
    tallies = len(whole.tallies)
    assert tallies > 1
    address = reverse("scoring", args=[ARCS])
    page = client.get(f"{address}?{example_query(game)}").content.decode()
    assert shown_chapters(page) == {str(tallies)}
    first = client.get(
        address, {**read_form(page).dict(), "to_tally": "1"}, follow=True
    )
    there = first.content.decode()
    assert shown_chapters(there) == {"1"}
    assert "tally=1" in first.redirect_chain[-1][0]
    back = ScoringForm(game, read_form(there))
    assert back.entered == whole.entered
    assert back.given == whole.given
    again = client.get(f"{address}?{back.query}").content.decode()
    assert shown_chapters(again) == {"1"}


def test_a_further_chapter_is_shown_once_it_is_begun(client):
    address = reverse("scoring", args=[ARCS])
    query = {"players": "2", "tallies": "2", "tally": "1", "1s0-tycoon": "3"}
    page = client.get(address, {**query, "to_tallies": "3"}, follow=True)
    assert shown_chapters(page.content.decode()) == {"3"}


def test_a_session_has_the_fields_of_the_chapter_asked_for(played):
    state = now(played)
    assert SessionForm(state).shown.number == 5
    assert SessionForm(state, asked={"tally": "3"}).shown.number == 3
