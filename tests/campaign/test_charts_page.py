"""The charts of a campaign, with every number in a table too."""

import re

import pytest

from tests.campaign.pages import shown
from tests.places import Place
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db


def test_what_is_behind_more_marks_that_tab():
    at = Place()
    within = re.compile(r'popovertarget="more"\s+class="within"')
    assert within.search(shown(at, "charts/"))
    assert not within.search(shown(at))


def test_charts_show_every_number_in_a_table_too():
    at = (
        founded_campaign("anna", "bara")
        .session(anna=50, bara=45)
        .session(anna=40, bara=60)
    )
    page = shown(Place(at), "charts/")
    assert page.count('<svg class="lines"') == 3
    numbers = re.findall(
        r"<td[^>]*>([^<]*)</td>", page[: page.index("Knowledge saved")]
    )
    assert numbers == ["40", "60", "50", "45"]
    knowledge = page[page.index("Knowledge saved") : page.index("Boxes ticked")]
    numbers = re.findall(r"<td[^>]*>([^<]*)</td>", knowledge)
    assert numbers[:2] == [str(at.sheet(one).knowledge) for one in ("anna", "bara")]
    assert numbers[2:] == ["20", "5"]  # 50 − 30 and 45 − 40


def test_charts_wait_for_the_first_finished_session():
    assert "You'll see charts after the first finished session." in shown(
        Place(), "charts/"
    )


def test_numbers_in_a_chart_are_written_for_the_browser_in_every_language():
    place = Place(
        founded_campaign("anna", "bara")
        .session(anna=50, bara=45)
        .session(anna=41, bara=60)
    )
    client = place.organiser
    client.cookies["django_language"] = "cs"
    page = client.get(place.address("charts/")).content.decode()
    written = re.findall(r' (?:cx|cy|x|y)="([^"]+)"', page)
    assert written
    assert all(re.fullmatch(r"-?\d+(\.\d+)?", one) for one in written)


def test_a_long_campaign_is_charted_in_few_points_that_end_today():
    at = founded_campaign("anna", "bara")
    for number in range(14):
        at.session(anna=50 + number, bara=45)
    place = Place(at)
    page = shown(place, "charts/")
    assert "7 of 14 sessions, evenly spread." in page
    scores = page[: page.index("Knowledge saved")]
    assert re.findall(r'<th scope="row">(\d+)</th>', scores) == [
        *("14", "12", "10", "8", "6", "4", "2")
    ]
    assert "63" in re.findall(r"<td[^>]*>([^<]*)</td>", scores)
    newest = shown(place, "charts/?newest")
    assert "The last 12 sessions." in newest
    scores = newest[: newest.index("Knowledge saved")]
    assert re.findall(r'<th scope="row">(\d+)</th>', scores)[::11] == ["14", "3"]
