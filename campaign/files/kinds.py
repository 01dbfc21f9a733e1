"""Which of our own kinds a file is, so that one chosen on another kind's page is led to its own."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaign.files.capsule_log import is_page
from campaign.files.lines import LONGEST_LINE
from campaign.files.tables import NoFile, pack_file
from companion.base.json_input import parse_json
from scoring.records import Unfit

CAMPAIGN, GAMES, BOX = "open-campaign-file", "open-sessions", "open-box-file"
KINDS: dict[str, str | Promise] = {
    CAMPAIGN: _("This is a campaign."),
    GAMES: _("This is a file with games."),
    BOX: _("This is a box file."),
}
ZIP = b"PK\x03\x04"
MARK = b"\xef\xbb\xbf"  # some programs begin a text with it
MOST_OBJECTS = 300_000  # braces; with more it is none of ours


def find_page(raw: bytes) -> str:
    """The name of the page that opens such a file; empty for what is none of ours."""
    if is_page(raw) or raw.startswith(ZIP):
        return GAMES
    text = raw.removeprefix(MARK)
    head = read_object(text.lstrip()[:LONGEST_LINE].partition(b"\n")[0])
    if "campaign" in head and "engine" in head:
        return CAMPAIGN
    whole = head or read_object(text)
    if "box" in whole:
        return BOX
    own = str(whole.get("format", "")).startswith("empire-companion-")
    return GAMES if own or {"plays", "games"} <= whole.keys() else ""


def read_object(raw: bytes) -> dict[str, Any]:
    """What a text says as an object; nothing where it is none."""
    if max(raw.count(b"{"), raw.count(b"[")) > MOST_OBJECTS:
        return {}
    try:
        found = parse_json(raw)
    except Unfit:
        return {}
    return found if isinstance(found, dict) else {}


def explain_refusal(refused: NoFile, raw: bytes, page: str) -> dict[str, Any]:
    """What a page shows of a file it can't open: why, or where it belongs."""
    other = find_page(raw)
    if not other or other == page:
        return {"refused": refused}
    return {"belongs": other, "kind": KINDS[other], "carried": pack_file(raw)}
