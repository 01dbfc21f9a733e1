"""An empire in one column: how it stands, read at a glance beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext as _

from campaign.board.cards import EmpireStand, HeldCard, Sign, TrackView
from campaign.documents.cards import COLOUR_ROLES
from campaign.documents.tracks import SOFT_ROLES, STRONG_ROLES
from companion.base.wording import signed_points, translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block, pour_blocks, space_block, text_row
from companion.paper.letters import break_lines, text_label, text_width
from companion.paper.shapes import SEAT_ROLES, THIN, Align, Box, Shapes, Tone
from companion.paper.sizes import LARGE, SMALL, TEXT, TITLE
from scoring.rise_of_empire.layout import Category
from scoring.rise_of_empire.state import Status

BAND = 1.8
PAD = 3.0
LETTER = 4.6
FACT, SCORES_HIGH = 13.0, 31.0
BARS, BAR_GAP = 10, 0.8
TRACK, TRACK_BOX = 12.4, 5.0
SIGN = 4.2
LIST_ROW, LEAST_ROW = 4.4, 3.2
CAPTION = 5.0
NUMBER = 8.4
PRICE = 8.0


def draw_column(area: Area, stand: EmpireStand) -> Shapes:
    role = SEAT_ROLES[stand.seat]
    inner = area.inset(PAD, PAD)
    top = [
        *heading_blocks(stand, role),
        space_block(1.4),
        numbers_block(stand, role),
        space_block(1.6),
    ]
    top += [track_block(one) for one in stand.tracks]
    used = sum(one.height for one in top)
    foot = danger_blocks(stand, inner.width)
    rest = inner.below(used + 1).height - sum(one.height for one in foot)
    listed = list_blocks(stand, rest)
    return (
        Box(*marks.corners(area), Tone.PAPER, Tone.EDGE, THIN, marks.ROUND),
        Box(area.x, area.y, area.width, BAND, role, round=BAND / 2),
        *pour_blocks(inner, [*top, space_block(1), *listed, *foot]),
    )


def heading_blocks(stand: EmpireStand, role: Tone) -> list[Block]:
    empire = stand.empire
    age = translate(stand.age) if empire.alive else translate(stand.status)
    said = f"{age} · {translate(stand.faction)}"
    sign = "fall" if empire.status == Status.COLLAPSED else empire.sheet.age
    return [
        Block(6.0, lambda area: draw_owner(area, stand, role)),
        Block(
            7.6,
            lambda area: text_label(
                area, empire.sheet.name, LARGE, bold=True, least=SMALL
            ),
        ),
        Block(5.2, lambda area: signed_row(area, sign, said, Tone.ACCENT)),
    ]


def draw_owner(area: Area, stand: EmpireStand, role: Tone) -> Shapes:
    disc = Area(area.x, area.middle - LETTER / 2, LETTER, LETTER)
    words = area.beside(LETTER + 1.4)
    return (
        Box(*marks.corners(disc), role, round=LETTER / 2),
        *text_label(
            disc,
            stand.seat,
            SMALL,
            bold=True,
            align=Align.MIDDLE,
            fill=Tone.PAPER,
        ),
        *text_label(words, stand.empire.player, TEXT, least=SMALL),
    )


def signed_row(area: Area, name: str, text: str, role: Tone = Tone.INK) -> Shapes:
    return (
        *marks.sign(name, area.x + SIGN / 2, area.middle, SIGN, role),
        *text_label(area.beside(SIGN + 1.4), text, SMALL),
    )


def numbers_block(stand: EmpireStand, role: Tone) -> Block:
    """The last score with those before it as bars, and the knowledge saved."""

    def draw(area: Area) -> Shapes:
        left, right = area.columns(2, 2)
        last = "–" if stand.last_score is None else signed_points(stand.last_score)
        return (
            *draw_fact(left, _("Last score"), last),
            *draw_fact(right, _("Knowledge"), str(stand.empire.sheet.knowledge)),
            *draw_bars(area.below(FACT), stand.empire.sheet.scores, role),
        )

    return Block(SCORES_HIGH, draw)


def draw_fact(area: Area, caption: str, number: str) -> Shapes:
    return (
        *text_label(area.top(3), caption, SMALL, fill=Tone.QUIET),
        *text_label(area.below(3).top(TITLE), number, TITLE, bold=True),
    )


def draw_bars(
    area: Area, scores: Sequence[int], role: Tone, count: int = BARS
) -> Shapes:
    """The last scores, each with its number; the newest on the right in full colour."""
    shown = scores[-count:]
    most = max([1, *shown])
    cells = area.columns(count, BAR_GAP)
    return marks.join_shapes(
        draw_bar(cell, score, most, role, last=place == len(shown))
        for place, (cell, score) in enumerate(zip(cells, shown, strict=False), start=1)
    )


def draw_bar(area: Area, score: int, most: int, role: Tone, *, last: bool) -> Shapes:
    room = area.below(SMALL * 1.5)
    high = max(0.4, room.height * max(0, score) / most)
    top = room.bottom - high
    words = Area(area.x, top - SMALL * 1.4, area.width, SMALL * 1.2)
    fill = role if last else Tone.RAISED
    return (
        Box(area.x, top, area.width, high, fill, role, THIN / 2),
        *text_label(words, signed_points(score), SMALL, bold=last, align=Align.MIDDLE),
    )


def track_block(one: TrackView) -> Block:
    return Block(TRACK, lambda area: track_row(area, one))


def track_row(area: Area, one: TrackView) -> Shapes:
    category = Category(one.category)
    role, soft = STRONG_ROLES[category], SOFT_ROLES[category]
    words = area.top(4.6)
    told = _("%(ticks)s of %(boxes)s") % {"ticks": one.ticks, "boxes": one.length}
    said = text_width(told, SMALL, bold=True) + 1
    named = words.beside(SIGN + 1.2)
    boxes = area.below(5).top(TRACK_BOX).columns(max(1, one.length), 0.6)
    return (
        *marks.sign(one.category, words.x + SIGN / 2, words.middle, SIGN, role),
        *text_label(named.left(named.width - said - 1), translate(one.word), SMALL),
        *text_label(
            named.beside(named.width - said), told, SMALL, bold=True, align=Align.END
        ),
        *marks.join_shapes(
            draw_box(cell, icon, role, soft, reached=place < one.ticks)
            for place, (cell, icon) in enumerate(zip(boxes, one.boxes, strict=False))
        ),
    )


def draw_box(area: Area, icon: str, role: Tone, soft: Tone, *, reached: bool) -> Shapes:
    """A box of a track; a dot says that there is a bonus on it."""
    fill, ink = (role, Tone.PAPER) if reached else (soft, role)
    dot = min(area.width, area.height) * 0.36
    return (
        Box(*marks.corners(area), fill, role, THIN / 2),
        *(
            (
                Box(
                    area.centre - dot / 2,
                    area.middle - dot / 2,
                    dot,
                    dot,
                    ink,
                    round=dot / 2,
                ),
            )
            if icon
            else ()
        ),
    )


def list_blocks(stand: EmpireStand, room: float) -> list[Block]:
    """Provinces and inventions, in rows that all fit; what doesn't is counted."""
    cards = [*stand.provinces, *stand.inventions]
    fixed = 2 * CAPTION + (LIST_ROW + 1 if stand.upkeep else 0)
    high = min(LIST_ROW, max(LEAST_ROW, (room - fixed) / max(1, len(cards))))
    most = max(0, int((room - fixed) / high))
    shown = shorten_list(stand.provinces, max(1, most - len(stand.inventions)))
    return [
        caption_block("faction_location", _("Provinces"), len(stand.provinces)),
        *(Block(high, partial(draw_listed_card, card=one)) for one in shown),
        *upkeep_blocks(stand.upkeep),
        caption_block("invention", _("Inventions"), len(stand.inventions)),
        *(Block(high, partial(draw_listed_card, card=one)) for one in stand.inventions),
    ]


def shorten_list(cards: Sequence[HeldCard], most: int) -> list[HeldCard]:
    if len(cards) <= most:
        return list(cards)
    rest = _("and %(count)s more") % {"count": len(cards) - most + 1}
    return [*cards[: most - 1], HeldCard("…", rest)]


def caption_block(sign: str, title: str, count: int) -> Block:
    def draw(area: Area) -> Shapes:
        return (
            *marks.sign(sign, area.x + SIGN / 2, area.middle, SIGN, Tone.ACCENT),
            *text_label(
                area.beside(SIGN + 1.4).left(area.width - SIGN - 9),
                title,
                SMALL,
                bold=True,
            ),
            *text_label(area, str(count), SMALL, bold=True, align=Align.END),
        )

    return Block(CAPTION, draw)


def draw_listed_card(area: Area, card: HeldCard) -> Shapes:
    """A card by its number, and where it has them its colour and price."""
    priced = PRICE if card.price is not None else 0.0
    swatch = min(2.6, area.height * 0.7)
    words = area.beside(NUMBER)
    colour = COLOUR_ROLES.get(card.colour, Tone.PAPER)
    mark = Box(
        area.right - swatch,
        area.middle - swatch / 2,
        swatch,
        swatch,
        colour,
        Tone.CONTROL,
        THIN / 2,
        swatch / 5,
    )
    inner = words.left(words.width - priced - (swatch + 1 if priced else 0))
    price = Area(inner.right, area.y, priced, area.height)
    said = f"{card.name} ({translate(card.colour_word)})" if priced else card.name
    return (
        *text_label(area.left(NUMBER), card.number, SMALL, bold=True),
        *text_label(inner, said.removesuffix(" ()"), SMALL),
        *text_label(price, str(card.price or ""), SMALL, bold=True, align=Align.END),
        *((mark,) if priced else ()),
    )


def upkeep_blocks(goods: Sequence[Sign]) -> list[Block]:
    if not goods:
        return []

    def draw(area: Area) -> Shapes:
        cells = area.columns(max(4, len(goods)))
        return marks.join_shapes(
            (
                *marks.sign(good.name, cell.x + SIGN / 2, cell.middle, SIGN * 0.9),
                *text_label(
                    cell.beside(SIGN + 0.6), f"{good.count} ×", SMALL, bold=True
                ),
            )
            for cell, good in zip(cells, goods, strict=False)
        )

    return [Block(LIST_ROW, draw), space_block(1)]


def danger_blocks(stand: EmpireStand, room: float) -> list[Block]:
    """What threatens an empire, or what became of it, in words."""
    said = [translate(one.message) for one in stand.dangers]
    if stand.fall:
        said.append(translate(stand.fall))
    rows = [
        text_row(line, SMALL, bold=True, leading=1.4)
        for text in said
        for line in break_lines(f"! {text}", SMALL, room, bold=True)
    ]
    return [space_block(1.5), *rows] if rows else []
