"""How a session begins, who finds it again, and who may see and move it."""

from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from companion.sessions.forms import example_query
from companion.sessions.models import GameSession
from companion.tables.models import Table
from scoring.sessions import sheet_of
from tests.sessions.pages import (
    ARCS,
    HTMX,
    ROLES,
    SETTLERS,
    at,
    do,
    entered,
    every_game,
    now,
    page_of,
    press,
    save,
    text_of,
    visitor,
)

pytestmark = pytest.mark.django_db

# Begun


@every_game
def test_a_game_picked_on_the_first_page_is_begun(client, game):
    home = client.get(reverse("home"), headers={"Accept-Language": "en"})
    assert f'value="{game.slug}"'.encode() in home.content
    answer = client.post(reverse("start-session"), {"game": game.slug, "id": uuid4()})
    session = GameSession.objects.get()
    assert answer.status_code == 302
    assert answer.url == at(session)
    assert session.state["game"] == game.slug
    assert session.table is None
    assert client.get(answer.url).status_code == 200


def test_pressing_twice_begins_one_session(client):
    content = {"game": SETTLERS, "id": uuid4()}
    answers = [client.post(reverse("start-session"), content) for _ in "12"]
    assert answers[0].url == answers[1].url
    assert GameSession.objects.count() == 1


def test_another_game_picked_after_going_back_is_another_session(client):
    home = {"id": uuid4()}
    client.post(reverse("start-session"), {"game": SETTLERS, **home})
    answer = client.post(reverse("start-session"), {"game": ARCS, **home}, follow=True)
    assert "<h1>Arcs</h1>" in answer.content.decode()


@pytest.mark.parametrize("game", ["", "chess", "../", "\x00", "é"])
def test_there_is_no_session_of_another_game(client, game):
    answer = client.post(reverse("start-session"), {"game": game})
    assert answer.status_code == 404
    assert not GameSession.objects.exists()


@pytest.mark.parametrize("key", ["", "x", "1", "0" * 40])
def test_a_page_without_an_id_still_begins_a_session(client, key):
    answer = client.post(reverse("start-session"), {"game": SETTLERS, "id": key})
    assert answer.status_code == 302


@every_game
def test_what_was_counted_is_kept_with_the_same_result(client, game):
    query = example_query(game)
    counted = client.get(f"{reverse('scoring', args=[game.slug])}?{query}")
    assert "Save this session" in counted.content.decode()
    content = {"game": game.slug, "query": query, "id": uuid4()}
    client.post(reverse("start-session"), content)
    state = now(GameSession.objects.get())
    assert state.names == tuple(game.example.players)
    assert sheet_of(state).totals == counted.context["result"].sheet.totals
    kept = client.get(at(GameSession.objects.get()))
    assert kept.context["result"].headline == counted.context["result"].headline


def test_what_was_counted_with_a_mistake_goes_back_to_where_it_is_told(client):
    content = {"game": SETTLERS, "query": "1s0-track=x&name0=Anna"}
    answer = client.post(reverse("start-session"), content)
    assert answer.status_code == 302
    assert answer.url.startswith(reverse("scoring", args=[SETTLERS]))
    assert "1s0-track=x" in answer.url
    assert not GameSession.objects.exists()


@pytest.mark.parametrize(
    "query",
    [
        {"name0": "x" * 61, "1s0-track": "5"},
        {"name0": "\x00", "1s0-track": "5"},
        {"place": "x" * 61, "1s0-track": "5"},
        {"note": "x" * 1001, "1s0-track": "5"},
        {"played_on": "yesterday", "1s0-track": "5"},
        {"1s0-unpaid": "yes", "1s0-track": "5"},
        {"1s0-track": "9" * 5000},
        {"1s0-people": "?", "1s0-people_typed": "x" * 61},
        {"1b-deck": "nonsense"},
        {"players": "9", "tallies": "9", "to_players": "x"},
    ],
    ids=lambda query: "-".join(query),
)
def test_whatever_was_counted_is_kept_or_told_never_a_fault(client, query):
    content = {"game": "rise_of_empire", "query": urlencode(query), "id": uuid4()}
    answer = client.post(reverse("start-session"), content)
    assert answer.status_code in (302, 422)


def test_a_session_is_begun_at_a_table_by_who_plays_there(table):
    address = reverse("start-session-at", args=[table.pk])
    for role in ROLES:
        asked = {"game": SETTLERS, "id": uuid4(), "another": "on"}
        answer = visitor(table, role).post(address, asked)
        assert answer.status_code == (404 if role == "spectator" else 302)
    assert (
        visitor(table, "stranger").post(address, {"game": SETTLERS}).status_code == 404
    )
    assert Client().post(address, {"game": SETTLERS}).status_code == 404
    assert table.sessions.count() == 2


# Who sees it


STATES = {
    "open": (),
    "covered": ("cover",),
    "finished": ("finish",),
    "archived": ("archive",),
    "finished and archived": ("finish", "archive"),
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("role", [*ROLES, "stranger"])
def test_everybody_at_the_table_sees_what_is_theirs_to_see_and_do(table, role, state):
    session = entered(table)
    for kind in STATES[state]:
        do(session, kind)
    client = visitor(table, role)
    if role == "stranger":
        assert client.get(at(session)).status_code == 404
        return
    page = page_of(client, session, data={"for": 0})  # chosen, as they have no seat
    writes = role != "spectator" and state in ("open", "covered")
    assert ('id="score"' in page) == writes
    assert ("Finish game" in page) == writes
    assert ("Rematch" in page) == (role != "spectator" and "finished" in state)
    assert ("Archive" in page) == (role == "organiser" and "archived" not in state)
    assert ("Reopen" in page) == (role != "spectator" and state == "finished")
    assert ("Restore" in page) == (role == "organiser" and "archived" in state)
    assert ("611" in text_of(page)) == (state != "covered")


def test_a_session_without_a_table_is_for_whoever_has_its_link():
    session = entered()
    page = page_of(Client(), session)
    assert 'id="score"' in page
    assert f"http://testserver{at(session)}" in page
    assert save(Client(), session, "1s0-common", "1").status_code == 302
    assert Client().get(reverse("session", args=["x" * 16])).status_code == 404


def test_this_browser_finds_its_session_again():
    session, client = entered(), Client()
    assert at(session) not in client.get(reverse("home")).content.decode()
    page_of(client, session)
    assert at(session) in client.get(reverse("home")).content.decode()


def test_names_that_were_saved_are_found_again_by_this_browser(client):
    client.post(reverse("start-session"), {"game": SETTLERS, "id": uuid4()})
    session = GameSession.objects.get()
    assert save(client, session, "name0", "Anna", headers=HTMX).status_code == 200
    assert at(session) in client.get(reverse("home")).content.decode()


def note_begun(client, session):
    """As if this browser had begun the session."""
    own = client.session
    own["begun"] = [session.token]
    own.save()
    return client


def test_only_who_began_a_session_moves_it_to_a_table(table, organiser):
    session = entered()
    other = visitor(table, "player")
    assert "session-move" not in page_of(other, session)
    answer = other.post(at(session, "session-move"), {"table": table.pk})
    assert answer.status_code == 404
    assert GameSession.objects.get().table is None


def test_once_at_a_table_the_link_opens_nothing_to_others(table, organiser):
    session = entered()
    note_begun(organiser, session)
    stranger = Client()
    page_of(stranger, session)
    answer = organiser.post(at(session, "session-move"), {"table": table.pk})
    assert answer.url == at(session)
    assert stranger.get(at(session)).status_code == 404
    assert at(session) not in stranger.get(reverse("home")).content.decode()
    assert save(stranger, session, "1s0-common", "1").status_code == 404
    assert set(table.people.values_list("name", flat=True)) >= {"Anna", "Bára"}


@pytest.mark.parametrize(
    "key",
    ["", "x", "0", "-1", "²", "9" * 40, "9" * 5000],
    ids=["none", "x", "0", "-1", "²", "40 digits", "5000 digits"],
)
def test_a_session_moves_to_no_table_that_is_not_there(organiser, key):
    session = entered()
    answer = organiser.post(at(session, "session-move"), {"table": key})
    assert answer.status_code == 404


def test_a_session_moves_to_no_table_one_does_not_play_at(table):
    session, other = entered(), Table.objects.create(name="Friday")
    for client in (visitor(table, "spectator"), visitor(other, "organiser"), Client()):
        answer = client.post(at(session, "session-move"), {"table": table.pk})
        assert answer.status_code == 404
    assert GameSession.objects.get().table is None


@pytest.mark.parametrize("token", ["%00", "a%00b", "%F0%9F%91%91", "..", "x" * 300])
def test_an_odd_link_is_not_found(client, token):
    assert client.get(f"/sessions/{token}/").status_code == 404


def test_only_a_player_writes_and_only_an_organiser_puts_away(table):
    session = entered(table)
    for role in (*ROLES, "stranger"):
        client = visitor(table, role)
        plays, organises = role in ROLES[:2], role == "organiser"
        assert (save(client, session, "1s0-common", "").status_code == 404) != plays
        assert (press(client, session, "cover").status_code == 404) != plays
        assert (press(client, session, "reveal").status_code == 404) != plays
        answer = press(client, session, "archive", "session-manage")
        assert (answer.status_code == 404) != organises
        if organises:
            press(client, session, "restore", "session-manage")


def test_what_only_does_something_is_not_fetched(table, organiser):
    own = reverse("start-session-at", args=[table.pk])
    assert organiser.get(reverse("start-session")).url == "/"
    assert organiser.get(own).url == reverse("table", args=[table.pk])
    assert not table.sessions.exists()


def test_a_page_left_after_a_refusal_loads_again(table, organiser):
    session = entered(table)
    names = ("cells", "do", "manage", "rematch", "move")
    pages = {at(session, f"session-{name}"): at(session) for name in names}
    pages[at(session, "final-scores-answer")] = at(session, "final-scores")
    undo = reverse("session-undo", args=[session.token, 1])
    pages[undo] = at(session, "session-history")
    for address, page in pages.items():
        answer = organiser.get(address, follow=True)
        assert answer.redirect_chain == [(page, 302)], address
        assert answer.status_code == 200
    assert session.acts.count() == 0


def test_what_only_shows_something_takes_no_post(table, organiser):
    session = entered(table)
    for name in ("session", "session-proof", "session-history"):
        assert organiser.post(at(session, name)).status_code == 405


def test_nothing_is_done_without_the_pages_token(table):
    session = entered()
    client = Client(enforce_csrf_checks=True)
    assert client.post(reverse("start-session"), {"game": SETTLERS}).status_code == 403
    assert save(client, session, "1s0-common", "1").status_code == 403
    for name in ("do", "manage", "rematch", "move"):
        assert client.post(at(session, f"session-{name}")).status_code == 403
    undo = reverse("session-undo", args=[session.token, 1])
    assert client.post(undo).status_code == 403
    assert GameSession.objects.count() == 1
