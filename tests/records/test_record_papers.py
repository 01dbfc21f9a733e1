"""The hall of fame, a game and a person on one printed page each, with their charts."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.records.played import finished
from tests.sessions.pages import SETTLERS, words_of

pytestmark = pytest.mark.django_db
LONG = "Maximiliána Velmi-Dlouhá z Horní Dolní u Velkého Meziříčí"


@pytest.fixture
def played(table):
    for number in range(9):
        people = {"1s0-people": "romans", "1s1-people": "japanese"}
        day = f"202{number % 3}-0{1 + number}-01"
        names = ("Anna", LONG, "Cyril")
        totals = (40 + number, 30, 20)
        finished(table, *totals, names=names, played_on=day, minutes="60", **people)
    return table


def address(table, paper):
    about = {"game-paper": [SETTLERS], "hall-paper": []}
    person = [table.people.get(name="Anna").pk]
    return reverse(paper, args=[table.pk, *about.get(paper, person)])


PAPERS = {
    "hall-paper": ("Hall of fame", "Records broken", "When you played"),
    "game-paper": ("Final scores", "How scores are spread", "Romans"),
    "person-paper": ("Anna", "Rating after each game", "Rivals"),
}


@pytest.mark.parametrize("paper", PAPERS)
def test_each_prints_on_one_page_with_its_charts(client, played, paper):
    first, again = (client.get(address(played, paper)) for _print in range(2))
    assert len(PdfReader(BytesIO(first.content)).pages) == 1
    said = words_of(first.content)
    assert all(one in said for one in PAPERS[paper])
    assert first.content == again.content


@pytest.mark.parametrize("paper", PAPERS)
def test_without_a_game_there_is_an_empty_page_and_no_error(client, table, paper):
    assert client.get(address(table, paper), {"paper": "letter"}).status_code == 200


def test_a_paper_tells_of_the_games_its_page_was_filtered_by(client, played):
    where = address(played, "hall-paper")
    assert "2021" in words_of(client.get(where).content)
    chosen = client.get(where, {"since": "2022-01-01", "language": "cs"})
    said = words_of(chosen.content)
    assert "Síň slávy" in said
    assert "2021" not in said
    page = client.get(reverse("hall-of-fame", args=[played.pk]), {"players": "3"})
    assert '<input type="hidden" name="players" value="3">' in page.content.decode()


def test_nobody_elses_paper_and_no_unknown_game(client, played):
    unknown = address(played, "game-paper").replace(SETTLERS, "chess")
    assert client.get(unknown).status_code == 404
    other = address(played, "person-paper").replace("/people/", "/people/99")
    assert client.get(other).status_code == 404
