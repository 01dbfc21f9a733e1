"""Sharing one result: a picture, three lines, a link that shows nothing else and can be revoked."""

import re
from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from PIL import Image

from companion.paper.png import paint_png
from companion.paper.shapes import Box, Text
from companion.paper.svg import paint_svg
from companion.sessions.finale import Finale
from companion.sessions.models import SharedResult
from companion.sessions.result_card import (
    PIXELS,
    broken_headline,
    draw_result_card,
    result_lines,
)
from companion.sessions.services import session_state, start_session
from companion.sessions.session_form import SessionForm, result_of
from companion.sessions.sharing import find_shared_result, share_result, stop_sharing
from companion.tables.colours import COLOURS, PIECES
from companion.tables.models import Person, Table
from scoring.games import GAMES
from tests.seated import PEOPLE, SIX, stones
from tests.sessions.pages import (
    SETTLERS,
    at,
    do,
    entered,
    page_of,
    press,
    text_of,
    visitor,
)

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def table():
    return Table.objects.create(name="Secret society")


def finished(table, **more):
    session = entered(table, **more)
    do(session, "finish")
    return session


def link_of(session, name="shared-result"):
    return reverse(name, args=[share_result(session).code])


def told(session, tints=()):
    state = session_state(session)
    return Finale(result_of(state, SessionForm(state), tints), None)


# The link


def test_a_link_shows_the_result_to_a_stranger(table):
    session = finished(table)
    answer = Client().get(link_of(session))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Bára wins with 733" in page
    assert "611" in text_of(page)
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer.headers["Cache-Control"]


def test_it_shows_nothing_else_of_the_table(table):
    Person.objects.create(table=table, name="Zuzana", colour="red")
    finished(table, **{"name0": "Zuzana", "1s0-track": "999", "1s1-track": "1"})
    session = finished(table)
    do(session, "reopen")
    for cell, typed in (("place", "Elm Street 13"), ("note", "our little secret")):
        do(session, "set_cell", cell=cell, typed=typed)
    do(session, "finish")
    page = Client().get(link_of(session)).content.decode()
    page = re.sub(r"/static/[\w/.-]+", "", page)
    for secret in (
        "Secret society",
        "Zuzana",
        "999",
        "Elm Street",
        "little secret",
        session.token,
        "/tables/",
        "/sessions/",
        "Table record",
    ):
        assert secret not in page, secret


def test_its_address_opens_no_other_page(table):
    session = finished(table)
    code = share_result(session).code
    stranger = Client()
    assert stranger.get(reverse("shared-result", args=[code])).status_code == 200
    for name in (
        "session",
        "finale",
        "session-proof",
        "session-history",
        "result-picture",
    ):
        assert stranger.get(at(session, name)).status_code == 404
        assert stranger.get(reverse(name, args=[code])).status_code == 404
    assert stranger.get(reverse("table", args=[table.pk])).status_code == 404


def test_a_revoked_link_is_gone_for_good(table):
    session = finished(table)
    page, picture = link_of(session), link_of(session, "shared-picture")
    stop_sharing(session)
    for address in (page, picture):
        assert Client().get(address).status_code == 404
    assert link_of(session) != page
    assert Client().get(page).status_code == 404


@pytest.mark.parametrize("code", ["x", "0" * 22, "../", "é" * 20, "x" * 200])
def test_other_codes_lead_nowhere(table, code):
    share_result(finished(table))
    assert find_shared_result(code) is None


def test_codes_cannot_be_guessed(table):
    codes = {share_result(finished(table)).code for _session in range(5)}
    assert len(codes) == 5
    assert all(len(code) >= 22 for code in codes)  # 128 bits


def test_a_reopened_session_shows_nobody_its_numbers(table):
    session = finished(table)
    page = link_of(session)
    do(session, "reopen")
    assert Client().get(page).status_code == 404
    do(session, "cover")
    assert Client().get(page).status_code == 404
    assert Client().get(link_of(session, "shared-picture")).status_code == 404
    do(session, "finish")
    assert Client().get(page).status_code == 200


def test_who_plays_makes_and_revokes_the_link(table):
    session = finished(table)
    for role in ("spectator", "stranger"):
        client = visitor(table, role)
        for name in ("share-result", "stop-sharing"):
            assert client.post(at(session, name)).status_code == 404
    player = visitor(table, "player")
    for _twice in "12":
        answer = player.post(at(session, "share-result"))
        assert answer.url == f"{at(session)}#share"
    code = SharedResult.objects.get().code
    page = page_of(player, session)
    assert reverse("shared-result", args=[code]) in page
    assert "Stop sharing" in page
    assert "<svg" in page[page.index("share-code") :]  # for cameras
    player.post(at(session, "stop-sharing"))
    assert not SharedResult.objects.exists()
    assert "Make a link" in page_of(player, session)


def test_an_open_session_is_not_shared(table):
    session = entered(table)
    visitor(table, "player").post(at(session, "share-result"))
    assert not SharedResult.objects.exists()


def test_a_link_to_final_scores_says_that_they_are_just_that(table):
    session = start_session(game="arcs", table=table)
    scores = {"names": ["Anna", "Bára"], "scores": ["30", "31"]}
    do(session, "enter_final_scores", **scores)
    do(session, "finish")
    session.refresh_from_db()
    page = Client().get(link_of(session)).content.decode()
    assert "Bára wins with 31" in page
    assert "Final scores only" in page


def test_messengers_find_a_picture_of_it(table):
    session = finished(table)
    page = Client().get(link_of(session)).content.decode()
    picture = re.search(r'property="og:image" content="([^"]+)"', page)[1]
    assert picture == f"http://testserver{link_of(session, 'shared-picture')}"


# The picture


@pytest.mark.parametrize("shared", [True, False])
def test_the_picture_is_a_real_one(table, shared):
    session = finished(table)
    address = (
        link_of(session, "shared-picture") if shared else at(session, "result-picture")
    )
    client = Client() if shared else visitor(table, "spectator")
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(PNG)
    picture = Image.open(BytesIO(answer.content))
    assert picture.width == PIXELS
    assert PIXELS // 2 < picture.height <= PIXELS + 1
    assert len(picture.convert("RGB").getcolors(10**7)) > 50  # letters, not a blank


def test_hidden_scores_have_no_picture(table):
    session = entered(table)
    client = visitor(table, "player")
    assert client.get(at(session, "result-picture")).status_code == 200
    do(session, "cover")
    assert client.get(at(session, "result-picture")).status_code == 404
    press(client, session, "reveal")
    assert client.get(at(session, "result-picture")).status_code == 200


def test_the_same_result_is_the_same_picture(table):
    drawing = draw_result_card(told(finished(table)), date(2026, 11, 16))
    first = paint_png(drawing, width=300)
    paint_png.cache_clear()
    assert paint_png(drawing, width=300) == first


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("players", range(1, 7))
def test_everybody_is_on_the_card_and_within_it(monkeypatch, players, language):
    monkeypatch.setitem(GAMES, "six", SIX)
    cells = {**stones(players), "name0": "Nejjasnější císařovna z Podhradí"}
    session = start_session(game="six", players=players, cells=cells)
    do(session, "finish")
    session.refresh_from_db()
    with override(language):
        drawing = draw_result_card(told(session), date(2026, 11, 16))
    assert drawing.height <= drawing.width + 0.01
    words = [shape.text for shape in drawing.shapes if hasattr(shape, "text")]
    for seat in range(players):
        assert str(31 + seat) in words
    lowest = max(
        shape.y + getattr(shape, "height", 0)
        for shape in drawing.shapes
        if hasattr(shape, "y")
    )
    assert lowest <= drawing.height


def test_the_winner_is_in_their_own_colour(table):
    session = finished(table)
    svg = paint_svg(draw_result_card(told(session, ("", "yellow")), None))
    assert svg.count("fill-tint tint-yellow") >= 1
    assert "fill-on-tint tint-yellow" in svg
    assert "fill-seat-a" in svg


def test_paper_and_pages_have_the_same_colours_for_people():
    styles = (Path(__file__).parents[2] / "static/tables/tables.css").read_text()
    assert PIECES.keys() == COLOURS.keys()
    for name, piece in PIECES.items():
        tint = re.search(rf"\.tint-{name} {{(.*?)}}", styles)[1]
        seat, letter, _line = re.findall(r"--[a-z-]+: (?:var\(--day, )?(#\w+)", tint)
        assert (seat, letter) == (piece.day, piece.letter), name


def test_names_are_escaped_on_the_card(table):
    cells = {"name0": "<b>&", "1s0-track": "5", "1s1-track": "6"}
    svg = paint_svg(draw_result_card(told(finished(table, **cells)), None))
    assert "<b>" not in svg
    assert "&lt;b&gt;&amp;" in svg


# Three lines


def test_three_lines_say_it_all(table):
    session = start_session(
        game=SETTLERS,
        table=table,
        players=3,
        cells={
            **{f"name{n}": name for n, name in enumerate(("Anna", "Bára", "Cyril"))},
            **{f"1s{n}-track": str(points) for n, points in enumerate((40, 50, 30))},
        },
    )
    do(session, "finish")
    session.refresh_from_db()
    assert result_lines(told(session), date(2026, 11, 16)) == [
        "Imperial Settlers · 16 Nov 2026",
        "Bára wins with 50",
        "1. Bára 50 · 2. Anna 40 · 3. Cyril 30",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Bára wins with 30 · Tiebreak: more goods left, 5 to 4"),
        ("cs", "Vítězí Bára: 30 · Rozhodlo více zbylých prostředků, 5 ku 4"),
    ],
)
def test_the_second_line_tells_the_tiebreak_that_decided(table, language, said):
    goods = {"1s0-materials": "4", "1s1-materials": "5"}
    tracks = {"1s0-track": "30", "1s1-track": "30"}
    names = {"name0": "Anna", "name1": "Bára"}
    session = finished(table, **names, **tracks, **goods)
    session.refresh_from_db()
    with override(language):
        lines = result_lines(told(session), None)
    assert lines[1] == said
    assert len(lines) == 3


def test_a_tiebreak_for_the_second_place_stays_off_the_three_lines(table):
    tracks = {f"1s{seat}-track": track for seat, track in enumerate(("40", "30", "30"))}
    session = entered(table, players=3, **tracks, **{"1s2-materials": "5"})
    do(session, "finish")
    session.refresh_from_db()
    finale = told(session)
    assert len(finale.result.tie_breaks) == 1
    assert result_lines(finale, None)[1] == finale.result.headline


def test_the_page_has_them_to_copy_and_the_picture_to_save(table):
    session = finished(table)
    page = page_of(visitor(table, "spectator"), session)
    text = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', page, re.S)[1]
    assert text.splitlines()[1:] == ["Bára wins with 733", "1. Bára 733 · 2. Anna 611"]
    assert f'href="{at(session, "result-picture")}" download=' in page
    assert "Make a link" not in page  # a spectator doesn't


LONG = "Nejjasnější císařovna Maximiliána"


@pytest.mark.parametrize(
    ("tracks", "said", "smallest"),
    [
        (("30",) * 4, "4 players share the win with 30", 8),
        (("31", "30", "30", "30"), f"{LONG} 0 wins with 31", 5),
    ],
)
def test_a_headline_with_long_names_stays_large_enough_to_read(
    table, tracks, said, smallest
):
    cells = {f"name{seat}": f"{LONG} {seat}" for seat in range(4)}
    cells |= {f"1s{seat}-track": track for seat, track in enumerate(tracks)}
    session = start_session(
        game="imperial_settlers", table=table, players=4, cells=cells
    )
    do(session, "finish")
    session.refresh_from_db()
    lines, size = broken_headline(told(session), 94)
    assert " ".join(lines).replace("\xa0", " ") == said
    assert len(lines) <= 3
    assert size >= smallest


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (PEOPLE, "Anna, Bára, Cyril, Dana, Emil and František share the win with 31"),
        ([f"{LONG} {nth}" for nth in range(6)], "6 players share the win with 31"),
    ],
    ids=["short", "long"],
)
def test_six_winners_are_on_the_picture_below_their_headline(monkeypatch, names, said):
    monkeypatch.setitem(GAMES, "six", SIX)
    cells = {f"name{seat}": name for seat, name in enumerate(names)}
    cells |= {f"1s{seat}-stones": "31" for seat in range(6)}
    session = start_session(game="six", players=6, cells=cells)
    do(session, "finish")
    session.refresh_from_db()
    finale = told(session)
    lines, _size = broken_headline(finale, 94)
    assert " ".join(lines).replace("\xa0", " ") == said
    drawing = draw_result_card(finale, None)
    texts = [shape for shape in drawing.shapes if isinstance(shape, Text)]
    assert drawing.height <= drawing.width + 0.01
    assert [one.text for one in texts].count("1st") == 6
    assert [one.text for one in texts].count("31") == 6
    headline = max(one.y for one in texts if one.text in lines)
    assert all(one.y > headline for one in texts if one.text in {"1st", "31"})
    bars = [one for one in drawing.shapes if isinstance(one, Box) and one.width > 90]
    rows = sorted(bars, key=lambda one: one.y)[1:]  # the first is the card itself
    assert len({one.fill for one in rows}) == 6
    ends = [one.y + one.height for one in rows]
    assert all(
        end < row.y for end, row in zip(ends, rows[1:], strict=False)
    )  # none lies over another
