"""Rule options of a campaign that is on: seen by everybody, changed by its organisers."""

import re
from dataclasses import fields
from uuid import uuid4

import pytest
from django.test import Client

from campaign.models import TableLog
from companion.log.record import undo
from scoring.rise_of_empire.readings import EFFECTS, TOPICS, Readings
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
    assert [one.field.name for one in page.context["questions"]] == [
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


def test_every_reading_belongs_to_one_topic():
    listed = [key for topic in TOPICS for key in topic.readings]
    assert sorted(listed) == sorted(one.name for one in fields(Readings))


@pytest.mark.parametrize("page", [PAGE, "table"])
def test_options_are_listed_by_topic_and_links_lead_there(here, page):
    answer = here.client.get(table_page(here)) if page == "table" else here.page(PAGE)
    shown = answer.content.decode()
    assert [one for one, _asked in answer.context["topics"]] == list(TOPICS)
    for topic in TOPICS:
        assert f'href="#about-{topic.key}"' in shown
        own = shown.split(f'id="about-{topic.key}"')[1].split("</section>")[0]
        for key in topic.readings:
            assert f'id="id_reading-{key}"' in own


def test_every_option_says_which_answer_is_the_default(here):
    form = here.page(PAGE).context["form"]
    assert form["province_points"].help_text.endswith("Default: 5.")
    for key, entry in form.asked.items():
        if entry.choices:
            marked = [one for one, label in form[key].field.choices if "(def" in label]
            assert marked == [entry.default], key


# What it changes, and since when


def test_every_reading_says_what_it_changes():
    assert list(EFFECTS) == [one.name for one in fields(Readings)]


def since(here):
    asked = here.page(PAGE).context["questions"]
    return {one.field.name: one.since for one in asked}


def test_an_answer_says_from_which_session_it_holds(client):
    played = founded_campaign("anna", "bara", tie="goods").session(anna=60, bara=55)
    here = Visitor(client, kept(played))
    assert set(since(here).values()) == {"since the start"}
    done(choose(here, twilight="two_falls"))
    assert since(here)["twilight"] == "since session 2"
    assert since(here)["tie"] == "since the start"


def test_an_answer_given_during_a_session_holds_from_the_next(client):
    here = Visitor(client, kept(founded_campaign("anna", "bara").open()))
    done(choose(here, twilight="two_falls"))
    assert since(here)["twilight"] == "since session 2"


def test_an_answer_that_was_undone_holds_no_more(here):
    done(choose(here, twilight="two_falls"))
    undo(here.campaign, [here.last.number], client_id=uuid4())
    assert since(here)["twilight"] == "since the start"


def test_two_organisers_change_two_options_and_both_stay(here):
    page = here.page(PAGE)
    typed = {**page.context["form"].data.dict(), "seen": page.context["seen"]}
    done(choose(here, twilight="two_falls"))
    done(
        here.client.post(
            here.address(PAGE), {**typed, "reading-full_map": "no_province"}
        )
    )
    chosen = here.state.readings
    assert (chosen.twilight, chosen.full_map) == ("two_falls", "no_province")


# The table's own


def table_page(here):
    return f"/campaigns/box/{here.campaign.table_id}/options/"


def prefer(here, **chosen):
    page = here.client.get(table_page(here))
    typed = page.context["form"].data.dict()
    sent = {**typed, **{f"reading-{key}": one for key, one in chosen.items()}}
    return here.client.post(table_page(here), {**sent, "seen": page.context["seen"]})


@pytest.mark.parametrize("ask", [choose, prefer])
def test_a_wrong_number_is_named_on_top_and_its_field_has_the_focus(here, ask):
    shown = ask(here, province_points="abc").content.decode()
    box = shown.split('class="card problems"')[1].split("</div>")[0]
    assert '<a href="#id_reading-province_points"' in box
    assert "Points lost per province" in box
    assert 'class="card problems"' not in here.page(PAGE).content.decode()
    assert (
        'class="card problems"'
        not in here.client.get(table_page(here)).content.decode()
    )
    assert shown.index('class="card problems"') < shown.index('class="readings')
    (focused,) = re.findall(r"<input[^>]*autofocus[^>]*>", shown)
    assert 'name="reading-province_points"' in focused


def test_a_table_prefers_options_and_new_campaigns_start_with_them(here):
    answer = prefer(here, twilight="two_falls")
    assert answer.status_code == 302
    assert "New campaigns start with" in here.client.get(answer.url).content.decode()
    start = f"/campaigns/start/{here.campaign.table_id}/"
    form = here.client.get(start).context["form"]
    assert form.readings["twilight"].value() == "two_falls"


def test_a_campaign_keeps_its_own_and_says_what_the_table_prefers(here):
    prefer(here, twilight="two_falls")
    assert here.state.readings.twilight == "three_falls"
    shown = here.page(PAGE).content.decode()
    assert "Your table prefers: two falls (three scores)" in shown


def test_the_tables_page_says_since_when(here):
    prefer(here, twilight="two_falls")
    asked = here.client.get(table_page(here)).context["questions"]
    said = {one.field.name: one.since for one in asked}
    assert said["twilight"].startswith("since ")
    assert said["tie"] == "never changed"


def test_the_history_of_the_box_says_which_option_changed(here):
    prefer(here, twilight="two_falls")
    history = f"/campaigns/box/{here.campaign.table_id}/history/"
    shown = here.client.get(history).content.decode()
    assert "two falls (three scores)" in shown
    assert "Starting good I" not in shown


def test_saving_a_table_without_a_change_writes_nothing(here):
    assert prefer(here).status_code == 302
    assert not TableLog.objects.exists()


def test_czech_options_use_one_word_for_one_thing(here):
    here.client.cookies["django_language"] = "cs"
    shown = here.client.get(table_page(here)).content.decode()
    assert "Rozhoduje při remíze" in shown
    assert "ikony znalosti" in shown
    for other in ("líže", "líznete", "ikony znalostí", "poli mapy", "vyhraje remízu"):
        assert other not in shown
