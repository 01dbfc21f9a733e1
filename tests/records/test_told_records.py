"""What records say of the games they are of: the right game, day and people, and what isn't known."""

import pytest
from django.urls import reverse
from django.utils import timezone

from companion.exchange.campaign_plays import plays_of_campaign
from companion.records.book import open_book
from tests.campaign_visitor import kept, two_sessions
from tests.records.played import finished, game_page, person_page, said_on
from tests.records.test_hall_of_fame import MOST_QUERIES, hall
from tests.sessions.pages import visitor, words_of

pytestmark = pytest.mark.django_db


def plainly(answer):
    return " ".join(said_on(answer).split())


def year_of(client, table, year, page="year-in-review"):
    return client.get(reverse(page, args=[table.pk, year]))


@pytest.fixture
def campaign():
    campaign = kept(two_sessions())
    for name in ("Anna", "Bara", "Cyril", "Dana"):
        campaign.table.people.create(name=name)
    return campaign


# A record is of one game


def test_a_record_names_only_people_of_its_game_and_says_how_many_equal_it(
    client, table
):
    finished(table, 33, 33, names=("Anna", "Dana"), played_on="2025-12-25")
    finished(table, 30, 30, names=("Bára", "Cyril"), played_on="2026-01-03")
    said = plainly(game_page(client, table))
    assert "Closest game a tie Anna, Dana, 25 Dec 2025, and 1 more game" in said


def test_a_year_says_which_game_was_closest_and_when(client, table):
    finished(table, 40, 11, played_on="2025-02-01")
    finished(table, 33, 33, played_on="2025-03-01")
    for said in (
        plainly(year_of(client, table, 2025)),
        " ".join(words_of(year_of(client, table, 2025, "year-paper").content).split()),
    ):
        assert "Anna, Bára, 1 Mar 2025" in said
        assert "Anna, 1 Feb 2025" in said
        assert "Closest game" in said
        assert said.count("Imperial Settlers") >= 3


def test_games_without_points_set_no_record_and_the_page_says_so(client, table):
    finished(table, 0, 0, 0, played_on="2025-02-01")
    said = plainly(game_page(client, table))
    assert "1 game without points only counts as played." in said
    assert "Highest score" not in said
    assert year_of(client, table, 2025).status_code == 200
    assert year_of(client, table, 2025, "year-paper").status_code == 200
    assert "1 game without points" in plainly(person_page(client, table))


# Days


def test_a_campaign_session_without_a_date_was_played_when_it_was_opened(campaign):
    today = timezone.localdate()
    assert {play.day for play in open_book(campaign.table).plays} == {today}
    assert {one.played_on for one in plays_of_campaign(campaign)} == {today}


def test_filters_years_and_calendar_know_campaign_sessions(campaign):
    client, today = visitor(campaign.table, "spectator"), timezone.localdate()
    chosen = {"since": f"{today.year}-01-01", "kind": "campaign"}
    assert hall(client, campaign.table, **chosen).context["page"].numbers.plays == 2
    year = year_of(client, campaign.table, today.year).context["page"]
    assert year.numbers.plays == 2
    assert sum(year.numbers.months.values()) == 2


def test_games_without_a_date_are_counted_aloud(client, table):
    finished(table, 40, 30, played_on="")
    finished(table, 41, 30, played_on="2025-02-01")
    note = "1 game has no date."
    for answer in (
        hall(client, table),
        hall(client, table, since="2025-01-01"),
        hall(client, table, since="2026-01-01"),
        year_of(client, table, 2025),
    ):
        assert plainly(answer).count(note) == 1
    assert note not in plainly(game_page(client, table))


def test_the_last_games_say_which_session_of_a_campaign_they_were(campaign):
    said = plainly(hall(visitor(campaign.table, "spectator"), campaign.table))
    assert "session 1" in said
    assert "session 2, today" in said


def test_a_list_without_sessions_leads_to_the_campaigns(campaign):
    client = visitor(campaign.table, "spectator")
    where = reverse("sessions", args=[campaign.table.pk])
    chosen = client.get(where, {"game": "rise_of_empire"})
    assert "Sessions of a campaign are in the campaign." in plainly(chosen)


# Empires and lengths


def test_empires_follow_the_filter_and_each_name_stands_once(campaign):
    client = visitor(campaign.table, "spectator")
    other = kept(two_sessions(), name="Again")
    type(other).objects.filter(pk=other.pk).update(table=campaign.table)

    def empires(**query):
        return person_page(client, campaign.table, **query).context["page"].empires

    (name,) = set(empires().names)
    assert empires().counted_names == [f"{name} ×2"]
    assert empires(kind="campaign").count == 2
    assert empires(kind="plain").count == 0
    assert empires(until="2001-01-01").count == 0


def test_a_year_says_in_how_many_games_the_time_is_known(client, table):
    finished(table, 40, 30, played_on="2025-02-01", minutes="60")
    finished(table, 40, 30, played_on="2025-02-02")
    assert "in the 1 game with a known length" in plainly(year_of(client, table, 2025))
    paper = year_of(client, table, 2025, "year-paper").content
    assert "Time in 1 game" in words_of(paper)


# On paper


def test_a_paper_of_some_games_says_of_which(client, table):
    finished(table, 40, 30, 20, played_on="2025-02-01")
    where = reverse("hall-paper", args=[table.pk])
    anna = table.people.get(name="Anna").pk
    chosen = {"since": "2025-01-01", "person": anna, "players": "3", "kind": "plain"}
    said = words_of(client.get(where, chosen).content)
    told = "From: 1 Jan 2025 · Played by: Anna · Players: 3 · Without campaign"
    assert told in " ".join(said.split())
    assert "From:" not in words_of(client.get(where).content)


def test_a_paper_ranks_nobody_with_too_few_games(client, table):
    finished(table, 40, 30, played_on="2025-02-01")
    said = words_of(client.get(reverse("hall-paper", args=[table.pk])).content)
    assert "100 %" not in said
    assert "2 more games to be ranked" in said


def test_a_list_of_winners_says_how_it_is_sorted_and_what_a_tie_counts(client, table):
    finished(table, 40, 40, played_on="2025-02-01")
    for answer in (
        hall(client, table),
        game_page(client, table),
        year_of(client, table, 2025),
    ):
        assert "Sorted by percentage won. A shared win counts in part." in plainly(
            answer
        )


# Filters


def test_a_filter_whose_end_lies_before_its_beginning_says_so(client, table):
    finished(table, 40, 30, played_on="2025-02-01")
    answer = hall(client, table, since="2026-01-01", until="2025-01-01")
    assert "This is before “From”." in plainly(answer)


def test_a_games_filter_offers_as_many_players_as_it_takes(client, table):
    finished(table, 40, 30, played_on="2025-02-01")
    offered = game_page(client, table).context["filter"].fields["players"].choices
    assert [key for key, _said in offered] == ["", "1", "2", "3", "4"]


# The rest of a page


def test_a_seat_is_no_person_that_could_be_ranked(client, table):
    finished(table, 40, 30, played_on="2025-02-01")
    said = plainly(game_page(client, table))
    seats = said.partition("Seat order")[2]
    assert "too few games to tell" in seats
    assert "to be ranked" not in seats
    assert "A sat first, B second, and so on." in seats


def test_a_page_of_some_games_says_of_which(client, table):
    finished(table, 40, 30, played_on="2025-02-01")
    said = plainly(hall(client, table, players="2"))
    assert "Some games only: Players: 2" in said


def test_pages_lead_up_one_level(table):
    organiser, anna = visitor(table, "organiser"), table.people.get(name="Anna")
    people = f'class="up" href="{reverse("people", args=[table.pk])}"'
    for where in (
        reverse("who-is-who", args=[table.pk]),
        reverse("person", args=[table.pk, anna.pk]),
    ):
        assert people in organiser.get(where).content.decode()


def test_a_faction_says_of_which_game_it_is(client, table):
    for _game in range(3):
        finished(table, 40, 30, **{"1s0-people": "romans"})
    said = plainly(person_page(client, table))
    assert "3 games · Imperial Settlers" in said


def test_a_filtered_person_asks_the_database_rarely(
    campaign, django_assert_max_num_queries
):
    client = visitor(campaign.table, "spectator")
    with django_assert_max_num_queries(MOST_QUERIES):
        person_page(client, campaign.table, kind="campaign", since="2020-01-01")
