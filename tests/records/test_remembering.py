"""What a process knows of a table: brought up to date by what changed, and never another than read anew."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.models import Campaign
from companion.records import remembering
from companion.records.book import open_book
from companion.records.groups import MOST_KEPT, PlayGroup, Years
from companion.records.loading import MOST_SPANS, join_neighbours
from companion.records.remembering import MOST_TABLES, find_shelf, keep_shelf
from companion.records.shelf import GameShelf
from companion.sessions.models import GameSession
from companion.tables.models import Table
from companion.tables.services import change_person
from scoring.stats.games import join_game, summarise_game
from tests.campaign_visitor import kept, two_sessions
from tests.records.played import finished, forget_everything
from tests.scoring.test_stats import play
from tests.sessions.pages import do, entered, put


def everything_in(table):
    """All a book tells, as this process knows it."""
    book = open_book(table)
    people = [book.person(key) for key in sorted(book.table().people)]
    games = [book.game(slug) for slug in sorted(book.table().games)]
    names = [book.players.player(key).name for key in book.table().people]
    return book.plays, book.table(), people, games, book.ratings(), names


def is_as_read_anew(table):
    known = everything_in(table)
    forget_everything()
    return known == everything_in(table)


@pytest.fixture
def played(table):
    for number in range(6):
        day = f"202{number % 3}-0{1 + number % 2}-03"
        finished(table, 40 + number, 30, 5, played_on=day)
    everything_in(table)
    return table


@pytest.mark.django_db
@pytest.mark.parametrize("day", ["2019-05-05", "2021-01-03", "2030-01-01", ""])
def test_a_new_game_counts_wherever_its_day_lies(played, day):
    finished(played, 99, 30, names=("Cyril", "Anna"), played_on=day)
    assert open_book(played).table().plays == 7
    assert is_as_read_anew(played)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["reopen", "archive"])
def test_a_game_that_no_longer_counts_is_gone(played, kind):
    do(GameSession.objects.order_by("pk")[2], kind)
    assert open_book(played).table().plays == 5
    assert is_as_read_anew(played)


@pytest.mark.django_db
def test_a_game_put_on_another_day_moves(played):
    session = GameSession.objects.order_by("pk")[0]
    do(session, "reopen")
    put(session, played_on="2022-02-04")
    do(session, "finish")
    assert open_book(played).plays[-1].key == session.token
    assert is_as_read_anew(played)


@pytest.mark.django_db
def test_all_games_of_a_table_can_go(played):
    for session in GameSession.objects.all():
        do(session, "archive")
    assert open_book(played).plays == ()
    assert is_as_read_anew(played)


@pytest.mark.django_db
def test_people_who_come_and_are_renamed_have_their_old_games(played):
    finished(played, 50, 40, names=("Eva", "ANNA"))
    everything_in(played)
    played.people.create(name="Eva")
    change_person(person=played.people.get(name="Anna"), name="Anička", colour="")
    rates = open_book(played).table().people
    assert {str(played.people.get(name=name).pk) for name in ("Eva", "Anička")} <= {
        *rates
    }
    assert is_as_read_anew(played)


@pytest.mark.django_db
def test_a_campaign_is_read_again_when_it_goes_on():
    campaign = kept(two_sessions())
    finished(campaign.table, 40, 30)
    assert open_book(campaign.table).table().plays == 3
    Campaign.objects.filter(pk=campaign.pk).update(what_if_after=3)
    assert open_book(campaign.table).table().plays == 1
    assert is_as_read_anew(campaign.table)


@pytest.mark.django_db
def test_an_act_that_counts_nothing_leaves_every_month_as_it_was(played):
    before = open_book(played).group
    put(entered(played), **{"1s0-track": "44"})
    assert open_book(played).group is before


@pytest.mark.django_db
def test_another_month_is_not_counted_again(played):
    before = find_shelf(played.pk).years.months
    finished(played, 50, 40, played_on="2022-02-04")
    open_book(played)
    after = find_shelf(played.pk).years.months
    assert [one for one in after if after[one] is not before.get(one)] == [(2022, 2)]


@pytest.mark.django_db
def test_after_an_act_only_its_row_is_read(played, monkeypatch):
    monkeypatch.setattr("companion.records.shelf.ROW", 2)
    monkeypatch.setattr("companion.records.loading.ROW", 2)
    forget_everything()
    open_book(played)
    finished(played, 50, 40)
    with CaptureQueriesContext(connection) as asked:
        assert len(open_book(played).plays) == 7
    read = [one["sql"] for one in asked if " >= " in one["sql"]]
    assert len(read) == 3  # seats, cards and when they ended
    assert not any(" OR " in one for one in read)
    assert is_as_read_anew(played)


@pytest.mark.django_db
def test_rows_side_by_side_are_asked_for_as_one(played, monkeypatch):
    monkeypatch.setattr("companion.records.shelf.ROW", 1)
    monkeypatch.setattr("companion.records.loading.ROW", 1)
    forget_everything()
    with CaptureQueriesContext(connection) as asked:
        assert len(open_book(played).plays) == 6
    read = [one["sql"] for one in asked if " >= " in one["sql"]]
    assert len(read) == 3
    assert not any(" OR " in one for one in read)


def test_many_rows_far_from_each_other_are_asked_for_as_one():
    assert join_neighbours([7, 3, 4]) == [(3, 4), (7, 7)]
    assert join_neighbours(range(0, 100, 2)) == [(0, 98)]


@pytest.mark.django_db
def test_games_of_another_table_between_are_left_out(played, monkeypatch):
    monkeypatch.setattr("companion.records.shelf.ROW", 1)
    monkeypatch.setattr("companion.records.loading.ROW", 1)
    forget_everything()
    other = Table.objects.create(name="Friday")
    for table in (other, played) * (MOST_SPANS + 1):
        finished(table, 40, 30)
    assert open_book(other).table().plays == MOST_SPANS + 1
    assert open_book(played).table().plays == MOST_SPANS + 7
    assert is_as_read_anew(played)


@pytest.mark.django_db
def test_a_typed_length_counts_before_a_measured_one(played):
    session = finished(played, 40, 30, minutes="75", played_on="2020-01-04")
    found = [one for one in open_book(played).plays if one.key == session.token]
    assert [one.minutes for one in found] == [75]


def test_only_so_many_tables_are_kept():
    for table in range(MOST_TABLES + 5):
        keep_shelf(table, GameShelf())
    assert len(remembering._shelves) == MOST_TABLES


def test_a_month_keeps_only_so_many_answers():
    group = PlayGroup((play(1, 2),))
    for key in range(MOST_KEPT + 5):
        group.keep(key, lambda: "worked out")
    assert len(group.kept) <= MOST_KEPT


def test_the_same_question_is_worked_out_once():
    worked = []
    group = PlayGroup((play(1, 2),))
    for _time in range(3):
        group.sum_up("game", lambda plays: worked.append(1) or len(plays), sum)
    assert worked == [1]


def test_years_join_what_their_months_add_up_to():
    games = [play(day, 5, day=date(2020 + day % 3, 1 + day % 5, 1)) for day in range(9)]
    games.sort(key=lambda one: one.day)
    months = {}
    for one in games:
        months.setdefault((one.day.year, one.day.month), []).append(one)
    group = Years().put(months).whole
    assert group.plays == tuple(games)
    assert group.sum_up("game", summarise_game, join_game) == summarise_game(games)
