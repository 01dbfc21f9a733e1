"""Back from paper: photos of the codes, page by page, until the whole campaign is there."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from campaign.files.opening import open_given_file
from campaign.files.paper_backup import unpress_file
from campaign.files.tables import NoFile, pack_file, unpack_file
from campaign.files.views import post_or_get
from companion.base.uploads import takes_files
from companion.paper.code_pieces import (
    MOST_PIECES,
    BadPieces,
    PieceSet,
    sort_pieces,
)
from companion.paper.reading_apart import ReadPictures, TooBusy, read_apart
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table

MOST_PHOTOS = 8  # at once
SIZE = 2  # bytes that say how long each carried code is


@at_table("organiser")
@takes_files
@post_or_get
def restore_from_paper(request: TableRequest, table: Table) -> HttpResponse:
    """Reads photos of a paper backup; what was read before comes along in the page."""
    shown: dict[str, Any] = {"table": table, "pieces": PieceSet({})}
    if request.method != "POST":
        return render(request, "campaign/files/paper.html", shown)
    try:
        before = carried_codes(request)
        shown["pieces"] = sort_pieces(before)
        read = sent_codes(request)
        found = sort_pieces([*before, *read.codes])
        if found.whole:
            return show_restored(request, table, found)
        shown |= {"pieces": found, "refused": what_lacks(found, read)}
    except NoFile as error:
        shown["refused"] = error
    shown["carried"] = pack_codes(shown["pieces"])
    return render(request, "campaign/files/paper.html", shown, status=422)


def show_restored(request: TableRequest, table: Table, found: PieceSet) -> HttpResponse:
    """From here on it is a campaign file like any other."""
    try:
        raw = unpress_file(found.join())
    except BadPieces:
        raise NoFile(
            _("These codes don't belong together. Please start again.")
        ) from None
    opened = open_given_file(raw, table)
    shown = {"table": table, "found": opened, "carried": pack_file(raw)}
    return render(request, "campaign/files/open.html", shown)


def what_lacks(found: PieceSet, read: ReadPictures) -> str:
    if not read.ended:
        return _("That was too much at once. Send the missing pages one by one.")
    if not found.pieces:
        return _("No codes found. Take the photo from closer, flat and in good light.")
    if found.others:
        return _("Some of these codes belong to another printout.")
    return ""


def sent_codes(request: TableRequest) -> ReadPictures:
    photos = request.FILES.getlist("photos")[:MOST_PHOTOS]
    if not photos:
        raise NoFile(_("Choose a photo first."))
    try:
        read = read_apart([bytes(photo.read()) for photo in photos])
    except TooBusy:
        raise NoFile(
            _("Other photos are being read right now. Try again in a moment.")
        ) from None
    if read.bad is not None:
        text = _("“%(name)s” isn't a photo or a scan.")
        raise NoFile(text % {"name": photos[read.bad].name})
    return read


# What was read so far, between one page and the next


def pack_codes(found: PieceSet) -> str:
    codes = [piece.to_bytes() for piece in found.pieces.values()]
    return pack_file(len(codes[0]).to_bytes(SIZE) + b"".join(codes)) if codes else ""


def carried_codes(request: TableRequest) -> list[bytes]:
    carried = request.POST.get("carried", "")
    if not carried:
        return []
    raw = unpack_file(carried)
    size, codes = int.from_bytes(raw[:SIZE]), raw[SIZE:]
    if not 0 < len(codes) <= size * (MOST_PIECES + 1):
        raise NoFile(_("The codes didn't arrive. Please send the photos again."))
    return [codes[at : at + size] for at in range(0, len(codes), size)]
