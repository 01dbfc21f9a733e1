"""What a session made of an empire, as a card: numbers before and after, cards, and its map then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from campaign.chronicle.chapter import Part, SessionStory
from campaign.chronicle.story import Event
from campaign.documents.growth import draw_map_then
from campaign.documents.tracks import STRONG_ROLES
from campaign.session.compared import sheet_to_compare
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block, pour_blocks, space_block, stack_blocks, text_row
from companion.paper.letters import break_lines, text_label, text_width
from companion.paper.shapes import SEAT_ROLES, THIN, Align, Box, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT
from scoring.rise_of_empire.layout import AGE_NAMES, AgeLayout, Category
from scoring.rise_of_empire.state import STATUS_NAMES, SheetState

COLUMNS, GAP = 2, 4.0
HEAD, BAR, PAD = 8.4, 1.4, 3.0
DISC, SIGN = 4.6, 3.8
NUMBER_GAP, SIGN_GAP, EVENT_GAP = 3.4, 1.2, 0.8
MAP_SHARE = 0.27


@dataclass(frozen=True)
class CardSize:
    """How large a card's words and its map are."""

    text: float
    map_high: float

    @property
    def sign(self) -> float:
        return self.text * 1.5


LARGE_CARD, SMALL_CARD = CardSize(TEXT, 27.0), CardSize(SMALL, 17.0)


@dataclass(frozen=True)
class Number:
    """A number of an empire before and after a session."""

    sign: str
    tone: Tone
    before: int
    after: int


def change_rows(story: SessionStory, room: float, size: CardSize) -> list[Block]:
    """A card per empire, two beside each other."""
    columns = min(COLUMNS, len(story.parts))
    if not columns:
        return []
    wide = (room - GAP * (columns - 1)) / columns
    cards = [change_card(story, one, wide, size) for one in story.parts]
    rows = (cards[n : n + columns] for n in range(0, len(cards), columns))
    return [card_row(row, columns) for row in rows]


def card_row(cards: list[Block], columns: int) -> Block:
    high = max(one.height for one in cards)

    def draw(area: Area) -> Shapes:
        places = area.top(high).columns(columns, GAP)
        return marks.join_shapes(
            one.draw(place) for one, place in zip(cards, places, strict=False)
        )

    return Block(high + GAP, draw)


def change_card(story: SessionStory, part: Part, room: float, size: CardSize) -> Block:
    inner = room - 2 * PAD
    sheet = sheet_to_compare(part.empire)
    layout = story.state.layouts.get(sheet.age)
    drawn = inner * MAP_SHARE if layout and layout.map else 0.0
    words = inner - drawn - (2 if drawn else 0)
    rows = [*number_rows(part, words, size), *event_rows(part, words, size)]
    high = max(size.map_high if drawn else 0.0, sum(one.height for one in rows))

    def draw(area: Area) -> Shapes:
        body = area.inset(PAD, 0).below(HEAD).top(high)
        mapped = body.beside(inner - drawn).top(size.map_high)
        return (
            *draw_frame(area, part, sheet),
            *pour_blocks(body.left(inner - drawn), rows),
            *(draw_map(mapped, layout, sheet, part) if layout and drawn else ()),
        )

    return Block(HEAD + high + PAD, draw)


def draw_frame(area: Area, part: Part, sheet: SheetState) -> Shapes:
    role, age = SEAT_ROLES[part.seat], part.empire.sheet.age
    head = area.inset(PAD, 0).below(BAR).top(HEAD - BAR)
    disc = Area(head.x, head.middle - DISC / 2, DISC, DISC)
    told = translate(STATUS_NAMES[part.empire.status] if part.fell else AGE_NAMES[age])
    said = min(text_width(told, SMALL), head.width * 0.4)
    sign = Area(head.right - said - DISC - 1, head.y, DISC, head.height)
    name = head.beside(DISC + 1.6)
    return (
        Box(*marks.corners(area), Tone.PAPER, Tone.EDGE, THIN, marks.ROUND),
        Box(area.x, area.y, area.width, BAR, role, round=BAR / 2),
        Box(*marks.corners(disc), role, round=DISC / 2),
        *text_label(
            disc, part.seat, SMALL, bold=True, align=Align.MIDDLE, fill=Tone.PAPER
        ),
        *text_label(name.left(sign.x - name.x - 1), sheet.name, TEXT, bold=True),
        *marks.sign(
            "fall" if part.fell else age,
            sign.centre,
            sign.middle,
            SIGN,
            Tone.ACCENT,
        ),
        *text_label(head.beside(head.width - said), told, SMALL, align=Align.END),
    )


def draw_map(area: Area, layout: AgeLayout, sheet: SheetState, part: Part) -> Shapes:
    same = part.before is not None and part.before.age == sheet.age
    was = part.before.boxes if part.before and same else ()
    return draw_map_then(area.inset(1, 0.4), layout, sheet, was, part.seat)


# Numbers


def changed_numbers(part: Part) -> Iterator[Number]:
    """Tracks and knowledge; a new age begins a new sheet, so the one it left counts."""
    was = part.before or SheetState("", "")
    now = sheet_to_compare(part.empire)
    left = part.empire.past[-1] if part.rose and part.empire.past else now
    numbers = [
        *(
            Number(one.value, STRONG_ROLES[one], was.ticks.of(one), left.ticks.of(one))
            for one in Category
        ),
        Number("knowledge", Tone.INK, was.knowledge, now.knowledge),
    ]
    yield from map(lose_number, numbers) if part.fell else numbers


def lose_number(one: Number) -> Number:
    """ROE-39: a collapse takes everything, also what was gained in the session itself."""
    return replace(one, before=max(one.before, one.after), after=0)


def number_rows(part: Part, room: float, size: CardSize) -> list[Block]:
    """As many side by side as there is room for."""
    rows: list[list[Number]] = [[]]
    for one in changed_numbers(part):
        if one.before == one.after:
            continue
        together = sum(number_width(each, size) for each in (*rows[-1], one))
        if together > room + NUMBER_GAP and rows[-1]:
            rows.append([])
        rows[-1].append(one)
    return [number_row(row, size) for row in rows if row]


def number_words(one: Number) -> str:
    return f"{one.before} → {one.after}"


def number_width(one: Number, size: CardSize) -> float:
    said = text_width(number_words(one), size.text, bold=True)
    return size.sign + SIGN_GAP + said + NUMBER_GAP


def number_row(numbers: list[Number], size: CardSize) -> Block:
    def draw(area: Area) -> Shapes:
        shapes: Shapes = ()
        for one in numbers:
            middle = area.x + size.sign / 2
            words = area.beside(size.sign + SIGN_GAP)
            shapes += (
                *marks.sign(one.sign, middle, area.middle, size.sign, one.tone),
                *text_label(words, number_words(one), size.text, bold=True),
            )
            area = area.beside(number_width(one, size))
        return shapes

    return Block(size.sign * 1.5, draw)


# Events


def event_rows(part: Part, room: float, size: CardSize) -> Iterator[Block]:
    """What no sentence tells; knowledge is among the numbers already."""
    for one in part.events:
        if not one.told and one.sign != "knowledge":
            yield event_block(one, room, size)


def event_block(event: Event, room: float, size: CardSize) -> Block:
    """A sign with a sentence that may run over several lines."""
    before = size.sign + SIGN_GAP
    lines = break_lines(translate(event.words), size.text, room - before)
    first, *more = (text_row(line, size.text) for line in lines)

    def draw(area: Area) -> Shapes:
        middle = area.x + size.sign / 2
        return (
            *marks.sign(event.sign, middle, area.middle, size.sign),
            *first.draw(area.beside(before)),
        )

    rest = (Block(one.height, indent(one, before)) for one in more)
    return stack_blocks((Block(first.height, draw), *rest, space_block(EVENT_GAP)))


def indent(block: Block, before: float) -> Callable[[Area], Shapes]:
    """A further line of an event, below the words of the first."""
    return lambda area: block.draw(area.beside(before))
