"""Game nights as four flat tables in a zip, for spreadsheets and for other companions.

docs/formats/exchange.md names every column.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from campaign.files.tables import FORMULA, as_cell
from companion.base.wording import translate
from companion.exchange.plays import PlayedNight, faction_label
from scoring.sessions import ENTRY

COLUMNS = {
    "sessions": (
        "session",
        "game",
        "played_on",
        "ended_at",
        "minutes",
        "where",
        "note",
        "players",
        "tallies",
        "totals_only",
        "archived",
        "campaign",
        "number",
    ),
    "seats": ("session", "seat", "name", "played_as", "total", "place", "wins"),
    "rows": ("session", "tally", "row", "label", "rule", "seat", "points", "why"),
    "entries": ("session", "tally", "seat", "entry", "typed"),
}
Row = Mapping[str, Any]
NUMBER = re.compile(r"[+-]?\d+", re.ASCII)
QUOTE = "'"


def guard_cell(value: Any) -> str:
    """A cell that no spreadsheet calculates; plain numbers stay numbers."""
    cell = as_cell(value)
    if isinstance(value, str) and not NUMBER.fullmatch(cell):
        return f"{QUOTE}{cell}" if cell.startswith((QUOTE, *FORMULA)) else cell
    return cell


def read_guarded(cell: str) -> str:
    return cell.removeprefix(QUOTE)


def write_zip(plays: Iterable[PlayedNight]) -> bytes:
    """The four tables, each with the mark that tells Excel its letters."""
    tables = {name: begin_table(columns) for name, columns in COLUMNS.items()}
    for play in plays:
        for name, row in rows_of_play(play):
            cells = [guard_cell(row[column]) for column in COLUMNS[name]]
            csv.writer(tables[name]).writerow(cells)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, table in tables.items():
            opened.writestr(f"{name}.csv", table.getvalue().encode("utf-8-sig"))
    return packed.getvalue()


def begin_table(columns: Iterable[str]) -> io.StringIO:
    table = io.StringIO()
    csv.writer(table).writerow(columns)
    return table


def rows_of_play(play: PlayedNight) -> Iterator[tuple[str, Row]]:
    yield "sessions", session_row(play)
    yield from (("seats", row) for row in seat_rows(play))
    yield from (("rows", row) for row in score_rows(play))
    yield from (("entries", row) for row in entry_rows(play))


def session_row(play: PlayedNight) -> Row:
    return {
        "session": str(play.id),
        "game": play.slug,
        "played_on": play.played_on,
        "ended_at": play.ended and play.ended.isoformat(timespec="seconds"),
        "minutes": play.minutes or None,
        "where": play.place,
        "note": play.note,
        "players": play.players,
        "tallies": play.tallies,
        "totals_only": play.totals_only,
        "archived": play.archived,
        "campaign": play.campaign,
        "number": play.number or None,
    }


def seat_rows(play: PlayedNight) -> Iterator[Row]:
    for seat, name in enumerate(play.names):
        yield {
            "session": str(play.id),
            "seat": seat + 1,
            "name": name,
            "played_as": translate(faction_label(play.game, play.played_as[seat])),
            "total": play.sheet.totals[seat],
            "place": play.sheet.places[seat],
            "wins": seat in play.sheet.winners,
        }


def score_rows(play: PlayedNight) -> Iterator[Row]:
    for number, row in enumerate(play.sheet.rows, start=1):
        for seat, points in enumerate(row.points):
            yield {
                "session": str(play.id),
                "tally": row.tally,
                "row": number,
                "label": translate(row.label),
                "rule": row.rule.id,
                "seat": seat + 1,
                "points": points,
                "why": translate(row.why[seat]),
            }


def entry_rows(play: PlayedNight) -> Iterator[Row]:
    """What was typed; a cell of the whole table has no seat."""
    for address, typed in play.cells.items():
        if found := ENTRY.fullmatch(address):
            yield {
                "session": str(play.id),
                "tally": int(found[1]),
                "seat": int(found[3]) + 1 if found[3] else None,
                "entry": found[4],
                "typed": typed,
            }
