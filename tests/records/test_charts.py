"""What records draw, each with its table of numbers."""

from collections import Counter
from datetime import date

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from companion.paper.bars import MOST_BARS, bar_chart
from companion.records.charts import (
    draw_calendar,
    draw_rating,
    draw_scores,
    draw_spread,
)
from companion.records.players import Players
from companion.tables.models import Person
from scoring.stats.games import NEWEST, summarise_game
from tests.records.played import (
    finished,
    game_page,
    person_address,
    person_page,
    rate_people,
    said_on,
)
from tests.records.test_hall_of_fame import hall
from tests.scoring.test_stats import play

NOBODY_KNOWN = Players(())


@given(st.lists(st.integers(-300, 9999), min_size=1, max_size=60))
def test_every_score_stands_in_one_bar(values):
    chart = bar_chart(Counter(values))
    if chart is None:
        assert len(set(values)) == 1
        return
    assert sum(bar.count for bar in chart.bars) == len(values)
    assert len(chart.bars) <= MOST_BARS
    assert chart.bars[0].least <= min(values)
    assert max(values) <= chart.bars[-1].most


def test_lines_show_the_newest_games_only():
    numbers = summarise_game([play(9, 1)] * (NEWEST + 10))
    chart = draw_scores(numbers, NOBODY_KNOWN)
    assert chart.sessions == tuple(range(11, NEWEST + 11))
    assert len(chart.columns) == 2


def test_one_game_draws_no_line():
    assert draw_scores(summarise_game([play(9, 1)]), NOBODY_KNOWN) is None
    assert draw_spread(summarise_game([play(9, 9)])) is None


def test_a_rating_is_drawn_once_it_is_shown():
    few, many = (rate_people([play(9, 1)] * games)["anna"] for games in (7, 9))
    assert draw_rating(NOBODY_KNOWN, "anna", few) is None
    chart = draw_rating(NOBODY_KNOWN, "anna", many)
    assert chart.up[0].text > 500  # its axis begins near the values


def test_a_calendar_tints_the_busiest_month_most():
    calendar = draw_calendar({(2026, 3): 10, (2026, 5): 1, (2024, 1): 4})
    assert [one.year for one in calendar.years] == [2026, 2024]
    months = calendar.years[0].months
    assert [months[at].heat for at in (2, 3, 4)] == [5, 0, 1]
    assert draw_calendar({}) is None


@pytest.mark.parametrize(("language", "name"), [("en", "Nov"), ("cs", "lis")])
def test_months_are_written_as_the_language_does(language, name):
    with override(language):
        assert draw_calendar({(2026, 11): 1}).years[0].months[10].name == name


def test_czech_tells_june_from_july_as_calendars_do():
    with override("cs"):
        months = draw_calendar({(2026, 6): 1}).years[0].months
    assert [one.name for one in months[5:7]] == ["čvn", "čvc"]


@pytest.mark.django_db
def test_every_chart_has_its_table(client, table):
    for number in range(9):
        finished(
            table,
            40 + number,
            30,
            played_on=date(2026, 1, 1 + number).isoformat(),
            **{"1s0-people": "romans", "1s1-people": "japanese"},
        )
    pages = {
        "chart-scores": game_page(client, table),
        "chart-spread": game_page(client, table),
        "chart-rating": person_page(client, table),
    }
    for key, answer in pages.items():
        chart = answer.content.decode().partition(f'id="{key}"')[2]
        drawn = chart.partition("</section>")[0]
        assert "<svg" in drawn
        assert "<table" in drawn
    for page, part in ((hall, "chart calendar"), (game_page, "heat-map")):
        answer = page(client, table).content.decode()
        drawn = answer.partition(part)[2].partition("</details>")[0]
        assert 'class="fill-heat-5"' in drawn
        assert "<table" in drawn


# Somebody's own mark and colour


@pytest.mark.django_db
def test_everybody_keeps_their_mark_whatever_the_filter(client, table):
    for number in range(3):
        finished(table, 40, 30 + number, 20)
        finished(table, 30, 20 + number, names=("Cyril", "Bára"))

    def marks(**query):
        chart = game_page(client, table, **query).context["page"].scores
        return {one.player: one.mark for one in chart.columns}

    everybody, two = marks(), marks(players="2")
    assert set(two) == {"Bára", "Cyril"}
    assert two.items() <= everybody.items()
    assert len(set(everybody.values())) == 3


@pytest.mark.django_db
def test_a_chosen_colour_is_that_of_the_line(client, table):
    table.people.filter(name="Bára").update(colour="orange")
    for number in range(9):
        finished(table, 40 + number, 30)
    for answer in (game_page(client, table), person_page(client, table, "Bára")):
        assert '<g class="tint-orange nth-0">' in answer.content.decode()
    paper = client.get(f"{person_address(table, 'Bára')}person.pdf")
    assert paper.status_code == 200


def test_more_people_than_marks_never_share_one():
    people = Players(tuple(Person(pk=at, name=str(at)) for at in range(1, 10)))
    letters = people.letters(["1", "7", "8", "2", "~guest", "9"])
    assert letters["1"] == "A"
    assert len(set(letters.values())) == 6


@pytest.mark.django_db
def test_a_chart_says_of_which_games_it_is_and_when_they_were(client, table):
    for number in range(3):
        finished(table, 40 + number, 30, played_on=f"2025-02-0{1 + number}")
    page = game_page(client, table)
    assert "Last 3 games" in said_on(page)
    newest = page.content.decode().partition(">3 <small>")[2]
    assert newest.startswith("3 Feb 2025</small></th>")
