"""The first player and the turn order of any game: drawn once, then as fixed as an address."""

import re
from collections import Counter
from uuid import uuid4

import pytest
from django.urls import reverse

from companion.sessions.aids import first_player
from companion.sessions.services import start_session
from scoring.games import GAMES
from scoring.seats import LETTERS
from scoring.turn_order import clockwise_order, read_order, write_order

pytestmark = pytest.mark.django_db
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
CZECH, HTMX = {"Accept-Language": "cs"}, {"HX-Request": "true"}


def at(game):
    return reverse(f"{game.slug}-first-player")


@pytest.mark.rule("TABLE-2")
def test_it_goes_clockwise_from_the_first():
    assert clockwise_order(2, 4) == (2, 3, 0, 1)
    assert write_order(clockwise_order(1, 3)) == "BCA"


@pytest.mark.rule("TABLE-2")
@pytest.mark.parametrize(
    "text", ["", "A", "ABD", "AAB", "ABCD", "abc", "A" * 9999, "ABC\x00"]
)
def test_only_an_order_of_all_players_is_one(text):
    assert read_order(text, 3) is None
    assert read_order("CAB", 3) == (2, 0, 1)


@pytest.mark.rule("TABLE-2")
def test_everybody_is_drawn_about_equally_often():
    """4000 draws: a share this far off would come up once in a million runs."""
    for kind in ("first", "all"):
        firsts = Counter(first_player.draw_order(kind, 4)[0] for _ in range(4000))
        assert set(firsts) == set(range(4))
        assert all(abs(count - 1000) < 140 for count in firsts.values())


@pytest.mark.rule("TABLE-2")
def test_a_whole_order_is_drawn_from_all_of_them():
    drawn = {first_player.draw_order("all", 3) for _ in range(500)}
    assert len(drawn) == 6
    clock = {first_player.draw_order("first", 3) for _ in range(200)}
    assert clock == {clockwise_order(first, 3) for first in range(3)}


@every_game
def test_a_drawn_order_stands_in_the_address_and_stays(client, game):
    players = game.players[-1]
    response = client.get(f"{at(game)}?players={players}&name0=Anna&draw=first")
    assert response.status_code == 302
    address = response["Location"]
    order = re.search(rf"order=([{LETTERS}]+)$", address)[1]
    assert sorted(order) == list(LETTERS[:players])
    first = client.get(address)
    assert first.status_code == 200
    assert first.content.decode().count("starts") >= 1
    token = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')
    shown = {token.sub("", client.get(address).content.decode()) for _ in range(3)}
    assert len(shown) == 1


@every_game
def test_names_come_from_the_session_and_the_way_back_leads_there(client, game):
    session = start_session(
        game=game.slug, client_id=uuid4(), cells={"name0": "Dana"}, players=3
    )
    response = client.get(f"{at(game)}?session={session.token}&draw=all", follow=True)
    html = response.content.decode()
    assert "Dana" in html
    assert reverse("session", args=[session.token]) in html
    assert client.get(at(game), headers=CZECH).status_code == 200


@every_game
def test_every_game_links_its_own_page(client, game):
    html = client.get(f"/games/{game.slug}/").content.decode()
    assert f'href="{at(game)}"' in html
    assert f'href="/games/{game.slug}/"' in client.get(at(game)).content.decode()


def test_an_order_of_others_is_forgotten(client):
    path = at(GAMES["arcs"])
    response = client.get(f"{path}?players=3&order=ABCD", follow=True)
    assert response.redirect_chain[-1][0] == f"{path}?players=3"
    for given in ({"players": "9" * 999, "order": "\x00", "name0": "x" * 9999},):
        for headers in ({}, HTMX):
            assert client.get(path, given, headers=headers).status_code in (200, 302)
