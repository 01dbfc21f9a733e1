"""Moves that come from a form of typed fields rather than from a tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.http import QueryDict

from companion.sessions.aids.open_game import OpenGame
from scoring.entries import Entry, entries_of

Move: TypeAlias = tuple[str, dict[str, Any]]
TypedMove: TypeAlias = Callable[[QueryDict, OpenGame], Move]
# How a form is read as a move, by the helper's page and the name of the move.
TYPED: dict[tuple[str, str], TypedMove] = {}


def register_typed_move(page: str, move: str, reader: TypedMove) -> None:
    TYPED[page, move] = reader


def typed_changes(
    data: QueryDict,
    records: Mapping[str, type],
    own: Mapping[str, str],
    tried: Mapping[str, str],
) -> dict[str, str]:
    """The cells of a form that aren't what the page showed; the session's own value is none."""
    fields = {
        f"{prefix}-{name}": entry
        for prefix, record in records.items()
        for name, entry in entries_of(record).items()
    }
    sent = {
        address: cell_value(entry, data.get(address, ""))
        for address, entry in fields.items()
        if address in data
    }
    wanted = {
        address: "" if typed == own.get(address, "") else typed
        for address, typed in sent.items()
    }
    return {
        address: typed
        for address, typed in wanted.items()
        if typed != tried.get(address, "")
    }


def cell_value(entry: Entry, typed: str) -> str:
    """What is kept of a field: nothing where it says what it would say anyhow."""
    return "" if typed.strip() == str(entry.default) else typed.strip()
