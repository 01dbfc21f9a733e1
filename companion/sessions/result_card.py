"""A result as a card to send to friends: who came where, drawn like everything on paper."""

from __future__ import annotations

from datetime import date

from django.utils.translation import ngettext

from companion.base.dates import full_date
from companion.base.wording import place_name, signed_points, translate
from companion.paper.areas import Area
from companion.paper.letters import break_lines, text_label
from companion.paper.marks import sign
from companion.paper.shapes import (
    ON_TINT_ROLES,
    SEAT_ROLES,
    THIN,
    TINT_ROLES,
    Align,
    Box,
    Drawing,
    Shapes,
    Tone,
)
from companion.sessions.finale import ToldEnding
from companion.sessions.looks import find_accent, find_look
from companion.sessions.result import Standing

SIDE, PAD = 108.0, 7.0  # at most a square: every messenger shows it whole
PIXELS = 1080
EMBLEM, EMBLEM_SIGN = 14.0, 10.0
HEAD, TITLE, NOTE = 17.0, 7.4, 3.8
SAID = (
    (8.2, 2),
    (6.6, 2),
    (5.2, 3),
)  # sizes of the headline, and how many lines it may have
SAID_LINE = 1.12  # of its size
WHY, WHY_LINE, MOST_WHY = 3.5, 4.6, 3
NARROWER = 0.8  # a page may show words in a wider face before ours has come
FOOT, FOOT_TEXT = 5.0, 3.0
ROW, ROW_GAP, ROUND = 13.0, 1.5, 2.2
PLACE, LETTER, TOTAL = 10.0, 6.4, 24.0
NAME, ABOUT, LEAST = 4.9, 3.3, 2.6


def draw_result_card(finale: ToldEnding, played_on: date | None) -> Drawing:
    """Everything a friend wants to know of one game; nothing of others."""
    width = SIDE - 2 * PAD
    headline, size = broken_headline(finale, width)
    reasons = broken_reasons(finale, width)
    said = len(headline) * size * SAID_LINE + ROW_GAP
    why = len(reasons) * WHY_LINE + ROW_GAP + FOOT
    row = row_height(len(finale.places), SIDE - 2 * PAD - HEAD - said - why)
    podium = len(finale.places) * (row + ROW_GAP)
    room = Area(0, 0, SIDE, 2 * PAD + HEAD + said + podium + why)
    body = room.inset(PAD).below(HEAD)
    below = body.below(said + podium)
    shapes = (
        Box(0, 0, room.width, room.height, Tone.RAISED),
        *head_shapes(room.inset(PAD).top(HEAD), finale, played_on),
        *line_shapes(body, headline, size, size * SAID_LINE, display=True),
        *podium_shapes(body.below(said), finale, row),
        *line_shapes(below.below(ROW_GAP), reasons, WHY, WHY_LINE),
        *foot_shapes(below.below(why - FOOT)),
    )
    accent = find_accent(finale.game.slug)
    return Drawing(room.width, room.height, shapes, finale.headline, accent)


def row_height(rows: int, space: float) -> float:
    """As high as looks well, or as the square leaves to each of many."""
    return min(ROW, space / rows - ROW_GAP)


def broken_headline(finale: ToldEnding, width: float) -> tuple[list[str], float]:
    """Who won, as large as it fits; many with long names are only counted, as their rows name them."""
    room = width * NARROWER
    for size, most in SAID:
        lines = break_lines(finale.headline, size, room, display=True)
        if len(lines) <= most:
            return lines, size
    winners = [who for who in finale.places if who.wins]
    if len(winners) > 1:
        size, _most = SAID[0]
        said = count_winners(len(winners), signed_points(winners[0].total))
        return break_lines(said, size, room, display=True), size
    return [*lines[: most - 1], " ".join(lines[most - 1 :])], size


def count_winners(number: int, total: str) -> str:
    said = ngettext(
        "%(number)s player shares the win with %(total)s",
        "%(number)s players share the win with %(total)s",
        number,
    )
    return said % {"number": number, "total": total}


def broken_reasons(finale: ToldEnding, width: float) -> list[str]:
    """What made the difference; how the game ended only where nothing else is to be told."""
    said = [words for words, _rule in finale.reasons]
    rest = [words for words in said if words != finale.why]
    told = said if finale.totals_only else rest or said
    room = width * NARROWER
    lines = [line for words in told for line in break_lines(words, WHY, room)]
    return lines[:MOST_WHY]


def line_shapes(
    area: Area, lines: list[str], size: float, line: float, *, display: bool = False
) -> Shapes:
    """Lines of the same size below one another; a long one shrinks before it is cut."""
    return tuple(
        shape
        for nth, words in enumerate(lines)
        for shape in text_label(
            area.below(nth * line).top(line),
            words,
            size,
            display=display,
            fill=Tone.INK if display else Tone.QUIET,
            least=LEAST,
        )
    )


def head_shapes(area: Area, finale: ToldEnding, played_on: date | None) -> Shapes:
    game = finale.game
    words = area.beside(EMBLEM + PAD / 2).top(EMBLEM)
    title = words.top(EMBLEM * 0.6).left(words.width * NARROWER)
    note = words.below(EMBLEM * 0.6)
    when = " · ".join(filter(None, (finale.night, spoken_day(played_on))))
    middle = EMBLEM / 2
    return (
        Box(area.x, area.y, EMBLEM, EMBLEM, Tone.ACCENT, round=ROUND),
        *sign(
            find_look(game.slug).emblem,
            area.x + middle,
            area.y + middle,
            EMBLEM_SIGN,
            Tone.PAPER,
        ),
        *text_label(title, translate(game.name), TITLE, display=True, least=NOTE),
        *text_label(note, when, NOTE, fill=Tone.QUIET),
    )


def spoken_day(played_on: date | None) -> str:
    return full_date(played_on) if played_on else ""


def podium_shapes(area: Area, finale: ToldEnding, height: float) -> Shapes:
    alone = len(finale.places) == 1
    return tuple(
        shape
        for nth, who in enumerate(finale.places)
        for shape in row_shapes(
            area.below(nth * (height + ROW_GAP)).top(height), who, alone=alone
        )
    )


def row_shapes(row: Area, who: Standing, *, alone: bool) -> Shapes:
    """The winner in their colour; the others on paper with a disc of theirs."""
    tone, on_tone = seat_tones(who)
    ink, quiet = (on_tone, on_tone) if who.wins else (Tone.INK, Tone.QUIET)
    place = row.beside(2 * ROUND).left(0 if alone else PLACE)
    letter = row.beside(place.right - row.x).left(LETTER)
    total = row.beside(row.width - TOTAL - ROUND).left(TOTAL)
    names = row.beside(letter.right - row.x + ROUND)
    names = names.left(total.x - names.x)
    return (
        Box(
            row.x,
            row.y,
            row.width,
            row.height,
            tone if who.wins else Tone.PAPER,
            Tone.EDGE,
            THIN,
            ROUND,
        ),
        *text_label(
            place, "" if alone else place_name(who.place), NOTE, bold=True, fill=quiet
        ),
        *letter_shapes(letter, who, on_tone if who.wins else tone),
        *name_shapes(names, who, ink, quiet),
        *text_label(
            total,
            signed_points(who.total),
            row.height * 0.62,
            bold=True,
            align=Align.END,
            fill=ink,
        ),
    )


def seat_tones(who: Standing) -> tuple[Tone, Tone]:
    """Somebody's own colour or that of the seat, and what is written on it."""
    if who.tint in TINT_ROLES:
        return TINT_ROLES[who.tint], ON_TINT_ROLES[who.tint]
    return SEAT_ROLES[who.letter], Tone.PAPER


def letter_shapes(area: Area, who: Standing, tone: Tone) -> Shapes:
    """The letter of the seat on a disc, so that colour is never the only sign."""
    size = min(LETTER, area.height * 0.7)
    own, on_own = seat_tones(who)
    ink = own if who.wins else on_own
    disc = area.left(size)
    return (
        Box(
            area.x,
            area.middle - size / 2,
            size,
            size,
            tone,
            Tone.EDGE,
            THIN,
            size / 2,
        ),
        *text_label(
            disc,
            who.letter,
            size * 0.6,
            bold=True,
            align=Align.MIDDLE,
            fill=ink,
        ),
    )


def name_shapes(area: Area, who: Standing, ink: Tone, quiet: Tone) -> Shapes:
    named = area.top(area.height * 0.58) if who.played_as else area
    about = area.below(area.height * 0.5).top(area.height * 0.42)
    size = min(NAME, area.height * 0.5)
    return (
        *text_label(named, who.name, size, bold=True, fill=ink, least=LEAST),
        *text_label(
            about, who.played_as, min(ABOUT, area.height * 0.32), fill=quiet, least=1.9
        ),
    )


def foot_shapes(area: Area) -> Shapes:
    return text_label(
        area, "Empire Companion", FOOT_TEXT, align=Align.END, fill=Tone.QUIET
    )


def result_lines(finale: ToldEnding, played_on: date | None) -> list[str]:
    """The result in three lines of text, for messages."""
    game = translate(finale.game.name)
    when = spoken_day(played_on)
    many = len(finale.places) > 1
    places = [
        f"{who.place}. {who.name} {signed_points(who.total)}"
        if many
        else f"{who.name} {signed_points(who.total)}"
        for who in finale.places
    ]
    return [
        " · ".join(filter(None, (game, finale.night, when))),
        " · ".join(filter(None, (finale.headline, finale.tie_break))),
        " · ".join(places),
    ]
