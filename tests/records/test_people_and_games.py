"""A page per person and per game: it follows every log, and costs the same with many games."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.models import Campaign
from companion.log.record import amend, rebuild, undo
from companion.records.book import open_book
from companion.sessions.models import GameSession, SessionCard
from companion.tables.models import Table
from tests.campaign_visitor import kept, two_sessions
from tests.records.played import (
    finished,
    forget_everything,
    game_address,
    game_page,
    numbers_of,
    person_address,
    person_page,
    said_on,
)
from tests.sessions.pages import CZECH, SETTLERS, do, entered, put, visitor

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12


# What counts


def test_a_person_without_a_game_is_told_what_starts_the_page(client, table):
    assert "The first one starts this page" in said_on(person_page(client, table))


def test_a_finished_game_counts_for_everybody_in_it(client, table):
    finished(table, 40, 30)
    numbers = numbers_of(client, table)
    assert (numbers.plays, numbers.rate.won, numbers.games[0].best) == (1, 1, 40)
    assert numbers_of(client, table, "Bára").rate.won == 0


def test_names_are_the_same_in_any_capitalisation(client, table):
    finished(table, 40, 30, names=("ANNA", "bára"))
    assert numbers_of(client, table).plays == 1


def test_an_open_an_archived_and_a_hidden_game_do_not_count(client, table):
    entered(table)
    do(finished(table, 40, 30), "archive")
    hidden = entered(table)
    do(hidden, "cover")
    assert numbers_of(client, table).plays == 0


def test_a_reopened_game_counts_again_once_it_is_finished(client, table):
    session = finished(table, 40, 30)
    do(session, "reopen")
    assert numbers_of(client, table).plays == 0
    put(session, **{"1s0-track": "55"})
    do(session, "finish")
    assert numbers_of(client, table).games[0].best == 55


def test_an_undone_and_an_amended_act_flow_through(client, table):
    session = entered(table, name0="Anna", name1="Bára")
    put(session, **{"1s0-track": "40", "1s1-track": "30"})
    do(session, "finish")
    forty = session.acts.get(data__cell="1s0-track")
    amend(session, forty.number, {**forty.data, "typed": "25"}, client_id=uuid4())
    assert numbers_of(client, table).games[0].best == 25
    assert numbers_of(client, table).rate.won == 0
    undo(session, [session.acts.get(kind="finish").number], client_id=uuid4())
    assert numbers_of(client, table).plays == 0


def test_final_scores_count_where_totals_do(client, table):
    session = entered(table, name0="Anna", name1="Bára")
    scores = {"names": ["Anna", "Bára"], "scores": ["61", "44"]}
    do(session, "enter_final_scores", **scores)
    do(session, "finish")
    page = game_page(client, table).context["page"]
    assert page.numbers.records[0].value == 61
    assert page.numbers.deciding == ()
    assert page.numbers.seats == ()  # nobody said who sat where


def test_who_leads_is_told_by_rate_then_average_then_name(client, table):
    for _night in range(3):
        finished(table, 50, 30, 20, names=("Cyril", "Dana", "Bára"))
        finished(table, 50, 30, 20, names=("Anna", "Dana", "Bára"))
    finished(table, 60, 10, names=("Eva", "Bára"))
    lines = game_page(client, table).context["page"].people
    names = [line.player.name for line in lines]
    assert names == ["Anna", "Cyril", "Dana", "Bára", "Eva"]


def test_campaign_sessions_count_apart_and_together(table):
    campaign = kept(two_sessions())
    table = campaign.table
    for name in ("anna", "bara"):
        table.people.create(name=name.title())
    finished(table, 40, 30, names=("Anna", "Bara"))
    client = visitor(table, "spectator")
    page = person_page(client, table).context["page"]
    assert [(kind, rate.games) for kind, rate in page.apart] == [
        ("plain", 1),
        ("campaign", 2),
    ]
    assert page.numbers.rate.games == 3
    assert page.empires.count == 1
    assert numbers_of(client, table, kind="campaign").plays == 2
    assert numbers_of(client, table, kind="plain").plays == 1


def test_what_is_kept_speaks_every_readers_language():
    campaign = kept(two_sessions())
    campaign.table.people.create(name="Anna")
    client = visitor(campaign.table, "spectator")
    where = person_address(campaign.table, "Anna")
    assert "Ages lived through: Ancient age." in said_plainly(client.get(where))
    czech = client.get(where, headers={"Accept-Language": "cs"})
    assert "Prožité věky: Starověk." in said_plainly(czech)


def said_plainly(answer):
    return " ".join(said_on(answer).split())


def test_a_what_if_and_a_demo_at_a_real_table_do_not_count():
    campaign = kept(two_sessions())
    table = campaign.table
    table.people.create(name="Anna")
    client = visitor(table, "spectator")
    for changed in ({"what_if_after": 3}, {"what_if_after": None, "example": True}):
        Campaign.objects.filter(pk=campaign.pk).update(**changed)
        forget_everything()
        assert numbers_of(client, table).plays == 0


# What pages tell


def test_a_persons_page_says_what_could_be_luck(client, table):
    for _game in range(3):
        finished(table, 40, 30)
    said = said_on(person_page(client, table))
    assert "3 wins of 3" in said
    assert "could be luck" in said
    assert "Favourite victim" in said


def test_wins_and_games_are_counted_as_czechs_do(client, table):
    finished(table, 40, 30)
    assert "1 výhra, 1 partie" in said_in_czech(client, table)
    finished(table, 33, 33)
    assert "2 výhry (z toho 1 dělená), 2 partie" in said_in_czech(client, table)
    for _game in range(3):
        finished(table, 40, 30)
    said = said_in_czech(client, table)
    assert "5 výher (z toho 1 dělená), 5 partií" in said
    assert "Vyhrané partie" in said


def said_in_czech(client, table):
    return said_on(client.get(person_address(table, "Anna"), headers=CZECH))


def test_a_tie_is_called_no_win(client, table):
    finished(table, 33, 33)
    said = said_plainly(game_page(client, table))
    assert "Closest game a tie Anna, Bára" in said
    assert "Closest win" not in said
    assert "Biggest win" not in said


def test_few_games_are_not_ranked(client, table):
    finished(table, 40, 30)
    assert "2 more games to be ranked" in said_on(person_page(client, table))


def test_a_games_page_names_its_records_and_what_decides(client, table):
    finished(table, 40, 30, **{"1s0-common": "5", "1s0-people": "romans"})
    said = said_on(game_page(client, table))
    assert "Highest score" in said
    assert "What separates first from second" in said
    assert "Romans" in said


def test_a_game_nobody_has_finished_says_so(client, table):
    said = said_on(game_page(client, table, "arcs"))
    assert "Nobody has finished this game here yet" in said


def test_there_is_no_page_of_an_unknown_game(client, table):
    assert client.get(game_address(table, "chess")).status_code == 404


def test_somebody_from_elsewhere_sees_nothing(table):
    finished(table, 40, 30)
    for address in (person_address(table, "Anna"), game_address(table)):
        assert Client().get(address).status_code == 404


def test_a_person_of_another_table_has_no_page_here(client, table):
    other = Table.objects.create(name="Friday").people.create(name="Eva")
    address = person_address(table, "Anna").replace(
        str(table.people.get(name="Anna").pk), str(other.pk)
    )
    assert client.get(address).status_code == 404


def test_a_person_a_game_and_a_year_lead_back_to_the_hall_and_nowhere_else(
    client, table
):
    year = client.get(reverse("year-in-review", args=[table.pk, 2026]))
    hall = reverse("hall-of-fame", args=[table.pk])
    for page in (person_page(client, table), game_page(client, table), year):
        said = page.content.decode()
        assert f'<a class="up" href="{hall}">' in said
        assert said.count("‹") == 1


def test_the_tables_page_leads_to_everybody(client, table):
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert f'href="{person_address(table, "Anna")}"' in page


# Filters


def test_filters_narrow_by_period_people_and_number(client, table):
    finished(table, 40, 30, played_on="2025-05-01")
    finished(table, 50, 30, 20, played_on="2026-05-01")
    wanted = {
        "since": ("2026-01-01", 1),
        "until": ("2025-12-31", 1),
        "players": ("3", 1),
        "person": (str(table.people.get(name="Cyril").pk), 1),
    }
    for name, (value, plays) in wanted.items():
        assert numbers_of(client, table, **{name: value}).plays == plays
    assert numbers_of(client, table, since="2027-01-01").plays == 0


def test_a_game_is_filtered_by_its_variant(client, table):
    finished(table, 40, 30)
    finished(table, 40, 30, **{"1b-deck": "40"})
    assert game_page(client, table, variant="40").context["page"].numbers.plays == 1


def test_a_filter_nobody_can_read_says_so_and_filters_nothing(client, table):
    finished(table, 40, 30)
    answer = person_page(client, table, since="soon")
    assert answer.context["page"].numbers.plays == 1
    assert "Enter a date" in said_on(answer)


# Rows and cost


def test_the_card_keeps_what_statistics_count_and_a_rebuild_finds_no_difference(table):
    session = finished(
        table, 40, 30, minutes="95", **{"1b-deck": "40", "1s0-common": "5"}
    )
    card = SessionCard.objects.get(session=session)
    assert (card.minutes, card.variant) == (95, "40")
    assert card.categories[0] == ["Points on the track", [40, 30]]
    assert rebuild(session) == 0


def test_an_open_session_keeps_no_categories(table):
    session = entered(table)
    assert SessionCard.objects.get(session=session).categories == []


def test_pages_tell_the_same_after_a_rebuild(table):
    for total in (40, 20, 33):
        finished(table, total, 30, minutes="60")
    before = open_book(table).plays
    for session in GameSession.objects.all():
        rebuild(session)
    forget_everything()
    assert open_book(table).plays == before


def queries_of(client, address):
    with CaptureQueriesContext(
        connection,
    ) as done:
        assert client.get(address).status_code == 200
    return len(done)


@pytest.mark.parametrize("address", [person_address, game_address])
def test_a_page_asks_the_database_as_often_with_many_games(table, address):
    client = visitor(table, "organiser")
    where = address(table, "Anna" if address is person_address else SETTLERS)
    finished(table, 40, 30)
    few = queries_of(client, where)
    for _game in range(5):
        finished(table, 40, 30, 20)
    many = queries_of(client, where)
    assert many <= few <= MOST_QUERIES
    assert queries_of(client, where) < many  # what is worked out is kept
