"""Codes read from photos and scans of printed pages, on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import pypdfium2  # type: ignore[import-untyped]  # has no stubs
import zxingcpp
from PIL import Image, ImageChops, ImageFilter, ImageOps

from companion.paper.code_pieces import sort_pieces
from companion.paper.png import ONE_AT_A_TIME

QR = zxingcpp.barcode_formats_from_str("QRCode")
KINDS = ("JPEG", "PNG", "WEBP")
# What a phone's camera makes; a JPEG is decoded at a fraction of that, the others whole.
MOST_PIXELS = {"JPEG": 110_000_000, "PNG": 40_000_000, "WEBP": 40_000_000}
LONGEST_SIDE = 5200  # pixels; a square of a code is still ten of them wide
SHADE = 40  # pixels; wider than a square, narrower than a shadow
SCAN = 200 / 72  # dots per point of a scanned page
MOST_PAGES = 30


class NoPicture(ValueError):
    """Raised where a file is neither a photo nor a scan."""


def read_codes(raw: bytes) -> list[bytes]:
    """What every code on a photo or on the pages of a scan says."""
    found: dict[bytes, None] = {}
    for picture in open_pictures(raw):
        for attempt in attempts(picture):
            found |= dict.fromkeys(codes_of(attempt))
            if sort_pieces(found).whole:
                return list(found)
    return list(found)


def codes_of(picture: Image.Image) -> Iterator[bytes]:
    for code in zxingcpp.read_barcodes(picture, QR):
        yield bytes(code.bytes)


def attempts(picture: Image.Image) -> Iterator[Image.Image]:
    """The picture as it is, then with its shadows evened out, then larger part by part."""
    yield picture
    even = even_light(picture)
    yield even
    wide, high = even.size
    for left in (0, wide // 3):
        for top in (0, high // 4, high // 2):
            part = even.crop((left, top, left + wide * 2 // 3 + 1, top + high // 2 + 1))
            yield ImageOps.scale(part, 1.5)


def even_light(picture: Image.Image) -> Image.Image:
    """Paper made white everywhere: every spot compared with the light around it."""
    small = ImageOps.scale(picture, 1 / 8, Image.Resampling.BOX)
    around = small.filter(ImageFilter.MaxFilter(5)).filter(
        ImageFilter.GaussianBlur(SHADE / 8)
    )
    light = around.resize(picture.size, Image.Resampling.BILINEAR)
    dark = ImageChops.subtract(light, picture)
    return ImageOps.invert(ImageOps.autocontrast(dark, cutoff=1))


def open_pictures(raw: bytes) -> Iterator[Image.Image]:
    """The photo in greys and upright, or the pages of a scan one after another."""
    if raw.startswith(b"%PDF"):
        yield from scanned_pages(raw)
        return
    try:
        with Image.open(BytesIO(raw), formats=KINDS) as opened:
            wide, high = opened.size
            if wide * high > MOST_PIXELS.get(opened.format or "", 0):
                raise NoPicture
            opened.draft("L", (LONGEST_SIDE, LONGEST_SIDE))
            grey = ImageOps.exif_transpose(opened).convert("L")
    except NoPicture:
        raise
    except Exception:
        raise NoPicture from None
    grey.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    yield grey


def scanned_pages(raw: bytes) -> Iterator[Image.Image]:
    try:
        with ONE_AT_A_TIME:
            opened = pypdfium2.PdfDocument(raw)
            count = min(len(opened), MOST_PAGES)
    except Exception:
        raise NoPicture from None
    try:
        for number in range(count):
            with ONE_AT_A_TIME:
                page = opened[number]
                scale = min(SCAN, LONGEST_SIDE / max(page.get_size()))
                picture = page.render(scale=scale, grayscale=True).to_pil()
            yield picture.convert("L")
    finally:
        with ONE_AT_A_TIME:
            opened.close()
