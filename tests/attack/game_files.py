"""Files of game nights and of boxes that are made to take long: JSON, BG Stats, zips, capsules."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from uuid import UUID

from campaign.files.capsule_log import embed_log
from companion.exchange.json_files import TABLE

LARGEST = 9_900_000  # bytes, just within what is taken
Files = Iterator[tuple[str, list[bytes]]]


def session_files() -> Files:
    """What people may choose where game nights are opened."""
    for files in (our_files, foreign_files, zipped_files, page_files):
        yield from ((name, [raw]) for name, raw in files())


def box_files() -> Files:
    yield "many lists", [b'{"box":1,"x":[' + b"[]," * 660_000 + b"1]}"]
    cards = [{"number": 56 + one % 300, "name": "x" * 3000} for one in range(600)]
    yield "long names", [json.dumps({"box": 1, "cards": cards}).encode()]
    sheet = {"age": "ancient", "map": [["wood"] * 200_000]}
    yield "many goods", [json.dumps({"box": 1, "sheets": [sheet]}).encode()]


def our_files() -> Iterator[tuple[str, bytes]]:
    yield "many lists", b"[" + b"[]," * (LARGEST // 3) + b"[]]"
    yield "many texts", b"[" + b'"ab",' * (LARGEST // 5) + b"1]"
    yield "deep lists", b"[" * LARGEST
    yield (
        "many games",
        as_ours({**session(4), "id": str(UUID(int=n))} for n in range(10_000)),
    )
    cells = {f"{one}s0-x": "1" for one in range(500_000)}
    yield "many entries", as_ours([{**session(2), "cells": cells}])
    yield (
        "many players",
        as_ours({**session(99), "id": str(UUID(int=n))} for n in range(4000)),
    )


def as_ours(sessions: Any) -> bytes:
    return json.dumps({"format": TABLE, "sessions": list(sessions)}).encode()


def session(players: int) -> dict[str, Any]:
    cells = {f"name{seat}": f"n{seat}" for seat in range(players)}
    own = str(UUID(int=1))
    return {"game": "arcs", "id": own, "players": players, "tallies": 1, "cells": cells}


def foreign_files() -> Iterator[tuple[str, bytes]]:
    yield "BG Stats, one game of a town", as_bgstats([play(1, range(200_000))])
    many = (play(n, range(8)) for n in range(10_000))
    yield "BG Stats, many games", as_bgstats(many)
    sums = {"playerScores": [{"score": "1+" * 500}] * 4}
    yield "BG Stats, long sums", as_bgstats(play(n, ()) | sums for n in range(2000))
    others = [{"id": one, "name": f"game {one}"} for one in range(100_000)]
    asked = [{"gameRefId": one} for one in range(10_000)]
    yield (
        "BG Stats, other games",
        json.dumps({"games": others, "plays": asked}).encode(),
    )


def as_bgstats(plays: Any) -> bytes:
    people = [{"id": one, "name": f"n{one}"} for one in range(20_000)]
    games = [{"id": 1, "name": "Arcs"}]
    return json.dumps(
        {"games": games, "players": people, "plays": list(plays)}
    ).encode()


def play(number: int, players: Any) -> dict[str, Any]:
    scores = [{"playerRefId": one, "score": "5"} for one in players]
    named = {"uuid": str(UUID(int=number)), "gameRefId": 1}
    return {**named, "playDate": "2024-01-01 10:00:00", "playerScores": scores}


def zipped_files() -> Iterator[tuple[str, bytes]]:
    head = "session,tally,seat,entry,typed\n"
    yield "zip, many rows", as_zip(entries=head + "1\n" * 14_000_000)
    yield (
        "zip, as many rows as are read",
        as_zip(entries=head + "ab,1,2,power,3\n" * 199_000),
    )
    yield "zip, many columns", as_zip(sessions=",".join(map(str, range(3_000_000))))
    columns = ",".join(f"c{one}" for one in range(1500))
    yield (
        "zip, wide and short rows",
        as_zip(sessions=columns + "\n1" * 10_000_000),
    )
    yield "zip, endless row", as_zip(sessions='"\n",' * 6_000_000)
    yield "zip, many commas", as_zip(sessions="session\n" + "," * 29_000_000)
    yield "zip, nothing in much room", as_zip(sessions="\0" * 300_000_000)
    for way in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        yield "zip, packed more tightly", as_zip(sessions="0" * 300_000_000, way=way)
    yield "zip, many members", as_zip_of(180_000)


def as_zip(
    sessions: str = "session\n",
    entries: str = "session\n",
    way: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", way) as packed:
        packed.writestr("sessions.csv", sessions)
        packed.writestr("seats.csv", "session\n")
        packed.writestr("entries.csv", entries)
    return written.getvalue()


def as_zip_of(members: int) -> bytes:
    """Its list of members alone, the same one again and again."""
    names = BytesIO()
    with zipfile.ZipFile(names, "w") as packed:
        packed.writestr("a", "")
    whole = names.getvalue()
    begin, end = whole.index(b"PK\1\2"), whole.index(b"PK\5\6")
    listed = whole[begin:end] * members
    size = struct.pack("<II", len(listed), begin)
    return whole[:begin] + listed + whole[end : end + 12] + size + b"\0\0"


def page_files() -> Iterator[tuple[str, bytes]]:
    yield "capsule, much in few bytes", as_page(*[b"0\n" * 4_900_000] * 5)
    yield "capsule, many logs", as_page(*[b"{}"] * 100_000)
    begun = b'<pre class="companion-log">'
    yield "capsule, logs that never end", as_page_with(begun * (LARGEST // len(begun)))


def as_page(*logs: bytes) -> bytes:
    packed = {raw: embed_log(raw).encode() for raw in set(logs)}
    return as_page_with(b"".join(packed[raw] for raw in logs))


def as_page_with(content: bytes) -> bytes:
    return b"<!doctype html>" + content + b"</html>"
