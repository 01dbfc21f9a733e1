"""Up to six around the table: everybody has a letter, a colour and a mark of their own, wherever they look."""

import re
from io import BytesIO
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from uuid import uuid4

import pypdfium2
import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from companion.base.wording import place_name
from companion.log.record import record
from companion.paper import frame
from companion.paper.charts import Series, chart
from companion.paper.grids import label_width
from companion.paper.page import PAPERS
from companion.paper.paths import parse_strokes
from companion.paper.shapes import SQUARE, Tone
from companion.sessions.lineup import seat_tints
from companion.sessions.services import session_state, start_session
from companion.tables.colours import COLOURS
from companion.tables.models import Account, Membership, Person, Table
from companion.tables.seats import (
    LETTER_BY_DAY,
    LETTER_BY_NIGHT,
    SEAT_LOOKS,
    STYLE_SHEET,
    style_sheet,
)
from scoring.games import GAMES
from scoring.seats import LETTERS, find_seat, seat_letter
from scoring.sessions import SessionState, entry_at
from tests.paper.contrasts import contrast, luminance, palette
from tests.places import Place
from tests.played_campaign import founded_campaign
from tests.seated import PEOPLE, SIX, stones

pytestmark = pytest.mark.urls("tests.seated")
so_many = pytest.mark.parametrize("players", [1, 5, 6])
CSS = Path(STYLE_SHEET).parents[1]


@pytest.fixture(autouse=True)
def six(monkeypatch):
    monkeypatch.setitem(GAMES, "six", SIX)


def seen(response):
    assert response.status_code == 200
    return response.content.decode()


def check_seats(html, players):
    """Every seat is there with its letter, and nobody else is."""
    assert set(re.findall(r'class="[^"]*\bseat-([A-Z])\b', html)) == set(
        LETTERS[:players]
    )
    discs = re.findall(r'<span class="letter" aria-hidden="true">(.)</span>', html)
    assert set(discs) == set(LETTERS[:players])


# The list


def test_every_seat_has_a_letter_a_look_and_a_role_in_drawings():
    assert list(SEAT_LOOKS) == list(LETTERS)
    assert len(set(LETTERS)) == len(LETTERS) >= 6
    assert {f"seat-{one.lower()}" for one in LETTERS} <= {role.value for role in Tone}


def test_a_letter_is_found_among_those_who_play():
    assert [find_seat(seat_letter(seat), 6) for seat in range(6)] == list(range(6))
    for stranger in ("D", "", "AB", "a", "\x00"):
        assert find_seat(stranger, 3) is None


def test_no_game_has_more_players_than_there_are_seats():
    assert all(game.players[-1] <= len(LETTERS) for game in GAMES.values())


def test_a_cell_of_a_far_seat_has_an_address_too():
    many = SessionState("six", players=12)
    assert entry_at(many, "1s11-stones").label == "Stones"
    assert entry_at(many, "1s12-stones") is None
    assert entry_at(many, "1s01-stones") is None


@pytest.mark.parametrize(
    ("language", "said"), [("en", ["3rd", "4th", "6th"]), ("cs", ["3.", "4.", "6."])]
)
def test_every_place_has_a_word(language, said):
    with override(language):
        assert [place_name(number) for number in (3, 4, 6)] == said


def test_what_people_chose_as_their_colour_is_still_offered():
    pieces = ["red", "blue", "green", "yellow", "purple", "orange", "black", "white"]
    assert list(COLOURS) == pieces


# Looks


def test_the_style_sheet_says_what_the_list_says():
    assert STYLE_SHEET.read_text() == style_sheet(), (
        "run python -m companion.tables.seats"
    )


def test_no_other_style_sheet_knows_the_seats():
    named = re.compile(rf"seat-[{LETTERS}{LETTERS.lower()}]\b")
    knowing = [one.name for one in CSS.rglob("*.css") if named.search(one.read_text())]
    assert knowing == [STYLE_SHEET.name]


@pytest.mark.parametrize(
    ("time", "theme", "letter"),
    [("day", "light", LETTER_BY_DAY), ("night", "dark", LETTER_BY_NIGHT)],
)
def test_a_letter_can_be_read_on_its_colour_and_the_colour_seen_on_the_page(
    time, theme, letter
):
    page = palette(theme)
    for look in SEAT_LOOKS.values():
        own = getattr(look, time)
        assert contrast(letter, own) >= 4.5
        for ground in ("ground", "surface", "raised"):
            assert contrast(page[ground], own) >= 3


def linear(colour):
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4
        for one in channels
    ]


def times(rows, values):
    return [sum(map(float.__mul__, row, values)) for row in rows]


def oklab(colour):
    """Where a colour lies in a space in which distances are what people see."""
    cones = times(
        (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        ),
        [min(1.0, max(0.0, one)) for one in colour],
    )
    return times(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        [one ** (1 / 3) for one in cones],
    )


# How the eye sees that lacks one kind of cones (Machado, Oliveira and Fernandes 2009).
EYES = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = 0.1  # about five times what is just noticed


@pytest.mark.parametrize("time", ["day", "night"])
@pytest.mark.parametrize("eye", EYES)
def test_colours_can_be_told_apart_whatever_cones_an_eye_has(eye, time):
    looks = [linear(getattr(one, time)) for one in SEAT_LOOKS.values()]
    points = [oklab(times(EYES[eye], one)) for one in looks]
    assert min(dist(one, other) for one, other in combinations(points, 2)) > APART


def test_on_a_grey_print_every_seat_is_another_grey():
    greys = sorted(
        116 * luminance(one.day) ** (1 / 3) - 16 for one in SEAT_LOOKS.values()
    )
    assert min(after - before for before, after in pairwise(greys)) > 5


def outline(d):
    """The points of a path, with some between the ends of its curves."""
    ways = []
    for stroke in parse_strokes(d):
        if stroke.kind == "curve":
            ways += [bezier(ways[-1], *stroke.points, step / 8) for step in range(1, 8)]
        ways += stroke.points[-1:]
    return ways


def bezier(a, b, c, d, t):
    shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
    return times(zip(a, b, c, d, strict=True), shares)


def covered(d):
    """The cells of a square whose middle a mark covers."""
    ways = outline(d)
    edges = list(zip(ways, (*ways[1:], ways[0]), strict=True))
    middles = [(x + 0.5, y + 0.5) for x in range(SQUARE) for y in range(SQUARE)]
    return {
        (x, y)
        for x, y in middles
        if sum(
            (a[1] > y) != (b[1] > y)
            and x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
            for a, b in edges
        )
        % 2
    }


def test_marks_have_different_shapes_of_about_one_size():
    shapes = [covered(look.mark) for look in SEAT_LOOKS.values()]
    for one, other in combinations(shapes, 2):
        assert len(one & other) < 0.9 * len(one | other)
    sizes = [len(one) for one in shapes]
    assert max(sizes) < 2 * min(sizes)


# Pages


@so_many
@pytest.mark.django_db
def test_the_form_and_its_result_show_every_seat(client, players):
    cells = {"players": players, **stones(players)}
    html = seen(client.get("/games/six/", cells, follow=True))
    check_seats(html, players)
    assert html.count('<th scope="col" class="seat-') == players
    with_htmx = client.get("/games/six/", cells, headers={"HX-Request": "true"})
    check_seats(seen(with_htmx), players)
    assert all(name in html for name in PEOPLE[:players])


@so_many
@pytest.mark.django_db
def test_a_session_is_played_to_its_end(client, players):
    session = start_session(game="six", players=players, cells=stones(players))
    address = reverse("session", args=[session.token])
    check_seats(seen(client.get(address)), players)
    last = {"cell": f"1s{players - 1}-animals", "typed": "3"}
    record(session, kind="set_cell", data=last, client_id=uuid4())
    record(session, kind="finish", data={}, client_id=uuid4())
    session.refresh_from_db()
    assert session_state(session).cells[last["cell"]] == "3"
    html = seen(client.get(address))
    check_seats(html, players)
    assert (place_name(players) in html) == (players > 1)  # alone there are no places
    assert (
        client.get(reverse("session-history", args=[session.token])).status_code == 200
    )
    read_paper(client, reverse("session-proof", args=[session.token]), players)


@so_many
@pytest.mark.django_db
def test_the_first_player_is_drawn_from_all(client, players):
    cells = {"players": players, "draw": "all", **stones(players)}
    response = client.get(reverse("six-first-player"), cells, follow=True)
    check_seats(seen(response), players)
    order = re.search(r"order=(\w+)", response.redirect_chain[-1][0])[1]
    assert sorted(order) == list(LETTERS[:players])


@so_many
@pytest.mark.django_db
def test_the_big_screen_shows_every_seat(players):
    table = Table.objects.create(name="Thursday")
    start_session(game="six", table=table, players=players, cells=stones(players))
    account = Account.objects.create(username="tele")
    Membership.objects.create(table=table, account=account, role="spectator")
    client = Client()
    client.force_login(account)
    check_seats(seen(client.get(reverse("screen", args=[table.pk]))), players)
    lists = seen(client.get(reverse("sessions", args=[table.pk])))
    assert all(name in lists for name in PEOPLE[:players])


# Paper


def picture(document):
    (sheet,) = pypdfium2.PdfDocument(document)
    return sheet.render(scale=3).to_pil().convert("RGB")


EDGES = 200  # pixels


def rgb(colour):
    return tuple(int(colour[place : place + 2], 16) for place in (1, 3, 5))


def read_paper(client, address, players, asked=None):
    """A page that bears the letter and the colour of every seat, and no other."""
    response = client.get(address, asked)
    assert response.status_code == 200
    (sheet,) = PdfReader(BytesIO(response.content)).pages
    words = sheet.extract_text().split()
    # A few pixels of any grey lie at the edge of every letter.
    counted = picture(response.content).getcolors(2**20)
    pixels = {colour for count, colour in counted if count > EDGES}
    for seat, (letter, look) in enumerate(SEAT_LOOKS.items()):
        assert (letter in words) == (seat < players)
        assert (rgb(look.day) in pixels) == (seat < players)
    return response.content


@so_many
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_pad_and_the_proof_have_a_column_for_everybody(client, players, paper):
    asked = {"players": players, "paper": paper}
    read_paper(client, "/games/six/sheet.pdf", players, asked)
    asked |= stones(players)
    proof = read_paper(client, "/games/six/result.pdf", players, asked)
    (sheet,) = PdfReader(BytesIO(proof)).pages
    assert all(name in sheet.extract_text() for name in PEOPLE[:players])


def boxes(document):
    """Where each piece of text stands on the page: left, bottom, right, top."""
    (sheet,) = pypdfium2.PdfDocument(document)
    text = sheet.get_textpage()
    return [text.get_rect(number) for number in range(text.count_rects())]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_with_six_long_names_nothing_on_the_proof_overlaps(client, paper):
    long = {f"name{seat}": f"{seat} Nejjasnější císařovna Žofie" for seat in range(6)}
    asked = {**stones(6), **long, "players": 6, "paper": paper}
    document = read_paper(client, "/games/six/result.pdf", 6, asked)
    written = boxes(document)
    assert len(written) > 40
    for one, other in combinations(written, 2):
        apart = one[2] <= other[0] or other[2] <= one[0]
        assert apart or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("paper", PAPERS)
def test_six_columns_leave_room_to_write_and_to_read_the_labels(paper):
    width = frame.upright_room(paper).width
    label = label_width(width, 6)
    assert (width - label) / 6 > 20
    assert label > 50
    assert label_width(width, 4) == pytest.approx(0.42 * width)


# Charts


def test_every_player_of_a_chart_has_a_mark_and_a_colour():
    series = [Series(name, name, LETTERS[n], {1: n}) for n, name in enumerate(PEOPLE)]
    drawn = chart("scores", series)
    assert [one.mark for one in drawn.columns] == [
        look.mark for look in SEAT_LOOKS.values()
    ]


@pytest.mark.django_db
def test_six_people_of_one_campaign_keep_their_letter_on_pages_and_paper():
    """At most four empires play (ROE-1), but people come and go."""
    at = founded_campaign("anna", "bara", "cyril", "dana", "emil", "franta")
    at.session(anna=60, bara=55, cyril=50, dana=70)
    at.session(anna=66, bara=52, emil=58, franta=60)
    kept = Place(at)
    client = kept.organiser
    board = seen(client.get(kept.address()))
    assert set(re.findall(r'class="[^"]*\bseat-([A-Z])\b', board)) == set(LETTERS)
    charts = seen(client.get(kept.address("charts/")))
    for letter, look in SEAT_LOOKS.items():
        assert f'<g class="seat-{letter} nth-0">' in charts
        assert f'd="{look.mark}"' in charts
        assert f'<span class="letter" aria-hidden="true">{letter}</span>' in charts
    for name in ("chronicle", "campaign-summary"):
        assert client.get(reverse(name, args=[kept.campaign.pk])).status_code == 200


@pytest.mark.rule("ROE-1")
def test_a_fifth_empire_is_refused_by_the_rules_not_for_want_of_a_letter():
    five = ("anna", "bara", "cyril", "dana", "emil")
    at = founded_campaign(*five)
    assert at.refuses("open_session", empires=five, missions=[126, 136, 150]) == [
        "ROE-1"
    ]


def tints(*colours):
    """The colours of seats whose people have these, in a session of them all."""
    names = [f"P{seat}" for seat in range(len(colours))]
    cells = {f"name{seat}": name for seat, name in enumerate(names)}
    people = [Person(name=n, colour=c) for n, c in zip(names, colours, strict=True)]
    state = SessionState("imperial_settlers", len(names), cells=cells)
    return seat_tints(state, people)


def test_everybody_sits_in_their_own_colour_and_others_in_that_of_their_seat():
    assert tints("", "", "", "") == ("", "", "", "")
    assert tints("purple", "", "green", "") == ("purple", "", "green", "")


def test_no_seat_looks_like_that_of_somebody_with_a_colour_of_their_own():
    # The second seat is blue by itself, and the other two are green and ochre.
    assert tints("blue", "", "", "") == ("blue", "red", "", "")
    assert tints("blue", "", "red", "") == ("blue", "green", "red", "")
    assert tints("green", "blue", "", "") == ("green", "blue", "red", "")
    assert tints("", "red", "yellow", "") == ("blue", "red", "yellow", "green")
