"""A result that leaves the table: its picture, and a page for whoever has its link."""

from __future__ import annotations

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
from companion.sessions.lineup import seat_tints
from companion.sessions.models import GameSession
from companion.sessions.result_card import PIXELS, draw_result_card, result_lines
from companion.sessions.services import session_state
from companion.sessions.session_form import SessionForm, result_of
from companion.tables.access import TableRequest, at_table, open_to_all
from companion.tables.joining_views import base_address, qr_code

NOT_FOR_SEARCH = {"X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer"}


def shown_result(session: GameSession) -> Finale:
    """The result alone: no records, which would tell of other sessions."""
    state = session_state(session)
    people = session.table.people.all() if session.table else ()
    return Finale(result_of(state, SessionForm(state), seat_tints(state, people)), None)


def sharing_context(
    request: HttpRequest, session: GameSession, finale: Finale
) -> dict[str, Any]:
    """What the page of a finished session offers to send."""
    alone, day = Finale(finale.result, None), session.card.played_on
    code = sharing.find_share_code(session)
    link = base_address(request) + reverse("shared-result", args=[code]) if code else ""
    return {
        "card": paint_svg(draw_result_card(alone, day)),
        "share_text": "\n".join(result_lines(alone, day)),
        "share_link": link,
        "share_code": qr_code(link) if link else "",
    }


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
    return picture_response(session)


def picture_response(session: GameSession) -> HttpResponse:
    drawing = draw_result_card(shown_result(session), session.card.played_on)
    name = f"{session.card.game}-result.png"
    headers = {"Content-Disposition": f'inline; filename="{name}"', **NOT_FOR_SEARCH}
    picture = paint_png(drawing, width=PIXELS)
    return HttpResponse(picture, content_type="image/png", headers=headers)


@open_to_all
@require_safe
@never_cache
def shared_result(request: HttpRequest, code: str) -> HttpResponse:
    """One result, for whoever has its link; nothing on it leads to its table."""
    session = find_shared_or_404(code)
    finale, day = shown_result(session), session.card.played_on
    picture = reverse("shared-picture", args=[code])
    context = {
        "finale": finale,
        "result": finale.result,
        "game": finale.result.form.game,
        "played_on": day,
        "share_lines": result_lines(finale, day),
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


def find_shared_or_404(code: str) -> GameSession:
    session = sharing.find_shared_session(code)
    if session is None:
        raise Http404
    return session
