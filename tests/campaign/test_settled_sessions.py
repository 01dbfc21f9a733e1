"""What a process keeps of finished sessions is never older than the log."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaign.chronicle.book import write_book
from campaign.chronicle.records import campaign_records
from campaign.chronicle.story_page import StoryPages
from campaign.models import Campaign
from companion.base import kept_parts
from companion.log import record as service
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from tests.campaign_visitor import kept
from tests.conftest import forget_everything_kept
from tests.places import Place
from tests.played_campaign import (
    CAESAR,
    PlayedCampaign,
    founded_campaign,
    layout,
    track,
)

pytestmark = pytest.mark.django_db
PAGES = (
    *("", "empires/anna/", "empires/bara/", "history/board/?after=12"),
    *("chronicle/", "chronicle/1/", "chronicle/2/", "charts/", "sessions/1/"),
    *("sessions/3/", "before/"),
    *("history/", "history/?session=1", "history/?q=score", "what-ifs/"),
)


@pytest.fixture
def place():
    at = founded_campaign("anna", "bara").session(anna=50, bara=45)
    return Place(at.session(anna=40, bara=60).session(anna=52, bara=51))


def main_of(html):
    """Without what differs from one request to the next."""
    start, end = html.index("<main"), html.index("</main>")
    return [
        line
        for line in html[start:end].splitlines()
        if "csrfmiddlewaretoken" not in line and 'name="id"' not in line
    ]


def see_pages(place, language="en"):
    client = place.organiser
    client.defaults |= {"HTTP_ACCEPT_LANGUAGE": language}
    return {
        rest: main_of(client.get(place.address(rest)).content.decode())
        for rest in PAGES
    }


def number_of(place, kind, nth=0):
    return list(place.acts.filter(kind=kind).values_list("number", flat=True))[nth]


def amend_score(place):
    number = number_of(place, "enter_score")
    act = place.acts.get(number=number)
    row, points = next(iter(act.data["entries"].items()))
    data = {**act.data, "entries": {**act.data["entries"], row: points + 1}}
    service.amend(place.campaign, number, data, client_id=uuid4(), along=True)


def undo_last_finish(place):
    number = number_of(place, "finish_session", -1)
    service.undo(place.campaign, [number], client_id=uuid4(), along=True)


def undo_the_undo(place):
    undo_last_finish(place)
    see_pages(place)
    number = number_of(place, "undo", -1)
    service.undo(place.campaign, [number], client_id=uuid4(), along=True)


CHANGES = {
    "a note": lambda place: place.do("write_note", text="It rained."),
    "a note about a session": lambda place: place.do(
        "write_note", text="It rained.", session=1
    ),
    "another name": lambda place: place.do(
        "correct_name", empire="anna", name="Nova Roma", reason="as on paper"
    ),
    "another faction": lambda place: place.do(
        "correct_faction", empire="anna", faction="Aztecs", reason="as on paper"
    ),
    "more knowledge": lambda place: place.do(
        "correct_knowledge", empire="anna", knowledge=77, reason="as on paper"
    ),
    "a card's name": lambda place: place.do("fill_card", number=61, name="Pottery"),
    "a new empire": lambda place: place.do(
        "found_empire", empire="cyril", player="Cyril", name="Kemet", faction="Egypt"
    ),
    "another score": amend_score,
    "a finish undone": undo_last_finish,
    "a finish back again": undo_the_undo,
}


@pytest.mark.parametrize("what", CHANGES)
def test_pages_are_as_if_nothing_had_been_kept(place, what):
    see_pages(place)
    CHANGES[what](place)
    after = see_pages(place)
    forget_everything_kept()
    assert after == see_pages(place)


def test_what_finished_sessions_say_is_drawn_once(place, monkeypatch):
    """An act that changes none of them leaves what is told of them as it was."""
    drawn, draw = [], kept_parts.render_to_string
    monkeypatch.setattr(
        kept_parts,
        "render_to_string",
        lambda template, shown: drawn.append(template) or draw(template, shown),
    )
    for _time in range(3):
        place.do("write_note", text="It rained.")
        for rest in ("sessions/2/", "empires/anna/"):
            place.organiser.get(place.address(rest))
    assert drawn.count("campaign/session/_past_told.html") == 1
    assert drawn.count("campaign/board/_story.html") == 1


def test_every_reader_has_their_own_language():
    """However somebody else read it before them; also what a track gave in a session."""
    goods = layout(diplomacy=track(*(["good_one"] * 8)))
    at = PlayedCampaign(layouts=[goods]).found("anna", "bara").open()
    at.complete(CAESAR, "anna").settle(anna=50, bara=45).finish()
    place, alone = Place(at.session(anna=40, bara=60)), {}
    for language in ("en", "cs"):
        forget_everything_kept()
        alone[language] = see_pages(place, language)
    assert "1 wood" in "".join(alone["en"]["chronicle/1/"])
    assert "1 wood" not in "".join(alone["cs"]["chronicle/1/"])
    for language in ("en", "cs", "en"):
        assert see_pages(place, language) == alone[language]


@pytest.mark.parametrize("what", CHANGES)
def test_records_are_those_of_the_printed_book(place, what):
    CHANGES[what](place)
    campaign = Campaign.objects.get(pk=place.campaign.pk)
    pages = StoryPages(campaign, CAMPAIGN.load(campaign.state))
    assert pages.records() == campaign_records(write_book(campaign))


def test_lives_and_timeline_are_those_of_the_printed_book(place):
    campaign = Campaign.objects.get(pk=place.campaign.pk)
    pages, book = (
        StoryPages(campaign, CAMPAIGN.load(campaign.state)),
        write_book(campaign),
    )
    for own, other in zip(pages.lives(1), book.lives, strict=True):
        assert (own.maps, own.boxes, own.founded) == (
            other.maps,
            other.boxes,
            other.founded,
        )
        assert [(one.session, one.score, one.place) for one in own.chapters] == [
            (one.session, one.score, one.place) for one in other.chapters
        ]
    told = [(one.number, [part.score for part in one.parts]) for one in book.spreads]
    shown = pages.timeline(1)
    assert [(one.number, [part.score for part in one.parts]) for one in shown] == (
        told[::-1]
    )


def test_a_long_chronicle_asks_as_often_as_a_short_one():
    counted = []
    for sessions in (2, 14):
        at = founded_campaign("anna", "bara")
        for _session in range(sessions):
            at.session(anna=50, bara=45)
        counted.append(count_queries(kept(at)))
    assert counted[0] == counted[1]


def count_queries(campaign):
    forget_everything_kept()
    with CaptureQueriesContext(connection) as asked:
        pages = StoryPages(campaign, CAMPAIGN.load(campaign.state))
        assert pages.records()
        assert list(pages.lives(1))
        assert list(pages.timeline(1))
    return len(asked)
