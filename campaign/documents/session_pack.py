"""The session pack: everything on paper that an evening needs.

Its set-up per empire, the missions of the day, the six steps to tick off and a score sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat

from django.utils.translation import gettext as _

from campaign.documents import mission_board, set_up, step_list
from campaign.documents.heading import faction_name
from campaign.session.now import SessionView
from companion.paper import frame, marks, pdf
from companion.paper.areas import Area
from companion.paper.flow import (
    Block,
    fill_columns,
    pour_blocks,
    space_block,
    stack_blocks,
)
from companion.paper.grids import GridCell, Row, count_units, draw_grid
from companion.paper.pdf import Leaf
from companion.paper.rule_list import RuleList
from companion.paper.shapes import Drawing, Shapes
from companion.sessions import score_sheet
from scoring.rise_of_empire.session import GAME
from scoring.rise_of_empire.state import CampaignState, EmpireState, SheetState
from scoring.seats import LETTERS
from scoring.sheet import blank_sheet, cited_rules

GAP = 4.0
COLUMNS = 2
NOTE_LINE, LEAST_NOTES = 8.0, 34.0
TALLEST = 11.0  # a row of the score sheet; more is waste
# Before the first empire: as many as a game takes, to be filled in with a pen.
STRANGERS = tuple(
    EmpireState(letter, letter, SheetState("", ""))
    for letter in LETTERS[: GAME.players[-1]]
)


def draw_session_pack(
    campaign: CampaignState, letters: Mapping[str, str], *, name: str, paper: str
) -> bytes:
    """With the letters that players have in this campaign whoever is there."""
    return pdf.bind_leaves(
        list(pack_leaves(campaign, name, paper, letters)),
        paper=paper,
        title=pack_title(campaign),
        subject=name,
    )


def pack_title(campaign: CampaignState) -> str:
    return _("Session %(number)s") % {"number": SessionView(campaign).number}


def empires_playing(campaign: CampaignState) -> list[EmpireState]:
    """Who plays in the open session, or could in the next."""
    now = SessionView(campaign)
    return [seat.empire for seat in now.seats] or list(campaign.alive)


def pack_leaves(
    campaign: CampaignState, name: str, paper: str, letters: Mapping[str, str]
) -> Iterator[Leaf]:
    room, empires = frame.upright_room(paper), empires_playing(campaign)
    pages = [
        *((_("Set-up"), one) for one in set_up_pages(campaign, empires, room)),
        (_("Missions and steps"), missions_page(campaign, empires or STRANGERS, room)),
        (_("Score sheet"), score_page(empires, letters, room)),
    ]
    for number, (part, shapes) in enumerate(pages, start=1):
        count = f"{number} / {len(pages)}"
        drawn = (
            *frame.page_head(room, "mission", f"{pack_title(campaign)} · {part}", name),
            *shapes,
            *frame.page_foot(room, name, count),
        )
        yield Leaf(Drawing(*frame.drawing_size(room), drawn, part), ((part, 0),))


def set_up_pages(
    campaign: CampaignState, empires: Sequence[EmpireState], room: Area
) -> list[Shapes]:
    """Nothing before the first empire."""
    body, now = frame.body_area(room), SessionView(campaign)
    cards = [
        set_up.set_up_card(campaign, one, now.set_up(one), most=body.height - GAP)
        for one in empires
    ]
    blocks = [stack_blocks((card, space_block(GAP))) for card in cards]
    columns = fill_columns(blocks, repeat(body.height))
    if len(blocks) <= COLUMNS:
        columns = [[one] for one in blocks]
    areas = body.columns(COLUMNS, GAP)
    return [
        marks.join_shapes(map(column_with_notes, areas, (*columns[first:], [], [])))
        for first in range(0, len(columns), COLUMNS)
    ]


def column_with_notes(area: Area, blocks: Sequence[Block]) -> Shapes:
    """The cards, and below them lines for whatever the evening brings."""
    rest = area.below(sum(one.height for one in blocks))
    return (
        *pour_blocks(area, blocks),
        *(draw_notes(rest) if rest.height >= LEAST_NOTES else ()),
    )


def draw_notes(area: Area) -> Shapes:
    framed, inner = marks.panel(area, "card", _("Notes"))
    count = int(inner.height / NOTE_LINE)
    rooms = inner.top(count * NOTE_LINE).rows(count)
    return (*framed, *marks.join_shapes(map(marks.writing_line, rooms[:-1])))


def missions_page(
    campaign: CampaignState, empires: Sequence[EmpireState], room: Area
) -> Shapes:
    body, players = frame.body_area(room), [one.player for one in empires]
    most = body.height - step_list.HEIGHT
    boards = list(mission_board.board_blocks(campaign, empires, most=most - 4 * GAP))
    left = most - sum(one.height for one in boards)
    gap = max(1.0, min(GAP, left / len(boards)))
    blocks = [part for one in boards for part in (one, space_block(gap))]
    taken = sum(one.height for one in blocks)
    rest = body.below(taken).top(min(step_list.MOST, body.height - taken))
    return (*pour_blocks(body, blocks), *step_list.step_list(rest, players))


def score_page(
    empires: Sequence[EmpireState], letters: Mapping[str, str], room: Area
) -> Shapes:
    """The table's score sheet, with the names of who plays and the rules behind its rows."""
    body, players = frame.body_area(room), len(empires or STRANGERS)
    rows = [
        as_row(one, empires, letters)
        for one in score_sheet.blank_rows(GAME, players, blank_sheet(GAME, players))
    ]
    rules = RuleList(cited_rules(GAME), body.width)
    room_left = body.height - rules.height - GAP
    unit = min(TALLEST, room_left / count_units(rows))
    below = body.below(unit * count_units(rows) + GAP)
    return (
        *draw_grid(body, rows, players, unit=unit),
        *rules.draw(below),
    )


def as_row(
    line: Row, empires: Sequence[EmpireState], letters: Mapping[str, str]
) -> Row:
    """A row of the blank sheet, with what the campaign knows already."""
    known = {
        _("Faction"): [faction_name(one.sheet.faction) for one in empires],
        _("Provinces"): [provinces_cost(one) for one in empires],
    }
    if line.label == _("Name") and empires:
        cells = map(partial(fill_name, letters=letters), empires, line.cells)
        return replace(line, cells=tuple(cells))
    said = known.get(line.label)
    return replace(line, cells=tuple(map(GridCell, said))) if said else line


def fill_name(
    empire: EmpireState, blank: GridCell, *, letters: Mapping[str, str]
) -> GridCell:
    letter = letters.get(empire.player, blank.seat)
    return GridCell(empire.player, seat=letter)


def provinces_cost(empire: EmpireState) -> str:
    """How many provinces are out already; what they cost is printed on them."""
    held = len(empire.sheet.provinces)
    return f"{held} ×" if held else ""
