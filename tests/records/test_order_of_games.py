"""Games of one day stand in the order they were over, here and in every file."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from companion.exchange import csv_files, json_files
from companion.exchange.bgstats import PlayerIds
from companion.exchange.bgstats_file import write_bgstats
from companion.exchange.plays import play_of_session, plays_of_table
from companion.exchange.views import all_plays
from companion.log.record import NewAct, append_all, rebuild
from companion.records.book import open_book
from companion.tables.models import Table
from tests.campaign_visitor import kept, one_session
from tests.exchange.bringing import bring
from tests.records.played import finished
from tests.sessions.pages import entered

pytestmark = pytest.mark.django_db

DAY = "2025-03-01"
FILES = {
    "csv": lambda table: csv_files.write_zip(all_plays(table)),
    "json": lambda table: json_files.write_table(table, all_plays(table)),
    "bgstats": lambda table: write_bgstats(all_plays(table), PlayerIds(table)),
}


def totals_in(table):
    return [play.seats[0].total for play in open_book(table).plays]


def over_at(table, total, hour, day=DAY):
    """A game finished at this hour (UTC) of its day."""
    session = entered(
        table,
        **{"name0": "Anna", "name1": "Bára", "1s0-track": str(total)},
        played_on=day,
    )
    at = datetime.fromisoformat(day).replace(hour=hour, minute=30, tzinfo=UTC)
    append_all(session, [NewAct("finish", {}, at=at)])
    session.refresh_from_db()
    return session


def test_a_game_after_a_campaign_session_of_that_day_comes_after_it():
    campaign = kept(one_session())
    today = timezone.localdate().isoformat()
    session = finished(campaign.table, 40, 30, played_on=today)
    keys = [play.key for play in open_book(campaign.table).plays]
    assert keys == [f"{campaign.pk}/1", session.token]
    rebuild(session)
    rebuild(campaign)
    assert [play.key for play in open_book(campaign.table).plays] == keys
    assert [play.campaign for play in all_plays(campaign.table)] == ["Ours", ""]


def test_games_of_a_day_stand_by_when_they_were_over(table):
    over_at(table, 3, 21)
    over_at(table, 1, 8)
    over_at(table, 2, 15)
    assert totals_in(table) == [1, 2, 3]
    assert [one.sheet.totals[0] for one in plays_of_table(table)] == [1, 2, 3]


def test_a_game_of_which_only_the_day_is_known_counts_as_played_at_noon(table):
    over_at(table, 3, 15)
    finished(table, 2, 0, played_on=DAY)  # entered long after
    over_at(table, 1, 8)
    assert totals_in(table) == [1, 2, 3]


def test_a_game_over_after_midnight_is_the_last_of_its_day(table):
    after = over_at(table, 2, 23)
    over_at(table, 1, 20)
    assert totals_in(table) == [1, 2]
    assert timezone.localtime(play_of_session(after).ended).date().day == 2


@pytest.mark.parametrize("kind", FILES)
def test_a_file_keeps_the_order_and_the_times(table, kind):
    sessions = [over_at(table, 3, 21), over_at(table, 1, 8), over_at(table, 2, 15)]
    elsewhere = Table.objects.create(name="Sunday")
    assert bring(FILES[kind](table), elsewhere) == 3
    assert totals_in(elsewhere) == [1, 2, 3]
    ends = {play_of_session(one).ended for one in sessions}
    assert {one.ended for one in plays_of_table(elsewhere)} == ends


def test_a_game_finished_at_the_table_says_when_it_ended(table):
    session = finished(table, 40, 30, played_on=timezone.localdate().isoformat())
    session.refresh_from_db()
    play = play_of_session(session)
    assert timezone.now() - play.ended < timedelta(minutes=5)
    assert csv_files.session_row(play)["ended_at"]
    assert json_files.session_data(play)["ended_at"]


def test_noon_of_a_file_is_no_time(table):
    finished(table, 40, 30, played_on=DAY)
    elsewhere = Table.objects.create(name="Sunday")
    bring(FILES["bgstats"](table), elsewhere)
    (play,) = plays_of_table(elsewhere)
    assert play.ended is None
