"""The scoring pages: the address is the state, in every language, with any input."""

import re
from html.parser import HTMLParser

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import override

from companion.sessions.forms import ScoringForm, as_query, example_query
from scoring.games import GAMES
from scoring.sheet import score_game

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SETTLERS = "/games/imperial_settlers/"


def page(client, path, **headers):
    response = client.get(path, follow=True, headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def entered(game, query):
    return ScoringForm(game, QueryDict(query)).played_tallies


class Elements(HTMLParser):
    """Every element of a page with its attributes."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    handle_startendtag = handle_starttag


def test_home_offers_every_game_in_one_tap(client):
    html = page(client, "/")
    for game in GAMES.values():
        assert reverse("scoring", args=[game.slug]) in html
        assert game.name in html


@every_game
def test_the_fewest_and_the_most_players_get_a_card_each(client, game):
    for players in (game.players[0], game.players[-1]):
        html = page(client, f"/games/{game.slug}/?players={players}")
        assert html.count('<fieldset class="card seat') == players


@every_game
def test_the_example_scores_in_the_browser_as_it_does_in_the_engine(client, game):
    query = example_query(game)
    assert score_game(game, entered(game, query)) == score_game(
        game, game.example.tallies
    )
    html = page(client, f"/games/{game.slug}/?{query}")
    totals = re.search(r'class="total">(.*?)</tr>', html, re.DOTALL).group(1)
    shown = [
        int(cell.replace("−", "-")) for cell in re.findall(r"<td>(.*?)</td>", totals)
    ]
    assert tuple(shown) == score_game(game, game.example.tallies).totals


@every_game
def test_the_address_of_a_game_leads_to_itself(client, game):
    path = f"/games/{game.slug}/?{example_query(game)}"
    assert client.get(path).status_code == 200


def test_what_says_nothing_is_dropped_from_the_address(client):
    long = f"{SETTLERS}?players=2&name0=&1s0-track=3%2B6&1s0-common=&1s1-hand=0&1b-tie=materials&junk=1"
    response = client.get(long)
    assert response.status_code == 302
    assert response.url == f"{SETTLERS}?players=2&1s0-track=3%2B6&1s1-hand=0"


def test_a_sum_is_added_up_and_kept_as_typed(client):
    html = page(client, f"{SETTLERS}?players=2&1s0-track=3%2B6+%2B+2")
    assert 'value="3+6 + 2"' in html
    assert score_game(
        GAMES["imperial_settlers"],
        entered(GAMES["imperial_settlers"], "players=2&1s0-track=3%2B6%2B2"),
    ).totals == (11, 0)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("abc", "Enter a whole number, or a sum like 3+6+2."),
        ("3+", "Enter a whole number, or a sum like 3+6+2."),
        ("1e9", "Enter a whole number, or a sum like 3+6+2."),
        ("1.5", "Enter a whole number, or a sum like 3+6+2."),
        ("٣", "Enter a whole number, or a sum like 3+6+2."),
        ("<b>", "Enter a whole number, or a sum like 3+6+2."),
        ("9" * 5000, "Enter a whole number, or a sum like 3+6+2."),
        ("-3", "This can&#x27;t be below 0."),
        ("−3", "This can&#x27;t be below 0."),
        ("1000000000", "This can&#x27;t be more than 999."),
        ("999+1", "This can&#x27;t be more than 999."),
    ],
)
def test_bad_input_is_named_beside_its_cell_and_the_rest_still_counts(
    client, typed, message
):
    query = as_query({"players": "2", "1s0-track": typed, "1s1-track": "12"})
    html = page(client, f"{SETTLERS}?{query}")
    assert re.search(r'id="id_1s0-track_error">(.*?)<', html).group(1) == message
    assert f'value="{escape(typed)}"' in html
    assert "Player 2 leads with 12" in html


@pytest.mark.parametrize(
    "query",
    ["players=9", "players=x", "players=-1", "tallies=99", "to_players=7", "players="],
)
def test_a_number_of_players_that_can_not_be_falls_back(client, query):
    assert (
        page(client, f"/games/arcs/?{query}").count('<fieldset class="card seat') == 2
    )


@pytest.mark.parametrize(
    "query",
    [
        "1b-first=chess",
        "1s0-leader=%00",
        "1s0-cities=7",
        "name0=" + "x" * 500,
        "1s0-cartel=maybe",
        "%FF=%FE",
    ],
)
def test_made_up_values_break_nothing(client, query):
    page(client, f"/games/arcs/?players=2&{query}")


def test_a_button_changes_the_number_of_players_and_keeps_what_was_entered(client):
    response = client.get(f"{SETTLERS}?players=2&to_players=4&1s0-track=5")
    assert response.url == f"{SETTLERS}?players=4&1s0-track=5"


def test_fewer_players_leave_nothing_of_the_others_behind(client):
    response = client.get(
        f"{SETTLERS}?players=3&to_players=2&name2=Cyril&1s0-track=5&1s2-track=9"
    )
    assert response.url == f"{SETTLERS}?players=2&1s0-track=5"


def test_htmx_gets_the_result_and_the_address_but_no_inputs(client):
    response = client.get(
        f"{SETTLERS}?players=2&1s0-track=7&1s1-track=", headers={"hx-request": "true"}
    )
    html = response.content.decode()
    assert response["HX-Replace-Url"] == f"{SETTLERS}?players=2&1s0-track=7"
    assert "HX-Request" in response["Vary"]
    assert "<html" not in html
    assert "<input" not in html.replace('<input type="hidden"', "")
    assert 'id="standings"' in html


def test_going_back_in_the_browser_gets_the_whole_page(client):
    headers = {"hx-request": "true", "hx-history-restore-request": "true"}
    response = client.get(f"{SETTLERS}?players=2", headers=headers)
    assert b"<html" in response.content


def test_a_name_typed_as_the_list_has_it_is_the_one_of_the_list():
    game = GAMES["imperial_settlers"]
    for typed in ("Romans", "romans", " ROMANS "):
        query = as_query({"1s0-people": "?", "1s0-people_typed": typed})
        assert (
            ScoringForm(game, QueryDict(query)).played_tallies[0].seats[0].people
            == "romans"
        )
    with override("cs"):
        query = QueryDict("1s0-people=%3F&1s0-people_typed=%C5%98%C3%ADman%C3%A9")
        assert ScoringForm(game, query).played_tallies[0].seats[0].people == "romans"


def test_an_expansions_faction_may_be_typed_and_must_be_unique(client):
    twice = "&".join(
        f"1s{seat}-people=%3F&1s{seat}-people_typed=Atlanteans" for seat in (0, 1)
    )
    html = page(client, f"{SETTLERS}?players=2&{twice}&name0=Anna&1s0-track=1")
    assert "Anna and Player 2 both have Atlanteans." in html


def test_a_name_can_not_smuggle_in_html(client):
    html = page(
        client,
        f"{SETTLERS}?players=2&name0=%3Cscript%3Ealert(1)%3C/script%3E&1s0-track=1",
    )
    assert "<script>alert" not in html


def test_nobody_is_told_off_before_anything_is_entered(client):
    assert "Please check" not in page(client, "/games/inkas/")


@every_game
def test_nobody_is_crowned_before_anything_is_entered(client, game):
    classes = [
        attributes.get("class", "").split()
        for tag, attributes in Elements(page(client, f"/games/{game.slug}/")).found
        if tag == "li"
    ]
    assert not any("wins" in own for own in classes)


def test_the_language_follows_the_browser_and_can_be_changed_for_good(client):
    czech, english = 'lang="cs"', 'lang="en"'
    assert czech in page(client, "/", accept_language="cs-CZ,cs;q=0.9")
    assert english in page(client, "/", accept_language="de")
    client.post(
        "/language/", {"language": "cs"}, headers={"referer": "http://testserver/"}
    )
    assert czech in page(client, "/", accept_language="en")


@every_game
@pytest.mark.parametrize("language", ["en", "cs"])
def test_no_page_has_inline_script_or_style_or_asks_anybody_else(
    client, game, language
):
    for path in (
        "/",
        f"/games/{game.slug}/",
        f"/games/{game.slug}/?{example_query(game)}",
        "/games/chess/",
    ):
        html = client.get(path, headers={"accept-language": language}).content.decode()
        for tag, attributes in Elements(html).found:
            assert tag != "style"
            assert tag != "script" or attributes.get("src", "").startswith("/static/")
            for name, value in attributes.items():
                assert name != "style"
                assert not name.startswith(("on", "hx-on"))
                assert not re.match(r"(https?:)?//", value or ""), (tag, name, value)


@every_game
@pytest.mark.django_db
def test_pages_need_no_database(client, game, django_assert_num_queries):
    with django_assert_num_queries(0):
        page(client, f"/games/{game.slug}/?{example_query(game)}")


def test_pages_are_only_read(client):
    assert client.post(SETTLERS).status_code == 405
    assert client.post("/").status_code == 405


def test_a_missing_page_says_so_in_the_readers_language(client):
    response = client.get("/games/chess/", headers={"accept-language": "cs"})
    assert response.status_code == 404
    assert "Stránka nenalezena" in response.content.decode()


def test_an_error_of_ours_still_gets_a_page(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("companion.sessions.game_views.score_game", lambda *_: 1 / 0)
    response = client.get(SETTLERS, headers={"accept-language": "cs"})
    assert response.status_code == 500
    assert "To se nepovedlo" in response.content.decode()


@every_game
def test_no_page_or_sheet_of_the_scoring_flow_names_a_game(game, settings):
    patterns = (
        "templates/*.html",
        "templates/games/*.html",
        "templates/sessions/*.html",
        "templates/tables/*.html",
        "campaign/forms.py",
        "campaign/kept.py",
        "campaign/result.py",
        "campaign/session_*.py",
        "campaign/wording.py",
        "campaign/printing/score_*.py",
        "campaign/services/sessions.py",
        "campaign/views/games.py",
        "campaign/views/session*.py",
        "scoring/sessions.py",
        "campaign/management/commands/score.py",
        "companion/views/*.py",
        "static/home/companion.css",
        "static/sessions/session.css",
        "static/home/companion.js",
        "static/sessions/*.js",
    )
    flow = [path for one in patterns for path in settings.BASE_DIR.glob(one)]
    for path in flow:
        text = path.read_text().lower()
        assert not re.search(rf"\b{game.slug}\b", text), path
        assert game.name.lower() not in text, path
