"""What every print asks for: its paper, remembered by the browser it came from, and its language."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from companion.paper.metadata import date_documents
from companion.paper.page import PAPERS, POSTERS

A_YEAR = 365 * 24 * 60 * 60
PAPER, LANGUAGE = "paper", "language"  # what a link says
COOKIE = "print_paper"  # what lies in the printer stays there; a language is chosen each time
USUAL = "a4"


@dataclass(frozen=True)
class PrintWish:
    """On which paper and in which language somebody prints."""

    paper: str
    language: str


def print_wish(request: HttpRequest) -> PrintWish:
    """What the link says, else the paper this browser printed on last, in the language one reads."""
    now = get_language() or settings.LANGUAGE_CODE
    last = print_wish_cookies(request).get(COOKIE, USUAL)
    return PrintWish(
        chosen_option(request, PAPER, PAPERS, last),
        chosen_option(request, LANGUAGE, dict(settings.LANGUAGES), now),
    )


def print_wish_cookies(request: HttpRequest) -> dict[str, str]:
    """The cookie behind a wish, if it names a paper there is."""
    kept = request.COOKIES.get(COOKIE, "")
    return {COOKIE: kept} if kept in PAPERS else {}


def chosen_option(
    request: HttpRequest, what: str, known: Container[str], usual: str
) -> str:
    asked = request.GET.get(what, usual)
    if asked not in known:
        raise Http404(_("This paper doesn't exist."))
    return asked


def print_document(
    request: HttpRequest,
    name: str,
    make: Callable[[str], bytes],
    *,
    of: date | None = None,
    poster: bool = False,
) -> HttpResponse:
    """The document on the paper and in the language somebody wished for, as of the day it tells of."""
    wished = print_wish(request)
    paper = POSTERS[wished.paper] if poster else wished.paper
    with override(wished.language), date_documents(of):
        document = make(paper)
    answer = pdf_response(document, f"{name}-{paper}.pdf")
    if PAPER in request.GET:
        answer.set_cookie(
            COOKIE,
            wished.paper,
            max_age=A_YEAR,
            path=settings.SESSION_COOKIE_PATH,
            samesite="Lax",
            secure=request.is_secure(),
        )
    answer.headers["Content-Language"] = wished.language
    return answer


def pdf_response(document: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        document,
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}"'},
    )
