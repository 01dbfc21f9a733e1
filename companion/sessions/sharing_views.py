"""A result that leaves the table: its picture, and a page for whoever has its link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.base.posting import post_or_page
from companion.paper.png import paint_png
from companion.paper.svg import paint_svg
from companion.sessions import sharing
from companion.sessions.finale import Finale
from companion.sessions.finding import session_address
from companion.sessions.models import GameSession
from companion.sessions.result_card import PIXELS, draw_result_card, result_lines
from companion.sessions.services import session_state
from companion.sessions.sharing import ToldResult
from companion.tables.access import TableRequest, at_table, open_to_all
from companion.tables.joining_views import base_address, qr_code

NOT_FOR_SEARCH = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


@dataclass(frozen=True)
class ShareAddresses:
    """Where a result's picture is, and where its link is made and deleted."""

    picture: str
    make: str
    stop: str


def sharing_context(
    request: HttpRequest, told: ToldResult, code: str, at: ShareAddresses
) -> dict[str, Any]:
    """What the page of a finished game night offers to send."""
    link = base_address(request) + reverse("shared-result", args=[code]) if code else ""
    return {
        "card": paint_svg(draw_result_card(told.finale, told.played_on)),
        "share_at": at,
        "share_text": "\n".join(result_lines(told.finale, told.played_on)),
        "share_link": link,
        "share_code": qr_code(link) if link else "",
    }


def session_sharing(
    request: HttpRequest, session: GameSession, finale: Finale
) -> dict[str, Any]:
    """The same for a session of any game."""
    names = ("result-picture", "share-result", "stop-sharing")
    at = ShareAddresses(*(reverse(name, args=[session.token]) for name in names))
    told = ToldResult(Finale(finale.result, None), session.card.played_on)
    return sharing_context(request, told, sharing.find_share_code(session), at)


@at_table("player")
@post_or_page(session_address)
def share(_request: TableRequest, session: GameSession) -> HttpResponse:
    if session_state(session).finished:
        sharing.share_result(session)
    return redirect(f"{reverse('session', args=[session.token])}#share")


@at_table("player")
@post_or_page(session_address)
def stop_sharing(_request: TableRequest, session: GameSession) -> HttpResponse:
    sharing.stop_sharing(session)
    return redirect(f"{reverse('session', args=[session.token])}#share")


@at_table("spectator")
@require_safe
def result_picture(_request: TableRequest, session: GameSession) -> HttpResponse:
    if session_state(session).covered:
        raise Http404
    return picture_response(sharing.tell_session_result(session))


def picture_response(told: ToldResult) -> HttpResponse:
    drawing = draw_result_card(told.finale, told.played_on)
    name = f"{told.finale.game.slug}-result.png"
    headers = {"Content-Disposition": f'inline; filename="{name}"', **NOT_FOR_SEARCH}
    picture = paint_png(drawing, width=PIXELS)
    return HttpResponse(picture, content_type="image/png", headers=headers)


@open_to_all
@require_safe
@never_cache
def shared_result(request: HttpRequest, code: str) -> HttpResponse:
    """One result, for whoever has its link; nothing on it leads to its table."""
    told = find_shared_or_404(code)
    picture = reverse("shared-picture", args=[code])
    context = {
        "finale": told.finale,
        "game": told.finale.game,
        "played_on": told.played_on,
        "share_lines": result_lines(told.finale, told.played_on),
        "picture": picture,
        "picture_link": request.build_absolute_uri(picture),
    }
    answer = render(request, "sessions/finale/shared.html", context)
    for name, value in NOT_FOR_SEARCH.items():
        answer.headers[name] = value
    return answer


@open_to_all
@require_safe
@never_cache
def shared_picture(_request: HttpRequest, code: str) -> HttpResponse:
    return picture_response(find_shared_or_404(code))


def find_shared_or_404(code: str) -> ToldResult:
    told = sharing.find_shared_result(code)
    if told is None:
        raise Http404
    return told
