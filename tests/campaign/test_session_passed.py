"""Pages whose step or session has passed lead on, and steps nobody was asked about are told."""

from uuid import uuid4

import pytest
from django.urls import reverse

from campaign.session.urls import urlpatterns
from scoring.rise_of_empire.stages import Stage
from tests.campaign_visitor import Visitor, done, four, kept, said
from tests.played_campaign import (
    PlayedCampaign,
    filled_cards,
    founded_campaign,
    ticks,
)

pytestmark = pytest.mark.django_db
SESSION_OVER = "That session isn&#x27;t open any more."


def between(client):
    return Visitor(client, kept(founded_campaign("anna", "bara").session(anna=50)))


def send_score(here, **sent):
    address = here.address("campaign-session-score", 0)
    return here.client.post(address, {"id": str(uuid4()), **sent}, follow=True)


# A page that was left open


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("campaign-session-score", [0]),
        ("campaign-session-change-score", [0]),
        ("campaign-session-help", [1]),
        ("campaign-session-tie", []),
    ],
)
def test_a_page_of_a_finished_session_leads_to_what_is_on_now(client, name, more):
    page = between(client).page(name, *more)
    assert page.context["on"] == "before"
    assert SESSION_OVER in page.content.decode()


def test_a_page_of_an_opening_that_was_undone_leads_on_too(client):
    here = Visitor(client, kept(founded_campaign("anna", "bara").open()))
    done(here.take_back(here.last.number))
    assert SESSION_OVER in here.page("campaign-session-score", 0).content.decode()


def test_every_address_of_a_session_can_be_loaded_between_two(client):
    here = between(client)
    more = {"seat": 0, "kind": "pay_upkeep", "number": 1, "page": "rounds"}
    for one in urlpatterns:
        wanted = {key: more[key] for key in one.pattern.converters if key in more}
        address = reverse(one.name, kwargs={"campaign": here.campaign.pk, **wanted})
        status = client.get(address, follow=True).status_code
        assert status == 200, one.name


def test_numbers_sent_to_a_finished_session_are_said_to_be_unsaved(client):
    page = send_score(between(client), **{"s-track": "18"})
    assert "Your numbers weren&#x27;t saved." in page.content.decode()


def test_a_preview_of_a_finished_session_leaves_its_page_alone(client):
    here = between(client)
    address = here.address("campaign-session-score", 0)
    answer = client.get(address, {"s-track": "18"}, headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (204, b"")


def test_a_form_of_scores_that_are_confirmed_says_so(client):
    here = Visitor(client, kept(four().settle(anna=66, bara=44, cyril=70, dana=50)))
    words = "The scores are confirmed. Tap a name to change one."
    for name, more in (("campaign-session-score", [1]), ("campaign-session-tie", [])):
        assert words in here.page(name, *more).content.decode()
    assert words not in here.page().content.decode()


@pytest.mark.parametrize("why", ["", "x", "numbers", "help", "<b>"])
def test_a_made_up_reason_is_answered(client, why):
    here = Visitor(client, kept(four()))
    assert client.get(here.address(), {"passed": why}).status_code == 200


# What was meant for an earlier session


def next_is_on(client):
    played = founded_campaign("anna", "bara").session(anna=50, bara=45)
    return Visitor(client, kept(played.open()))


def test_numbers_typed_for_an_earlier_session_are_kept_and_not_saved(client):
    here = next_is_on(client)
    answer = send_score(here, **{"session": "1", "s-track": "18"})
    assert said(answer) == [("This was for session 1, which is over.", "TABLE-1")]
    assert 'value="18"' in answer.content.decode()
    assert here.state.session.seat("anna").entries is None
    send_score(here, **{"session": "2", "s-track": "18"})
    assert here.state.session.seat("anna").entries["track"] == 18


def test_a_tap_of_an_earlier_session_pays_nothing_in_this_one(client):
    here = next_is_on(client)
    before = here.campaign.acts.count()
    (box,) = here.sheet("anna").boxes
    payment = {"empire": "anna", "box": box, "goods": ["gold"]}
    late = here.do("pay_upkeep", payment, session="1")
    assert said(late) == [("This was for session 1, which is over.", "TABLE-1")]
    address = here.address("campaign-session-pay-all")
    all_late = client.post(address, {"empire": "anna", "session": "1"})
    assert said(all_late) == said(late)
    assert here.campaign.acts.count() == before
    done(client.post(address, {"empire": "anna", "session": "2"}))


def test_finishing_twice_with_one_press_finishes_once(client):
    played = four().settle(anna=66, bara=44, cyril=70, dana=50).to(Stage.FINISH)
    here, press = Visitor(client, kept(played)), uuid4()
    for _tap in range(2):
        done(here.do("finish_session", {}, press=press, session="3"))
    assert here.state.played == 3


def test_every_button_says_which_session_it_is_for(client):
    here = Visitor(client, kept(four()))
    page = here.page("campaign-session-play").content.decode()
    for form in page.split("<form")[1:]:
        content = form.partition("</form>")[0]
        if "data-queue" in content:
            assert 'name="session" value="3"' in content


# Steps nobody is asked about


def told_steps(here):
    return [(step.number, words) for step, words in here.page().context["skipped"]]


def test_steps_that_went_by_themselves_are_told_in_the_shop(client):
    played = four().settle(anna=66, bara=44, cyril=70, dana=50)
    here = Visitor(client, kept(played))
    assert told_steps(here) == []
    done(here.do("tick_track", {"empire": "cyril", "category": "science"}))
    assert told_steps(here) == [(3, "nobody this time"), (4, "added to the sheets")]
    shown = here.page().content.decode()
    assert "3 New ages: nobody this time</span>" in shown
    assert "4 Knowledge: added to the sheets" in shown


def test_a_step_somebody_was_asked_about_is_not_told_again(client):
    played = PlayedCampaign(cards=filled_cards())
    played.take_over("anna", ticks=ticks(diplomacy=15), provinces=[11])
    played.found("bara").open().settle(anna=50, bara=45)
    played.do("tick_track", empire="anna", category="diplomacy")
    here = Visitor(client, kept(played.to(Stage.INVENTIONS)))
    assert told_steps(here) == [(4, "added to the sheets")]


def test_knowledge_nobody_gains_is_said_to_be_none(client):
    played = founded_campaign("anna", "bara", cards=filled_cards()).open()
    here = Visitor(client, kept(played.settle(anna=0, bara=0).to(Stage.INVENTIONS)))
    assert (4, "nobody gains any") in told_steps(here)


def test_an_empire_that_falls_with_its_score_is_told_which_steps_it_misses(client):
    played = founded_campaign("anna", twilight_when="scoring")
    played.open(missions=(136, 137, 150, 151)).settle(anna=40)
    here = Visitor(client, kept(played.to(Stage.FINISH)))
    assert told_steps(here)[-2:] == [(5, "nobody buys"), (6, "nobody draws")]
