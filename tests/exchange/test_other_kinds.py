"""A file of ours that was chosen on another kind's page is led to its own."""

import io

import pytest
from django.urls import reverse

from campaign.box.box_files import box_bytes
from campaign.box.keeping import box_state
from campaign.files.kinds import find_page
from campaign.files.lines import campaign_bytes
from companion.exchange import csv_files, json_files
from companion.exchange.plays import plays_of_table
from companion.exchange.table_capsule import write_table_capsule
from tests.campaign_visitor import kept
from tests.exchange.bgstats_files import arcs_export, as_bytes
from tests.exchange.nights import finished_night
from tests.played_campaign import founded_campaign
from tests.sessions.pages import visitor

pytestmark = pytest.mark.django_db
CAMPAIGN, GAMES, BOX = "open-campaign-file", "open-sessions", "open-box-file"
SAID = {
    CAMPAIGN: "This is a campaign.",
    GAMES: "This is a file with games.",
    BOX: "This is a box file.",
}


@pytest.fixture
def campaign():
    return kept(founded_campaign("anna", "bara").session(anna=60, bara=55))


def files_of(campaign):
    table = campaign.table
    finished_night(table)
    return {
        "campaign": (CAMPAIGN, campaign_bytes(campaign)),
        "json": (GAMES, json_files.write_table(table, plays_of_table(table))),
        "csv": (GAMES, csv_files.write_zip(plays_of_table(table))),
        "page": (GAMES, write_table_capsule(table)),
        "bgstats": (GAMES, as_bytes(arcs_export("9", "5"))),
        "box": (BOX, box_bytes(box_state(table), table.name)),
    }


def test_every_file_is_led_to_the_page_that_opens_it(campaign):
    client = visitor(campaign.table, "organiser")
    for kind, (own, raw) in files_of(campaign).items():
        for page in SAID:
            address = reverse(page, args=[campaign.table_id])
            answer = client.post(address, {"file": io.BytesIO(raw)})
            said = answer.content.decode()
            led = SAID[own] in said
            assert (kind, page, led) == (kind, page, page != own)
            assert answer.status_code == (422 if led else 200)
            assert (f'action="{reverse(own, args=[campaign.table_id])}"' in said) or (
                not led
            )


def test_the_button_carries_the_file_along(campaign):
    client = visitor(campaign.table, "organiser")
    at, to = (reverse(one, args=[campaign.table_id]) for one in (GAMES, CAMPAIGN))
    raw = campaign_bytes(campaign)
    answer = client.post(at, {"file": io.BytesIO(raw)})
    there = client.post(to, {"carried": answer.context["carried"]})
    assert there.status_code == 200
    assert "is already here" in there.content.decode()


@pytest.mark.parametrize(
    "raw", [b"", b"x", b"[1]", b"{", b'{"campaign": 1}', b"{}" * 400_000, b"\xff\xfe"]
)
def test_what_is_none_of_ours_has_no_page(raw):
    assert find_page(raw) == ""
