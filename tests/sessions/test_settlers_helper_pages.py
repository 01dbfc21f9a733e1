"""Helpers for Imperial Settlers: their pages."""

import re
from html import unescape

import pytest
from django.urls import reverse

from companion.log import record as log
from companion.sessions.models import GameSession
from companion.sessions.services import start_session
from scoring.imperial_settlers import GAME, HELPERS

PAGES = [helper.page for helper in HELPERS]
LANGUAGES = {"en": "English", "cs": "Česky"}


def page(client, name, query="", language="en", **headers):
    answer = client.get(
        f"{reverse(name)}?{query}",
        follow=True,
        headers={"accept-language": language, **headers},
    )
    assert answer.status_code == 200
    return unescape(re.sub(r"\s+", " ", answer.content.decode()))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_helper_opens_empty_in_both_languages(client, name, language):
    html = page(client, name, language=language)
    assert f'<html lang="{language}"' in html
    assert "‹" in html
    assert "popover" in html


BAD = [
    "r-people=x&d-worker=x&l-food=-1&p-wood=1000000000&r-kept=" + "9" * 400,
    "t-what=castle&t-tokens=-3&t-guarded=maybe",
    "players=99&round=0&phase=x&first=-1&rounds=7&name0=" + "x" * 500,
    "did=" + "reveal.wood|" * 2000,
    "did=%00|build.action.wood.1-0..%00&set-order=x&set-rounds=1000000000",
    "add=on&new-name=" + "x" * 100 + "&new-cost=-1&new-stone=abc&new-kind=castle",
    "did=a&did=b&players=2&players=3&session=../../x&session=" + "x" * 500,
]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("query", BAD)
def test_bad_input_is_answered_and_never_breaks(client, name, query):
    page(client, name, query)
    page(client, name, query, **{"HX-Request": "true"})


def test_a_number_out_of_bounds_is_named_beside_its_field(client):
    html = page(client, "settlers-production", "d-worker=x&l-food=-1&p-wood=99")
    assert "Enter a whole number, or a sum like 3+6+2." in html
    assert "This can't be below 0." in html
    assert "This can't be more than 40." in html
    assert html.count('aria-invalid="true"') == 3


def test_production_is_counted_and_paid(client):
    query = "r-people=japanese&d-worker=1&d-gold=1&l-food=1&l-raze=1&p-wood=2"
    html = page(client, "settlers-production", query)
    assert "4 + 1" in html
    assert "You can pay this." in html
    assert "Pay 1 gold instead of Wood" in html
    assert "You can keep any amount of Food through clean-up." in html


def test_only_the_result_is_sent_where_htmx_asks(client):
    html = page(client, "settlers-raze", "t-what=common", **{"HX-Request": "true"})
    assert "<html" not in html
    assert "Its owner gets 1 wood." in html


def test_razing_who_has_passed_is_refused_with_its_rule(client):
    html = page(client, "settlers-raze", "t-what=common&t-passed=on&t-tokens=2")
    assert "attack a player who has passed." in html
    assert 'popovertarget="rule-IS-10"' in html


def test_the_round_guide_goes_on_by_links(client):
    query = "players=3&name0=Anna&round=4&phase=clean-up"
    html = page(client, "settlers-rounds", query)
    onward = re.search(r'id="onward" href="([^"]+)"', html)[1]
    after = unescape(client.get(onward).content.decode())
    assert "Round 5 of 5" in after
    assert "Lookout" in after
    assert "Anna" in after


def test_who_plays_alone_is_not_asked_who_begins(client):
    asked = "First player in round 1"
    assert asked in page(client, "settlers-rounds", "players=2")
    alone = page(client, "settlers-rounds", "players=1")
    assert asked not in alone
    assert '<input type="hidden" name="first" value="0">' in alone


@pytest.mark.rule("IS-5")
def test_the_last_round_offers_no_clean_up(client):
    html = page(client, "settlers-rounds", "players=2&round=5&phase=scoring")
    assert "Clean-up" not in html.split('class="phases"')[1].split("</ol>")[0]
    assert "No clean-up" in html


@pytest.mark.parametrize(("language", "name"), [("en", "Market"), ("cs", "Tržiště")])
def test_a_location_is_added_and_attacked_by_links(client, language, name):
    new = f"new-name={name}&new-kind=action&new-one=gold&new-other=wood&add=on"
    html = page(client, "settlers-solo", new, language)
    for good in ("gold", "collect-2", "wood"):
        key = good if good.startswith("collect") else f"reveal-{good}"
        href = re.search(rf'id="{key}" href="([^"]+)"', html)[1]
        html = unescape(
            client.get(href, headers={"accept-language": language}).content.decode()
        )
    razed = re.search(r'id="last-wave".*?</div>', html, re.S)[0]
    assert name in razed
    assert 'popovertarget="rule-IS-16"' in razed


def test_a_location_that_lacks_something_is_not_added_and_keeps_what_was_typed(client):
    html = page(client, "settlers-solo", "new-name=Mill&new-stone=2&add=on")
    assert "Choose the kind: action, feature or production." in html
    assert "Choose what razing it gives." in html
    assert "More stone than goods in the cost. Please check." in html
    assert 'value="Mill"' in html


def test_an_equal_choice_is_put_to_the_player(client):
    two = "build.action.gold-wood.1-0..A|build.action.gold-wood.1-0..B"
    html = page(client, "settlers-solo", f"did={two}|reveal.gold|collect.0|reveal.wood")
    assert "You choose what to raze" in html
    href = re.search(r'href="([^"]+reveal.wood.2)"', html)[1]
    assert "Razed: 2 B" in re.sub(r"\s+", " ", client.get(href).content.decode())


def test_what_is_left_out_of_an_address_is_said(client):
    html = page(client, "settlers-solo", "did=x|have.3")
    assert "We skipped part of this link because we couldn't read it." in html


def test_the_way_back_is_the_session_somebody_came_from(client, db):
    start = {"game": GAME.slug, "players": 2, "cells": {"name0": "Anna"}}
    session = log.begin_log(GameSession(engine="session"), start=start)
    html = page(client, "settlers-rounds", f"session={session.token}")
    assert f'href="/sessions/{session.token}/"' in html
    assert "Anna" in html
    assert f'action="/sessions/{session.token}/helpers/settlers-rounds/"' in html


def test_a_session_of_the_campaign_uses_them_too(client, db):
    start = {"game": "rise_of_empire", "players": 1, "cells": {"name0": "Anna"}}
    session = log.begin_log(GameSession(engine="session"), start=start)
    for name in PAGES:
        html = page(client, name, f"session={session.token}")
        assert f'href="/sessions/{session.token}/"' in html


def test_the_game_s_page_leads_to_its_helpers(client):
    html = client.get(f"/games/{GAME.slug}/").content.decode()
    for name in PAGES:
        assert reverse(name) in html


@pytest.mark.django_db
@pytest.mark.rule("IS-20")
def test_a_solo_session_needs_no_tick_to_leave_the_defence_token_out(client):
    alone, together = (
        start_session(game="imperial_settlers", table=None, cells={}, players=players)
        for players in (1, 2)
    )
    query = "r-people=romans&session="
    assert "Defence token" not in page(
        client, "settlers-production", query + alone.token
    )
    assert "Defence token" in page(
        client, "settlers-production", query + together.token
    )


@pytest.mark.django_db
@pytest.mark.rule("IS-32", "IS-33", "IS-34")
def test_the_round_guide_follows_the_table_s_variants(client):
    plain = page(client, "settlers-rounds", "players=3")
    assert "Lay out 4 common cards" in plain
    passing = page(client, "settlers-rounds", "players=3&lookout=passing")
    assert "Pass the other two to the left." in passing
    both = page(client, "settlers-rounds", "players=3&lookout=advanced&peaceful=on")
    assert "To choose from: 5, 4, 4." in both
    assert "Everyone also draws a common card." in both
    assert "lookout=advanced&peaceful=on" in both  # the next phase keeps them
    assert "lookout=" not in page(client, "settlers-rounds", "players=3&lookout=odd")


CZECH_LETTERS = re.compile("[ěščřžýáíéúůťďň]", re.IGNORECASE)


@pytest.mark.parametrize("page", ["rounds", "production", "raze", "solo", "example"])
def test_no_helper_speaks_czech_to_whoever_reads_english(client, page):
    path, query = ("solo", find_example(client)) if page == "example" else (page, "")
    shown = client.get(
        f"/helpers/settlers/{path}/?{query}", headers={"Accept-Language": "en"}
    )
    assert shown.status_code == 200
    main = re.search("<main.*</main>", shown.content.decode(), re.DOTALL)[0]
    assert CZECH_LETTERS.findall(main) == []


def find_example(client):
    page = client.get("/helpers/settlers/solo/").content.decode()
    link = re.search(r'href="[^"]*\?([^"]*)">\s*Show an example', page)
    return unescape(link[1])
