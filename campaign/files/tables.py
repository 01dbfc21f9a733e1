"""Files people give and take: tables (CSV) and JSON as rows of cells, and a file carried in a page.

Whatever a file holds is read as rows of named cells, so that both forms are checked alike and
every bad row is named.
"""

from __future__ import annotations

import base64
import binascii
import csv
import io
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext

from companion.base.json_input import parse_json
from companion.base.uploads import LARGEST_FILE
from companion.base.wording import group_digits
from scoring.records import READABLE_TEXT, Unfit
from scoring.rules import Problem

# How a cell begins that a spreadsheet would calculate; some pass over the blank before it.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
LARGEST_TABLE = 2_000_000  # bytes
MOST_ROWS = 10_000
SHOWN = 50  # bad rows a page names


class NoFile(ValueError):
    """Raised with why a file can't be read at all, in the reader's words."""


@dataclass(frozen=True)
class FileRow:
    where: str  # the line of a table, or the place in a list
    cells: Mapping[str, str]


@dataclass(frozen=True)
class BadRow:
    """A row that can't be taken, and why."""

    where: str
    why: str
    problems: tuple[Problem, ...] = ()


class BadCell(ValueError):
    """Raised with what is wrong with a cell, in the reader's words."""


def as_table(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> bytes:
    """With the mark spreadsheets need to know the letters."""
    text = io.StringIO()
    names = list(columns)
    writer = csv.writer(text)
    writer.writerow(names)
    for row in rows:
        writer.writerow([make_harmless(as_cell(row.get(name))) for name in names])
    return text.getvalue().encode("utf-8-sig")


def as_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def make_harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def read_cell(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


def table_rows(text: str, columns: Iterable[str]) -> list[FileRow]:
    """A table whose first line names its columns; commas, semicolons or tabs between."""
    first = text.partition("\n")[0]
    between = max(",;\t", key=first.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=between)
    names = [str(name).strip().casefold() for name in reader.fieldnames or ()]
    unknown = [name for name in names if name and name not in set(columns)]
    if unknown:
        raise NoFile(gettext("Unknown column “%(name)s”.") % {"name": unknown[0]})
    reader.fieldnames = names
    rows = []
    try:
        for row in islice(reader, MOST_ROWS + 1):
            cells = {key: read_cell(value or "") for key, value in row.items() if key}
            rows.append(
                FileRow(gettext("line %(number)s") % {"number": reader.line_num}, cells)
            )
    except csv.Error:
        raise NoFile(gettext("This isn't a table (CSV).")) from None
    return bounded_rows(row for row in rows if any(row.cells.values()))


def bounded_rows(rows: Iterable[FileRow]) -> list[FileRow]:
    """The rows of a file; refuses more than anybody has cards."""
    found = list(islice(rows, MOST_ROWS + 1))
    if len(found) > MOST_ROWS:
        raise too_many_rows()
    return found


def too_many_rows() -> NoFile:
    text = gettext("This file has too many rows. We read up to %(most)s.")
    return NoFile(text % {"most": group_digits(MOST_ROWS)})


def file_rows(
    raw: bytes,
    columns: Iterable[str],
    key: str,
    json_rows: Callable[[int, Any], Iterable[FileRow]],
) -> list[FileRow]:
    """The rows of a table, or of a JSON list whose every item is one row or several."""
    text = text_of(raw)
    if not is_json(text):
        return table_rows(text, columns)
    listed = enumerate(json_list(text, key), start=1)
    return bounded_rows(row for place, one in listed for row in json_rows(place, one))


def text_of(raw: bytes) -> str:
    if len(raw) > LARGEST_TABLE:
        raise NoFile(gettext("This file is too big."))
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = raw.decode("cp1250")  # what Czech spreadsheets write
        except UnicodeDecodeError:
            raise NoFile(gettext("This isn't a text file.")) from None
    if "\x00" in text:
        raise NoFile(gettext("This isn't a text file."))
    if not text.strip():
        raise NoFile(gettext("This file is empty."))
    return text


def is_json(text: str) -> bool:
    return text.lstrip().startswith(("{", "["))


def json_list(text: str, key: str) -> list[Any]:
    """The list of a JSON file, bare or under its name."""
    try:
        given = parse_json(text.encode())
    except Unfit:
        raise NoFile(
            gettext("We can't read this file. Download it again, or use CSV.")
        ) from None
    found = given.get(key) if isinstance(given, dict) else given
    if not isinstance(found, list):
        raise NoFile(
            gettext("The list “%(name)s” is missing from this file.") % {"name": key}
        )
    if len(found) > MOST_ROWS:
        raise too_many_rows()
    return found


def check_readable(cell: str, longest: int) -> str:
    if len(cell) > longest or not READABLE_TEXT.fullmatch(cell):
        raise BadCell(
            gettext("Too long. The limit is %(most)s characters.") % {"most": longest}
        )
    return cell


def read_whole(cell: str) -> int:
    if not (cell.isascii() and cell.isdigit() and len(cell) < 10):
        raise BadCell(gettext("“%(cell)s” isn't a whole number.") % {"cell": cell[:40]})
    return int(cell)


# A file between the page that shows it and the button that takes it


def pack_file(raw: bytes) -> str:
    return base64.b64encode(zlib.compress(raw, 9)).decode()


def unpack_file(text: str) -> bytes:
    try:
        unpacking = zlib.decompressobj()
        raw = unpacking.decompress(base64.b64decode(text, validate=True), LARGEST_FILE)
    except (binascii.Error, zlib.error, ValueError):
        raise NoFile(
            gettext("The file didn't arrive. Please choose it again.")
        ) from None
    if not unpacking.eof:
        raise NoFile(gettext("The file didn't arrive. Please choose it again."))
    return raw
