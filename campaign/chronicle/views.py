"""The chronicle on the web: the story so far, a page per session, and the end of a campaign."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from campaign.chronicle.ahead import next_stakes
from campaign.chronicle.book import GrownMap, Life
from campaign.chronicle.chapter import Chapter, Part, find_chapter
from campaign.chronicle.final import (
    compared_boxes,
    final_places,
    winning_chapter,
    winning_session,
)
from campaign.chronicle.memories import find_memories
from campaign.chronicle.previously import tell_records
from campaign.chronicle.remembered import remember_last
from campaign.chronicle.sentences import tell_session
from campaign.chronicle.sharing import chapter_sharing, win_sharing
from campaign.chronicle.story_page import StoryPages
from campaign.documents.growth import draw_growth
from campaign.drawn import draw_campaign_once, nobody
from campaign.models import Campaign
from companion.paper.svg import paint_svg
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import AGE_NAMES
from scoring.rules import Problem


@at_table("spectator")
@require_safe
def chapter_page(
    request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    """A finished session told in sentences; the last one also says what comes next."""
    return show_chapter(request, campaign, number)


def show_chapter(
    request: TableRequest,
    campaign: Campaign,
    number: int,
    *,
    problems: tuple[Problem, ...] = (),
    mistake: str = "",
) -> HttpResponse:
    chapter = find_chapter(campaign, number)
    if chapter is None:
        raise Http404
    shown = {
        "campaign": campaign,
        "own": own_part(request, chapter),
        **chapter_content(campaign, chapter),
        **chapter_sharing(request, chapter),
        "memories": find_memories(campaign, number),
        "problems": problems,
        "mistake": mistake,
        "typed": request.POST.get("text", ""),
    }
    status = 422 if problems or mistake else 200
    return render(request, "campaign/chronicle/chapter.html", shown, status=status)


def own_part(request: TableRequest, chapter: Chapter) -> Part | None:
    """The visitor's own empire, where they played."""
    name = request.here.person.name.casefold() if request.here.person else None
    own = [one for one in chapter.parts if one.player.casefold() == name]
    return own[0] if own else None


def chapter_content(campaign: Campaign, chapter: Chapter) -> dict[str, Any]:
    state = CAMPAIGN.load(campaign.state)
    newest = chapter.number == state.played
    return {
        "chapter": chapter,
        "verdict": chapter.verdict,
        "told": tell_session(chapter),
        "records": list(tell_records(chapter)),
        "stakes": next_stakes(state) if newest and state.session is None else [],
        "newest": newest,
        "over": newest and state.over,
        "next_session": state.played + 1,
        "earlier": chapter.number - 1,
        "later": 0 if newest else chapter.number + 1,
    }


@at_table("spectator")
@require_safe
@draw_campaign_once(nobody)
def chronicle_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """The story so far: a timeline, records, the lives of all empires and their maps."""
    pages = StoryPages(campaign, CAMPAIGN.load(campaign.state))
    shown = {
        "campaign": campaign,
        "played": pages.state.played,
        "previously": remember_last(
            campaign, pages.version, pages.state, pages.empires
        ),
        "timeline": pages.timeline(request.GET.get("page")),
        "records": pages.records(),
        **lives_shown(request, pages),
        "won_in": winning_session(campaign),
    }
    return render(request, "campaign/chronicle/chronicle.html", shown)


def lives_shown(request: TableRequest, pages: StoryPages) -> dict[str, Any]:
    """The empires of a page, each with its maps as pictures."""
    page = pages.lives(request.GET.get("lives"))
    return {
        "lives": [(life, told_maps(life)) for life in page],
        "lives_page": page,
    }


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


@at_table("spectator")
@require_safe
def final_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """How the campaign ended; before it is won, the story so far."""
    chapter = winning_chapter(campaign)
    if chapter is None:
        return redirect("campaign-chronicle", campaign.pk)
    pages = StoryPages(campaign, CAMPAIGN.load(campaign.state))
    places = final_places(chapter.state, pages.empires)
    shown = {
        "campaign": campaign,
        "chapter": chapter,
        "champions": [one for one in places if one.champion],
        "places": places,
        "compared": compared_boxes(places),
        "told": tell_session(chapter),
        "records": pages.records(),
        **lives_shown(request, pages),
        **win_sharing(request, chapter),
    }
    return render(request, "campaign/chronicle/final.html", shown)
