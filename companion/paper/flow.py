"""Blocks that follow one another: down a column, into the next one, onto the next page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import break_lines, text_label, text_width
from companion.paper.shapes import Align, Shapes, Tone

LEADING = 1.42


@dataclass(frozen=True)
class Block:
    """Something of a known height that is drawn wherever there is room for it."""

    height: float
    draw: Callable[[Area], Shapes]
    with_next: bool = False  # a heading never stands alone at the foot


def space_block(height: float) -> Block:
    return Block(height, lambda _area: ())


def text_row(
    text: str,
    size: float,
    *,
    bold: bool = False,
    display: bool = False,
    fill: Tone = Tone.INK,
    align: Align = Align.START,
    leading: float = LEADING,
    with_next: bool = False,
) -> Block:
    """One line, shrunk and then cut where it is too long."""
    return Block(
        size * leading,
        lambda area: text_label(
            area, text, size, bold=bold, display=display, fill=fill, align=align
        ),
        with_next,
    )


def paragraph_rows(
    text: str,
    size: float,
    room: float,
    *,
    bold: bool = False,
    fill: Tone = Tone.INK,
    leading: float = LEADING,
) -> list[Block]:
    """A text of any length as lines, nothing left out; its own line ends are kept."""
    return [
        text_row(piece, size, bold=bold, fill=fill, leading=leading)
        for part in text.splitlines()
        for line in break_lines(part, size, room, bold=bold)
        for piece in word_pieces(line, size, room, bold=bold)
    ]


def word_pieces(line: str, size: float, room: float, *, bold: bool) -> Iterator[str]:
    """A word that is longer than a line, cut where the line ends."""
    if line and text_width(line, size, bold=bold) <= room:
        yield line
        return
    begin = 0
    for end in range(1, len(line) + 1):
        if text_width(line[begin : end + 1], size, bold=bold) > room or end == len(
            line
        ):
            yield line[begin:end]
            begin = end


def stack_blocks(blocks: Iterable[Block]) -> Block:
    """Several blocks that stay together."""
    blocks = tuple(blocks)
    return Block(
        sum(one.height for one in blocks), lambda area: pour_blocks(area, blocks)
    )


def pour_blocks(area: Area, blocks: Iterable[Block]) -> Shapes:
    """Blocks from the top of an area down, whether or not it is high enough."""
    shapes, rest = [], area
    for block in blocks:
        shapes.append(block.draw(rest.top(block.height)))
        rest = Area(
            rest.x, rest.y + block.height, rest.width, rest.height - block.height
        )
    return marks.join_shapes(shapes)


def fill_columns(
    blocks: Sequence[Block], heights: Iterable[float]
) -> list[list[Block]]:
    """The blocks column by column, given how high each column is; a column holds one at least."""
    rooms, columns = iter(heights), list[list[Block]]()
    left = 0.0
    for place, block in enumerate(blocks):
        needed = block.height
        if block.with_next and place + 1 < len(blocks):
            needed += blocks[place + 1].height
        if not columns or (needed > left and columns[-1]):
            columns.append([])
            left = next(rooms)
        columns[-1].append(block)
        left -= block.height
    return columns
