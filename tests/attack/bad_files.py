"""The largest and worst files that are taken: read, checked and shown in a moment, or refused."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from companion.base.uploads import LARGEST_FILE
from tests.attack.game_files import box_files, session_files
from tests.attack.outcome import Outcome
from tests.attack.spending import spend
from tests.places import Place
from tests.played_campaign import founded_campaign

# Seconds of a processor that counts at this pace; one that does much else at once is slower.
WITHIN, PACE, MEGABYTES = 2.0, 0.02, 200
APART = "paper backup"  # read in a process that ends itself in time
HEAD = {"campaign": "x", "engine": "campaign", "start": {}}
NOTE = {"kind": "write_note", "data": {"text": "x"}}
MANY, MOST_ACTS = 10_000, 19_999
TABLE = 1_999_000  # bytes of the largest table
Files = Iterator[tuple[str, list[bytes]]]


def as_campaign(*acts: dict[str, object]) -> bytes:
    numbered = ({"number": number, **act} for number, act in enumerate(acts, 1))
    return "\n".join(map(json.dumps, (HEAD, *numbered))).encode()


def undos() -> bytes:
    numbers = range(1, MOST_ACTS)
    chain = ({"kind": "undo", "data": {"of": [number]}} for number in numbers)
    return as_campaign(NOTE, *chain)


def amendments() -> bytes:
    by, numbers = NOTE["data"], range(1, MOST_ACTS)
    chain = ({"kind": "amend", "data": {"of": one, "by": by}} for one in numbers)
    return as_campaign(NOTE, *chain)


def long_notes() -> bytes:
    """As many acts as fit, in as many bytes as are taken."""
    room = LARGEST_FILE // MOST_ACTS - 90
    note = {"kind": "write_note", "data": {"text": "x" * min(room, 500)}}
    return as_campaign(*([note] * MOST_ACTS))[:LARGEST_FILE]


def filled_cards() -> bytes:
    cards = [{"number": 56 + number % 40, "name": "x" * 40} for number in range(MANY)]
    fill = {"kind": "fill_cards", "data": {"cards": cards}}
    return as_campaign(*([fill] * 12))


def table_files() -> Files:
    keys = b",".join(b'"k%d":1' % number for number in range(150_000))
    yield "repeated keys", [b"{" + keys + b',"k1":1}']
    yield "a million ones", [b"[" + b"1," * (TABLE // 2) + b"1]"]
    yield "many lists", [b"[" + b"[]," * (TABLE // 3) + b"[]]"]
    yield "many records", [b"[" + b'{"a":1},' * (TABLE // 8) + b"{}]"]
    yield "deep lists", [b"[" * TABLE]
    yield "many lines", [b"number\n" + b"1\n" * 900_000]
    yield "ten thousand rows", [b"number,name\n" + b"56,abc\n" * MANY]
    wide = b"56," + b"x" * 190 + b"\n"
    yield "ten thousand wide rows", [b"number,name\n" + wide * (TABLE // len(wide))]
    yield "many columns", [b"number" * 3 + b",number" * (TABLE // 7)]
    yield "many quotes", [b'number\n"' + b'""' * (TABLE // 2)]


def sheet_files() -> Files:
    yield from table_files()
    boxes = b",".join([b'["wood"]'] * (TABLE // 9))
    yield "many boxes", [b'[{"age":"ancient","map":[' + boxes + b"]}]"]
    goods = b",".join([b'"wood"'] * (TABLE // 7))
    yield "many goods", [b'[{"age":"ancient","map":[[' + goods + b"]]}]"]


def campaign_files() -> Files:
    yield "undos of undos", [undos()]
    yield "amendments of amendments", [amendments()]
    yield "many long notes", [long_notes()]
    yield "many filled cards", [filled_cards()]
    yield "one long line", [json.dumps(HEAD).encode() + b" " * 9_900_000]
    yield "many empty lines", [json.dumps(HEAD).encode() + b"\n" * 9_900_000]
    yield "many short lines", [json.dumps(HEAD).encode() + b"\n0" * 4_900_000]


def picture_files() -> Files:
    """As many pixels as are decoded, in few bytes."""
    yield "a large PNG", [picture("PNG", "RGBA", 3460, 3460)]
    yield "a large WebP", [picture("WEBP", "RGB", 3160, 3160)]
    yield "a large JPEG", [picture("JPEG", "RGB", 10_900, 10_000)]
    layers = picture("JPEG", "RGB", 4490, 4450, progressive=True)
    yield "a JPEG in layers", [layers]
    yield "a PNG of too many pixels", [picture("PNG", "1", 20_000, 20_000)]


def scans() -> Files:
    yield from picture_files()
    yield "eight pictures", [picture("PNG", "L", 4990, 5000)] * 8
    page = Image.effect_noise((400, 550), 90)
    written = BytesIO()
    page.save(written, "PDF", save_all=True, append_images=[page] * 40, resolution=3)
    yield "a scan of large pages", [written.getvalue()]


def picture(form: str, mode: str, wide: int, high: int, **how: bool) -> bytes:
    written = BytesIO()
    Image.new(mode, (wide, high)).save(written, form, **how)
    return written.getvalue()


class Senders:
    """An organiser who sends the files where they belong."""

    def __init__(self) -> None:
        self.place = Place(founded_campaign("anna", "bara").session(anna=50, bara=45))
        self.browser: Client = self.place.organiser

    def send(self, path: str, field: str, files: list[bytes]) -> int:
        sent = [SimpleUploadedFile("x", raw) for raw in files]
        return self.browser.post(path, {field: sent}).status_code

    def all_files(self) -> Iterator[tuple[str, str, str, list[bytes]]]:
        table, campaign = self.place.table.pk, self.place.address()
        for what, path, field, files in (
            ("cards", f"{campaign}cards/file/", "file", table_files()),
            ("sheets", f"{campaign}sheets/file/", "file", sheet_files()),
            ("campaign", f"/campaigns/open/{table}/", "file", campaign_files()),
            (APART, f"/campaigns/paper/{table}/", "photos", scans()),
            ("photo", f"{campaign}chronicle/1/photo/", "photo", picture_files()),
            ("games", f"/tables/{table}/files/open/", "file", session_files()),
            ("box", f"/campaigns/box/{table}/open/", "file", box_files()),
        ):
            self.send(path, field, [b"x"])  # loads what a running server has loaded
            for name, raw in files:
                yield f"{what}, {name}", path, field, raw


def attack() -> Outcome:
    outcome, senders = Outcome(), Senders()
    for name, path, field, files in senders.all_files():
        spent = spend(lambda: senders.send(path, field, files))  # noqa: B023 (done at once)
        told = (
            f"{name}: {spent.seconds:.1f} s, {spent.megabytes:.0f} MB, {spent.status}"
        )
        slower = 1.0 if name.startswith(APART) else max(1.0, measure_pace() / PACE)
        in_time = spent.seconds < WITHIN * slower * len(files)
        bounded = in_time and spent.megabytes < MEGABYTES
        outcome.note(bounded and spent.status < 500, told)
    return outcome


def measure_pace() -> float:
    """Seconds of the processor for the same small work."""
    begun, kept = time.process_time(), []
    for number in range(400_000):
        if number % 4 == 0:
            kept.append(str(number))
    return time.process_time() - begun
