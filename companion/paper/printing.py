"""What every print asks for, its paper and its language, remembered by the browser it came from."""

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
COOKIES = {PAPER: "print_paper", LANGUAGE: "print_language"}
USUAL = "a4"


@dataclass(frozen=True)
class PrintWish:
    """On which paper and in which language somebody prints."""

    paper: str
    language: str


def print_wish(request: HttpRequest) -> PrintWish:
    """What the link says, else what this browser printed with last, else A4 as one reads."""
    languages = dict(settings.LANGUAGES)
    now = get_language() or settings.LANGUAGE_CODE
    return PrintWish(
        chosen_option(request, PAPER, PAPERS, USUAL),
        chosen_option(request, LANGUAGE, languages, now),
    )


def print_wish_cookies(request: HttpRequest) -> dict[str, str]:
    """The cookies behind a wish, as far as they name something there is."""
    known: dict[str, Container[str]] = {
        PAPER: PAPERS,
        LANGUAGE: dict(settings.LANGUAGES),
    }
    kept = {COOKIES[what]: request.COOKIES.get(COOKIES[what], "") for what in known}
    return {
        COOKIES[what]: kept[COOKIES[what]]
        for what, options in known.items()
        if kept[COOKIES[what]] in options
    }


def chosen_option(
    request: HttpRequest, what: str, known: Container[str], usual: str
) -> str:
    asked = request.GET.get(what)
    if asked is None:
        kept = request.COOKIES.get(COOKIES[what], usual)
        return kept if kept in known else usual
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
    for what in (PAPER, LANGUAGE):
        if what in request.GET:
            answer.set_cookie(
                COOKIES[what],
                getattr(wished, what),
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
