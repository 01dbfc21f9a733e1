"""A whole campaign on paper: its file, pressed into codes, and back.

Papers are kept for years, so every way of pressing is read forever. The first one presses the
text of the file with its ids taken out. The second one presses a lean log, together with the
words of a log that is never changed (pressed_words.json): a short campaign has most of its own
words in common with that one.
"""

from __future__ import annotations

import json
import lzma
import re
import struct
import zlib
from functools import cache
from pathlib import Path
from uuid import UUID

from campaign.files.lean_log import LeanLog, NotLean, Shape, grow_file, make_lean
from companion.base.uploads import LARGEST_FILE
from companion.paper.code_pieces import BadPieces, Piece, cut_pieces

SECOND = b"\xff\x02"  # how the second one begins; the first begins with a length
SIZES = struct.Struct(">IIII")  # bytes of each part of a lean log, pressed
SLOW = 5 / 8  # of the bytes of times resemble each other
RAW = -15  # zlib's widest window, without its own head
WORDS = Path(__file__).with_name("pressed_words.json")
ID = re.compile(rb'(?<="client_id": ")[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")')
GAP = b'"client_id": "'
LENGTH = 4  # bytes that say how long the pressed text is
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]


def campaign_pieces(file: bytes) -> list[Piece]:
    """The codes that hold a campaign's file."""
    return cut_pieces(press_file(file))


def press_file(file: bytes) -> bytes:
    """Only what comes back byte by byte is printed."""
    try:
        pressed = press_lean(file)
        if unpress_lean(pressed) == file:
            return pressed
    except (BadPieces, ValueError, TypeError, LookupError, OverflowError):
        pass
    return press_text(file)


def unpress_file(pressed: bytes) -> bytes:
    """The file again, byte by byte; raises BadPieces where it isn't one."""
    if pressed.startswith(SECOND):
        return unpress_lean(pressed)
    return unpress_text(pressed)


# The second way


@cache
def known_words() -> bytes:
    return WORDS.read_bytes().strip()


@cache
def known_shapes() -> tuple[Shape, ...]:
    return tuple(map(tuple, json.loads(known_words())[0]))


def press_lean(file: bytes) -> bytes:
    lean = make_lean(file, known_shapes())
    slow = int(len(lean.times) * SLOW)
    parts = (
        press_part(lean.text, known_words()),
        press_part(lean.times[:slow]),
        press_part(lean.times[slow:]),
        press_part(lean.ids),
    )
    return SECOND + SIZES.pack(*map(len, parts)) + b"".join(parts)


def unpress_lean(pressed: bytes) -> bytes:
    at = len(SECOND) + SIZES.size
    if len(pressed) < at:
        raise BadPieces
    parts = []
    for size in SIZES.unpack_from(pressed, len(SECOND)):
        parts.append(pressed[at : at + size])
        at += size
    text, slow, fast, ids = parts
    times = unpress_part(slow) + unpress_part(fast)
    lean = LeanLog(unpress_part(text, known_words()), times, unpress_part(ids))
    try:
        return grow_file(lean, known_shapes())
    except NotLean:
        raise BadPieces from None


def press_part(part: bytes, words: bytes = b"") -> bytes:
    press = zlib.compressobj(9, zlib.DEFLATED, RAW, 9, zlib.Z_DEFAULT_STRATEGY, words)
    return press.compress(part) + press.flush()


def unpress_part(pressed: bytes, words: bytes = b"") -> bytes:
    reader = zlib.decompressobj(RAW, words)
    try:
        part = reader.decompress(pressed, LARGEST_FILE)
    except zlib.error:
        raise BadPieces from None
    if not reader.eof:
        raise BadPieces
    return part


# The first way, for papers from before and for files written by somebody else


def press_text(file: bytes) -> bytes:
    ids = b"".join(UUID(found.decode()).bytes for found in ID.findall(file))
    text = lzma.compress(ID.sub(b"", file), format=lzma.FORMAT_RAW, filters=FILTERS)
    return len(text).to_bytes(LENGTH) + text + ids


def unpress_text(pressed: bytes) -> bytes:
    long = int.from_bytes(pressed[:LENGTH])
    text, ids = pressed[LENGTH : LENGTH + long], pressed[LENGTH + long :]
    reader = lzma.LZMADecompressor(format=lzma.FORMAT_RAW, filters=FILTERS)
    try:
        file = reader.decompress(text, LARGEST_FILE)
    except lzma.LZMAError:
        raise BadPieces from None
    first, *rest = file.split(GAP + b'"')
    if not reader.eof or len(ids) != 16 * len(rest):
        raise BadPieces
    own = (str(UUID(bytes=ids[at : at + 16])).encode() for at in range(0, len(ids), 16))
    return b"".join(
        [first, *(GAP + one + b'"' + part for one, part in zip(own, rest, strict=True))]
    )
