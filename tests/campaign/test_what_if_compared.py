"""A what-if beside its campaign: people keep their letters, only what differs is listed."""

from uuid import uuid4

import pytest
from django.urls import reverse

from campaign.board.letters import campaign_letters
from campaign.history.what_ifs import start_what_if
from campaign.models import Campaign
from companion.log.record import record
from tests.campaign_visitor import two_sessions
from tests.places import Place

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at():
    return two_sessions()


@pytest.fixture
def place(at):
    return Place(at)


def fork(place, kind="finish_session"):
    return start_what_if(place.campaign, place.acts.filter(kind=kind)[0].number)


def compare(place, what_if):
    return place.organiser.get(reverse("compare-what-if", args=[what_if.pk]))


def correct(what_if, knowledge):
    data = {"empire": "anna", "knowledge": knowledge, "reason": "what if"}
    record(what_if, kind="correct_knowledge", data=data, client_id=uuid4())


def test_who_comes_later_has_the_letter_of_the_real_campaign(place):
    """From the first empire on: Dana comes second here, and stays D."""
    what_if = fork(place, "found_empire")
    data = place.acts.filter(kind="found_empire")[3].data
    assert data["player"] == "Dana"
    record(what_if, kind="found_empire", data=data, client_id=uuid4())
    assert campaign_letters(place.campaign)["Dana"] == "D"
    assert campaign_letters(what_if)["Dana"] == "D"
    board = place.organiser.get(reverse("campaign", args=[what_if.pk])).context["board"]
    assert [one.seat for one in board.stands] == ["A", "D"]


def test_kept_as_a_campaign_everybody_has_the_letter_they_had(place):
    """Also once the campaign it came from is gone, and whoever comes then takes a free one."""
    what_if = fork(place, "found_empire")
    founded = place.acts.filter(kind="found_empire")
    record(what_if, kind="found_empire", data=founded[3].data, client_id=uuid4())
    keep = reverse("keep-what-if", args=[what_if.pk])
    answer = place.organiser.post(keep, {"name": "Rome, later"})
    page = place.organiser.get(answer.url)
    assert [one.seat for one in page.context["board"].stands] == ["A", "D"]
    assert "Kept as a campaign." in page.content.decode()
    kept = Campaign.objects.get(pk=what_if.pk)
    record(kept, kind="found_empire", data=founded[1].data, client_id=uuid4())
    assert campaign_letters(kept) == {"Anna": "A", "Dana": "D", "Bara": "B"}


def test_only_what_differs_is_listed_and_whoever_is_alike_is_named_once(place):
    what_if = fork(place)
    correct(what_if, 7)
    page = compare(place, what_if)
    compared = page.context["compared"]
    (anna,) = compared.differing
    assert [pair.label for pair in anna.differing] == ["Knowledge"]
    assert compared.alike == "Bara, Cyril, Dana"
    text = page.content.decode()
    assert "Same in both: Empire, Age" in text
    assert "No difference yet: Bara, Cyril, Dana" in text
    assert 'class="letter" aria-hidden="true">A</span>' in text


def test_the_real_column_says_which_moment_it_is(place):
    what_if = fork(place)
    correct(what_if, 7)
    text = compare(place, what_if).content.decode()
    assert f"at entry {what_if.what_if_after}" in text
    assert "Played only in the real campaign so far: 2" in text


def test_the_name_to_keep_it_under_is_asked_for_by_name(place):
    text = compare(place, fork(place)).content.decode()
    assert '<label for="name">Name of the campaign</label>' in text
