"""What people add to a finished session: notes, and one photo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.models import Campaign, Photo
from companion.log.history import acts_of_kinds
from companion.log.replay import REWRITING, EffectiveAct, effective_acts

PUT, REMOVE, NOTE = "put_photo", "remove_photo", "write_note"


@dataclass(frozen=True)
class Memories:
    """Of one session: notes written after it, and the photo that is shown."""

    notes: tuple[str, ...]
    photo: Photo | None


def find_memories(campaign: Campaign, session: int) -> Memories:
    kinds = (PUT, REMOVE, NOTE, *REWRITING)
    said = effective_acts(acts_of_kinds(campaign, kinds))
    own = [one for one in said if one.data.get("session") == session]
    digest = photo_of_acts(own)
    photos = Photo.objects.filter(table=campaign.table).defer("image")
    return Memories(
        notes=tuple(one.data["text"] for one in own if one.kind == NOTE),
        photo=photos.filter(digest=digest).first() if digest else None,
    )


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
