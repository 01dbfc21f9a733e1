"""The index of the chronicle: people, empires and cards, with the pages that tell of them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from campaign.chronicle.story import card_called
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block, space_block
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import THIN, Line, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT
from scoring.rise_of_empire.state import CampaignState

ROW, HEADING, SECTION_GAP = 3.9, 6.4, 3.0
NAME_SHARE, NAME_GAP, INDENT = 0.72, 1.6, 3.0
SPACE = 0.8  # between two page numbers


@dataclass(frozen=True)
class Mentions:
    """Whom and what a part of the book tells of; empires by their key."""

    people: frozenset[str] = frozenset()
    empires: frozenset[str] = frozenset()
    cards: frozenset[int] = frozenset()


@dataclass(frozen=True)
class IndexEntry:
    name: str
    pages: tuple[int, ...]


@dataclass(frozen=True)
class PageRun:
    """Pages that follow one another, as they are written."""

    first: int
    text: str


def index_sections(
    state: CampaignState,
    names: Mapping[str, str],
    mentioned: Iterable[tuple[int, Mentions]],
) -> list[tuple[str, list[IndexEntry]]]:
    """People, empires and cards with their pages; `names` are the empires' by key."""
    people, empires, cards = (dict[str, set[int]]() for _kind in range(3))
    for page, one in mentioned:
        for person in one.people:
            people.setdefault(person, set()).add(page)
        for key in one.empires:
            empires.setdefault(names[key], set()).add(page)
        for number in one.cards:
            name = card_called(state, number)
            cards.setdefault(name, set()).add(page)
    return [
        (_("People"), sorted_entries(people)),
        (_("Empires"), sorted_entries(empires)),
        (_("Cards"), sorted_entries(cards)),
    ]


def sorted_entries(pages: Mapping[str, Iterable[int]]) -> list[IndexEntry]:
    return [
        IndexEntry(name, tuple(sorted(pages[name])))
        for name in sorted(pages, key=plain_letters)
    ]


def plain_letters(name: str) -> tuple[str, str]:
    """How a name is sorted: Č beside C."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(one for one in apart if not unicodedata.combining(one)), name


def page_runs(pages: Iterable[int]) -> Iterator[PageRun]:
    """Pages in a row are written as one."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    for nth, run in enumerate(runs, start=1):
        text = str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}"
        yield PageRun(run[0], text if nth == len(runs) else f"{text},")


# Drawing


def index_blocks(
    sections: Iterable[tuple[str, list[IndexEntry]]], room: float
) -> list[Block]:
    blocks: list[Block] = []
    for title, entries in sections:
        if entries:
            gap = [space_block(SECTION_GAP)] if blocks else []
            blocks += [*gap, heading_block(title)]
            blocks += [entry_block(one, room) for one in entries]
    return blocks


def heading_block(title: str) -> Block:
    def draw(area: Area) -> Shapes:
        inner = area.top(area.height - 1)
        rule = Line(area.x, inner.bottom, area.right, inner.bottom, Tone.ACCENT, THIN)
        return (*text_label(inner, title, TEXT, bold=True), rule)

    return Block(HEADING, draw, with_next=True)


def entry_block(entry: IndexEntry, room: float) -> Block:
    """A name, and behind it as many lines of pages as it needs."""
    named = min(text_width(entry.name, SMALL), room * NAME_SHARE)
    lines: list[list[tuple[float, PageRun]]] = [[]]
    at = named + NAME_GAP
    for run in page_runs(entry.pages):
        wide = text_width(run.text, SMALL)
        if at + wide > room:
            lines.append([])
            at = INDENT
        lines[-1].append((at, run))
        at += wide + SPACE
    draw = partial(draw_entry, entry=entry, named=named, lines=lines)
    return Block(ROW * len(lines), draw)


def draw_entry(
    area: Area,
    entry: IndexEntry,
    named: float,
    lines: list[list[tuple[float, PageRun]]],
) -> Shapes:
    rows = area.rows(len(lines))
    return (
        *text_label(rows[0].left(named + 0.01), entry.name, SMALL),
        *marks.join_shapes(
            draw_run(row.beside(at), run)
            for row, line in zip(rows, lines, strict=True)
            for at, run in line
        ),
    )


def draw_run(area: Area, run: PageRun) -> Shapes:
    room = area.left(text_width(run.text, SMALL) + 0.01)
    return (*text_label(room, run.text, SMALL), *marks.page_link(room, run.first))
