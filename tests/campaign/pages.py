"""A campaign's pages as tests read them, and a campaign somebody won."""

import re
from urllib.parse import parse_qs, urlsplit

from tests.places import once
from tests.played_campaign import PlayedCampaign, ticks


def shown(place, rest=""):
    answer = place.organiser.get(place.address(rest))
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(page):
    """What a reader sees, without the marks around it."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def winning():
    at = PlayedCampaign().take_over(
        "anna", age="industrial", ticks=ticks(15, 0, 0), earlier_ticks=40
    )
    at.found("bara").open().settle(anna=60, bara=50)
    at.do("tick_track", empire="anna", category="diplomacy")
    return at.finish()


def number_of(place, kind, nth=0):
    return list(place.acts.filter(kind=kind).values_list("number", flat=True))[nth]


def page(client, place, rest="history/", **query):
    answer = client.get(place.address(rest), query)
    assert answer.status_code == 200
    return answer.content.decode()


def drop_instead(place, answer, **more):
    """The other way than a repair: whatever no longer fits is undone too."""
    change = parse_qs(urlsplit(answer.url).query)["change"][0]
    sent = {**once(), "change": change, **more}
    return place.organiser.post(place.address("repair/drop/"), sent)


def falling(asked):
    return [line.act.number for line, _why in asked.context["fallen"]]
