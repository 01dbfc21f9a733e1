"""A whole campaign on paper: its file, pressed into codes, and back.

An act's id is half of what can't be pressed: the ids are taken out of the text and laid beside it
as they are, sixteen bytes each.
"""

from __future__ import annotations

import lzma
import re
from uuid import UUID

from companion.base.uploads import LARGEST_FILE
from companion.paper.code_pieces import BadPieces, Piece, cut_pieces

ID = re.compile(rb'(?<="client_id": ")[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=")')
GAP = b'"client_id": "'
LENGTH = 4  # bytes that say how long the pressed text is
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}]


def campaign_pieces(file: bytes) -> list[Piece]:
    """The codes that hold a campaign's file."""
    return cut_pieces(press_file(file))


def press_file(file: bytes) -> bytes:
    ids = b"".join(UUID(found.decode()).bytes for found in ID.findall(file))
    text = lzma.compress(ID.sub(b"", file), format=lzma.FORMAT_RAW, filters=FILTERS)
    return len(text).to_bytes(LENGTH) + text + ids


def unpress_file(pressed: bytes) -> bytes:
    """The file again, byte by byte; raises BadPieces where it isn't one."""
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
