"""Sessions through the browser's eyes: what is covered, printed and told in both languages."""

from io import BytesIO
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

from companion.base.wording import translate
from companion.sessions.forms import example_query
from companion.sessions.models import GameSession
from companion.sessions.moving import move_session
from companion.tables.models import Person
from scoring.sessions import sheet_of
from tests.sessions.pages import (
    CZECH,
    HTMX,
    ROLES,
    at,
    do,
    entered,
    every_game,
    listed,
    now,
    page_of,
    press,
    save,
    text_of,
    visitor,
    words_of,
)

pytestmark = pytest.mark.django_db


# Covered


@every_game
@pytest.mark.parametrize("headers", [{}, CZECH], ids=["en", "cs"])
def test_a_covered_result_is_shown_nowhere(client, game, headers):
    content = {"game": game.slug, "query": example_query(game), "id": uuid4()}
    client.post(reverse("start-session"), content)
    session = GameSession.objects.get()
    do(session, "cover")
    answer = client.get(at(session), headers=headers)
    result = answer.context["result"]
    page = answer.content.decode()
    standings = page[page.index('id="standings"') : page.index("</ol>")]
    total = max(map(str, result.sheet.totals), key=len)
    assert total not in text_of(standings)
    with override("cs" if headers else "en"):
        assert result.headline not in page
    assert 'class="total"' not in page
    assert 'class="place"' not in page
    assert " wins" not in standings
    assert "result.pdf" not in page
    assert client.get(at(session, "session-proof")).status_code == 404


def test_no_total_of_a_covered_session_stands_on_any_page(table):
    """Each seat's total is the sum of two cells, so it stands in none of them."""
    covered = {"1s0-track": "300", "1s0-common": "37", "1s1-track": "411"}
    session = entered(table, **covered, **{"1s1-common": "52", "name0": "Anna"})
    do(session, "cover")
    clients = [visitor(table, role) for role in ROLES]
    for client in clients:
        addresses = [at(session), at(session, "session-history")]
        addresses += [reverse("sessions", args=[table.pk])]
        addresses += [reverse("table", args=[table.pk]), reverse("home")]
        for address in addresses:
            page = client.get(address).content.decode()
            text = text_of(page)  # an id in a tag may hold any three digits
            assert "337" not in text, address
            assert "463" not in text, address
            assert "★" not in text, address
            assert '"who wins"' not in page, address
        for paper in ("a4", "letter"):
            proof = f"{at(session, 'session-proof')}?paper={paper}"
            assert client.get(proof).status_code == 404
    saved = save(clients[0], session, "1s0-faction", "0", headers=HTMX)
    assert saved.status_code == 200
    assert "337" not in text_of(saved.content.decode())


def test_a_covered_session_in_this_browser_shows_no_total(client):
    covered = {"1s0-track": "300", "1s0-common": "37", "name0": "Anna"}
    session = entered(**covered)
    do(session, "cover")
    page_of(client, session)
    home = client.get(reverse("home")).content.decode()
    assert at(session) in home
    assert "337" not in text_of(home)
    press(client, session, "reveal")
    assert "337" in text_of(client.get(reverse("home")).content.decode())


# Paper


@every_game
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_result_is_printed_on_one_page(client, game, paper):
    content = {"game": game.slug, "query": example_query(game), "id": uuid4()}
    client.post(reverse("start-session"), content)
    session = GameSession.objects.get()
    do(session, "finish")
    answer = client.get(f"{at(session, 'session-proof')}?paper={paper}")
    assert answer["Content-Type"] == "application/pdf"
    reader = PdfReader(BytesIO(answer.content))
    assert len(reader.pages) == 1
    height = float(reader.pages[0].mediabox.height)
    assert round(height) == {"a4": 842, "letter": 792}[paper]
    words = words_of(answer.content)
    for name in game.example.players:
        assert name in words


@pytest.mark.parametrize("paper", ["a5", "", "A4", "../a4", "\x00"])
def test_there_is_no_other_paper(client, paper):
    address = at(entered(), "session-proof")
    assert client.get(address, {"paper": paper}).status_code == 404


def test_a_result_is_printed_in_czech(client):
    session = entered()
    address = at(session, "session-proof")
    english, czech = (
        words_of(client.get(address, headers=headers).content)
        for headers in ({}, CZECH)
    )
    assert "611" in czech
    assert english != czech


# Words


def test_names_are_shown_as_they_are_and_do_nothing(table):
    evil = "<script>alert('1')</script>"
    session = entered(
        table,
        name0=evil,
        name1='"><img src=x>',
        place="<i>x",
        note="<u>y",
        **{"1s0-people": "<em>z", "1s0-track": "5"},
    )
    Person.objects.create(table=table, name=evil)
    table.name = "<h6>table"
    table.save()
    client = visitor(table, "organiser")
    pages = [page_of(client, session)]
    press(client, session, "finish")
    pages += [page_of(client, session)]
    names = ("sessions", "table")
    pages += [client.get(reverse(n, args=[table.pk])).content.decode() for n in names]
    pages += [client.get(at(session, "session-history")).content.decode()]
    for page in pages:
        for bad in ("<script>alert", "<img src=x", "<i>x", "<u>y", "<em>z", "<h6>"):
            assert bad not in page
    assert "&lt;script&gt;alert" in pages[0]


@every_game
@pytest.mark.parametrize("kinds", [(), ("cover",), ("finish",), ("archive",)])
def test_every_page_of_every_game_is_there_in_czech(client, game, kinds):
    content = {"game": game.slug, "query": example_query(game), "id": uuid4()}
    client.post(reverse("start-session"), content)
    session = GameSession.objects.get()
    for kind in kinds:
        do(session, kind)
    english = page_of(client, session, headers={"Accept-Language": "en"})
    czech = page_of(client, session, headers=CZECH)
    assert '<html lang="cs"' in czech
    for words in ("History", "Rematch", "Archive", "Finish game"):
        assert f">{words}<" not in czech
    assert english != czech


def test_a_faction_typed_in_czech_counts_as_the_faction_it_is(client):
    """The Temple of Ra moves points to the Egyptians, whatever language names them."""
    session = entered(
        **{"1b-temple": "egyptians", "1s0-common": "5", "1s0-under_ra": "2"}
    )
    with override("cs"):
        name = translate("Egyptians")
    saved = save(client, session, "1s1-people", name, headers={**HTMX, **CZECH})
    assert saved.status_code == 200
    assert sheet_of(now(session)).totals[1] == 2


def test_people_at_the_table_are_suggested(table, organiser):
    Person.objects.create(table=table, name="Dana", colour="red")
    page = page_of(organiser, entered(table))
    assert '<option value="Dana">' in page
    assert '<input type="hidden" name="name" value="Dana">' in page


def test_a_session_moved_to_the_table_is_listed_there(table, organiser):
    session = entered()
    move_session(session, table=table)
    assert listed(organiser, table)[0] == [session.token]
