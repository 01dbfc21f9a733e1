"""Photos people send: made small and plain, or refused."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from campaign.models import Photo
from companion.tables.models import Table

KINDS = ("JPEG", "PNG", "WEBP")
LARGEST = 300_000  # bytes that are kept
LONGEST_SIDE = 1600  # pixels
SIDES = (LONGEST_SIDE, 1200, 900, 600)
QUALITIES = (82, 70, 55)
LARGEST_PRINTED = 100_000  # of each photo in a printed chronicle
PRINTED_SIDES = (1000, 800, 600, 400)
# Bytes of a decoded picture: what a phone's camera makes. A JPEG is decoded at a fraction of that,
# unless it comes in layers; the others whole.
MOST_BYTES = {"JPEG": 330_000_000, "PNG": 48_000_000, "WEBP": 30_000_000}
MOST_IN_LAYERS = 60_000_000
PAPER = (247, 241, 227)  # behind what is transparent


class NoPhoto(ValueError):
    """Raised with why a file can't be shown as a photo, in the reader's words."""


@dataclass(frozen=True)
class CleanPhoto:
    """A small JPEG without anything but its pixels."""

    image: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.image).hexdigest()


def clean_photo(raw: bytes) -> CleanPhoto:
    """Decoded and written anew, so that neither metadata nor anything hidden comes along."""
    try:
        with Image.open(BytesIO(raw), formats=KINDS) as opened:
            check_size(opened)
            opened.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            opened.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            plain = flatten_image(ImageOps.exif_transpose(opened))
    except NoPhoto:
        raise
    except Exception:
        raise NoPhoto(_("This isn't a photo. Choose a JPEG, PNG or WebP.")) from None
    return shrink_image(plain)


def check_size(image: Image.Image) -> None:
    """Before a single pixel is decoded."""
    wide, high = image.size
    most = MOST_BYTES.get(image.format or "", 0)
    if image.info.get("progressive"):
        most = MOST_IN_LAYERS
    if wide * high * len(image.getbands()) > most:
        raise NoPhoto(_("This picture is too large. Choose a smaller one."))


def flatten_image(image: Image.Image) -> Image.Image:
    """Its colours alone; what is transparent shows paper."""
    if image.mode in ("RGB", "L"):
        return image.convert("RGB")
    whole = image.convert("RGBA")
    paper = Image.new("RGB", whole.size, PAPER)
    paper.paste(whole, mask=whole.getchannel("A"))
    return paper


def shrink_image(
    image: Image.Image, sides: Sequence[int] = SIDES, largest: int = LARGEST
) -> CleanPhoto:
    """The largest and finest that fits."""
    for side in sides:
        image.thumbnail((side, side))
        for quality in QUALITIES:
            written = BytesIO()
            bare = Image.new("RGB", image.size)
            bare.paste(image)
            bare.save(written, "JPEG", quality=quality, optimize=True)
            if written.tell() <= largest:
                return CleanPhoto(written.getvalue(), *image.size)
    raise NoPhoto(_("We can't shrink this picture enough. Choose another."))


def shrink_for_paper(photo: Photo) -> CleanPhoto:
    """Small enough that a book of many evenings stays easy to send."""
    with Image.open(BytesIO(photo.image), formats=("JPEG",)) as opened:
        return shrink_image(opened.convert("RGB"), PRINTED_SIDES, LARGEST_PRINTED)


def store_photo(table: Table, photo: CleanPhoto) -> Photo:
    """Kept once, however often it is sent."""
    kept, _new = Photo.objects.get_or_create(
        table=table,
        digest=photo.digest,
        defaults={
            "image": photo.image,
            "width": photo.width,
            "height": photo.height,
        },
    )
    return kept
