"""The hall of fame of a table, and the rating of everybody in it."""

import re
from datetime import date

import pytest
from django.urls import reverse

from companion.exchange import csv_files
from companion.exchange.plays import play_of_session, plays_of_table
from companion.log.record import rebuild
from companion.records.book import open_book
from companion.records.ratings import LEAST_GAMES, START
from companion.sessions.models import GameSession
from tests.campaign_visitor import kept, one_session
from tests.exchange.bgstats_files import arcs_export, as_bytes
from tests.exchange.bringing import bring
from tests.records.played import (
    finished,
    forget_everything,
    game_address,
    person_page,
    rate_people,
    said_on,
)
from tests.scoring.test_stats import play
from tests.sessions.pages import do, entered, visitor

MOST_QUERIES = 12


def hall_address(table):
    return reverse("hall-of-fame", args=[table.pk])


def hall(client, table, **query):
    answer = client.get(hall_address(table), query)
    assert answer.status_code == 200
    return answer


# Ratings


def test_everybody_starts_alike_and_a_tie_moves_nobody():
    ratings = rate_people([play(5, 5)])
    assert ratings["anna"].value == ratings["bara"].value == START


def test_who_wins_more_is_rated_higher():
    ratings = rate_people([play(9, 5, 1)] * 5)
    assert list(ratings) == ["anna", "bara", "cyril"]
    assert ratings["anna"].value > START > ratings["cyril"].value


def test_six_players_with_ties_are_rated_in_one_game():
    ratings = rate_people([play(9, 9, 5, 5, 5, 1)])
    assert ratings["anna"].value == ratings["bara"].value
    assert ratings["cyril"].value == ratings["eva"].value > ratings["filip"].value


def test_more_games_make_a_rating_surer():
    few, many = rate_people([play(9, 1)] * 2), rate_people([play(9, 1)] * 20)
    assert many["anna"].plus_minus < few["anna"].plus_minus


def test_a_game_alone_rates_nobody():
    assert rate_people([play(50)]) == {}


def test_a_rating_is_shown_after_eight_games():
    assert not rate_people([play(9, 1)] * (LEAST_GAMES - 1))["anna"].shown
    assert rate_people([play(9, 1)] * LEAST_GAMES)["anna"].shown


def test_a_rating_tells_since_when_it_is_and_what_moved_it_last():
    days = [None, *(date(2026, 3, day) for day in range(1, 9))]
    ratings = rate_people([play(9, 5, day=day) for day in days])
    anna = ratings["anna"]
    assert anna.since == date(2026, 3, 1)
    assert anna.changed_on == date(2026, 3, 8)
    assert anna.days == tuple(days)
    assert anna.change == anna.course[-1] - anna.course[-2] > 0
    assert rate_people([play(9, 5)])["bara"].change < 0


@pytest.mark.django_db
def test_ratings_are_the_same_after_a_rebuild(table):
    for totals in ((40, 30, 20), (20, 20, 50), (60, 1)):
        finished(table, *totals)
    before = open_book(table).ratings()
    for session in GameSession.objects.all():
        assert rebuild(session) == 0
    forget_everything()
    assert open_book(table).ratings() == before


# The page


@pytest.mark.django_db
def test_an_empty_hall_says_what_opens_it(client, table):
    assert "Finish your first game" in said_on(hall(client, table))


@pytest.mark.django_db
def test_the_hall_tells_who_wins_streaks_records_and_rivals(client, table):
    for total in (40, 50, 45):
        finished(table, total, 30)
    answer = hall(client, table)
    page, said = answer.context["page"], said_on(answer)
    assert [line.player.name for line in page.ranks] == ["Anna", "Bára"]
    assert page.streaks[0].streak.now == 3
    assert (page.fallen[0].fallen.total, page.fallen[0].fallen.before) == (50, 40)
    assert page.duels[0].duel.together == 3
    assert "Ratings appear after 8 games" in said
    assert page.recent[0].winners == "Anna"


@pytest.mark.django_db
def test_a_tie_is_told_as_a_win_of_both(client, table):
    session = entered(table, name0="Bára", name1="Anna")
    scores = {"names": ["Bára", "Anna"], "scores": ["40", "40"]}
    do(session, "enter_final_scores", **scores)
    do(session, "finish")
    page = hall(client, table).context["page"]
    assert page.recent[0].winners == "Bára, Anna"
    assert [line.player.name for line in page.ranks] == ["Anna", "Bára"]
    assert [line.rate.shared for line in page.ranks] == [1, 1]


@pytest.mark.django_db
def test_after_eight_games_the_rating_stands_there_with_how_sure_it_is(client, table):
    for _game in range(LEAST_GAMES):
        finished(table, 40, 30)
    rating = open_book(table).ratings()[str(table.people.get(name="Anna").pk)]
    for answer in (hall(client, table), person_page(client, table)):
        assert f"{rating.value} ± {rating.plus_minus}" in said_on(answer)


@pytest.mark.django_db
def test_the_tables_page_leads_to_the_hall(table):
    finished(table, 40, 30)
    page = visitor(table, "spectator").get(f"/tables/{table.pk}/").content.decode()
    assert page.count(f'href="{hall_address(table)}"') == 2  # the menu and the list


@pytest.mark.django_db
def test_the_hall_asks_the_database_rarely(
    client, table, django_assert_max_num_queries
):
    for _game in range(4):
        finished(table, 40, 30, 20)
    with django_assert_max_num_queries(MOST_QUERIES):
        hall(client, table)


@pytest.mark.django_db
def test_czech_counts_what_was_played_not_titles(client, table):
    finished(table, 40, 30)
    client.cookies["django_language"] = "cs"
    page = hall(client, table).content.decode()
    assert "<dt>Partie</dt><dd><strong>1</strong>" in page
    assert "<dt>Hry</dt>" not in page


@pytest.mark.django_db
def test_pages_say_since_when_a_rating_is_and_what_changed_it_last(client, table):
    for day in range(1, 10):
        finished(table, 40, 30, played_on=f"2024-05-0{day}")
    anna = open_book(table).ratings()[str(table.people.get(name="Anna").pk)]
    page = said_on(person_page(client, table))
    assert f"+{anna.change}, 9 May 2024" in said_on(hall(client, table))
    assert "9 games since 1 May 2024" in page
    assert f"last change +{anna.change}, 9 May 2024" in page
    assert re.search(r"\b8\s+8 May 2024", page)  # a row of the chart's numbers


@pytest.mark.django_db
def test_nobody_wins_a_game_of_noughts(client, table):
    session = finished(table, 0, 0, played_on="2025-03-01")
    session.refresh_from_db()
    assert not session.seats.filter(wins=True).exists()
    night = play_of_session(session)
    assert night.sheet.winners == ()
    assert not any(row["wins"] for row in csv_files.seat_rows(night))
    listed = client.get(reverse("sessions", args=[table.pk])).content.decode()
    assert "★" not in listed
    assert open_book(table).table().recent[0].winners == []


@pytest.mark.django_db
def test_noughts_are_no_record_to_beat(client, table):
    finished(table, 0, 0, played_on="2025-03-01")
    later = finished(table, 20, 10, played_on="2025-03-02")
    page = client.get(reverse("session", args=[later.token])).content.decode()
    assert "Table record" not in page


@pytest.mark.django_db
def test_noughts_that_a_tiebreak_told_apart_have_a_winner_everywhere(table):
    bring(as_bytes(arcs_export("0", "0")), table)
    (play,) = open_book(table).plays
    assert play.has_points
    assert [seat.wins for seat in play.seats] == [True, False]
    (night,) = plays_of_table(table)
    assert night.sheet.winners == (0,)


@pytest.mark.django_db
def test_games_that_say_nothing_about_winning_are_told_apart(client, table):
    finished(table, 40, 30)
    assert "don't count here" not in said_on(client.get(hall_address(table)))
    finished(table, 50, names=("Anna",))
    assert "Games alone or without points don't count here" in said_on(
        client.get(hall_address(table))
    )


@pytest.mark.django_db
def test_a_broken_record_says_its_day_before_what_it_was(client, table):
    finished(table, 40, 30, played_on="2025-02-01")
    finished(table, 61, 30, played_on="2025-02-05")
    said = said_on(client.get(hall_address(table)))
    assert "5 Feb 2025 · was 40" in said


@pytest.mark.django_db
def test_a_game_with_nothing_ranked_has_no_empty_records(client, table):
    finished(table, 0, 0)
    page = client.get(game_address(table)).content.decode()
    assert 'id="records"' not in page


@pytest.mark.django_db
def test_the_list_of_sessions_says_where_those_of_campaigns_are():
    table = kept(one_session()).table
    finished(table, 40, 30)
    page = visitor(table, "spectator").get(reverse("sessions", args=[table.pk]))
    assert "Sessions of a campaign are in the campaign" in said_on(page)
