"""Any bytes as a set of codes on paper: pieces that find together again, one of them spare.

Every piece begins with a short head: what it is, which set it belongs to, its place in the set,
how many there are and how long the whole is. The spare one is all others laid over one another
(XOR), so any single piece may be lost.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

MARK = b"EC1"
HEAD = struct.Struct(">3sIBBI")  # mark, checksum of the whole, place, count, length
VERSION = 25  # of the QR code: 117 squares across, read from 60 mm at 150 dpi
ERROR = "M"
MASK = 0  # what is pressed looks like noise already, so that the best of eight needn't be sought
ROOM = 997 - HEAD.size  # bytes of ours in a code of that version
MOST_PIECES = 250


class NoPieces(ValueError):
    """Raised where the bytes don't fit on paper."""


class BadPieces(ValueError):
    """Raised where pieces come together to something else than what was printed."""


@dataclass(frozen=True)
class Piece:
    checksum: int
    place: int  # the spare one comes last
    count: int  # without the spare one
    length: int
    part: bytes

    @property
    def spare(self) -> bool:
        return self.place == self.count

    def to_bytes(self) -> bytes:
        head = HEAD.pack(MARK, self.checksum, self.place, self.count, self.length)
        return head + self.part


def cut_pieces(whole: bytes) -> list[Piece]:
    """Pieces of one size, and the spare one behind them."""
    count = -(-len(whole) // ROOM)
    if not 0 < count <= MOST_PIECES:
        raise NoPieces
    size = -(-len(whole) // count)
    parts = [
        whole[place * size : (place + 1) * size].ljust(size, b"\0")
        for place in range(count)
    ]
    checksum = zlib.crc32(whole)
    return [
        Piece(checksum, place, count, len(whole), part)
        for place, part in enumerate([*parts, lay_over(parts)])
    ]


def lay_over(parts: Iterable[bytes]) -> bytes:
    laid, size = 0, 0
    for part in parts:
        laid ^= int.from_bytes(part)
        size = len(part)
    return laid.to_bytes(size)


def read_piece(found: bytes) -> Piece | None:
    """What a code says, or nothing where it is a code of something else."""
    if len(found) <= HEAD.size or not found.startswith(MARK):
        return None
    _mark, checksum, place, count, length = HEAD.unpack_from(found)
    part = found[HEAD.size :]
    if place > count or not count or not 0 < length <= len(part) * count:
        return None
    return Piece(checksum, place, count, length, part)


@dataclass(frozen=True)
class PieceSet:
    """The pieces of one print that were found so far, by their places."""

    pieces: dict[int, Piece]
    others: int = 0  # pieces of another print

    @property
    def count(self) -> int:
        return next((one.count for one in self.pieces.values()), 0)

    @property
    def missing(self) -> list[int]:
        """The places that lack before the whole is there; the spare one makes up for one."""
        lacking = [place for place in range(self.count) if place not in self.pieces]
        return [] if len(lacking) == 1 and self.count in self.pieces else lacking

    @property
    def total(self) -> int:
        """With the spare one."""
        return self.count + 1

    @property
    def missing_numbers(self) -> list[int]:
        """As they are printed below the codes."""
        return [place + 1 for place in self.missing]

    @property
    def whole(self) -> bool:
        return bool(self.pieces) and not self.missing

    def join(self) -> bytes:
        """The bytes that were printed."""
        parts = {place: one.part for place, one in self.pieces.items()}
        for place in range(self.count):
            if place not in parts:
                parts[place] = lay_over(parts.values())
        first = next(iter(self.pieces.values()))
        whole = b"".join(parts[place] for place in range(self.count))[: first.length]
        if zlib.crc32(whole) != first.checksum:
            raise BadPieces
        return whole


def sort_pieces(found: Iterable[bytes]) -> PieceSet:
    """The pieces of the print most of them belong to."""
    read = [piece for piece in map(read_piece, found) if piece]
    prints = Counter((one.checksum, one.count, len(one.part)) for one in read)
    if not prints:
        return PieceSet({})
    usual = prints.most_common(1)[0][0]
    own = {
        one.place: one
        for one in read
        if (one.checksum, one.count, len(one.part)) == usual
    }
    return PieceSet(own, others=len(read) - prints[usual])


def code_matrix(piece: Piece) -> list[bytes]:
    """The dark and light squares of a piece's code."""
    import segno  # here, because reading codes needs none of it

    code = segno.make_qr(
        piece.to_bytes(),
        error=ERROR,
        version=VERSION,
        mode="byte",
        mask=MASK,
        boost_error=False,
    )
    return [bytes(row) for row in code.matrix]
