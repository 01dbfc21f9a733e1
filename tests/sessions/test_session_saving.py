"""What is typed into a session is saved cell by cell, or as a whole form without script."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from companion.sessions.forms import example_query
from companion.sessions.models import GameSession
from tests.sessions.pages import (
    HTMX,
    UNLIKELY,
    at,
    do,
    entered,
    every_game,
    now,
    page_of,
    put,
    save,
    visitor,
    whole_form,
)

pytestmark = pytest.mark.django_db

# One cell


def test_a_saved_cell_brings_the_new_result_and_standings(client):
    session = entered()
    answer = save(client, session, "1s0-track", "900", seen="611", headers=HTMX)
    part = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in part
    assert "Anna leads with 900" in part
    assert 'id="standings"' in part
    assert 'hx-swap-oob="true"' in part
    assert "1s0-track=900" in part


def test_a_cell_somebody_else_changed_is_told_with_both_values(client):
    session = entered()
    put(session, **{"1s0-track": "612"})
    answer = save(client, session, "1s0-track", "613", seen="611", headers=HTMX)
    part = answer.content.decode()
    assert answer.status_code == 409
    assert "Keep 612" in part
    assert "Use 613" in part
    assert 'data-present="612"' in part
    assert now(session).cells["1s0-track"] == "612"


def test_who_changed_it_is_named(table):
    session, player = entered(table), visitor(table, "player")
    save(player, session, "1s0-track", "612", seen="611")
    organiser = visitor(table, "organiser")
    answer = save(organiser, session, "1s0-track", "613", seen="611", headers=HTMX)
    assert "the player entered 612" in answer.content.decode()


@pytest.mark.parametrize(
    ("cell", "typed", "told"),
    [
        ("1s0-common", "x", "whole number"),
        ("1s0-common", "-1", "below 0"),
        ("1s0-common", str(10**9), "more than 200"),
        ("1s0-common", "9" * 5000, ""),
        ("name0", "x" * 61, "The limit is 60"),
        ("played_on", "x", "2026-11-16"),
        ("1b-deck", "x", "choose one"),
        ("1s9-common", "1", "changed in the meantime"),
        ("nowhere", "1", "changed in the meantime"),
        ("", "1", "changed in the meantime"),
        ("<script>", "1", "changed in the meantime"),
        ("\x00", "1", "changed in the meantime"),
    ],
)
def test_what_a_cell_cannot_hold_is_told_beside_it(client, cell, typed, told):
    session = entered()
    seen = now(session).cells.get(cell, "")
    answer = save(client, session, cell, typed, seen=seen, headers=HTMX)
    part = answer.content.decode()
    assert answer.status_code == 422
    assert told in part
    assert "<script" not in part
    assert session.acts.count() == 0


@pytest.mark.parametrize("cell", ["note", "name0", "1s0-people", "1s0-common"])
def test_a_text_far_too_long_is_told_that_it_is_too_long(client, cell):
    session = entered(**UNLIKELY)
    answer = save(client, session, cell, "1" * 2001, headers=HTMX)
    assert answer.status_code == 422
    assert "changed in the meantime" not in answer.content.decode()


@pytest.mark.parametrize("cell", ["\x00", "<b>", "nowhere", "1s0-track\x00"])
def test_a_cell_that_is_nowhere_is_refused_whatever_was_seen(client, cell):
    session = entered()
    answer = save(client, session, cell, "1", seen="2", headers=HTMX)
    assert answer.status_code in (409, 422)
    assert "<b>" not in answer.content.decode()


def test_nothing_at_all_saves_nothing(client):
    session = entered()
    assert client.post(at(session, "session-cells"), {}).status_code == 302
    assert client.post(at(session, "session-cells"), {"cell": ""}).status_code == 409
    assert session.acts.count() == 0


def test_the_same_request_again_counts_once_and_is_answered_alike(client):
    session = entered()
    content = {"id": uuid4(), "cell": "1s0-common", "typed": "4", "seen": ""}
    address = at(session, "session-cells")
    answers = [client.post(address, content, headers=HTMX) for _ in "12"]
    assert [one.status_code for one in answers] == [200, 200]
    assert session.acts.count() == 1


@pytest.mark.parametrize(
    ("kind", "told"), [("finish", "finished"), ("archive", "archived")]
)
def test_a_session_that_is_over_meanwhile_says_so_beside_the_cell(client, kind, told):
    session = entered()
    do(session, kind)
    answer = save(client, session, "1s0-common", "4", headers=HTMX)
    assert answer.status_code == 422
    assert told in answer.content.decode()


def test_a_seat_that_is_gone_meanwhile_is_told_and_nothing_is_lost(client):
    session = entered(players=3, **{"1s2-track": "7"})
    do(session, "set_players", players=2)
    answer = save(client, session, "1s2-track", "8", seen="7", headers=HTMX)
    assert answer.status_code == 422
    assert now(session).cells["1s2-track"] == "7"


# The whole form, without script


def test_the_whole_form_saves_only_what_was_changed(client):
    session = entered()
    form = whole_form(page_of(client, session))
    form |= {"1s0-common": "3", "name0": "Anna K.", "note": "rain\r\nand wind"}
    answer = client.post(at(session, "session-cells"), form)
    assert answer.status_code == 302
    assert session.acts.count() == 3
    cells = now(session).cells
    assert (cells["1s0-common"], cells["name0"]) == ("3", "Anna K.")
    assert cells["note"] == "rain\nand wind"
    assert cells["1s1-track"] == "733"


@every_game
def test_an_untouched_form_changes_nothing(client, game):
    content = {"game": game.slug, "query": example_query(game), "id": uuid4()}
    client.post(reverse("start-session"), content)
    session = GameSession.objects.get()
    put(session, note="one & two", place="at <home> & away", name0='"Anna" é')
    before, acts = now(session), session.acts.count()
    form = whole_form(page_of(client, session))
    assert client.post(at(session, "session-cells"), form).status_code == 302
    assert now(session) == before
    assert session.acts.count() == acts


def test_an_untouched_note_of_two_lines_is_not_written_again(client):
    session = entered(**{"note": "one\ntwo", "1s0-track": "5"})
    form = whole_form(page_of(client, session))
    form["note"] = form["note"].replace("\n", "\r\n")  # as browsers send it
    assert client.post(at(session, "session-cells"), form).status_code == 302
    assert session.acts.count() == 0


def test_a_form_sent_twice_counts_once(client):
    session = entered()
    form = whole_form(page_of(client, session)) | {"1s0-common": "3", "place": "here"}
    for _time in "12":
        assert client.post(at(session, "session-cells"), form).status_code == 302
    assert session.acts.count() == 2


def test_a_form_that_lost_its_fields_on_the_way_empties_no_cell(client):
    session = entered()
    form = whole_form(page_of(client, session))
    kept = {key: form[key] for key in ("id", "players", "tallies", "seen")}
    client.post(at(session, "session-cells"), kept)
    assert now(session).cells["1s0-track"] == "611"


def test_a_box_unticked_in_the_form_is_unticked(client):
    session = entered(game="rise_of_empire", **{"1s0-unpaid": "on", "1s0-track": "3"})
    form = whole_form(page_of(client, session))
    assert form.pop("1s0-unpaid") == "on"
    client.post(at(session, "session-cells"), form)
    assert "1s0-unpaid" not in now(session).cells


def test_a_stale_form_keeps_what_others_wrote_and_asks_about_the_rest(client):
    session = entered()
    form = whole_form(page_of(client, session))
    put(session, **{"1s0-common": "9", "1s1-common": "8"})
    form |= {"1s0-common": "3", "1s0-faction": "2"}
    answer = client.post(at(session, "session-cells"), form)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody just entered 9. You typed 3." in page
    assert "Use 3" in page
    cells = now(session).cells
    assert (cells["1s0-common"], cells["1s1-common"]) == ("9", "8")
    assert cells["1s0-faction"] == "2"


def test_the_page_that_asks_puts_ones_own_value(client):
    session = entered(**{"1s0-track": "611", "note": "one\ntwo"})
    form = whole_form(page_of(client, session))
    put(session, note="three\nfour")
    asked = client.post(at(session, "session-cells"), form | {"note": "mine"})
    page = asked.content.decode()
    box = page[page.index("Not saved") : page.index("Use mine")]
    hidden = dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', box))
    # Browsers send their own line ends from a hidden field.
    sent = {key: unescape(v).replace("\n", "\r\n") for key, v in hidden.items()}
    answer = client.post(at(session, "session-cells"), sent)
    assert answer.status_code == 302
    assert now(session).cells["note"] == "mine"


def test_another_value_after_going_back_is_saved_or_asked_about(client):
    session = entered()
    form = whole_form(page_of(client, session))
    client.post(at(session, "session-cells"), form | {"1s0-common": "3"})
    answer = client.post(at(session, "session-cells"), form | {"1s0-common": "4"})
    assert answer.status_code == 409 or now(session).cells["1s0-common"] == "4"


def test_a_mistake_in_the_form_is_told_with_what_was_typed_and_the_rest_is_saved(
    client,
):
    session = entered()
    form = whole_form(page_of(client, session))
    form |= {"1s0-common": "<b>many", "1s1-common": "4"}
    answer = client.post(at(session, "session-cells"), form)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "You typed: &lt;b&gt;many" in page
    assert "<b>many" not in page
    assert now(session).cells["1s1-common"] == "4"


@pytest.mark.parametrize(
    ("kind", "data", "told"),
    [
        ("finish", {}, "This session is finished"),
        ("archive", {}, "This session is archived"),
        ("set_players", {"players": 1}, "You typed: 4"),
    ],
)
def test_a_form_of_a_session_that_changed_meanwhile_tells_what_was_not_saved(
    client, kind, data, told
):
    session = entered()
    form = whole_form(page_of(client, session))
    do(session, kind, **data)
    answer = client.post(at(session, "session-cells"), form | {"1s1-common": "4"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert told in page
    assert "You typed: 4" in page


def test_a_stale_form_of_fewer_players_leaves_the_others_alone(client):
    session = entered()
    form = whole_form(page_of(client, session))
    do(session, "set_players", players=3)
    put(session, **{"1s2-track": "5", "name2": "Cyril"})
    client.post(at(session, "session-cells"), form | {"1s0-common": "1"})
    cells = now(session).cells
    assert (cells["1s2-track"], cells["name2"]) == ("5", "Cyril")
    assert now(session).players == 3


def test_a_page_that_asks_shows_the_private_link_itself(client):
    session = entered()
    save(client, session, "1s0-common", "9")
    asked = save(client, session, "1s0-common", "3")
    assert asked.status_code == 409
    page = asked.content.decode()
    shown = re.search(r'<a class="link" href="([^"]+)"', page)[1]
    assert shown == f"http://testserver{at(session)}"
