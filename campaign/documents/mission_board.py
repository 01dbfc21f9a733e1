"""The missions of the day: each with a row of places for everybody's marker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _

from campaign.documents.missions import BLANK, MissionCounter, draw_steps
from campaign.documents.tracks import SOFT_ROLES, STRONG_ROLES
from campaign.models.pictures import card_words
from companion.base.wording import translate
from companion.paper import marks
from companion.paper.areas import Area
from companion.paper.flow import Block
from companion.paper.letters import text_label, text_width
from companion.paper.shapes import THIN, Align, Box, Shapes, Tone
from companion.paper.sizes import SMALL, TEXT
from scoring.rise_of_empire.cards import KIND_NAMES, CardKind
from scoring.rise_of_empire.layout import CATEGORY_NAMES, Category
from scoring.rise_of_empire.state import CampaignState, EmpireState

SIGN, SIDE = 8.0, 12.0
HEAD, TEXT_ROW, FOOT = 7.0, 4.2, 1.4
ROW, HIGHEST = 6.6, 9.6
WHO_WIDTH, DONE = 26.0, 22.0
BOX, GAP = 3.6, 1.6


@dataclass(frozen=True)
class Laid:
    """A mission on the table, or a place for one; markers by the order of the players."""

    counter: MissionCounter
    text: str = ""
    markers: tuple[MissionCounter, ...] = ()


def missions_laid(
    campaign: CampaignState, empires: Sequence[EmpireState]
) -> list[Laid]:
    if campaign.session is None:
        return [Laid(one, "", (one,) * len(empires)) for one in BLANK]
    found = []
    for mission in campaign.session.missions:
        card = campaign.catalogue[mission.number]
        own = MissionCounter(
            mission.category, card_words(mission.number, card.name), target=card.target
        )
        markers = tuple(
            replace(
                own,
                marker=mission.markers.get(one.key, 0),
                completed=one.key in mission.completed,
            )
            for one in empires
        )
        found.append(Laid(own, translate(card.demand or card.text), markers))
    return found


def board_blocks(
    campaign: CampaignState, empires: Sequence[EmpireState], *, most: float
) -> Iterator[Block]:
    """The missions one below the other, as high as pleases up to what there is room for."""
    players, missions = (
        [one.player for one in empires],
        missions_laid(campaign, empires),
    )
    rows = max(1, len(players))
    fixed = sum(HEAD + FOOT + text_row(one) for one in missions)
    row = min(HIGHEST, max(ROW, (most - fixed) / rows / len(missions)))
    for one in missions:
        height = HEAD + text_row(one) + row * rows + FOOT
        yield Block(height, partial(draw_board, mission=one, players=players))


def text_row(mission: Laid) -> float:
    return TEXT_ROW if mission.text else 0.0


def draw_board(area: Area, mission: Laid, players: Sequence[str]) -> Shapes:
    category = Category(mission.counter.category)
    role = STRONG_ROLES[category]
    side = area.left(SIDE)
    inner = area.beside(SIDE).inset(2 * GAP, 0)
    rows = inner.below(HEAD + text_row(mission))
    rows = rows.top(rows.height - FOOT)
    return (
        Box(*marks.corners(area), SOFT_ROLES[category], role, THIN, marks.ROUND),
        Box(*marks.corners(side), role, role, THIN, marks.ROUND),
        *marks.sign(category, side.centre, side.middle, SIGN, Tone.PAPER),
        *draw_title(inner.top(HEAD), mission),
        *text_label(
            inner.below(HEAD).top(text_row(mission)),
            mission.text,
            SMALL,
            fill=Tone.QUIET,
        ),
        *marks.join_shapes(
            draw_row(room, player, counter, role)
            for room, player, counter in zip(
                rows.rows(max(1, len(players))), players, mission.markers, strict=False
            )
        ),
    )


def draw_title(area: Area, mission: Laid) -> Shapes:
    category = translate(CATEGORY_NAMES[mission.counter.category])
    said = text_width(category, SMALL) + GAP
    name = area.left(area.width - said - GAP)
    written = text_label(name, mission.counter.name, TEXT, bold=True)
    if not written:
        caption = translate(KIND_NAMES[CardKind.MISSION])
        taken = text_width(caption, SMALL) + GAP
        line = name.beside(taken).top(area.height - 1)
        written = (
            *text_label(name, caption, SMALL, fill=Tone.QUIET),
            *marks.writing_line(line, Tone.CONTROL),
        )
    return (
        *written,
        *text_label(area, category, SMALL, align=Align.END, fill=Tone.QUIET),
    )


def draw_row(area: Area, player: str, counter: MissionCounter, role: Tone) -> Shapes:
    """Whose marker it is, its places, and a box for when it is done."""
    who = area.left(min(WHO_WIDTH, area.width / 3))
    done = area.beside(area.width - DONE)
    way = Area(who.right, area.y, done.x - who.right, area.height).inset(GAP, 0.4)
    word = _("done")
    return (
        *text_label(who, player, SMALL, bold=True),
        *draw_steps(way, counter, role),
        *marks.checkbox(
            done.x + GAP + BOX / 2, done.middle, BOX, role, ticked=counter.completed
        ),
        *text_label(done.beside(2 * GAP + BOX), word, SMALL, fill=Tone.QUIET),
    )
