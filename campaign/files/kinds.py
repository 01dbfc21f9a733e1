"""Which of our own kinds a file is, so that one chosen on another kind's page is led to its own."""

from __future__ import annotations

import re
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.files.capsule_log import is_page
from campaign.files.lines import LONGEST_LINE
from campaign.files.tables import NoFile, pack_file

CAMPAIGN, GAMES, BOX = "open-campaign-file", "open-sessions", "open-box-file"
KINDS: dict[str, str | Promise] = {
    CAMPAIGN: _("This is a campaign."),
    GAMES: _("This is a file with games."),
    BOX: _("This is a box file."),
}
ZIP = b"PK\x03\x04"
MARK = b"\xef\xbb\xbf"  # some programs begin a text with it
HEAD = 2000  # bytes in which our files say what they are
BOX_FILE = re.compile(rb'\s*\{\s*"box"\s*:')
OUR_GAMES = re.compile(rb'"format"\s*:\s*"empire-companion-')
OBJECT = re.compile(rb"\s*\{")
FIRST_OF_CAMPAIGN, OF_BGSTATS = (b'"campaign"', b'"engine"'), (b'"plays"', b'"games"')


def find_page(raw: bytes) -> str:
    """The name of the page that seems to open such a file; empty for what is none of ours.

    Looks only for what these files are known by: the file was refused, and may be as hard to read as any.
    """
    if is_page(raw) or raw.startswith(ZIP):
        return GAMES
    text = raw.removeprefix(MARK)
    if not OBJECT.match(text):
        return ""
    first = text.lstrip()[:LONGEST_LINE].partition(b"\n")[0]
    if all(key in first for key in FIRST_OF_CAMPAIGN):
        return CAMPAIGN
    if BOX_FILE.match(text):
        return BOX
    is_games = OUR_GAMES.search(text, 0, HEAD) or all(key in text for key in OF_BGSTATS)
    return GAMES if is_games else ""


def explain_refusal(refused: NoFile, raw: bytes, page: str) -> dict[str, Any]:
    """What a page shows of a file it can't open: why, or where it belongs."""
    other = find_page(raw)
    if not other or other == page:
        return {"refused": refused}
    return {"belongs": other, "kind": KINDS[other], "carried": pack_file(raw)}
