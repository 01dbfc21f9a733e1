"""The end of a session: before and after compared, the page that closes the evening, and what comes next."""

import pytest
from django.utils.html import strip_tags

from scoring.rise_of_empire.stages import Stage
from tests.campaign_visitor import at, done, four, on, said
from tests.played_campaign import PlayedCampaign, filled_cards, founded_campaign, ticks

pytestmark = pytest.mark.django_db


def test_before_and_after_are_compared_and_the_session_is_finished(client):
    here = at(
        client, four().settle(anna=66, bara=44, cyril=70, dana=50).to(Stage.FINISH)
    )
    page = here.page()
    rows = {
        row.label: (row.before, row.after) for row in page.context["compared"][0].rows
    }
    assert rows["Provinces"] == (2, 3)
    assert rows["Knowledge"] == (46, here.sheet("anna").knowledge)
    done(here.do("finish_session", {}))
    assert here.state.session is None
    assert on(here) == "before"


def test_finishing_leads_to_the_page_that_closes_the_evening(client):
    here = at(
        client, four().settle(anna=66, bara=44, cyril=70, dana=50).to(Stage.FINISH)
    )
    closing = here.address("campaign-chapter", 3)
    before = here.page().content.decode()
    assert 'data-session="3"' in before
    assert "data-closing" not in before
    assert done(here.do("finish_session", {})).headers["Location"] == closing
    # A phone that still shows session 3 learns from this where to go.
    shown = here.page().content.decode()
    assert f'data-session="4" data-closing="{closing}"' in shown


def test_before_the_next_session_comes_how_the_last_one_ended(client):
    here = at(client, founded_campaign("anna", "bara").session(anna=50, bara=45))
    shown = here.page().content.decode()
    assert "Session 1 is over: Anna won." in " ".join(shown.split())
    assert shown.index("See how it went") < shown.index("Who plays?")
    assert f'href="{here.address("campaign-chapter", 1)}"' in shown


def test_nobody_is_said_to_have_won_alone(client):
    here = at(client, founded_campaign("anna").session(anna=50))
    shown = here.page().content.decode()
    assert "Session 1 is over." in shown
    assert "won." not in shown


def test_before_the_first_session_nothing_is_over(client):
    shown = at(client, founded_campaign("anna", "bara")).page().content.decode()
    assert "See how it went" not in shown


def test_the_first_session_is_compared_with_the_sheet_from_paper(client):
    played = (
        PlayedCampaign()
        .take_over("anna", knowledge=18, provinces=[11])
        .found("bara")
        .open()
    )
    here = at(client, played.settle(anna=43, bara=42).to(Stage.FINISH))
    anna, bara = here.page().context["compared"]
    assert [
        (row.before, row.after) for row in anna.rows if row.label == "Provinces"
    ] == [(1, 2)]
    assert all(row.before == 0 for row in bara.rows)


def test_the_fall_is_told_before_the_session_is_finished(client):
    played = founded_campaign("anna", "bara")
    for score in (60, 55, 50):
        played.session(anna=score, bara=60)
    played.open().settle(anna=45, bara=60).to(Stage.FINISH)
    shown = at(client, played).page().content.decode()
    assert "collapses" in shown
    assert "The score kept falling: 60, 55, 50, 45." in shown


def test_a_session_finished_meanwhile_refuses_what_a_stale_page_sends(client):
    here = at(client, founded_campaign("anna", "bara").session(anna=50, bara=45))
    answer = here.do(
        "buy_invention", {"empire": "anna", "number": 57, "price": 1, "colour": "red"}
    )
    assert said(answer) == [("No session is open.", "ROE-2")]
    assert answer.context["on"] == "before"


@pytest.mark.rule("ROE-36")
def test_a_winners_summary_shows_the_sheet_it_won_with(client):
    played = PlayedCampaign().take_over(
        "anna", age="industrial", ticks=ticks(15, 0, 0), earlier_ticks=40
    )
    played.found("bara").open().settle(anna=60, bara=50)
    played.do("tick_track", empire="anna", category="diplomacy").to(Stage.FINISH)
    anna = at(client, played).page().context["compared"][0]
    assert (anna.rows[0].before, anna.rows[0].after) == (15, 16)


def test_a_collapsed_empire_loses_also_what_it_gained_that_evening(client):
    played = founded_campaign("anna", "bara", cards=filled_cards(price=44)).open()
    played.settle(anna=50, bara=12).to(Stage.INVENTIONS)
    played.do("buy_invention", empire="anna", number=57, price=44, colour="brown")
    played.do("stop_buying", empire="anna").do("afford_nothing", empire="bara")
    here = at(client, played.to(Stage.FINISH))
    gained, page = here.sheet("bara").knowledge, here.page()
    bara = next(one for one in page.context["compared"] if one.empire.key == "bara")
    rows = {row.label: (row.before, row.after) for row in bara.rows}
    assert gained > 0
    assert rows["Knowledge"] == (gained, 0)
    assert {after for _, after in rows.values()} == {0}
    words = " ".join(strip_tags(page.content.decode()).split())
    assert "The empire collapses. Dark age: it couldn" in words
