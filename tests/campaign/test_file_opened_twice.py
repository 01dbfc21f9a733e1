"""A campaign that is opened where it is already: the page says so, and it counts once."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from campaign.files.importing import keep_campaign
from campaign.files.lines import campaign_bytes, read_campaign
from campaign.models import Campaign
from companion.exchange.table_capsule import keep_capsule, write_table_capsule
from companion.exchange.views import all_plays
from companion.log.record import rebuild
from companion.records.book import open_book
from companion.tables.models import Table
from tests.campaign.test_file_pages import downloaded, keep, look_at
from tests.campaign_visitor import one_session
from tests.places import Place, once
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def place():
    return Place(one_session())


def without_last(raw, many):
    return b"\n".join(raw.splitlines()[:-many]) + b"\n"


def cut_elsewhere(place, many):
    """The campaign as it was some entries ago, at another table."""
    given = read_campaign(without_last(downloaded(place).content, many))
    return keep_campaign(given, table=Table.objects.create(name="Sunday"))


def copied(place):
    keep(place, look_at(place, downloaded(place).content))
    return Campaign.objects.order_by("pk").last()


def test_a_file_whose_campaign_is_here_says_so_and_leads_there(place):
    said = look_at(place, downloaded(place).content).content.decode()
    assert "Rome and beyond is already here, with everything in this file." in said
    assert f'href="/campaigns/{place.campaign.pk}/"' in said
    assert "Save as a new campaign" not in said


def test_an_older_file_says_how_far_the_campaign_here_went_on(place):
    raw = without_last(downloaded(place).content, 2)
    said = look_at(place, raw).content.decode()
    assert "is already here, with everything in this file." in said
    assert "It has 2 more entries than the file." in said


def test_a_newer_file_brings_the_campaign_here_up_to_date(place):
    raw, ours = downloaded(place).content, cut_elsewhere(place, 3)
    client = visitor(ours.table, "organiser")
    address = f"/campaigns/open/{ours.table.pk}/"
    shown = client.post(address, {"file": SimpleUploadedFile("c.jsonl", raw)})
    assert "is here, 3 entries behind this file." in shown.content.decode()
    sent = {**once(), "carried": shown.context["carried"], "catch-up": "1"}
    assert client.post(address, sent).url == f"/campaigns/{ours.pk}/history/"
    ours.refresh_from_db()
    assert campaign_bytes(ours) == raw
    assert rebuild(ours) == 0
    again = client.post(address, sent).content.decode()
    assert "with everything in this file." in again


def test_a_file_that_went_on_otherwise_says_where_they_part(place):
    raw = without_last(downloaded(place).content, 2)
    number = len(raw.splitlines())
    note = {"number": number, "kind": "write_note", "data": {"text": "elsewhere"}}
    raw += json.dumps(note).encode()
    said = look_at(place, raw).content.decode()
    assert f"Rome and beyond is here, but differs after entry {number - 1}." in said
    assert "Add 1 new entry" not in said


def test_a_copy_is_marked_and_keeps_its_log_bit_for_bit(place):
    raw = campaign_bytes(place.campaign)
    copy = copied(place)
    assert copy.copy_of == place.campaign
    assert copy.title == "Copy: Rome and beyond (2)"
    said = place.organiser.get(f"/campaigns/{copy.pk}/").content.decode()
    assert "This is a copy." in said
    copy.name = place.campaign.name
    assert campaign_bytes(copy) == raw


def count_games(table):
    return len(open_book(table).plays), len(list(all_plays(table)))


def test_a_copy_counts_only_once_its_original_is_gone(place):
    before = count_games(place.table)
    first, second = copied(place), copied(place)
    assert count_games(place.table) == before
    assert (first.copy_of, second.copy_of) == (place.campaign, place.campaign)
    sure = {**once(), "sure": "yes"}
    place.organiser.post(f"/campaigns/{place.campaign.pk}/keep/delete/", sure)
    second.refresh_from_db()
    assert second.copy_of == first
    assert count_games(place.table) == before == (1, 1)


def test_a_page_of_a_table_brings_the_campaign_up_to_date_and_no_second_one(place):
    ours = cut_elsewhere(place, 3)
    keep_capsule(write_table_capsule(place.table), table=ours.table)
    (found,) = Campaign.objects.filter(table=ours.table)
    assert campaign_bytes(found) == campaign_bytes(place.campaign)
