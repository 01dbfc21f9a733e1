"""A campaign is renamed, archived, and deleted with a copy that can be opened again."""

import json

import pytest

from campaign.files import copies
from campaign.files.lines import campaign_lines
from campaign.models import Campaign, DeletedCampaign, Empire
from companion.home.screen import table_screen
from companion.home.tonight import tonight
from companion.log.models import Act
from companion.log.record import rebuild
from tests.campaign_visitor import kept
from tests.places import Place
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db


def played():
    return Place(founded_campaign("anna", "bara").session(anna=50, bara=45))


def lines_of(campaign):
    return [json.dumps(one, sort_keys=True) for one in campaign_lines(campaign)]


def test_an_organiser_renames_a_campaign():
    place = played()
    sent = {"name": " Iron and salt "}
    answer = place.organiser.post(place.address("keep/rename/"), sent)
    assert answer.url == place.address()
    assert Campaign.objects.get().name == "Iron and salt"


@pytest.mark.parametrize("typed", ["  ", "a\x00b"])
def test_a_campaign_keeps_its_name_when_none_is_typed(typed):
    place = played()
    answer = place.organiser.post(place.address("keep/rename/"), {"name": typed})
    assert answer.status_code == 422
    assert "Enter a name for the campaign." in answer.content.decode()
    assert Campaign.objects.get().name == "Rome and beyond"


def test_an_archived_campaign_leaves_the_table_and_comes_back():
    place = played()
    answer = place.organiser.post(place.address("keep/archive/"))
    assert answer.url == f"/campaigns/archive/{place.table.pk}/"
    assert not tonight(place.table).campaigns
    assert table_screen(place.table) is None
    page = place.organiser.get(answer.url).content.decode()
    assert f'href="{place.address()}"' in page
    assert "Restore Rome and beyond" in page
    for rest in ("", "session/", "history/"):
        shown = place.organiser.get(place.address(rest), follow=True)
        assert "in the archive" in shown.content.decode()
    place.organiser.post(place.address("keep/archive/"), {"restore": "1"})
    assert len(tonight(place.table).campaigns) == 1


def test_a_deleted_campaign_leaves_a_copy_that_opens_with_every_act():
    place = played()
    before = lines_of(place.campaign)
    answer = place.organiser.post(place.address("keep/delete/"), {"sure": "yes"})
    archive = f"/campaigns/archive/{place.table.pk}/"
    assert answer.url == archive
    assert not Campaign.objects.exists()
    assert not Act.objects.exists()
    assert not Empire.objects.exists()
    copy = DeletedCampaign.objects.get()
    assert (copy.name, copy.by_name) == ("Rome and beyond", "Anna")
    assert "Rome and beyond" in place.organiser.get(archive).content.decode()
    answer = place.organiser.post(f"{archive}{copy.pk}/open/")
    again = Campaign.objects.get()
    assert answer.url == f"/campaigns/{again.pk}/"
    assert lines_of(again) == before
    assert rebuild(again) == 0
    assert not DeletedCampaign.objects.exists()


def test_a_second_press_opens_a_copy_once():
    place = played()
    copy = copies.delete_campaign(place.campaign)
    archive = f"/campaigns/archive/{place.table.pk}/"
    address = f"{archive}{copy.pk}/open/"
    place.organiser.post(address)
    assert place.organiser.post(address).url == archive
    assert Campaign.objects.count() == 1


def test_a_copy_can_be_downloaded_as_the_file_of_its_campaign():
    place = played()
    content = place.organiser.get(place.address("download/")).content
    copy = copies.delete_campaign(place.campaign)
    address = f"/campaigns/archive/{place.table.pk}/{copy.pk}/download/"
    assert place.organiser.get(address).content == content


def test_deleting_wants_to_be_sure():
    place = played()
    answer = place.organiser.post(place.address("keep/delete/"))
    assert answer.status_code == 422
    assert "Tick the box" in answer.content.decode()
    assert Campaign.objects.exists()


def test_only_an_organiser_of_the_table_keeps_and_deletes():
    place = played()
    copy = copies.delete_campaign(kept(founded_campaign("anna", "bara"), "Theirs"))
    client = place.join("dan", "player")
    for rest in ("keep/rename/", "keep/archive/", "keep/delete/"):
        sent = {"sure": "yes", "name": "Mine"}
        assert client.post(place.address(rest), sent).status_code == 404
    assert client.get(place.address("keep/")).status_code == 404
    # A copy of another table can't be asked for by its number.
    address = f"/campaigns/archive/{place.table.pk}/{copy.pk}/download/"
    assert place.organiser.get(address).status_code == 404
    assert Campaign.objects.get().name == "Rome and beyond"
