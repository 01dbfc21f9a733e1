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


# By each rulebook's own words


@pytest.mark.rule("INK-20")
def test_the_inkas_roll_two_dice_each_and_the_highest_begins(client):
    address = reverse("inkas-first-player")
    rolled = client.get(f"{address}?players=3&draw=roll", follow=True)
    html = rolled.content.decode()
    assert "rolls=" in rolled.request["QUERY_STRING"]
    assert "The highest roll starts." in html
    fixed = client.get(
        f"{address}?players=3&order=BCA&rolls=9-9-4.3-8"
    ).content.decode()
    assert re.search(r'class="first seat-B"', fixed)
    again = client.get(
        f"{address}?players=3&order=BCA&rolls=9-9-4.3-8"
    ).content.decode()
    assert fixed.count("<strong>9</strong>") == again.count("<strong>9</strong>") == 2
    assert "Draw the first player" in fixed  # lots stay as the fallback


@pytest.mark.rule("EON-15")
def test_in_the_north_people_say_who_was_last_at_sea(client):
    address = reverse("empires_of_the_north-first-player")
    asked = client.get(f"{address}?players=3").content.decode()
    assert "Who was last at sea?" in asked
    told = client.get(f"{address}?players=3&known=C", follow=True)
    assert re.search(r'class="first seat-C"', told.content.decode())
    assert "order=CAB" in told.request["QUERY_STRING"]
    assert "Everyone had the same chance" not in told.content.decode()
    nobody = client.get(f"{address}?players=3&known=D", follow=True)
    assert 'class="first' not in nobody.content.decode()


@pytest.mark.rule("IS-35", "ARC-32")
@pytest.mark.parametrize("slug", ["imperial_settlers", "rise_of_empire", "arcs"])
def test_where_the_book_says_so_lots_are_drawn(client, slug):
    html = client.get(reverse(f"{slug}-first-player")).content.decode()
    assert "Roll for everyone" not in html
    assert "last at sea" not in html
    primary = re.search(
        r'<button type="submit" class="primary" name="draw" value="(\w+)"', html
    )
    assert primary[1] == "first"
