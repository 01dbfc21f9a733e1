"""Helpers speak the reader's language: no Czech word stands on an English one."""

import re
from html import unescape
from urllib.parse import unquote

import pytest
from django.urls import reverse

from companion.sessions.services import start_session
from scoring.games import GAMES

pytestmark = pytest.mark.django_db

PEOPLE = ("Anna", "Ben", "Carl")
EXAMPLE = "Bára"  # who plays in our examples, whatever language they are read in
# A word with a letter English doesn't have, or one of those Czech helpers use most.
CZECH = re.compile(
    r"\b(?:\w*[áčďéěíňóřšťúůýž]\w*|hod|hody|kolo|kola|kostka|kostky|zlato|kmen|kmeny|tah|karta|karty|suroviny)\b",
    re.IGNORECASE,
)


def helper_pages(game):
    """The names of every page a session of this game lends a hand with."""
    own = [helper.page for helper in game.helpers]
    return {*own, f"{game.slug}-first-player", f"{game.slug}-rules", "turn-clock"}


def content_of(client, page, **query):
    """All that stands on a page: what it says, its fields and where its links lead."""
    english = {"accept-language": "en"}
    answer = client.get(reverse(page), query, headers=english, follow=True)
    html = answer.content.decode()
    return unescape(unquote(html[html.index("<main") : html.index("</main>")]))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_czech_word_stands_on_an_english_helper(client, game):
    names = {f"name{seat}": name for seat, name in enumerate(PEOPLE)}
    session = start_session(game=game.slug, players=3, cells=names)
    for page in helper_pages(game):
        quick = content_of(client, page)
        kept = content_of(client, page, session=session.token)
        assert set(CZECH.findall(quick + kept)) <= {EXAMPLE}, page


def test_a_czech_word_would_be_seen():
    said = "Rolled 7, dřevo for Anna, one hod more"
    assert CZECH.findall(said) == ["dřevo", "hod"]


@pytest.mark.rule("ARC-8")
def test_nobody_is_warned_before_anything_is_entered(client):
    address, warning = reverse("arcs-standings"), "Choose the set-up card."
    assert warning not in client.get(address).content.decode()
    assert warning in client.get(f"{address}?players=2&s0-tycoon=1").content.decode()
