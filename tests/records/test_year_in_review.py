"""A year of a table, as a page and on one sheet of paper."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.records.played import finished, said_on
from tests.records.test_hall_of_fame import hall
from tests.sessions.pages import words_of

pytestmark = pytest.mark.django_db
LONG = "Maximiliána Velmi-Dlouhá z Horní Dolní u Velkého Meziříčí"


@pytest.fixture
def played(table):
    for number, total in enumerate((40, 50, 45), start=1):
        finished(table, total, 30, played_on=f"2025-0{number}-01", minutes="60")
    finished(table, 90, 30, played_on="2026-01-01")
    return table


def address(table, page="year-in-review", year=2025):
    return reverse(page, args=[table.pk, year])


def test_a_year_tells_only_of_its_own_games(client, played):
    answer = client.get(address(played))
    page, said = answer.context["page"], said_on(answer)
    assert (page.numbers.plays, page.nights, page.numbers.minutes) == (3, 3, 180)
    assert page.best[0].record.value == 50
    assert "2025 in review" in said


def test_the_hall_leads_to_every_year(client, played):
    page = hall(client, played).content.decode()
    assert f'href="{address(played)}"' in page
    assert f'href="{address(played, year=2026)}"' in page


def test_a_year_without_games_says_so(client, played):
    said = said_on(client.get(address(played, year=1999)))
    assert "Nobody finished a game here in this year" in said
    assert client.get(address(played, "year-paper", 1999)).status_code == 200


@pytest.mark.parametrize("page", ["year-in-review", "year-paper"])
def test_a_year_nobody_can_have_played_in_has_no_page(client, played, page):
    assert client.get(address(played, page, 99999)).status_code == 404
    assert client.get(address(played, page, 0)).status_code == 404


def test_a_year_of_two_games_leaves_out_what_has_nothing_to_say(client, table):
    finished(table, 40, 30, played_on="2025-05-01")
    finished(table, 33, 33, played_on="2025-05-02")
    page = said_on(client.get(address(table)))
    paper = words_of(client.get(address(table, "year-paper")).content)
    for said in (page, paper):
        assert "2 wins (1 shared) of 2" in said
        assert "Time at the table" not in said
        assert "Feb" not in said
    assert "–" not in paper
    assert "Nothing yet" not in paper
    assert "Rivalries" not in paper


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_year_prints_on_one_page(client, played, paper):
    for total in (41, 42, 43):
        names = (LONG, "Bára", "Cyril", "Dana")
        finished(played, total, 30, 20, 10, names=names, played_on="2025-07-01")
    answer = client.get(address(played, "year-paper"), {"paper": paper})
    assert len(PdfReader(BytesIO(answer.content)).pages) == 1
    assert "2025 in review" in words_of(answer.content)


def test_the_same_year_prints_the_same_bytes(client, played):
    first, again = (client.get(address(played, "year-paper")) for _print in range(2))
    assert first.content == again.content


def test_it_prints_in_the_language_somebody_wished_for(client, played):
    answer = client.get(address(played, "year-paper"), {"language": "cs"})
    said = words_of(answer.content)
    assert "Kdo vyhrává" in said
    assert "úno" in said
