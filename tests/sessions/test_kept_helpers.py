"""Helpers in a session: kept in its log, undone by anybody who plays, found again as they were."""

import re
from html import unescape
from urllib.parse import quote
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from companion.log.models import Act
from companion.log.record import rebuild, record
from companion.sessions.services import session_state, start_session
from companion.sessions.timing import clock_times
from companion.tables.models import Account, Membership, Person, Table
from scoring.games import GAMES
from scoring.helper_list import HELPERS

pytestmark = pytest.mark.django_db

NAMES = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
PAGES = {
    "inkas-dice": "inkas",
    "inkas-tribes": "inkas",
    "settlers-rounds": "imperial_settlers",
    "settlers-solo": "imperial_settlers",
    "empire-counters": "rise_of_empire",
    "arcs-standings": "arcs",
    "north-round": "empires_of_the_north",
    "north-ships": "empires_of_the_north",
    "turn-clock": "arcs",
    "arcs-first-player": "arcs",
}


def begin(game="inkas", players=3, cells=NAMES, **more):
    return start_session(game=game, players=players, cells=cells, **more)


def use(client, session, page, move, **content):
    address = reverse("session-helper", args=[session.token, page])
    typed = {"move": move, "id": str(uuid4()), **content}
    return client.post(address, typed, follow=True).content.decode()


def tap(client, session, page, move, data):
    return use(client, session, page, move, data=data)


def look(client, session, page, **headers):
    answer = client.get(f"{reverse(page)}?session={session.token}", **headers)
    assert answer.status_code == 200
    return answer.content.decode()


def plain(html):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


@pytest.mark.parametrize(("page", "game"), PAGES.items())
@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_helper_opens_in_a_session_with_its_people(client, page, game, language):
    players = 1 if page == "settlers-solo" else 3
    cells = dict(list(NAMES.items())[:players])
    session = begin(game, players, cells)
    html = look(client, session, page, headers={"accept-language": language})
    assert f'data-live="/sessions/{session.token}/live/"' in html
    assert 'name="name0"' not in html  # who plays is said in the session
    if page not in ("inkas-dice", "settlers-solo"):
        assert "Anna" in html


def test_a_roll_is_found_again_by_everybody_with_the_session(client):
    session = begin()
    tap(client, session, "inkas-dice", "roll_dice", '{"total": 7}')
    tap(client, session, "inkas-dice", "roll_dice", '{"total": 5}')
    html = plain(look(Client(), session, "inkas-dice"))
    assert "2 rolls" in html
    assert "Newest first: 5 7" in html


def test_the_last_roll_is_undone_and_the_log_says_both(client):
    session = begin()
    tap(client, session, "inkas-dice", "roll_dice", '{"total": 7}')
    tap(client, session, "inkas-dice", "roll_dice", '{"total": 5}')
    address = reverse("session-helper-undo", args=[session.token, "inkas-dice"])
    html = client.post(address, {"of": "2"}, follow=True).content.decode()
    assert "Undo: Rolled 7" in plain(html)
    assert [act.kind for act in session.acts.order_by("number")] == [
        *("use_helper", "use_helper", "undo")
    ]
    stale = client.post(address, {"of": "2"}, follow=True).content.decode()
    assert "This has changed in the meantime." in plain(stale)
    session.refresh_from_db()
    assert session_state(session).helpers == {"inkas-dice": {"rolls": [7]}}
    assert rebuild(session) == 0


def test_a_second_press_counts_once(client):
    session = begin()
    typed = {"move": "roll_dice", "data": '{"total": 7}', "id": str(uuid4())}
    address = reverse("session-helper", args=[session.token, "inkas-dice"])
    for _press in range(2):
        assert client.post(address, typed).status_code == 302
    assert session.acts.count() == 1


def test_what_somebody_else_tapped_first_is_said_and_nothing_is_counted_twice(client):
    session = begin()
    piece = '{"seat": 0, "piece": "v", "nth": 1}'
    tap(client, session, "inkas-tribes", "build_piece", piece)
    html = tap(client, session, "inkas-tribes", "build_piece", piece)
    assert "Somebody just tapped this." in plain(html)
    assert session.acts.count() == 1


@pytest.mark.parametrize(
    ("page", "move", "data"),
    [
        ("inkas-dice", "roll_dice", '{"total": "seven"}'),
        ("inkas-dice", "roll_dice", "[7]"),
        ("inkas-dice", "roll_dice", "{"),
        ("inkas-dice", "nothing", "{}"),
        ("arcs-standings", "type_standings", '{"cells": {}}'),  # of another game
    ],
)
def test_what_is_no_move_is_refused_and_breaks_nothing(client, page, move, data):
    session = begin()
    address = reverse("session-helper", args=[session.token, page])
    assert client.post(address, {"move": move, "data": data}).status_code == 302
    assert not session.acts.exists()


def test_a_helper_nobody_knows_is_not_there(client):
    session = begin()
    address = reverse("session-helper", args=[session.token, "tea"])
    assert client.post(address, {"move": "x"}).status_code == 404


def test_starting_over_can_be_undone(client):
    session = begin()
    tap(client, session, "inkas-dice", "roll_dice", '{"total": 7}')
    html = tap(client, session, "inkas-dice", "start_over", "{}")
    assert "0 rolls" in plain(html)
    address = reverse("session-helper-undo", args=[session.token, "inkas-dice"])
    html = client.post(address, {"of": "2"}, follow=True).content.decode()
    assert "1 roll " in plain(html)
    assert "Sevens: 1 of 1 rolled." in plain(html)


def test_counters_are_everybodys_own_and_the_chosen_one_stays_chosen(client):
    session = begin("rise_of_empire")
    address = f"{reverse('empire-counters')}?session={session.token}&seat=1"
    html = client.get(address).content.decode()
    action = re.search(r'action="([^"]+helpers/empire-counters/)"', html)[1]
    data = '{"seat": 1, "counter": "built", "sign": "r"}'
    typed = {"move": "count_tap", "data": data, "next": address}
    seen = client.post(action, typed, follow=True)
    assert seen.redirect_chain[-1][0] == address
    assert "1 × red" in plain(seen.content.decode())
    assert "1 × red" not in plain(look(client, session, "empire-counters"))


def test_a_ship_is_sent_by_whoever_is_tapped(client):
    session = begin("empires_of_the_north")
    html = use(client, session, "north-ships", "send_ship", embark="C", fish="on")
    assert "near or far island" in plain(html)
    assert session.acts.get().data["content"] == {
        "seat": 2,
        "fish": True,
        "attack": False,
    }


def test_a_round_of_the_north_keeps_its_phase_and_its_numbers(client):
    session = begin("empires_of_the_north")
    use(
        client,
        session,
        "north-round",
        "sail_on",
        data='{"round": 2, "phase": "sailing"}',
    )
    html = use(
        client,
        session,
        "north-round",
        "type_numbers",
        **{"1s0-track": "26", "first": "A"},
    )
    assert "Round 2" in plain(html)
    assert "25 points reached in round 2" in plain(html)
    assert session.acts.count() == 2
    use(client, session, "north-round", "type_numbers", **{"1s0-track": "26"})
    assert session.acts.count() == 2  # nothing new was typed


def test_who_starts_is_drawn_once_for_everybody(client):
    session = begin("arcs")
    use(client, session, "first-player", "draw_order", draw="all")
    drawn = session.acts.get().data["content"]["order"]
    assert sorted(drawn) == [0, 1, 2]
    shown = [look(Client(), session, "arcs-first-player") for _ in range(2)]
    assert all("Turn order" in html for html in shown)


def test_alone_the_solo_opponent_comes_first_and_with_others_it_stays_away(client):
    alone = client.get(
        reverse("session", args=[begin("imperial_settlers", 1, {}).token])
    )
    links = re.findall(r'<a href="/helpers/([\w/-]+)/', alone.content.decode())
    assert links[0] == "settlers/solo"
    both = client.get(
        reverse("session", args=[begin("imperial_settlers", 2, {}).token])
    )
    assert "/helpers/settlers/solo/" not in both.content.decode()


def test_every_session_links_its_helpers_and_the_clock(client):
    for slug in GAMES:
        session = begin(slug, max(3, GAMES[slug].players[0]))
        html = client.get(reverse("session", args=[session.token])).content.decode()
        assert f'href="/helpers/clock/?session={session.token}"' in html


def test_the_history_folds_runs_of_helpers_and_their_undos(client):
    session = begin()
    for total in (7, 5, 6):
        tap(client, session, "inkas-dice", "roll_dice", f'{{"total": {total}}}')
    address = reverse("session-helper-undo", args=[session.token, "inkas-dice"])
    client.post(address, {"of": "3"})
    record(
        session,
        kind="set_cell",
        data={"cell": "1s0-first", "typed": "3"},
        client_id=uuid4(),
    )
    tap(client, session, "inkas-dice", "roll_dice", '{"total": 2}')
    html = client.get(reverse("session-history", args=[session.token])).content.decode()
    assert html.count('class="card folded"') == 2
    assert "Helpers: 4 entries" in plain(html)
    assert "Helpers: 1 entry" in plain(html)
    assert "Dice log: Rolled 7" in plain(html)


@pytest.fixture
def table(db):
    return Table.objects.create(name="Thursday")


def visitor(table, role, name):
    person, _made = Person.objects.get_or_create(table=table, name=name)
    account = Account.objects.create_user(f"{name}-{role}")
    Membership.objects.create(table=table, account=account, role=role, person=person)
    client = Client()
    client.force_login(account)
    return client


def test_every_player_undoes_a_helpers_tap_and_nobody_elses_entry(table):
    session = begin(table=table)
    anna, cyril = visitor(table, "player", "Anna"), visitor(table, "player", "Cyril")
    tap(anna, session, "inkas-dice", "roll_dice", '{"total": 7}')
    address = reverse("session-helper-undo", args=[session.token, "inkas-dice"])
    cyril.post(address, {"of": "1"})
    assert Act.objects.filter(log=session, kind="undo").count() == 1


def test_a_spectator_looks_and_taps_nothing(table):
    session = begin(table=table)
    spectator = visitor(table, "spectator", "Eva")
    html = look(spectator, session, "inkas-dice")
    assert '<form class="tap"' not in html
    assert "disabled" in html
    address = reverse("session-helper", args=[session.token, "inkas-dice"])
    assert spectator.post(address, {"move": "roll_dice"}).status_code == 404
    assert Client().post(address, {"move": "roll_dice"}).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_people_have_their_own_colours_and_names_on_every_helper(table, game):
    Person.objects.create(table=table, name="Bára", colour="green")
    session, anna = begin(game, table=table), visitor(table, "player", "Anna")
    use(anna, session, "first-player", "draw_order", draw="roll")
    pages = {f"{game}-first-player", *(one.page for one in GAMES[game].helpers)}
    for page in pages | {"turn-clock"}:
        address = f"{reverse(page)}?session={session.token}"
        html = anna.get(address, follow=True).content.decode()
        assert not re.findall(r"seat-B(?! tint-green)\b", html), page
        assert 'name="name1"' not in html, page  # who plays is said in the session
        assert 'name="to_players"' not in html, page
    clock = look(anna, session, "turn-clock")
    assert "seat-B tint-green" in clock
    assert "Bára" in clock


def test_a_helper_may_be_shown_over_our_own_pages_only(client):
    session = begin()
    answer = client.get(f"{reverse('inkas-dice')}?session={session.token}")
    assert answer["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in answer["Content-Security-Policy"]
    page = client.get(reverse("session", args=[session.token]))
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]


def test_a_boxs_tick_is_kept_and_taken_away(client):
    session = begin()
    use(client, session, "checklist", "tick", box="+decline.0.1.1")
    assert session.acts.get().data["content"] == {"box": "decline.0.1.1", "on": True}
    use(client, session, "checklist", "tick", box="-decline.0.1.1")
    session.refresh_from_db()
    assert session_state(session).helpers["checklist"] == {"boxes": []}


def test_what_to_do_now_stays_ticked_after_a_reload(client):
    cells = {**NAMES, "1s0-first": "4", "1s0-second": "1"}
    session = begin(cells=cells)
    page = reverse("session", args=[session.token])
    html = client.get(page).content.decode()
    box = re.search(r'form="ticks" name="box" value="\+(said\.[0-9a-f]{8})"', html)[1]
    use(client, session, "checklist", "tick", box=f"+{box}")
    html = client.get(page).content.decode()
    assert re.search(
        rf'value="-{box}" class="tick" role="checkbox"\s+aria-checked="true"', html
    )


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Marketplace"), ("cs", "Tržiště")]
)
def test_the_solo_example_speaks_the_readers_language(client, language, name):
    headers = {"accept-language": language}
    html = client.get(reverse("settlers-solo"), headers=headers).content.decode()
    assert quote(name) in html
    other = {"Marketplace", "Tržiště"} - {name}
    assert quote(other.pop()) not in html


def test_looking_at_a_helper_costs_the_same_after_many_taps(
    client, django_assert_max_num_queries
):
    session = begin()
    for total in range(2, 13):
        tap(client, session, "inkas-dice", "roll_dice", f'{{"total": {total}}}')
    with django_assert_max_num_queries(3):  # the session, its undos, its last tap
        look(client, session, "inkas-dice")


def test_no_page_is_declared_without_a_move_that_works():
    assert all(helper.moves for helper in HELPERS.values())


# The clock


def test_passing_the_turn_writes_down_when(client):
    session = begin("arcs")
    with time_machine.travel("2026-11-16 20:00:00Z", tick=False):
        tap(client, session, "turn-clock", "give_turn", '{"seat": 0, "after": null}')
    with time_machine.travel("2026-11-16 20:01:05Z", tick=False):
        session.refresh_from_db()
        assert clock_times(session, session_state(session))[0] == 65
        tap(client, session, "turn-clock", "give_turn", '{"seat": 1, "after": 0}')
    with time_machine.travel("2026-11-16 20:01:15Z", tick=False):
        html = plain(look(client, session, "turn-clock"))
    assert "A Anna 1:05" in html
    assert "B Bára 0:10" in html
    stale = tap(client, session, "turn-clock", "give_turn", '{"seat": 2, "after": 0}')
    assert "The turn has already been passed." in plain(stale)


def test_a_clock_without_a_session_leads_home(client):
    assert client.get(reverse("turn-clock")).status_code == 302
