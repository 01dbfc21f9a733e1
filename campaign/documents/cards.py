"""The inventions an empire holds, by colour; province_list has its provinces."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TypeAlias

from django.utils.translation import gettext as _

from campaign.documents.kept_drawings import shows
from campaign.documents.province_list import COLUMN_GAP, DIGITS, LIST_PAD
from campaign.documents.words import star_if_corrected
from campaign.models.pictures import card_words
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import break_lines, common_size, text_label
from companion.paper.shapes import THIN, Align, Box, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT
from scoring.rise_of_empire.layout import COLOUR_NAMES, Colour
from scoring.rise_of_empire.state import Invention, SheetState

Row: TypeAlias = tuple[str, Invention | None]  # a colour and the card held of it

LOWEST, HIGHEST = 3.9, 9.8  # a row of a list
SWATCH, SWATCH_SHARE = 3.6, 0.7  # at most, and of its row
COLOUR_WIDTH = 16.0
TWO_LINES = 2.3  # sizes: a row this high has room for two
PRICE = 9.4
COIN = 2.7  # the sign behind a price
COLOUR_ROLES: dict[str, Tone] = {
    Colour.RED: Tone.CARD_RED,
    Colour.GREY: Tone.CARD_GREY,
    Colour.BROWN: Tone.CARD_BROWN,
    Colour.GOLD: Tone.CARD_GOLD,
    Colour.BLUE: Tone.CARD_BLUE,
}


def card_cells(area: Area, count: int) -> list[Area]:
    """Rows from top to bottom, in as many columns as they need."""
    columns = max(1, ceil(count * LOWEST / area.height))
    deep = max(1, ceil(count / columns))
    height = min(HIGHEST, area.height / deep)
    return [
        Area(column.x, column.y + number * height, column.width, height)
        for column in area.columns(columns, COLUMN_GAP)
        for number in range(deep)
    ][:count]


@shows("inventions")
def draw_inventions(area: Area, sheet: SheetState | None) -> Shapes:
    title = star_if_corrected(_("Inventions"), "inventions", sheet)
    frame, inner = marks.panel(area, "invention", title, _("one of each colour"))
    rows = by_colour(sheet.inventions if sheet else ())
    rooms = card_cells(inner.inset(0, LIST_PAD), len(rows))
    names = [card.name for _colour, card in rows if card]
    taken = COLOUR_WIDTH + DIGITS + PRICE
    size = common_size(names, TEXT, SMALL, rooms[0].width - taken)
    return (
        *frame,
        *marks.join_shapes(map(marks.writing_line, rooms)),
        *marks.join_shapes(
            (
                *draw_swatch(room, colour),
                *(draw_invention(room, card, size) if card else ()),
            )
            for room, (colour, card) in zip(rooms, rows, strict=True)
        ),
    )


def by_colour(held: Sequence[Invention]) -> list[Row]:
    """Every colour of the catalogue, empty where nothing is held, then what a table typed."""
    rows: list[Row] = []
    for colour in COLOUR_NAMES:
        cards = [card for card in held if card.colour == colour]
        rows += [(colour, card) for card in cards] or [(colour, None)]
    others = (card for card in held if card.colour not in COLOUR_NAMES)
    return [*rows, *((card.colour, card) for card in others)]


def colour_cell(area: Area) -> Area:
    return area.left(min(COLOUR_WIDTH, area.width / 3))


def draw_swatch(area: Area, colour: str) -> Shapes:
    """A colour with its word: on a grey print only that tells them apart."""
    size = min(SWATCH, area.height * SWATCH_SHARE)
    fill = COLOUR_ROLES.get(colour, Tone.PAPER)
    word = translate(COLOUR_NAMES.get(colour, colour))
    corner = (area.x, area.middle - size / 2)
    words = colour_cell(area).beside(size + 1)
    return (
        Box(*corner, size, size, fill, Tone.CONTROL, THIN, size / 5),
        *text_label(words.left(words.width - 1), word, SMALL, fill=Tone.QUIET),
    )


def draw_invention(area: Area, card: Invention, size: float) -> Shapes:
    room = area.beside(colour_cell(area).width)
    digits, price = min(DIGITS, room.width / 4), min(PRICE, room.width / 3)
    words = room.beside(digits)
    paid = words.beside(words.width - price)
    return (
        *text_label(room.left(digits), card_words(card.number, ""), TEXT, bold=True),
        *draw_card_name(words.left(words.width - price), card.name, size),
        *text_label(
            paid.left(paid.width - COIN - LIST_PAD),
            str(card.price),
            TEXT,
            bold=True,
            align=Align.END,
        ),
        *marks.sign("knowledge", paid.right - COIN / 2, area.middle, COIN, Tone.QUIET),
    )


def draw_card_name(area: Area, name: str, size: float) -> Shapes:
    """In one line, or in two where the row is high enough."""
    first, *rest = break_lines(name, size, area.width)
    lines = [first, " ".join(rest)] if rest else [name]
    if area.height < TWO_LINES * size:
        lines = [name]
    return marks.join_shapes(
        text_label(row, line, size, least=size)
        for row, line in zip(area.rows(len(lines)), lines, strict=True)
    )
