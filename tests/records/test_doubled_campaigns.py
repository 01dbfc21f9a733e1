"""A campaign that stands at a table twice, from before copies were marked, can be counted once."""

import pytest
from django.urls import reverse

from campaign.models import Campaign
from companion.log.record import NewAct, append_all, begin_log
from companion.records.book import open_book
from tests.campaign_visitor import kept, two_sessions
from tests.played_campaign import founded_campaign
from tests.records.played import finished, said_on
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db


def copy_of(campaign, acts=None):
    """The same campaign once more, as a file brought it."""
    copy = Campaign(table=campaign.table, name="Ours again", engine="campaign")
    begin_log(copy, start=campaign.start)
    given = campaign.acts.order_by("number")[:acts]
    append_all(copy, [NewAct(one.kind, one.data, one.client_id) for one in given])
    return copy


@pytest.fixture
def campaign():
    return kept(two_sessions())


@pytest.fixture
def organiser(campaign):
    return visitor(campaign.table, "organiser")


def address(campaign, name="hall-of-fame"):
    return reverse(name, args=[campaign.table_id])


def press(client, campaign, name, copy):
    return client.post(address(campaign, name), {"copy": copy.pk}, follow=True)


def count_games(campaign):
    return open_book(campaign.table).table().plays


def test_a_doubled_campaign_is_offered_and_counts_once(campaign, organiser):
    copy = copy_of(campaign, acts=campaign.last - 1)
    assert count_games(campaign) == 3
    assert "Ours is here twice" in said_on(organiser.get(address(campaign)))
    told = said_on(press(organiser, campaign, "count-once", copy))
    assert "Ours again is marked as a copy." in told
    assert "is here twice" not in told
    assert count_games(campaign) == 2
    copy.refresh_from_db()
    assert copy.copy_of_id == campaign.pk


def test_the_mark_can_be_undone(campaign, organiser):
    copy = copy_of(campaign)
    press(organiser, campaign, "count-once", copy)
    told = said_on(press(organiser, campaign, "count-twice", copy))
    assert "Ours is here twice" in told
    assert count_games(campaign) == 4


def test_copies_of_a_copy_follow_the_original(campaign, organiser):
    copy = copy_of(campaign, acts=campaign.last - 1)
    third = copy_of(campaign)
    Campaign.objects.filter(pk=third.pk).update(copy_of=copy)
    press(organiser, campaign, "count-once", copy)
    third.refresh_from_db()
    assert third.copy_of_id == campaign.pk


def test_campaigns_that_begin_otherwise_are_no_copies(campaign, organiser):
    other = founded_campaign("anna", "bara").session(anna=20, bara=10)
    table = kept(other, name="Another").table
    Campaign.objects.filter(table=table).update(table=campaign.table)
    finished(campaign.table, 40, 30)
    assert "is here twice" not in said_on(organiser.get(address(campaign)))


def test_the_original_itself_is_never_marked(campaign, organiser):
    copy_of(campaign)
    press(organiser, campaign, "count-once", campaign)
    campaign.refresh_from_db()
    assert campaign.copy_of_id is None


def test_only_an_organiser_is_asked(campaign):
    copy = copy_of(campaign)
    player = visitor(campaign.table, "player")
    assert "is here twice" not in said_on(player.get(address(campaign)))
    assert press(player, campaign, "count-once", copy).status_code == 404
    assert count_games(campaign) == 4
