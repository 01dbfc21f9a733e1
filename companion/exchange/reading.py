"""Which kind of file somebody chose, and what it holds."""

from __future__ import annotations

from collections.abc import Container
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from campaign.files.kinds import MARK, ZIP
from campaign.files.tables import NoFile
from companion.base.json_input import parse_json
from companion.exchange.given import MOST_OBJECTS, GivenFile
from companion.exchange.read_bgstats import is_bgstats, read_bgstats_file
from companion.exchange.read_ours import is_ours, read_json_file, read_zip_file
from scoring.records import Unfit


def read_given_file(raw: bytes, known: Container[UUID] = frozenset()) -> GivenFile:
    """What a file holds beside what is here already; raises NoFile where it is none we know."""
    if raw.startswith(ZIP):
        return read_zip_file(raw, known)
    data = parse_given(raw.removeprefix(MARK))
    if is_ours(data):
        return read_json_file(data, known)
    if is_bgstats(data):
        return read_bgstats_file(data, known)
    raise no_games()


def no_games() -> NoFile:
    said = _("This isn't a file with games. Choose an export of BG Stats or of ours.")
    return NoFile(said)


def parse_given(raw: bytes) -> Any:
    if not raw.strip():
        raise NoFile(_("This file is empty."))
    if max(raw.count(b"{"), raw.count(b"[")) > MOST_OBJECTS:
        raise NoFile(_("This file is too big."))
    try:
        return parse_json(raw)
    except Unfit:
        if not raw.lstrip().startswith((b"{", b"[")):
            raise no_games() from None
        raise explain_unreadable(raw) from None


def explain_unreadable(raw: bytes) -> NoFile:
    """A file that begins as it should and can't be read to its end."""
    try:
        raw.decode()
    except UnicodeDecodeError:
        return NoFile(_("We can't read the letters in this file. Export it again."))
    return NoFile(_("We can't read this file. It may be cut off. Export it again."))
