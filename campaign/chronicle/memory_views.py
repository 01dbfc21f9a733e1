"""Notes and the photo of a finished session: added, removed, and the picture itself."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.chronicle.memories import NOTE, PUT, REMOVE
from campaign.chronicle.photos import NoPhoto, clean_photo, store_photo
from campaign.chronicle.views import show_chapter
from campaign.models import Campaign
from campaign.models.photos import SHORT
from campaign.session.forms import NoteForm
from companion.base.posting import post_or_page
from companion.base.uploads import LARGEST_FILE, takes_files
from companion.log.acting import try_act
from companion.tables.access import TableRequest, at_table

FOR_GOOD = "private, max-age=31536000, immutable"  # another picture has another address


def chapter_address(campaign: Campaign, number: int) -> str:
    return reverse("campaign-chapter", args=[campaign.pk, number])


@at_table("player")
@takes_files
@post_or_page(chapter_address)
def put_photo(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    try:
        photo = clean_photo(sent_photo(request))
    except NoPhoto as refused:
        return show_chapter(request, campaign, number, mistake=str(refused))
    with transaction.atomic():
        store_photo(campaign.table, photo)
        data = {"session": number, "digest": photo.digest}
        problems = try_act(request, campaign, PUT, data)
        transaction.set_rollback(bool(problems))
    return after_act(request, campaign, number, problems)


def sent_photo(request: TableRequest) -> bytes:
    file = request.FILES.get("photo")
    if file is None:
        raise NoPhoto(_("Choose a photo first."))
    if (file.size or 0) > LARGEST_FILE:
        raise NoPhoto(_("This file is too big."))
    return bytes(file.read())


@at_table("player")
@post_or_page(chapter_address)
def remove_photo(
    request: TableRequest, campaign: Campaign, number: int
) -> HttpResponse:
    problems = try_act(request, campaign, REMOVE, {"session": number})
    return after_act(request, campaign, number, problems)


@at_table("player")
@post_or_page(chapter_address)
def write_note(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    form = NoteForm(request.POST)
    if not form.is_valid():
        return show_chapter(
            request, campaign, number, mistake=str(form.errors["text"][0])
        )
    data = {**form.cleaned_data, "session": number}
    problems = try_act(request, campaign, NOTE, data)
    return after_act(request, campaign, number, problems)


def after_act(
    request: TableRequest, campaign: Campaign, number: int, problems: Any
) -> HttpResponse:
    if problems:
        return show_chapter(request, campaign, number, problems=problems)
    return redirect(chapter_address(campaign, number))


@at_table("spectator")
@require_safe
def photo_file(_request: TableRequest, campaign: Campaign, digest: str) -> HttpResponse:
    """The picture; nobody without a part at the table gets it, and no proxy keeps it."""
    found = campaign.table.photos.filter(digest__startswith=digest)
    photo = found.first() if len(digest) == SHORT else None
    if photo is None:
        raise Http404
    headers = {"Cache-Control": FOR_GOOD, "Content-Disposition": "inline"}
    return HttpResponse(bytes(photo.image), content_type="image/jpeg", headers=headers)
