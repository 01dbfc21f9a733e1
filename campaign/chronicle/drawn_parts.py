"""What pages show of finished sessions alone, drawn once until one comes, goes or changes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from campaign.board.letters import name_empires
from campaign.chronicle.book import GrownMap, Life
from campaign.chronicle.chapter import gather_chapter
from campaign.chronicle.facts import charted_sessions, charts_of
from campaign.chronicle.final import compared_boxes, final_places
from campaign.chronicle.sentences import tell_session
from campaign.chronicle.story_page import StoryPages
from campaign.documents.growth import draw_growth
from campaign.empires import read_empires
from campaign.models import Campaign
from campaign.session.past import PastSession
from campaign.session.settled import settled_version
from companion.base.kept_parts import keep_part
from companion.paper.svg import paint_svg
from scoring.rise_of_empire.layout import AGE_NAMES


def draw_charts(campaign: Campaign, *, newest: bool) -> SafeString:
    def gather() -> dict[str, Any]:
        sessions = charted_sessions(campaign, newest=newest)
        charts = charts_of(campaign, sessions.numbers)
        return {"charts": charts, "sessions": sessions}

    version = settled_version(campaign)
    shows = (version, newest, name_empires(campaign, read_empires(campaign)))
    return keep_part("campaign/board/_charts.html", shows, gather)


def draw_timeline(pages: StoryPages, wanted: int | None) -> SafeString:
    def gather() -> dict[str, Any]:
        return {"campaign": pages.campaign, "timeline": pages.timeline(wanted)}

    shows = (pages.campaign.pk, pages.version, wanted, pages.empire_names)
    return keep_part("campaign/chronicle/_timeline.html", shows, gather)


def draw_lives(pages: StoryPages, wanted: int | None) -> SafeString:
    """Also of the empires as they stand now."""

    def gather() -> dict[str, Any]:
        page = pages.lives(wanted)
        lives = [(life, told_maps(life)) for life in page]
        return {"campaign": pages.campaign, "lives": lives, "lives_page": page}

    state = pages.state
    now = (
        tuple((one.key, one.sheet.name, one.all_ticks) for one in state.empires),
        tuple((age, len(layout.map)) for age, layout in state.layouts.items()),
        pages.scored_now,
    )
    shows = (pages.campaign.pk, pages.version, wanted, pages.empire_names, now)
    return keep_part("campaign/chronicle/_lives.html", shows, gather)


def draw_ending(pages: StoryPages, night: PastSession) -> SafeString:
    """Who won the campaign and in which places, with the session that decided it."""
    campaign, empires = pages.campaign, pages.empires

    def gather() -> dict[str, Any]:
        chapter = gather_chapter(campaign, night, empires)
        places = final_places(chapter.state, pages.seats)
        return {
            "campaign": campaign,
            "chapter": chapter,
            "champions": [one for one in places if one.champion],
            "places": places,
            "compared": compared_boxes(places),
            "told": tell_session(chapter),
        }

    shows = (pages.version, campaign.name, pages.empire_names)
    return keep_part("campaign/chronicle/_ending.html", shows, gather)


def told_maps(life: Life) -> list[tuple[str, SafeString]]:
    language = get_language() or ""
    return [
        (
            AGE_NAMES[one.age],
            paint_growth(
                one.age, one.boxes, tuple(one.ticked.items()), life.seat, language
            ),
        )
        for one in life.maps
    ]


@lru_cache(maxsize=256)
def paint_growth(
    age: str, boxes: int, ticked: tuple[tuple[int, int], ...], seat: str, _language: str
) -> SafeString:
    """The same map is always the same picture; its title is in the reader's language."""
    return paint_svg(draw_growth(GrownMap(age, boxes, dict(ticked)), seat))
