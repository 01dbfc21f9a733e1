"""Game nights as JSON: one session, or everything a table played."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from companion.base.wording import translate
from companion.exchange.plays import PlayedNight, faction_label
from companion.tables.models import Table

SESSION, TABLE = "empire-companion-session", "empire-companion-table"
VERSION = 1


def write_session(play: PlayedNight) -> bytes:
    return dump_json({"format": SESSION, "version": VERSION, **session_data(play)})


def write_table(table: Table, plays: Iterable[PlayedNight]) -> bytes:
    """The head, then one line per session, so that no list of them is ever held."""
    people = list(table.people.order_by("name").values("name", "colour"))
    head = {"format": TABLE, "version": VERSION, "table": table.name, "people": people}
    opening = dump_json(head).decode().removesuffix("}\n")
    lines = (json.dumps(session_data(one), ensure_ascii=False) for one in plays)
    sessions = ",\n".join(lines)
    return f'{opening}, "sessions": [\n{sessions}\n]}}\n'.encode()


def dump_json(data: dict[str, Any]) -> bytes:
    return f"{json.dumps(data, ensure_ascii=False)}\n".encode()


def session_data(play: PlayedNight) -> dict[str, Any]:
    """What was typed (`cells`) is what another companion reads; the rest is for everybody else."""
    return {
        "id": str(play.id),
        "game": play.slug,
        "name": translate(play.game.name),
        "played_on": play.played_on.isoformat() if play.played_on else "",
        "ended_at": play.ended.isoformat(timespec="seconds") if play.ended else "",
        "minutes": play.minutes,
        "where": play.place,
        "note": play.note,
        "campaign": play.campaign,
        "number": play.number,
        "totals_only": play.totals_only,
        "archived": play.archived,
        "players": play.players,
        "tallies": play.tallies,
        "cells": dict(play.cells),
        "seats": [seat_data(play, seat) for seat in range(play.players)],
        "rows": [
            {
                "tally": row.tally,
                "label": translate(row.label),
                "rule": row.rule.id,
                "points": list(row.points),
                "why": [translate(one) for one in row.why],
            }
            for row in play.sheet.rows
        ],
    }


def seat_data(play: PlayedNight, seat: int) -> dict[str, Any]:
    return {
        "name": play.names[seat],
        "played_as": translate(faction_label(play.game, play.played_as[seat])),
        "total": play.sheet.totals[seat],
        "place": play.sheet.places[seat],
        "wins": seat in play.sheet.winners,
    }
