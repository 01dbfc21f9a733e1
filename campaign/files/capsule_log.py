"""A log inside a page: a capsule is read by people as a page and by a companion as the file it holds.

The log stands there compressed (zlib, in base64), so that a long campaign stays a small page.
"""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from campaign.files.tables import NoFile, pack_file, unpack_file

BEGIN, END = '<pre class="companion-log">', "</pre>"
PAGE, PAGE_END = b"<!doctype html>", b"</html>"
MOST_LOGS = 200  # in a page; a table's sessions stand a hundred to a log
LARGEST_LOGS = 50_000_000  # bytes of all of them, unpacked


def is_page(raw: bytes) -> bool:
    return raw.lstrip()[: len(PAGE)].lower() == PAGE


def embed_log(raw: bytes) -> SafeString:
    """The element that holds a log; its letters are none that could end it early."""
    return mark_safe(f"{BEGIN}{pack_file(raw)}{END}")  # noqa: S308 - base64


def find_logs(raw: bytes) -> list[bytes]:
    """The logs a page holds, byte for byte as they were put there; refuses half a page."""
    if not raw.rstrip().lower().endswith(PAGE_END):
        raise not_our_page()
    parts = raw.decode(errors="replace").split(BEGIN)[1:]
    found, size = [], 0
    for one in parts:
        found.append(unpack_log(one.partition(END)[0]))
        size += len(found[-1])
        if len(parts) > MOST_LOGS or size > LARGEST_LOGS:
            raise NoFile(gettext("This file is too big."))
    return found


def not_our_page() -> NoFile:
    return NoFile(
        gettext("This page is cut off, or isn't one of ours. Download it again.")
    )


def unpack_log(text: str) -> bytes:
    try:
        return unpack_file("".join(text.split()))
    except NoFile:
        raise NoFile(gettext("This page is damaged. Download it again.")) from None
