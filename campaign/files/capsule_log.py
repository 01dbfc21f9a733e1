"""A log inside a page: a capsule is read by people as a page and by a companion as the file it holds.

The log stands there compressed (zlib, in base64), so that a long campaign stays a small page.
"""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from campaign.files.tables import NoFile, pack_file, unpack_file

BEGIN, END = '<pre class="companion-log">', "</pre>"
PAGE = b"<!doctype html>"


def is_page(raw: bytes) -> bool:
    return raw.lstrip()[: len(PAGE)].lower() == PAGE


def embed_log(raw: bytes) -> SafeString:
    """The element that holds a log; its letters are none that could end it early."""
    return mark_safe(f"{BEGIN}{pack_file(raw)}{END}")  # noqa: S308 - base64


def find_logs(raw: bytes) -> list[bytes]:
    """The logs a page holds, byte for byte as they were put there."""
    parts = raw.decode(errors="replace").split(BEGIN)[1:]
    try:
        return [unpack_file("".join(one.partition(END)[0].split())) for one in parts]
    except NoFile:
        raise NoFile(gettext("This page is damaged. Download it again.")) from None
