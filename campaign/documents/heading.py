"""The head of a sheet: whose empire it is, and how far through the ages it has come."""

from __future__ import annotations

from django.utils.translation import gettext as _

from campaign.documents.words import star_if_corrected
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import STRONG, THIN, Align, Box, Line, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT, TITLE
from scoring.entries import known_key
from scoring.imperial_settlers import FACTION_NAMES
from scoring.rise_of_empire.layout import AGE_NAMES, Age
from scoring.rise_of_empire.state import SheetState

EMBLEM = 16.0
EMBLEM_SIGN = 11.4
AGES = 84.0  # width of the way through the ages
GAP = 4.0
NAME_ROW = 9.4
FIELD_ROW = 6.4
NODE, NODE_NOW, BADGE = 8.4, 10.4, 3.4
BADGE_AT = 0.38  # of a node, from its centre
AGE_ROW = 5.0
FIELD_LINE = 4.2


def draw_heading(
    area: Area, age: str, sheet: SheetState | None, player: str, fate: str
) -> Shapes:
    emblem = Box(area.x, area.y, EMBLEM, EMBLEM, Tone.ACCENT, round=marks.ROUND)
    middle = EMBLEM / 2
    rest = area.beside(EMBLEM + GAP)
    who = rest.left(rest.width - AGES - GAP)
    return (
        emblem,
        *marks.sign(age, area.x + middle, area.y + middle, EMBLEM_SIGN, Tone.PAPER),
        *empire_name(who.top(NAME_ROW), sheet),
        *draw_fields(who.below(NAME_ROW).top(FIELD_ROW), sheet, player, fate),
        *draw_ages(rest.beside(rest.width - AGES), age, sheet),
        Line(area.x, area.bottom, area.right, area.bottom, Tone.ACCENT, STRONG),
    )


def empire_name(area: Area, sheet: SheetState | None) -> Shapes:
    if sheet is None:
        return draw_field(area, _("Empire"), "")
    text = star_if_corrected(sheet.name, "name", sheet)
    return text_label(area, text, TITLE, display=True, least=TEXT)


def draw_fields(area: Area, sheet: SheetState | None, player: str, fate: str) -> Shapes:
    """Faction and player side by side, and what became of the empire."""
    faction = (
        star_if_corrected(faction_name(sheet.faction), "faction", sheet)
        if sheet
        else ""
    )
    written = [(_("Faction"), faction), (_("Player"), player)]
    cells = area.columns(len(written) + bool(fate), GAP)
    shapes = marks.join_shapes(
        draw_field(cell, *texts) for cell, texts in zip(cells, written, strict=False)
    )
    return (*shapes, *(draw_pill(cells[-1], fate) if fate else ()))


def draw_pill(area: Area, text: str) -> Shapes:
    needed = min(area.width, text_width(text, TEXT, bold=True) + area.height)
    room = area.beside(area.width - needed)
    return (
        Box(*marks.corners(room), Tone.ACCENT, round=area.height / 2),
        *text_label(
            room.inset(area.height / 3, 0),
            text,
            TEXT,
            bold=True,
            align=Align.MIDDLE,
            fill=Tone.PAPER,
        ),
    )


def faction_name(faction: str) -> str:
    return translate(FACTION_NAMES.get(known_key(faction, FACTION_NAMES), faction))


def draw_field(area: Area, caption: str, value: str) -> Shapes:
    """A caption and beside it what is written there, or a line to write it on."""
    taken = min(text_width(caption, SMALL) + marks.WORD_GAP, area.width / 2)
    room = area.beside(taken)
    low = area.below(area.height - FIELD_LINE)
    written = text_label(low.beside(taken), value, TEXT, bold=True)
    return (
        *text_label(low.left(taken), caption, SMALL, fill=Tone.QUIET),
        *(written or marks.writing_line(room, Tone.CONTROL)),
    )


def draw_ages(area: Area, age: str, sheet: SheetState | None) -> Shapes:
    """The way through the ages, with the present one filled and those behind ticked."""
    known_ages = list(Age)
    now = known_ages.index(Age(age)) if age in known_ages else -1
    cells = area.columns(len(known_ages))
    level = area.y + NODE_NOW / 2
    way = Line(cells[0].centre, level, cells[-1].centre, level, Tone.CONTROL, THIN)

    def name(one: Age) -> str:
        said = translate(AGE_NAMES[one])
        return star_if_corrected(said, "age", sheet) if one == age else said

    return (
        way,
        *marks.join_shapes(
            draw_node(cell, level, one, name(one), place - now)
            for place, (one, cell) in enumerate(zip(known_ages, cells, strict=True))
        ),
    )


def draw_node(area: Area, level: float, age: Age, name: str, ahead: int) -> Shapes:
    now, size = ahead == 0, NODE_NOW if ahead == 0 else NODE
    fill, ink = (Tone.ACCENT, Tone.PAPER) if now else (Tone.PAPER, Tone.QUIET)
    text = area.below(NODE_NOW).top(AGE_ROW)
    aside = size * BADGE_AT
    badge = marks.checkbox(
        area.centre + aside, level - aside, BADGE, Tone.ACCENT, ticked=True
    )
    return (
        *marks.medallion(
            age, area.centre, level, size, fill=fill, stroke=Tone.ACCENT, ink=ink
        ),
        *(badge if ahead < 0 else ()),
        *text_label(
            text,
            name,
            SMALL,
            bold=now,
            align=Align.MIDDLE,
            fill=Tone.INK if now else Tone.QUIET,
        ),
    )
