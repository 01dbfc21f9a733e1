"""A campaign as a file: downloaded, looked at, kept as a second campaign."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from campaign.files.lines import campaign_lines
from campaign.models import Campaign
from companion.log import record as service
from tests.campaign_visitor import one_session
from tests.places import Place, once

pytestmark = pytest.mark.django_db


@pytest.fixture
def place():
    return Place(one_session())


def downloaded(place, client=None):
    return (client or place.organiser).get(place.address("download/"))


def look_at(place, raw, client=None):
    file = SimpleUploadedFile("campaign.jsonl", raw)
    client = client or place.organiser
    return client.post(f"/campaigns/open/{place.table.pk}/", {"file": file})


def keep(place, shown, **more):
    sent = {**once(), "carried": shown.context["carried"], "keep": "1", **more}
    return place.organiser.post(f"/campaigns/open/{place.table.pk}/", sent)


def test_a_campaign_is_downloaded_as_export_writes_it(place):
    answer = downloaded(place)
    assert answer["Content-Disposition"].startswith('attachment; filename="rome-and')
    found = [json.loads(line) for line in answer.content.decode().splitlines()]
    assert found == json.loads(json.dumps(list(campaign_lines(place.campaign))))


def test_a_file_is_shown_before_it_is_kept(place):
    shown = look_at(place, downloaded(place).content)
    said = shown.content.decode()
    assert shown.status_code == 200
    assert "1 session played" in said
    assert "anna&#x27;s realm" in said
    assert "Rome and beyond (2)" in said
    assert Campaign.objects.count() == 1


def test_a_kept_file_is_a_second_campaign_and_the_first_is_as_it_was(place):
    before = place.state
    answer = keep(place, look_at(place, downloaded(place).content))
    first, second = Campaign.objects.order_by("pk")
    assert answer.url == f"/campaigns/{second.pk}/history/"
    assert place.organiser.get(answer.url).status_code == 200
    assert second.name == "Rome and beyond (2)"
    assert second.table == place.table
    assert (first.state, second.state) == (before, before)
    assert service.rebuild(second) == 0
    assert second.acts.last().by == place.people["anna"]


def test_it_can_be_given_another_name_and_never_one_that_is_taken(place):
    shown = look_at(place, downloaded(place).content)
    keep(place, shown, name="A copy")
    place.do("write_note", text="the first goes on")
    keep(place, look_at(place, downloaded(place).content), name="A copy")
    names = set(Campaign.objects.values_list("name", flat=True))
    assert names == {"Rome and beyond", "A copy", "A copy (2)"}


def test_pressing_twice_keeps_one(place):
    shown = look_at(place, downloaded(place).content)
    urls = {keep(place, shown, name="A copy").url for _press in range(2)}
    assert len(urls) == 1
    assert Campaign.objects.count() == 2


def test_a_file_that_breaks_a_rule_names_the_line_and_is_not_kept(place):
    found = downloaded(place).content.splitlines()
    del found[3]  # the session is never opened
    broken = [found[0]]
    for number, line in enumerate(found[1:], start=1):
        broken.append(json.dumps({**json.loads(line), "number": number}).encode())
    shown = look_at(place, b"\n".join(broken))
    said = shown.content.decode()
    assert "Line 4 of the file breaks a rule" in said
    assert keep(place, shown).status_code == 200
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"{nope", "Choose one you downloaded here."),
        (b"number,price\n1,2\n", "a campaign file"),
        (
            b'{"campaign": "x", "engine": "session", "start": {"game": "arcs", "players": 2}}',
            "a campaign file",
        ),
    ],
)
def test_a_file_that_is_none_of_ours_is_refused(place, raw, why):
    answer = look_at(place, raw)
    assert answer.status_code == 422
    assert why in answer.content.decode()


def test_a_line_that_cannot_be_read_is_named_without_a_programs_words(place):
    found = downloaded(place).content.splitlines()
    found[2] = b"{nope"
    answer = look_at(place, b"\n".join(found))
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "Line 3 can&#x27;t be read. Download the campaign again." in said
    assert "JSON" not in said


def test_no_file_at_all_is_asked_for(place):
    answer = place.organiser.post(f"/campaigns/open/{place.table.pk}/", once())
    assert answer.status_code == 422
    assert "Choose a file first." in answer.content.decode()


def test_players_download_and_only_organisers_open(place):
    player, spectator = place.join("bara", "player"), place.join("cyril", "spectator")
    raw = downloaded(place, player).content
    assert downloaded(place, spectator).status_code == 404
    assert downloaded(place, Client()).status_code == 404
    for client in (player, spectator, Client()):
        assert client.get(f"/campaigns/open/{place.table.pk}/").status_code == 404
        assert look_at(place, raw, client).status_code == 404
    assert Campaign.objects.count() == 1
