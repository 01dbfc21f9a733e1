"""What people add to a finished session: notes, and one photo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from campaign.models import Campaign, Photo
from companion.log.history import acts_of_kinds
from companion.log.models import Act
from companion.log.replay import (
    REWRITING,
    EffectiveAct,
    effective_acts,
    standing_amendments,
)

PUT, REMOVE, NOTE = "put_photo", "remove_photo", "write_note"


@dataclass(frozen=True)
class Memories:
    """Of one session: notes written after it, and the photo that is shown."""

    notes: tuple[str, ...]
    photo: Photo | None


def find_memories(campaign: Campaign, session: int) -> Memories:
    said = effective_acts(acts_about(campaign, session))
    own = [one for one in said if one.data.get("session") == session]
    digest = photo_of_acts(own)
    photos = Photo.objects.filter(table=campaign.table).defer("image")
    return Memories(
        notes=tuple(one.data["text"] for one in own if one.kind == NOTE),
        photo=photos.filter(digest=digest).first() if digest else None,
    )


def acts_about(campaign: Campaign, session: int) -> list[Act]:
    """What was noted and shown about a session, with everything that was undone and edited."""
    found = campaign.acts.filter(kind__in=(PUT, REMOVE, NOTE, *REWRITING)).order_by()
    found = found.filter(Q(data__session=session) | Q(kind__in=REWRITING))
    acts = sorted(found, key=lambda act: act.number)
    # What was about another session before it was edited.
    moved = {
        number
        for number, edit in standing_amendments(acts).items()
        if edit.data["by"].get("session") == session
    } - {act.number for act in acts}
    if moved:
        acts += campaign.acts.filter(number__in=moved)
    return sorted(acts, key=lambda act: act.number)


def session_photos(campaign: Campaign) -> dict[int, Photo]:
    """The photo of every session that has one."""
    kinds = (PUT, REMOVE, *REWRITING)
    own: dict[int, list[EffectiveAct]] = {}
    for one in effective_acts(acts_of_kinds(campaign, kinds)):
        own.setdefault(one.data.get("session", 0), []).append(one)
    digests = {number: photo_of_acts(some) for number, some in own.items()}
    wanted = Photo.objects.filter(
        table=campaign.table, digest__in=set(digests.values())
    )
    photos = {one.digest: one for one in wanted}
    return {
        number: photos[digest] for number, digest in digests.items() if digest in photos
    }


def photo_of_acts(acts: Iterable[EffectiveAct]) -> str:
    """The digest that was put last and not removed since."""
    digest = ""
    for one in acts:
        if one.kind == PUT:
            digest = str(one.data["digest"])
        elif one.kind == REMOVE:
            digest = ""
    return digest
