"""Small things people stumbled over in a campaign, each said or shown as it should be."""

from uuid import uuid4

import pytest
from django.urls import reverse

from companion.log.record import record
from companion.tables.models import Table
from scoring.rise_of_empire.act_fields import DECK_NAMES
from tests.campaign_visitor import Visitor, done, kept, member
from tests.played_campaign import PlayedCampaign, founded_campaign

pytestmark = pytest.mark.django_db


def test_an_undone_founding_is_told_by_the_empires_name(client):
    here = Visitor(client, kept(founded_campaign("anna")))
    new = {"empire": "bara-3f2a1c", "player": "Bára", "name": "Wolfmark"}
    record(
        here.campaign,
        kind="found_empire",
        data={**new, "faction": "barbarians"},
        client_id=uuid4(),
    )
    record(
        here.campaign, kind="undo", data={"of": [here.last.number]}, client_id=uuid4()
    )
    page = here.page("campaign-history").content.decode()
    told = page.partition("<main")[2]
    assert "Wolfmark" in told
    assert "bara-3f2a1c" not in told.replace("/bara-3f2a1c/", "")


def test_a_deck_is_picked_and_not_made_up(client):
    here = Visitor(client, kept(founded_campaign("anna")))
    number = here.campaign.acts.get(kind="found_empire").number
    page = here.page("campaign-act", number)
    assert "tournament decks" in page.content.decode()
    decks = dict(page.context["form"].fields["deck"].choices)
    assert set(decks) == {"", *DECK_NAMES}


def test_a_card_never_costs_nothing(client):
    here = Visitor(client, kept(PlayedCampaign(cards=[]).found("anna")))
    answer = client.post(here.address("card", 57), {"id": str(uuid4()), "price": "0"})
    assert answer.status_code == 422
    assert here.state.catalogue[57].price is None


def test_two_empires_of_a_faction_are_asked_about_at_the_start_too(client):
    campaign = kept(PlayedCampaign())
    client.force_login(member(campaign, "olga", "organiser"))
    rows = {
        "name": "Ours",
        "seat0-player": "Anna",
        "seat0-name": "A",
        "seat0-faction": "romans",
        "seat1-player": "Bára",
        "seat1-name": "B",
        "seat1-faction": "romans",
    }
    address = reverse("start-campaign", args=[campaign.table_id])
    answer = client.post(address, {"id": str(uuid4()), **rows})
    assert answer.status_code == 422
    assert "Anna and Bára both have Romans." in answer.content.decode()
    done(client.post(address, {"id": str(uuid4()), **rows, "sure": "on"}))
    assert Table.objects.get(pk=campaign.table_id).campaigns.count() == 2


def test_a_known_target_is_shown_without_a_demand(client):
    played = founded_campaign("anna", "bara")
    played.do("fill_card", number=136, target=5)
    page = Visitor(client, kept(played.open())).page().content.decode()
    assert "Target: 5" in page
