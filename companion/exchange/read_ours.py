"""Our own files: the JSON of a session or a table, and the zip of four tables."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from campaign.files.tables import NoFile
from companion.exchange.csv_files import COLUMNS, read_guarded
from companion.exchange.given import (
    MOST_PLAYS,
    BadPlay,
    GivenFile,
    GivenPlay,
    OtherNight,
    detail_cells,
    read_day,
    read_end,
    read_id,
    read_text,
    tell_where,
)
from companion.exchange.json_files import SESSION, TABLE
from scoring.entries import LONGEST
from scoring.games import GAMES

OURS = "Empire Companion"
LARGEST_TABLES = 30_000_000  # bytes of all four, unpacked
MOST_ROWS = 200_000  # of one table
LONGEST_ROW = 10_000  # characters
MOST_COLUMNS = 50
DELIMITERS = ",;\t"
READ = ("sessions", "seats", "entries")  # rows are counted again
# What Python says of a zip that is damaged, locked, or written to be read wrongly.
UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError),
    ValueError,
)
Line = tuple[int, Mapping[str, str]]


def is_ours(data: Any) -> bool:
    return isinstance(data, dict) and data.get("format") in (SESSION, TABLE)


def read_json_file(data: Mapping[str, Any], known: Container[UUID]) -> GivenFile:
    listed = [data] if data["format"] == SESSION else data.get("sessions")
    if not isinstance(listed, list):
        raise NoFile(_("There are no sessions in this file."))
    if len(listed) > MOST_PLAYS:
        raise too_many_plays()
    file = GivenFile(OURS, known)
    for number, one in enumerate(listed, start=1):
        where = _("Session %(number)s") % {"number": number}
        take_session(file, where, one if isinstance(one, dict) else {})
    return file


def too_many_plays() -> NoFile:
    return NoFile(
        _("This file has too many games. We read up to %(most)s.")
        % {"most": MOST_PLAYS}
    )


def take_session(file: GivenFile, place: str, data: Mapping[str, Any]) -> None:
    where = tell_where(place, data.get("game"), data.get("played_on"))
    try:
        if data.get("campaign"):
            name = read_text(str(data["campaign"]), LONGEST)
            file.nights.append(OtherNight(read_id(data.get("id")), where, name))
        else:
            file.take(read_session(where, data))
    except BadPlay as bad:
        file.refuse(where, str(bad))


def read_session(where: str, data: Mapping[str, Any]) -> GivenPlay:
    game, cells = data.get("game"), data.get("cells")
    if not isinstance(game, str) or game not in GAMES:
        raise BadPlay(_("We don't know this game."))
    if not isinstance(cells, dict) or not all(
        isinstance(one, str) for one in cells.values()
    ):
        raise BadPlay(_("Its entries are missing."))
    players, tallies = read_count(data, "players"), read_count(data, "tallies")
    names = tuple(cells.get(f"name{seat}", "") for seat in range(players))
    day = data.get("played_on")
    details = detail_cells(
        played_on=read_day(day) if day else "",
        minutes=data.get("minutes"),
        where=data.get("where"),
        note=data.get("note"),
    )
    entries = {key: one for key, one in cells.items() if "-" in key}
    return GivenPlay(
        where=where,
        id=read_id(data.get("id")),
        game=game,
        names=names,
        cells={**entries, **details},
        tallies=tallies,
        totals_only=data.get("totals_only") is True,
        archived=data.get("archived") is True,
        ended=read_end(data.get("ended_at"), details.get("played_on", "")),
    )


def read_count(data: Mapping[str, Any], key: str) -> int:
    """A number of players or of chapters; the rules say later whether it can be."""
    given = data.get(key)
    if type(given) is not int or not 1 <= given <= 99:
        raise BadPlay(_("Its entries are missing."))
    return given


# Four tables


def read_zip_file(raw: bytes, known: Container[UUID]) -> GivenFile:
    tables = {name: list(table_lines(name, own)) for name, own in unpack_tables(raw)}
    if len(tables["sessions"]) > MOST_PLAYS:
        raise too_many_plays()
    seats, entries = (by_session(tables[name]) for name in ("seats", "entries"))
    file = GivenFile(OURS, known)
    for line, row in tables["sessions"]:
        where = _("Line %(line)s of %(file)s") % {"line": line, "file": "sessions.csv"}
        own = row.get("session", "")
        take_session(file, where, as_session(row, seats[own], entries[own]))
    return file


def read_member(opened: zipfile.ZipFile, name: str, *, most: int) -> bytes:
    """Its beginning. Python unpacks all at once what is packed in any other way than usual."""
    member = opened.getinfo(name)
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile
    return opened.open(member).read(most)


def unpack_tables(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """The tables as they are; refuses what unpacks to more than any table has."""
    left = LARGEST_TABLES
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as opened:
            for name in READ:
                content = read_member(opened, f"{name}.csv", most=left + 1)
                left -= len(content)
                if left < 0:
                    raise NoFile(_("This file is too big."))
                yield name, content
    except NoFile:
        raise
    except KeyError:
        raise NoFile(_("This zip isn't one of ours.")) from None
    except UNREADABLE:
        raise NoFile(_("This zip is damaged. Download it again.")) from None


class RowLines:
    """The lines of a table for a reader of rows; refuses a row that is longer than any of ours."""

    def __init__(self, content: bytes) -> None:
        self.text = io.TextIOWrapper(io.BytesIO(content), "utf-8-sig", newline="")
        self.left = LONGEST_ROW

    def __iter__(self) -> RowLines:
        return self

    def __next__(self) -> str:
        line = self.text.readline(self.left + 1)
        self.left -= len(line)
        if self.left < 0:
            raise NoFile(_("This zip isn't one of ours."))
        if not line:
            raise StopIteration
        return line

    def begin_row(self) -> None:
        self.left = LONGEST_ROW


def find_delimiter(content: bytes) -> str:
    """What stands between columns: spreadsheets of some languages write semicolons or tabs."""
    head = content[:LONGEST_ROW].partition(b"\n")[0].decode(errors="replace")
    return max(DELIMITERS, key=head.count)


def table_lines(name: str, content: bytes) -> Iterator[Line]:
    """The rows of one of our tables, each with the columns we know."""
    lines = RowLines(content)
    reader = csv.DictReader(lines, delimiter=find_delimiter(content))
    file = {"file": f"{name}.csv"}
    try:
        columns = set(COLUMNS[name]) & set(reader.fieldnames or ())
        if len(reader.fieldnames or ()) > MOST_COLUMNS:
            raise NoFile(_("This zip isn't one of ours."))
        if COLUMNS[name][0] not in columns:
            said = _("%(file)s needs its first line, with the names of the columns.")
            raise NoFile(said % file)
        lines.begin_row()
        for number, row in enumerate(reader):
            lines.begin_row()
            if number >= MOST_ROWS:
                raise NoFile(_("This file is too big."))
            yield (
                reader.line_num,
                {key: read_guarded(row[key] or "") for key in columns},
            )
    except UnicodeDecodeError:
        said = _("We can't read the letters in %(file)s. Save it as CSV UTF-8.")
        raise NoFile(said % file) from None
    except csv.Error:
        raise NoFile(_("This isn't a table (CSV).")) from None


def by_session(lines: list[Line]) -> dict[str, list[Mapping[str, str]]]:
    found: dict[str, list[Mapping[str, str]]] = defaultdict(list)
    for _line, row in lines:
        found[row.get("session", "")].append(row)
    return found


def as_session(
    row: Mapping[str, str],
    seats: list[Mapping[str, str]],
    entries: list[Mapping[str, str]],
) -> dict[str, Any]:
    """The same session as its JSON would be."""
    cells = {
        f"name{as_number(one.get('seat')) - 1}": one.get("name", "") for one in seats
    }
    cells |= {entry_address(one): one.get("typed", "") for one in entries}
    return {
        **row,
        "id": row.get("session"),
        "cells": cells,
        **{key: as_number(row.get(key)) for key in ("players", "tallies", "minutes")},
        **{key: row.get(key) == "yes" for key in ("totals_only", "archived")},
    }


def entry_address(row: Mapping[str, str]) -> str:
    seat = row.get("seat", "")
    at = f"s{as_number(seat) - 1}" if seat else "b"
    return f"{as_number(row.get('tally'))}{at}-{row.get('entry', '')}"


def as_number(cell: str | None) -> int:
    """A whole number; 0, which no seat, tally or number of players has, for anything else."""
    plain = bool(cell) and str(cell).isascii() and str(cell).isdigit()
    return int(str(cell)) if plain and len(str(cell)) < 10 else 0
