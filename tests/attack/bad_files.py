"""Files made to take long: whatever is accepted or refused, it is so within a moment."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from campaign.box.card_files import read_cards
from campaign.files.lines import BrokenLine, read_campaign
from campaign.files.tables import NoFile
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE
from tests.attack.outcome import Outcome

WITHIN = 8.0  # seconds on a machine that does much else; alone it takes two
HEAD = {"campaign": "x", "engine": "campaign", "start": {}}
NOTE = {"kind": "write_note", "data": {"text": "x"}}
MANY = 10_000


def as_campaign(*acts: dict[str, object]) -> bytes:
    numbered = ({"number": number, **act} for number, act in enumerate(acts, 1))
    return "\n".join(map(json.dumps, (HEAD, *numbered))).encode()


def undos() -> bytes:
    chain = ({"kind": "undo", "data": {"of": [number]}} for number in range(1, MANY))
    return as_campaign(NOTE, *chain)


def amendments() -> bytes:
    by = NOTE["data"]
    chain = (
        {"kind": "amend", "data": {"of": number, "by": by}} for number in range(1, MANY)
    )
    return as_campaign(NOTE, *chain)


def files() -> Iterator[tuple[str, Callable[[], object]]]:
    state = ENGINE.start({})
    keys = b",".join(b'"k%d":1' % number for number in range(MANY))
    for name, raw in {
        "repeated keys": b"{" + keys + b',"k1":1}',
        "a million ones": b"[" + b"1," * 999_000 + b"1]",
        "many lists": b"[" + b"[]," * 660_000 + b"[]]",
        "deep lists": b"[" * 1_000_000,
        "many lines": b"number\n" + b"1\n" * 900_000,
    }.items():
        yield name, lambda raw=raw: read_cards(raw, state)
    for name, make in {
        "undos of undos": undos,
        "amendments of amendments": amendments,
        "many notes": lambda: as_campaign(*([NOTE] * MANY)),
        "one long line": lambda: json.dumps(HEAD).encode() + b" " * 9_000_000,
    }.items():
        raw = make()
        yield name, lambda raw=raw: read_campaign(raw)


def attack() -> Outcome:
    outcome = Outcome()
    for name, read in files():
        begun = time.monotonic()
        with suppress(NoFile, Unfit, BrokenLine):  # refused is as good as read
            read()
        seconds = time.monotonic() - begun
        outcome.note(seconds < WITHIN, f"{name}: {seconds:.1f} s")
    return outcome
