"""The chronicle on the web: the story so far, a page per session, and the end of a campaign."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from campaign.chronicle.ahead import next_stakes
from campaign.chronicle.chapter import Chapter, Part, find_chapter
from campaign.chronicle.drawn_parts import draw_ending, draw_lives, draw_timeline
from campaign.chronicle.final import winning_night
from campaign.chronicle.memories import find_memories
from campaign.chronicle.previously import tell_records
from campaign.chronicle.remembered import remember_last
from campaign.chronicle.sentences import tell_session
from campaign.chronicle.sharing import chapter_sharing, win_sharing
from campaign.chronicle.story_page import StoryPages
from campaign.drawn import draw_campaign_once, nobody
from campaign.models import Campaign
from companion.log.acting import read_whole_number
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
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
        "timeline": draw_timeline(pages, page_asked(request, "page")),
        "records": pages.records(),
        "lives": draw_lives(pages, page_asked(request, "lives")),
        "won_in": pages.settled.winning_session(pages.state.champions),
    }
    return render(request, "campaign/chronicle/chronicle.html", shown)


@at_table("spectator")
@require_safe
def final_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """How the campaign ended; before it is won, the story so far."""
    night = winning_night(campaign)
    if night is None:
        return redirect("campaign-chronicle", campaign.pk)
    pages = StoryPages(campaign, CAMPAIGN.load(campaign.state))
    shown = {
        "campaign": campaign,
        "ending": draw_ending(pages, night),
        "records": pages.records(),
        "lives": draw_lives(pages, page_asked(request, "lives")),
        **win_sharing(request, night, pages.empires),
    }
    return render(request, "campaign/chronicle/final.html", shown)


def page_asked(request: TableRequest, name: str) -> int | None:
    return read_whole_number(request.GET.get(name, ""))
