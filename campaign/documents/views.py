"""What a campaign prints besides its sheets: the session pack, a summary, the chronicle; and the code on a sheet."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.board.letters import campaign_letters
from campaign.chronicle.book import Book, write_book
from campaign.chronicle.memories import session_photos
from campaign.chronicle.photos import shrink_for_paper
from campaign.chronicle.sharing import find_session_code
from campaign.documents import backup_pages, campaign_summary, session_pack
from campaign.documents import chronicle as chronicle_book
from campaign.documents.sheet_codes import campaign_of, empires_of, tidy_code
from campaign.empires import read_empires
from campaign.files.lines import campaign_bytes
from campaign.files.paper_backup import campaign_pieces
from campaign.models import Campaign
from campaign.registration import find_campaign
from campaign.session.now import SessionView
from campaign.session.past import PastSession, find_past_session
from campaign.session.scores import CountedSession
from companion.log.acting import read_whole_number
from companion.paper.code_pieces import NoPieces
from companion.paper.printing import print_document
from companion.sessions import score_proof
from companion.sessions.result import SessionResult
from companion.sessions.session_facts import describe_time
from companion.sessions.sharing import address_of_code
from companion.tables.access import TableRequest, at_table, open_to_all
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.preview import score_sheet
from scoring.rise_of_empire.state import CampaignState


def document_name(*parts: object) -> str:
    """A file's name: what is in it, as far as it can be written in plain letters."""
    return slugify(" ".join(map(str, parts))) or "sheet"


def session_number(request: HttpRequest) -> int:
    """The finished session that is asked for; 0 where it can't be one."""
    return read_whole_number(request.GET.get("session", "")) or 0


def no_such_session() -> Http404:
    return Http404(_("This session hasn't been finished."))


def state_of(request: HttpRequest, campaign: Campaign) -> CampaignState:
    """The campaign as it is, or as a finished session left it."""
    if "session" not in request.GET:
        return CAMPAIGN.load(campaign.state)
    end = campaign.ends.filter(session__number=session_number(request)).first()
    if end is None:
        raise no_such_session()
    return CAMPAIGN.load(end.state)


def last_day(campaign: Campaign) -> date | None:
    """When something last happened in it."""
    last = campaign.acts.order_by("-number").values_list("at", flat=True).first()
    return timezone.localtime(last).date() if last else None


@at_table("spectator")
@require_safe
def summary_document(request: TableRequest, campaign: Campaign) -> HttpResponse:
    state, rows = state_of(request, campaign), read_empires(campaign)
    name = document_name(campaign.name, "summary", request.GET.get("session", ""))
    return print_document(
        request,
        name,
        lambda paper: campaign_summary.draw_campaign_summary(
            state, rows, name=campaign.title, paper=paper
        ),
        of=last_day(campaign),
    )


@at_table("player")
@require_safe
def backup_document(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """The summary, and behind it the whole campaign as codes to photograph."""
    state, rows = CAMPAIGN.load(campaign.state), read_empires(campaign)
    try:
        pieces = campaign_pieces(campaign_bytes(campaign))
    except NoPieces:
        raise Http404(_("This campaign is too long for paper. Download it.")) from None
    return print_document(
        request,
        document_name(campaign.name, "backup"),
        lambda paper: backup_pages.draw_paper_backup(
            state, rows, pieces, name=campaign.title, paper=paper
        ),
    )


@at_table("spectator")
@require_safe
def pack_document(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """For the session that is open, or the one that comes."""
    state = CAMPAIGN.load(campaign.state)
    return print_document(
        request,
        document_name(campaign.name, "session", state.played + 1),
        lambda paper: session_pack.draw_session_pack(
            state,
            campaign_letters(campaign),
            name=campaign.title,
            paper=paper,
        ),
        of=last_day(campaign),
    )


@at_table("spectator")
@require_safe
def result_document(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """The scores of a finished session, each row with its rule and its arithmetic."""
    number = session_number(request)
    past = find_past_session(campaign, number)
    if past is None:
        raise no_such_session()
    return print_document(
        request,
        document_name(campaign.name, "session", number, "result"),
        lambda paper: score_proof.draw_score_proof(
            *counted_of(past),
            paper=paper,
            facts=past_facts(past),
            link=address_of_code(request, find_session_code(campaign, number)),
            times=past_times(past),
        ),
        of=past.end.session.played_on,
    )


def past_facts(past: PastSession) -> list[str]:
    """Which session of which campaign it was, and when and where."""
    campaign, session = past.campaign, past.end.session
    return [
        _("Session %(number)s") % {"number": session.number},
        *describe_time(session.played_on, past.time),
        campaign.title,
        campaign.table.name if campaign.table else "",
    ]


def past_times(past: PastSession) -> list[int]:
    """What the turn clock counted, in the order of the seats."""
    took = {name: seconds for _seat, name, seconds in past.times}
    seats = SessionView(past.state_before("settle_scores")).seats
    return [took.get(seat.player, 0) for seat in seats] if took else []


def counted_of(past: PastSession) -> tuple[Any, SessionResult]:
    """A session as it stood just before its scores were settled."""
    then = past.state_before("settle_scores")
    view = SessionView(then, campaign_letters(past.campaign))
    form: Any = CountedSession(view)
    letters = tuple(seat.letter for seat in view.seats)
    return form, SessionResult(form, score_sheet(then), letters=letters)


@at_table("spectator")
@require_safe
def chronicle_document(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """The whole campaign as a book to bind."""
    book = book_with_photos(campaign)
    return print_document(
        request,
        document_name(campaign.name, "chronicle"),
        lambda paper: chronicle_book.draw_chronicle(book, paper=paper),
        of=book.days[-1] if book.days else None,
    )


@at_table("spectator")
@require_safe
def booklet_document(request: TableRequest, campaign: Campaign) -> HttpResponse:
    """The same book in half the size, to fold."""
    book = book_with_photos(campaign)
    return print_document(
        request,
        document_name(campaign.name, "booklet"),
        lambda paper: chronicle_book.draw_booklet(book, paper=paper),
        of=book.days[-1] if book.days else None,
    )


def book_with_photos(campaign: Campaign) -> Book:
    photos = session_photos(campaign)
    small = {number: shrink_for_paper(one) for number, one in photos.items()}
    return replace(write_book(campaign), photos=small)


# From paper to the page


@open_to_all
@require_safe
def find_by_code(request: HttpRequest, code: str = "") -> HttpResponse:
    """Leads to the empire of a sheet whoever has a part at its table, and tells others nothing."""
    typed = code or request.GET.get("code", "")
    found = tidy_code(typed)
    campaign, here = (
        find_campaign(request, campaign_of(found)) if found else (None, None)
    )
    if campaign and here:
        keys = campaign.empires.values_list("key", flat=True)
        meant = empires_of(found, campaign.pk, keys)
        if len(meant) == 1:
            return redirect("empire", campaign.pk, meant[0])
        if meant:  # two that share a code: both stand on the board
            return redirect("campaign", campaign.pk)
    shown = {"typed": typed, "unknown": bool(typed)}
    return render(request, "paper/code.html", shown, status=404 if typed else 200)
