"""Codes read from photos and scans of printed pages, on this machine.

Reads strangers' files, which may be made to take long: people's requests go through
companion.paper.reading_apart, a process that may take only so much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO

import zxingcpp
from PIL import Image, ImageChops, ImageFilter, ImageOps

from companion.paper.code_pieces import sort_pieces

QR = zxingcpp.barcode_formats_from_str("QRCode")
KINDS = ("JPEG", "PNG", "WEBP")
# Bytes of a decoded picture: what a phone's camera or a scanner makes. A JPEG is decoded at a
# fraction of that, the others whole.
MOST_BYTES = {"JPEG": 330_000_000, "PNG": 64_000_000, "WEBP": 30_000_000}
LONGEST_SIDE = 4400  # pixels; a square of a code is still seven of them wide
SHADE = 40  # pixels; wider than a square, narrower than a shadow
SCAN = 200 / 72  # dots per point of a scanned page
MOST_PAGES = 30


class NoPicture(ValueError):
    """Raised where a file is neither a photo nor a scan."""


def read_codes(
    raw: bytes, time_left: Callable[[], bool] = lambda: True
) -> Iterator[bytes]:
    """What every code on a photo or on the pages of a scan says, as soon as it is read."""
    found: set[bytes] = set()
    for look in all_looks(raw, time_left):
        new = set(codes_of(look)) - found
        found |= new
        yield from new
        if sort_pieces(found).whole:
            return


def codes_of(picture: Image.Image) -> Iterator[bytes]:
    """Printed codes are dark on white: the other way round isn't looked for."""
    for code in zxingcpp.read_barcodes(picture, QR, try_invert=False):
        yield bytes(code.bytes)


def all_looks(raw: bytes, time_left: Callable[[], bool]) -> Iterator[Image.Image]:
    """All pages as they are; then with more effort, one look after another while there is time."""
    pictures = open_pictures(raw)
    yield from pictures()
    looks = (look for picture in pictures() for look in with_more_effort(picture))
    while time_left() and (look := next(looks, None)) is not None:
        yield look


def with_more_effort(picture: Image.Image) -> Iterator[Image.Image]:
    """The picture with its shadows evened out, then larger part by part."""
    even = even_light(picture)
    yield even
    wide, high = even.size
    larger = (wide, high * 3 // 4)  # than the part, one and a half times
    for left in (0, wide // 3):
        for top in (0, high // 4, high // 2):
            part = (left, top, left + wide * 2 // 3, top + high // 2)
            yield even.resize(larger, Image.Resampling.BILINEAR, part)


def even_light(picture: Image.Image) -> Image.Image:
    """Paper made white everywhere: every spot compared with the light around it."""
    small = ImageOps.scale(picture, 1 / 8, Image.Resampling.BOX)
    around = small.filter(ImageFilter.MaxFilter(5)).filter(
        ImageFilter.GaussianBlur(SHADE / 8)
    )
    light = around.resize(picture.size, Image.Resampling.BILINEAR)
    dark = ImageChops.subtract(light, picture)
    return ImageOps.invert(ImageOps.autocontrast(dark, cutoff=1))


def open_pictures(raw: bytes) -> Callable[[], Iterable[Image.Image]]:
    """The photo in greys and upright, decoded once; or the pages of a scan, one at a time."""
    if raw.startswith(b"%PDF"):
        return partial(scanned_pages, raw)
    photo = [open_photo(raw)]
    return lambda: photo


def open_photo(raw: bytes) -> Image.Image:
    try:
        with Image.open(BytesIO(raw), formats=KINDS) as opened:
            wide, high = opened.size
            most = MOST_BYTES.get(opened.format or "", 0)
            if wide * high * len(opened.getbands()) > most:
                raise NoPicture
            opened.draft("L", (LONGEST_SIDE, LONGEST_SIDE))
            grey = opened.convert("L")
    except (NoPicture, MemoryError):
        raise
    except Exception:
        raise NoPicture from None
    grey.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    return ImageOps.exif_transpose(grey)


def scanned_pages(raw: bytes) -> Iterator[Image.Image]:
    import pypdfium2  # type: ignore[import-untyped]  # has no stubs; photos need none of it

    try:
        opened = pypdfium2.PdfDocument(raw)
        count = min(len(opened), MOST_PAGES)
    except Exception:
        raise NoPicture from None
    try:
        for number in range(count):
            page = opened[number]
            scale = min(SCAN, LONGEST_SIDE / max(page.get_size()))
            yield page.render(scale=scale, grayscale=True).to_pil().convert("L")
    finally:
        opened.close()
