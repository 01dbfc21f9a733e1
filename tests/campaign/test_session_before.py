"""Before a session: who plays, the missions drawn or typed, and what is laid out."""

import re
from html import unescape
from uuid import uuid4

import pytest

from companion.log.record import record
from scoring.rise_of_empire.cards import SLOTS
from scoring.rise_of_empire.layout import Category
from tests.campaign_visitor import at, done, four, said
from tests.played_campaign import (
    CAESAR,
    PlayedCampaign,
    end_bonuses,
    founded_campaign,
    invention,
    layout,
    ticks,
)

pytestmark = pytest.mark.django_db


# Before


def test_a_session_begins_with_missions_drawn_by_chance(client):
    here = at(client, founded_campaign("anna", "bara", "cyril"))
    page = here.page()
    assert page.status_code == 200
    done(here.do("open_session", empires=["anna", "cyril"], played_on="2026-11-16"))
    session = here.state.session
    assert [seat.empire for seat in session.seats] == ["anna", "cyril"]
    assert [one.category for one in session.missions] == list(Category)
    assert session.played_on == "2026-11-16"


def test_the_missions_drawn_by_chance_differ(client):
    seen = set()
    here = at(client, founded_campaign("anna", "bara"))
    for _try in range(6):
        done(here.do("open_session", empires=["anna", "bara"]))
        seen.add(tuple(one.number for one in here.state.session.missions))
        done(here.take_back(here.last.number))
    assert len(seen) > 1


def test_missions_drawn_from_the_box_are_typed_as_they_are_printed(client):
    here = at(client, founded_campaign("anna", "bara"))
    typed = {"diplomacy": "ROTE126", "economy": "136", "science": " 0150"}
    done(here.do("open_session", empires=["anna", "bara"], **typed))
    assert [one.number for one in here.state.session.missions] == [126, 136, 150]


def test_a_number_that_is_none_is_said_beside_its_field_and_kept(client):
    here = at(client, founded_campaign("anna", "bara"))
    answer = here.do("open_session", empires=["bara"], diplomacy="Caesar")
    assert answer.status_code == 422
    form = answer.context["missions_form"]
    assert form.errors["diplomacy"] == ["Type the number on the card."]
    assert 'value="Caesar"' in answer.content.decode()
    assert here.state.session is None


def test_a_number_no_card_has_is_said_to_be_none(client):
    here = at(client, founded_campaign("anna", "bara"))
    assert 'placeholder="e.g. 126"' in here.page().content.decode()
    answer = here.do("open_session", empires=["bara"], diplomacy="9999")
    form = answer.context["missions_form"]
    assert form.errors["diplomacy"] == ["There's no card 9999."]
    assert here.state.session is None


def test_a_mission_of_the_wrong_category_is_refused_with_its_rule(client):
    here = at(client, founded_campaign("anna", "bara"))
    typed = {"diplomacy": "126", "economy": "127", "science": "150"}
    answer = here.do("open_session", empires=["anna", "bara"], **typed)
    assert [rule for _words, rule in said(answer)] == ["ROE-6"]
    assert 'value="127"' in answer.content.decode()


def test_alone_four_missions_are_drawn(client):
    here = at(client, founded_campaign("anna", "bara"))
    done(here.do("open_session", empires=["bara"]))
    session = here.state.session
    assert session.solo
    assert len({one.number for one in session.missions}) == 4


def test_alone_the_page_tells_how_many_missions_are_needed(client):
    here = at(client, founded_campaign("anna").open().complete(CAESAR, "anna"))
    assert "<strong>1 of 2</strong> missions completed" in here.page().content.decode()


def test_nobody_ticked_is_refused(client):
    here = at(client, founded_campaign("anna", "bara"))
    assert said(here.do("open_session")) == [("Choose one to four empires.", "ROE-1")]


def test_opening_twice_with_one_press_opens_once(client):
    here, press = at(client, founded_campaign("anna", "bara")), uuid4()
    for _press in range(2):
        done(here.do("open_session", empires=["anna", "bara"], press=press))
    assert here.campaign.acts.filter(kind="open_session").count() == 1


def test_a_second_opening_from_a_stale_page_is_refused(client):
    here = at(client, founded_campaign("anna", "bara").open())
    answer = here.do("open_session", empires=["anna", "bara"])
    assert ("A session is already open. Finish it first.", "ROE-2") in said(answer)


def test_the_set_up_names_what_is_laid_out_taken_and_due(client):
    played = PlayedCampaign().take_over(
        "anna",
        ticks=ticks(diplomacy=4, economy=2),
        boxes=[0, 1],
        provinces=[11, 12],
        inventions=[invention(56)],
    )
    shown = at(client, played).page().content.decode()
    for words in (
        "011 Křemenolom",
        "012 Skrblíkova vilka",
        "056 Lukostřelba",
        "Wall token",
        "1 wood",
        "1 food",
    ):
        assert words in shown


def test_with_nothing_to_lay_out_the_page_says_so_once(client):
    page = at(client, founded_campaign("anna", "bara", "cyril")).page().content.decode()
    assert page.count("Nothing to lay out yet.") == 1
    assert "These bonuses are examples." not in page


def test_without_an_empire_the_page_says_what_to_do(client):
    shown = at(client, PlayedCampaign()).page().content.decode()
    assert "No empires yet" in shown
    assert "open_session" not in shown


def test_a_collapsed_empire_is_named_before_the_next_session(client):
    played = founded_campaign("anna", "bara")
    for scores in ((60, 60), (50, 60), (45, 60), (40, 60)):
        played.session(anna=scores[0], bara=scores[1])
    here = at(client, played)
    shown = here.page().content.decode()
    assert "anna&#x27;s realm has collapsed" in shown
    assert f"{here.address('found-empire')}?player=Anna" in shown
    new = {"player": "Anna", "name": "Nova", "faction": "egyptians"}
    record(
        here.campaign,
        kind="found_empire",
        data={"empire": "nova", **new},
        client_id=uuid4(),
    )
    assert "Found a new empire" not in here.page().content.decode()


# Told where it matters


@pytest.mark.rule("ROE-8", "ROE-42", "ROE-48")
def test_the_set_up_tells_what_tokens_and_provinces_do(client):
    played = PlayedCampaign(layouts=[end_bonuses("dove", "wall")], dove_good="stone")
    played.take_over("anna", ticks=ticks(science=2), boxes=[0], provinces=[11])
    here = at(client, played.found("bara"))
    for _when in ("before", "in play"):
        page = unescape(here.page().content.decode())
        assert "If the location is razed, you gain: Stone." in page
        assert "Enemies can't raze, remove, block or use the location." in page
        assert "Provinces can't be removed or built over." in page
        for rule in ("ROE-8", "ROE-48", "ROE-50"):
            assert f'#{rule}"' in page
        assert "ROE-49" not in page
        if here.state.session is None:
            done(here.do("open_session", empires=["anna", "bara"]))


@pytest.mark.rule("ROE-1")
def test_too_few_tokens_in_the_box_are_said_before_the_session(client):
    played = PlayedCampaign(layouts=[end_bonuses(*["bribe"] * 5)])
    for key in ("anna", "bara"):
        played.take_over(key, ticks=ticks(science=5))
    page = at(client, played).page().content.decode()
    assert "Bribe token: 10 due, but the box has only 8." in page


def test_who_drew_the_missions_themselves_says_which(client):
    here = at(client, founded_campaign("anna", "bara"))
    page = here.page().content.decode()
    assert "Enter the missions you drew" in page
    assert "Draw for us and start" in page
    answer = here.do("open_session", empires=["anna", "bara"], by_hand="on")
    assert answer.status_code == 422
    assert answer.context["missions_form"].errors
    assert here.state.session is None


def test_wrong_mission_numbers_are_named_with_the_range_of_their_category(client):
    here = at(client, founded_campaign("anna", "bara"))
    typed = {"diplomacy": "126", "economy": "055", "science": "155"}
    answer = here.do("open_session", empires=["anna", "bara"], **typed)
    assert [text for text, _ in said(answer)] == [
        "There's no mission 055.",
        "Economy and government: choose one from 136 to 149.",
    ]
    twice = here.do(
        "open_session", empires=["anna", "bara"], **dict(typed, economy="155")
    )
    assert said(twice)[0][0] == "Mission 155 is there twice."


def test_each_category_hints_at_a_number_of_its_own(client):
    form = at(client, founded_campaign("anna", "bara")).page().context["missions_form"]
    for name, field in form.fields.items():
        number = int(field.widget.attrs["placeholder"].split()[-1])
        assert SLOTS[number].group == name


def test_the_set_up_of_somebody_helped_is_called_theirs(client):
    page = at(client, four()).page("campaign-session-help", 2).content.decode()
    assert "Cyril's set-up" in unescape(page)
    assert "My set-up" not in page


def test_drawing_by_hand_and_by_the_app_are_equal_buttons(client):
    page = at(client, founded_campaign("anna", "bara")).page().content.decode()
    form = re.search(r'<form[^>]*class="opening.*?</form>', page, re.DOTALL)[0]
    found = re.findall(r"<button([^>]*)>(.*?)</button>", form, re.DOTALL)
    buttons = {words.strip(): said for said, words in found}
    assert list(buttons) == ["Start with these", "Draw for us and start"]
    by_hand = buttons["Start with these"].replace(' name="by_hand" value="on"', "")
    assert by_hand == buttons["Draw for us and start"]


EXAMPLES = "These bonuses are examples."


def with_a_bonus(*layouts):
    """An empire whose ticks bring something, and one that has none yet."""
    played = PlayedCampaign(layouts=layouts)
    return played.take_over("anna", ticks=ticks(economy=2)).found("bara")


@pytest.mark.parametrize("open_first", [False, True])
def test_the_set_up_says_where_its_bonuses_are_examples(client, open_first):
    played = with_a_bonus().open() if open_first else with_a_bonus()
    assert at(client, played).page().content.decode().count(EXAMPLES) == 1


@pytest.mark.parametrize("open_first", [False, True])
def test_bonuses_the_table_has_copied_are_no_examples(client, open_first):
    played = with_a_bonus(layout())
    played = played.open() if open_first else played
    assert EXAMPLES not in at(client, played).page().content.decode()
