"""The last session on the board is told once, and anew as soon as anything of it changes."""

from uuid import uuid4

import pytest
from django.utils.translation import override

from campaign.board.views import story_so_far
from campaign.chronicle import remembered
from campaign.chronicle.chapter import last_chapter
from campaign.chronicle.previously import tell_previously
from campaign.models import Campaign
from companion.log import record as service
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from tests.campaign_visitor import kept, two_sessions
from tests.places import Place

pytestmark = pytest.mark.django_db


@pytest.fixture
def place():
    return Place(two_sessions())


@pytest.fixture
def told(monkeypatch):
    """The numbers of the sessions whose story was told, in order."""
    numbers = []

    def note(campaign, state, empires):
        numbers.append(state.played)
        return last_chapter(campaign, state, empires)

    monkeypatch.setattr(remembered, "last_chapter", note)
    return numbers


def remember(place):
    """The story as the board tells it, which is the one told anew."""
    return remember_campaign(place.campaign)


def remember_campaign(campaign):
    campaign = Campaign.objects.get(pk=campaign.pk)
    state = CAMPAIGN.load(campaign.state)
    story = story_so_far(campaign, state, list(campaign.empires.all()))
    assert list(story) == tell_previously(last_chapter(campaign, state))
    return [one.text for one in story]


def edit_score(place, nth, empire, track):
    entered = place.acts.filter(kind="enter_score", data__empire=empire)
    data = {"empire": empire, "entries": {"track": track}}
    service.amend(place.campaign, entered[nth].number, data, client_id=uuid4())


def test_what_is_done_between_sessions_does_not_tell_it_again(place, told):
    before = remember(place)
    place.do("write_note", text="It rained.")
    assert remember(place) == before
    assert told == [2]
    place.do("rename_empire", empire="anna", name="Nova Roma")
    remember(place)  # by the names of today
    assert told == [2, 2]


def test_an_edit_of_that_session_and_of_one_before_is_told(place, told):
    assert "66 points" in " ".join(remember(place))
    edit_score(place, 1, "anna", 99)
    assert "94 points" in " ".join(remember(place))  # five for a province
    assert "Highest score so far" in " ".join(remember(place))
    edit_score(place, 0, "dana", 100)
    assert "Highest score so far" not in " ".join(remember(place))
    assert told == [2, 2, 2]


def test_an_undone_edit_is_told_as_it_was(place, told):
    before = remember(place)
    edit_score(place, 1, "anna", 99)
    assert remember(place) != before
    service.undo(place.campaign, [place.last().number], client_id=uuid4())
    assert remember(place) == before
    assert told == [2, 2, 2]


def test_another_session_and_another_language_have_their_own(place, told):
    english = remember(place)
    with override("cs"):
        assert remember(place) != english
    other = kept(two_sessions().session(anna=70, bara=71, cyril=58, dana=60))
    assert remember_campaign(other) != english
    assert remember(place) == english
    assert told == [2, 2, 3]


def test_a_campaign_without_a_finished_session_has_no_story(told):
    place = Place()
    state = CAMPAIGN.load(place.state)
    assert story_so_far(place.campaign, state, []) == ()
    assert told == []
