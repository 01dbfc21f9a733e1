"""Sharing how a campaign or one of its sessions ended: as a picture, as text, by a link to nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.chronicle.chapter import Chapter, find_chapter
from campaign.chronicle.win import tell_ending, tell_win
from campaign.empires import EmpireRow
from campaign.models import Campaign, SharedSession
from campaign.models.campaign import mark_what_if
from campaign.session.past import PastSession
from companion.sessions.aids.open_game import table_tints
from companion.sessions.finale import Finale
from companion.sessions.sharing import ToldResult
from companion.sessions.sharing_views import ShareAddresses, sharing_context
from companion.tables.access import TableRequest

ADDRESSES = (
    "campaign-session-picture",
    "share-campaign-session",
    "stop-sharing-campaign-session",
)
WIN_ADDRESSES = ("campaign-win-picture", "share-campaign-win", "stop-sharing-win")
WIN = 0  # shared like a session: the campaign's own end, and no session has this number


def share_session(campaign: Campaign, number: int) -> SharedSession:
    """The link to this result; the same until sharing is stopped."""
    return SharedSession.objects.get_or_create(campaign=campaign, number=number)[0]


def stop_sharing_session(campaign: Campaign, number: int) -> None:
    SharedSession.objects.filter(campaign=campaign, number=number).delete()


def find_campaign_result(code: str) -> ToldResult | None:
    """The finished session, or the won campaign, that was shared with this code."""
    found = SharedSession.objects.select_related("campaign__table")
    shared = found.filter(code=code).first()
    if shared and shared.number == WIN:
        return tell_win(shared.campaign)
    chapter = find_chapter(shared.campaign, shared.number) if shared else None
    return tell_chapter_result(chapter) if chapter else None


def tell_chapter_result(chapter: Chapter) -> ToldResult:
    """Who came where and why, in the people's own colours."""
    verdict = chapter.verdict
    tints = table_tints(chapter.past.campaign.table, tuple(verdict.form.names))
    night = _("Session %(number)s") % {"number": chapter.number}
    if chapter.past.campaign.is_what_if:
        night = mark_what_if(night)
    finale = Finale(replace(verdict, tints=tints), None, night=night)
    return ToldResult(finale, chapter.played_on)


def find_session_code(campaign: Campaign, number: int) -> str:
    """The code under which a session's result is shared; nothing where it isn't."""
    found = SharedSession.objects.filter(campaign=campaign, number=number)
    return found.values_list("code", flat=True).first() or ""


def chapter_sharing(request: TableRequest, chapter: Chapter) -> dict[str, Any]:
    """What the page of a finished session offers to send."""
    campaign, number = chapter.past.campaign, chapter.number
    at = (reverse(name, args=[campaign.pk, number]) for name in ADDRESSES)
    told, code = tell_chapter_result(chapter), find_session_code(campaign, number)
    return offer_to_share(request, told, code, ShareAddresses(*at))


def win_sharing(
    request: TableRequest, night: PastSession, empires: Sequence[EmpireRow]
) -> dict[str, Any]:
    """What the last page of a campaign that was won in this session offers to send."""
    campaign = night.campaign
    told, code = tell_ending(night, empires), find_session_code(campaign, WIN)
    at = (reverse(name, args=[campaign.pk]) for name in WIN_ADDRESSES)
    return offer_to_share(request, told, code, ShareAddresses(*at))


def offer_to_share(
    request: TableRequest, told: ToldResult, code: str, at: ShareAddresses
) -> dict[str, Any]:
    return {
        **sharing_context(request, told, code, at),
        "game": told.finale.game,
        "may_share": request.here.plays,
    }
