"""Rule options of a campaign that is on: seen by everybody, changed by its organisers."""

from dataclasses import fields

import pytest
from django.test import Client

from scoring.rise_of_empire.readings import Readings
from tests.campaign_visitor import Visitor, done, kept
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db
PAGE = "campaign-readings"


@pytest.fixture
def here(client):
    return Visitor(client, kept(founded_campaign("anna", "bara")))


def choose(here, **chosen):
    form = here.page(PAGE).context["form"]
    sent = {
        **form.data.dict(),
        **{f"reading-{key}": one for key, one in chosen.items()},
    }
    return here.client.post(here.address(PAGE), sent)


def test_every_reading_is_shown_with_its_question_its_page_and_its_choices(here):
    page = here.page(PAGE)
    assert [field.name for field, _entry in page.context["questions"]] == [
        one.name for one in fields(Readings)
    ]
    shown = page.content.decode()
    assert "Which symbol follows the 0" in shown
    assert "Rise of the Empire, p. 3" in shown
    assert "you gain no knowledge but keep the score" in shown


def test_the_campaign_leads_to_it(here):
    assert here.address(PAGE) in here.page("campaign").content.decode()


def test_a_changed_reading_holds(here):
    done(choose(here, twilight="two_falls"))
    assert here.state.readings.twilight == "two_falls"
    assert here.last.kind == "change_readings"
    assert here.page(PAGE).context["form"]["twilight"].value() == "two_falls"


def test_saving_without_a_change_writes_nothing(here):
    before = here.campaign.acts.count()
    done(choose(here))
    assert here.campaign.acts.count() == before


def test_during_a_session_it_holds_from_the_next_one(client):
    here = Visitor(client, kept(founded_campaign("anna", "bara").open()))
    done(choose(here, twilight="two_falls"))
    assert here.state.readings.twilight == "three_falls"
    page = here.page(PAGE)
    assert page.context["form"]["twilight"].value() == "two_falls"
    assert "Saved. From session 2:" in page.content.decode()


def test_what_was_changed_during_a_session_is_said_after_saving(client):
    here = Visitor(client, kept(founded_campaign("anna", "bara").open()))
    assert "Saved. From" not in here.page(PAGE).content.decode()
    done(choose(here, tie="goods"))
    page = here.page(PAGE)
    assert page.context["saved"] == [("What counts in a tie", "gold and tokens too")]
    assert "Saved. From session 2:" in page.content.decode()


def test_what_was_changed_between_sessions_is_said_after_saving(client):
    here = Visitor(
        client, kept(founded_campaign("anna", "bara").session(anna=50, bara=40))
    )
    page = client.get(done(choose(here, tie="goods")).headers["Location"])
    assert page.context["saved"] == [("What counts in a tie", "gold and tokens too")]
    assert "Saved. From session 2:" in page.content.decode()
    assert "Saved. From" not in here.page(PAGE).content.decode()


def test_saving_what_stands_there_already_says_that_nothing_changed(here):
    page = client_page(here, choose(here))
    assert "Nothing changed." in page


def client_page(here, answer):
    return here.client.get(done(answer).headers["Location"]).content.decode()


@pytest.mark.parametrize("keys", ["tie,<b>", "nothing", ",,", "tie" * 1000])
def test_an_address_somebody_made_up_names_no_question_there_isnt(here, keys):
    page = here.client.get(here.address(PAGE), {"saved": keys})
    assert page.status_code == 200
    assert len(page.context["saved"]) == ("tie" in keys.split(","))


def test_a_wrong_number_is_said_beside_it(here):
    answer = choose(here, province_points="many")
    assert answer.status_code == 422
    assert 'value="many"' in answer.content.decode()


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_others_only_read(here, role):
    reader = Visitor(Client(), here.campaign, role, role)
    shown = reader.page(PAGE).content.decode()
    assert "Save rule options" not in shown
    assert "three falls (four scores)" in shown
    assert choose(reader, twilight="two_falls").status_code == 404
    assert here.state.readings.twilight == "three_falls"


@pytest.mark.parametrize(
    ("name", "more", "page"),
    [
        ("rename-empire", ["anna"], "empire"),
        ("retire-empire", ["anna"], "empire"),
        ("play-on", [], "campaign"),
    ],
)
def test_what_only_takes_something_leads_to_its_page(here, name, more, page):
    answer = here.client.get(here.address(name, *more))
    assert answer.headers["Location"] == here.address(page, *more)
    assert Client().get(here.address(name, *more)).status_code == 404
