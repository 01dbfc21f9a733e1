"""The page of one empire: its sheet, its story, its paper, its forecast, its new name and its end."""

import re
from uuid import uuid4

import pytest
from pypdf import PdfReader

from campaign.chronicle import facts
from campaign.models import Empire
from companion.log import record as log
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from tests.campaign.pages import shown, text_of, winning
from tests.campaign_visitor import Visitor, kept
from tests.places import Place, once
from tests.played_campaign import PlayedCampaign, founded_campaign, ticks

pytestmark = pytest.mark.django_db


def test_the_page_of_an_empire_draws_its_sheet_and_tells_its_story():
    at = founded_campaign("anna", "bara").open().complete(126, "anna")
    at.settle(anna=50, bara=45).finish().session(anna=40, bara=60)
    place = Place(at)
    page = shown(place, "empires/anna/")
    assert '<svg class="drawing"' in page
    story = text_of(page[page.index('id="story"') :])
    first, second = story.index("Session 2"), story.index("Session 1")
    assert first < second < story.index("Founded for session 1")
    assert "First to complete Obezřetný jako Caesar: +3 on the track." in story
    assert "Gained 50 knowledge, spent 30." in story
    assert "50 1st" in story
    assert "40 2nd" in story
    assert story.count("New province") == 2


@pytest.mark.rule("ROE-34")
def test_a_new_age_is_in_the_story_and_the_old_sheet_stays():
    at = PlayedCampaign().take_over(
        "anna", ticks=ticks(15, 0, 0), scores=[40], knowledge=50
    )
    at.found("bara").open().settle(anna=60, bara=50)
    at.do("tick_track", empire="anna", category="diplomacy").finish()
    place = Place(at)
    page = shown(place, "empires/anna/")
    assert "Reached a new age: Medieval age." in page
    assert "Sheets from earlier ages" in page
    assert page.count('<svg class="drawing"') == 2  # as on paper and for a phone
    assert 'href="?age=ancient#past"' in page
    opened = shown(place, "empires/anna/?age=ancient")
    assert opened.count('<svg class="drawing"') == 4
    assert "Copied from paper" in page
    assert text_of(page).count("Bought") == 1  # of this session, not what it came with


@pytest.mark.rule("ROE-36")
def test_of_two_in_the_modern_age_only_the_champion_won_the_campaign():
    at = PlayedCampaign()
    for key, earlier in (("anna", 40), ("bara", 35)):
        full = ticks(diplomacy=15)
        at.take_over(key, age="industrial", earlier_ticks=earlier, ticks=full)
    at.open().complete(126, "anna", "bara")
    at.settle(anna=50, bara=45).finish()
    assert {one.status for one in at.state.empires} == {"won"}
    page = text_of(shown(Place(at)))
    assert page.count("Won the campaign") == 1
    assert "The campaign was won by another empire." in page


@pytest.mark.rule("ROE-36")
def test_a_winner_has_the_sheet_it_won_with():
    page = shown(Place(winning()), "empires/anna/")
    assert "Reached the modern age and won." in page
    assert "Won the campaign" in page


def test_a_former_empire_keeps_its_page_its_story_and_its_paper():
    at = founded_campaign("anna", "bara").session(anna=50, bara=5).found("cyril")
    place = Place(at.session(anna=50, cyril=45))
    assert "bara" in at.state.former_keys
    page = text_of(shown(place, "empires/bara/"))
    assert "Collapsed" in page
    assert "buy any invention." in page
    answer = place.organiser.get(place.address("empires/bara/sheet.pdf"))
    assert answer.content.startswith(b"%PDF")


def test_an_empire_that_retired_before_its_first_session_keeps_its_page():
    at = founded_campaign("anna", "bara", "cyril").do("retire_empire", empire="cyril")
    place = Place(at.session(anna=50, bara=45))
    assert "cyril" in at.state.former_keys
    assert "Retired" in text_of(shown(place, "empires/cyril/"))


def test_an_empire_nobody_founded_has_no_page():
    place = Place()
    for rest in ("empires/nobody/", "empires/nobody/sheet.pdf"):
        assert place.organiser.get(place.address(rest)).status_code == 404


@pytest.mark.parametrize("key", ["a/b", "a b?", "#1", "ž%"])
def test_whatever_an_imported_empire_is_called_it_has_its_page(key):
    at = founded_campaign().do(
        "found_empire", empire=key, player="Anna", name="X", faction="romans"
    )
    place = Place(at)
    page = shown(place)
    address = re.search(r'<h2>\s*<a href="([^"]+)"', page)[1]
    assert place.organiser.get(address).status_code == 200


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_prints_on_both_papers(paper, tmp_path):
    place = Place(founded_campaign("anna", "bara").session(anna=50, bara=45))
    address = place.address(f"empires/anna/sheet.pdf?paper={paper}")
    answer = place.organiser.get(address)
    assert answer["Content-Type"] == "application/pdf"
    document = tmp_path / "sheet.pdf"
    document.write_bytes(answer.content)
    (page,) = PdfReader(document).pages
    assert "realm" in page.extract_text()
    wide = {"a4": 842, "letter": 792}[paper]
    assert abs(max(page.mediabox.width, page.mediabox.height) - wide) < 1


def test_there_is_no_sheet_on_a_napkin():
    place = Place()
    address = place.address("empires/anna/sheet.pdf?paper=napkin")
    assert place.organiser.get(address).status_code == 404


def test_an_empire_is_renamed_and_retired_once():
    place = Place()
    sent = {**once(), "name": "Nova Roma"}
    for _press in range(2):
        answer = place.organiser.post(place.address("empires/anna/rename/"), sent)
        assert answer.url == place.address("empires/anna/")
    assert Empire.objects.get(key="anna").name == "Nova Roma"
    answer = place.organiser.post(
        place.address("empires/anna/rename/"), {**once(), "name": " "}
    )
    assert answer.status_code == 422
    assert "Give the empire a name." in answer.content.decode()
    place.organiser.post(place.address("empires/anna/retire/"), once())
    answer = place.organiser.post(place.address("empires/anna/retire/"), once())
    assert answer.status_code == 422
    assert Empire.objects.get(key="anna").status == "retired"


def test_a_player_renames_but_does_not_retire_an_empire():
    place = Place()
    client = place.join("dan", "player")
    sent = {**once(), "name": "Nova Roma"}
    assert client.post(place.address("empires/anna/rename/"), sent).status_code == 302
    assert client.post(place.address("empires/anna/retire/"), once()).status_code == 404


def test_no_empire_is_looked_for_whose_key_postgresql_refuses(monkeypatch):
    asked = []
    look = facts.page_of_story
    monkeypatch.setattr(
        facts, "page_of_story", lambda *given: asked.append(given[1]) or look(*given)
    )
    place = Place()
    for key in ("%00", "a%00b"):
        address = place.address(f"empires/{key}/")
        assert place.organiser.get(address).status_code == 404
        for what in ("rename/", "retire/"):
            answer = place.organiser.post(address + what, once())
            assert answer.status_code == 404
    assert asked == []
    assert place.organiser.get(place.address("empires/zita/")).status_code == 404
    assert asked == ["zita"]


def test_an_undone_session_leaves_board_and_story():
    at = founded_campaign("anna", "bara").session(anna=50, bara=45)
    place = Place(at)
    log.undo(place.campaign, [3], client_id=uuid4(), along=True)
    page = text_of(shown(place, "empires/anna/"))
    assert "Session 1" not in page[page.index("Story") :].replace("for session 1", "")
    assert "Prepare session 1" in text_of(shown(place))


def test_the_page_of_an_empire_forecasts_a_session(client):
    played = founded_campaign("anna", "bara").session(anna=50, bara=45)
    here = Visitor(client, kept(played))
    knowledge = here.sheet("anna").knowledge
    page = here.page("empire", "anna")
    assert page.context["what_if"].supposed.knowledge == knowledge + 50
    address = here.address("empire", "anna")
    asked = here.client.get(address, {"score": "45", "science": "3"})
    assert asked.context["what_if"].supposed.knowledge == knowledge + 45
    wrong = here.client.get(address, {"score": "many"})
    assert wrong.status_code == 200
    assert wrong.context["what_if"].supposed is None


def test_nothing_is_forecast_in_the_middle_of_a_session(client):
    here = Visitor(client, kept(founded_campaign("anna", "bara").open()))
    assert here.page("empire", "anna").context["what_if"] is None


def test_a_long_story_comes_in_pages_that_tell_what_one_page_would():
    at = founded_campaign("anna", "bara")
    for number in range(14):
        at.session(anna=60, bara=40 + number)
    place = Place(at)
    pages = [shown(place, f"empires/bara/?page={page}") for page in (1, 2)]
    told = [
        re.findall(r"Session (\d+)", text_of(page[page.index('id="story"') :]))
        for page in pages
    ]
    assert told == [list(map(str, range(14, 4, -1))), ["4", "3", "2", "1"]]
    assert "Founded for session 1" not in pages[0]
    assert "Founded for session 1" in pages[1]
    state = CAMPAIGN.load(place.state)
    whole = facts.empire_story(
        state, facts.empire_facts(place.campaign, "bara"), range(1, 15)
    )
    for first, last in ((3, 14), (1, 2)):
        part = facts.empire_facts(place.campaign, "bara", facts.StoryPart(first, last))
        shown_part = facts.empire_story(state, part, range(first, last + 1))
        assert shown_part == [one for one in whole if first <= one.session <= last]
