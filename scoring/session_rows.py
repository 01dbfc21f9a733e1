"""A session as rows: what lists show, what sessions are looked up by, and what statistics count."""

from __future__ import annotations

from typing import Any

from scoring.engines import RowKey
from scoring.entries import Entry, Kind, entries_of, known_key
from scoring.sessions import SessionState, has_result, sheet_of
from scoring.sheet import ScoreSheet


def session_rows(state: SessionState) -> dict[RowKey, dict[str, Any]]:
    """One row for the session, one per seat."""
    sheet = sheet_of(state)
    decided = has_result(state, sheet)
    card: dict[RowKey, dict[str, Any]] = {("card", ()): card_of(state, sheet)}
    return card | {
        ("seat", (("position", seat),)): {
            "name": name,
            "played_as": played_as(state, seat),
            "total": sheet.totals[seat],
            "place": sheet.places[seat],
            "wins": decided and seat in sheet.winners,
        }
        for seat, name in enumerate(state.names)
    }


def card_of(state: SessionState, sheet: ScoreSheet) -> dict[str, Any]:
    return {
        "game": state.game,
        "played_on": state.cells.get("played_on") or None,
        "place": state.cells.get("place", ""),
        "begun": bool(state.entered) or any(state.names),
        "covered": state.covered,
        "finished": state.finished,
        "archived": state.archived,
        "totals_only": state.totals_only,
        "minutes": int(state.cells.get("minutes") or 0),
        "variant": variant_of(state),
        "categories": categories_of(state, sheet),
    }


def played_as(state: SessionState, seat: int) -> str:
    """The faction or clan of a seat: the first name that is asked for, by its key."""
    for key, entry in entries_of(state.rules.seat).items():
        if entry.kind is Kind.NAME:
            return known_key(state.cells.get(f"1s{seat}-{key}", ""), entry.choices)
    return ""


def variant_entry(board: type) -> tuple[str, Entry] | None:
    """What tells variants of a game apart: the first pick that holds for the whole game."""
    picks = (one for one in entries_of(board).items() if one[1].kind is Kind.PICK)
    return next((one for one in picks if one[1].once), None)


def variant_of(state: SessionState) -> str:
    """The variant the table played, by its key."""
    found = variant_entry(state.rules.board)
    if found is None:
        return ""
    key, entry = found
    return state.cells.get(f"1b-{key}", "") or str(entry.default)


def categories_of(state: SessionState, sheet: ScoreSheet) -> list[list[Any]]:
    """What every seat got in each category, over all tallies; nothing before the session is finished.

    So what changes with every number people enter stays out of the rows while they enter them.
    """
    if not state.finished or state.totals_only:
        return []
    sums: dict[str, list[int]] = {}
    for row in sheet.rows:
        so_far = sums.get(row.label, [0] * state.players)
        sums[row.label] = list(map(int.__add__, so_far, row.points))
    return [[label, points] for label, points in sums.items() if any(points)]
