"""The result of a campaign or its session leaves the table: its picture, and a link that can be deleted."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaign.chronicle import sharing
from campaign.chronicle.chapter import Chapter, find_chapter
from campaign.chronicle.memory_views import chapter_address
from campaign.chronicle.win import tell_win
from campaign.models import Campaign
from companion.base.posting import post_or_page
from companion.sessions.sharing_views import picture_response
from companion.tables.access import TableRequest, at_table


@at_table("player")
@post_or_page(chapter_address)
def share_session(
    _request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    find_chapter_or_404(campaign, number)
    sharing.share_session(campaign, number)
    return redirect(f"{chapter_address(campaign, number)}#share")


@at_table("player")
@post_or_page(chapter_address)
def stop_sharing_session(
    _request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    sharing.stop_sharing_session(campaign, number)
    return redirect(f"{chapter_address(campaign, number)}#share")


@at_table("spectator")
@require_safe
def session_picture(
    _request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    told = sharing.tell_chapter_result(find_chapter_or_404(campaign, number))
    return picture_response(told)


def final_address(campaign: Campaign) -> str:
    return reverse("campaign-final", args=[campaign.pk])


@at_table("player")
@post_or_page(final_address)
def share_win(_request: TableRequest, campaign: Campaign) -> HttpResponse:
    if tell_win(campaign) is None:
        raise Http404
    sharing.share_session(campaign, sharing.WIN)
    return redirect(f"{final_address(campaign)}#share")


@at_table("player")
@post_or_page(final_address)
def stop_sharing_win(_request: TableRequest, campaign: Campaign) -> HttpResponse:
    sharing.stop_sharing_session(campaign, sharing.WIN)
    return redirect(f"{final_address(campaign)}#share")


@at_table("spectator")
@require_safe
def win_picture(_request: TableRequest, campaign: Campaign) -> HttpResponse:
    """Before the campaign is won, whoever asks for it comes to the story so far, as on its page."""
    told = tell_win(campaign)
    return picture_response(told) if told else redirect(final_address(campaign))


def find_chapter_or_404(campaign: Campaign, number: int) -> Chapter:
    chapter = find_chapter(campaign, number)
    if chapter is None:
        raise Http404
    return chapter
