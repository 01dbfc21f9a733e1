"""Campaigns nobody played, as papers: ordinary ones, and ones with as much as a table may write."""

from dataclasses import replace
from datetime import date
from functools import cache
from io import BytesIO
from itertools import product
from types import SimpleNamespace

import pytest
from django.utils.translation import override
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4, LETTER

from campaign.board.cards import seats_of
from campaign.chronicle.book import Book, Done, Life, SeatPart, Spread
from campaign.chronicle.chapter import OldResult, Part, SessionStory
from campaign.chronicle.story import EmpireChapter, Event
from campaign.documents import (
    backup_pages,
    campaign_summary,
    chronicle,
    empire_sheet,
    session_pack,
)
from campaign.documents.empire import draw_blank, draw_empire
from companion.paper import charts, pdf
from companion.paper.code_pieces import cut_pieces
from companion.paper.frame import landscape_room
from companion.paper.qr import Link
from scoring.rise_of_empire.layout import DEFAULT_LAYOUTS, Age, Colour
from scoring.rise_of_empire.state import (
    CampaignSessionState,
    CampaignState,
    EmpireState,
    Fall,
    Invention,
    MissionState,
    SeatState,
    SheetState,
    Status,
    Ticks,
)
from tests.paper.sheets import LONG, WIDE
from tests.played_campaign import CAESAR, GALILEO, TRIEU
from tests.thorough import THOROUGH, main_one

PAPERS = {"a4": A4, "letter": LETTER}
LINK = Link("http://laptop.local:8000/campaigns/code/ACJLT/", "ACJLT")
RIGHT_TO_LEFT, EMOJI = "ממלכת הנהרות", "Řím 🏛️👑👨‍👩‍👧"
both_papers = pytest.mark.parametrize("paper", main_one([*PAPERS]))
both_languages = pytest.mark.parametrize("language", ["en", "cs"])
TWO = [("a4", "en"), ("letter", "cs")]
# Each paper and each language once: what is printed, read and looked at is dear.
two_papers = pytest.mark.parametrize(("paper", "language"), TWO)
every_paper = pytest.mark.parametrize(
    ("paper", "language"), main_one([*product(PAPERS, ("cs", "en"))])
)
# Of the crowded chronicle: every one has as many pages as the one before.
SESSIONS = 22 if THOROUGH else 5


# Campaigns nobody played: an ordinary one, and one with as much as a table may write


def sheet_of(name, number, **change):
    return SheetState(
        **{
            "name": name,
            "faction": ("romans", "japanese", "egyptians", "barbarians")[number],
            "ticks": Ticks(3 + number, 7, 2 * number),
            "boxes": (0, 6),
            "provinces": (11, 38) if not number else (12,),
            "inventions": (
                Invention(61, Age.ANCIENT, Colour.GREY, 45, "Stavitelství"),
            ),
            "knowledge": 16 + number,
            "scores": (43, 38, 41 + number),
            **change,
        }
    )


def ordinary():
    people = (("anna", "Nový Řím"), ("bara", "Řeka"), ("cyril", "Žďár"))
    empires = tuple(
        EmpireState(key, key.title(), sheet_of(name, number))
        for number, (key, name) in enumerate(people)
    )
    return CampaignState(empires=empires, played=3)


def crowded():
    names = (LONG, WIDE, RIGHT_TO_LEFT * 3, EMOJI * 5)
    full = {
        "ticks": Ticks(16, 15, 16),
        "boxes": tuple(range(10)),
        "provinces": tuple(range(1, 21)),
        "inventions": tuple(
            Invention(56 + place, Age.ANCIENT, f"{colour}{place}", 999, LONG)
            for place, colour in enumerate([*Colour] * 2 + ["x", "y"])
        ),
        "knowledge": 99_999,
        "scores": (9_999, 9_998, -12, 40) * 5,
    }
    empires = tuple(
        EmpireState(f"e{number}", name[:60], sheet_of(name[:60], number, **full))
        for number, name in enumerate(names)
    )
    state = CampaignState(empires=empires, played=20)
    cards = {
        number: replace(state.catalogue[number], name=WIDE, text=LONG * 3)
        for number in (*range(1, 21), CAESAR, TRIEU, 136, 150)
    }
    return replace(state, cards=cards)


def in_play(state):
    """The same campaign while a session is played."""
    seats = tuple(SeatState(one.key, one.sheet.ticks) for one in state.empires)
    missions = tuple(
        MissionState(
            number, state.catalogue[number].group, markers={seats[0].empire: 3}
        )
        for number in (CAESAR, 136, 150)
    )
    return replace(
        state, session=CampaignSessionState(state.played + 1, seats, missions)
    )


def rows_of(state):
    return [
        SimpleNamespace(key=one.key, player=one.player, name=one.sheet.name)
        for one in state.empires
    ]


def session_story(state, number, events):
    """A session that the first empire won and in which only it completed a mission."""
    seats = seats_of(one.player for one in state.empires)
    places = list(enumerate(state.empires, start=1))
    first = state.empires[0].key
    done = {"mission": CAESAR, "empire__key": first, "first": True, "ticks": 3}
    return SessionStory(
        number=number,
        played_on=date(2026, 1 + number % 12, 3),
        state=state,
        parts=tuple(
            Part(
                one,
                replace(
                    one.sheet, ticks=Ticks(), knowledge=0, boxes=one.sheet.boxes[:1]
                ),
                seats[one.player],
                50 - place,
                place,
                acts=(),
                events=events,
            )
            for place, one in places
        ),
        completions=(done,),
        results=tuple(
            OldResult(number, one.key, one.player, 50 - place, place)
            for place, one in places
        ),
        newcomers=(),
        veterans=frozenset(),
        ages_before=frozenset(),
        names={one.key: one.player for one in state.empires},
        won_campaign=False,
    )


def told(state, sessions, note):
    """A book about a campaign, as its facts would tell it."""
    seats = seats_of(one.player for one in state.empires)
    events = (
        Event("knowledge", "Knowledge gained and spent."),
        Event("invention", f"Bought {state.empires[0].sheet.name}.", cards=(61,)),
        Event("medieval", "Entered a new age.", grave=True, told=True),
    )
    spreads = tuple(
        Spread(
            number,
            date(2026, 1 + number % 12, 3),
            tuple(
                SeatPart(
                    one.player,
                    one.sheet.name,
                    seats[one.player],
                    50 - place,
                    place,
                    events,
                )
                for place, one in enumerate(state.empires, start=1)
            ),
            (CAESAR, 136, GALILEO),
            (Done(CAESAR, state.empires[0].player, True, 3),),
            (note,),
            session_story(state, number, events),
        )
        for number in range(1, sessions + 1)
    )
    lives = tuple(
        Life(
            one,
            seats[one.player],
            1,
            False,
            tuple(
                EmpireChapter(number, date(2026, 1, 3), 40, 1, events)
                for number in range(1, sessions + 1)
            ),
            state,
        )
        for one in state.empires
    )
    series = [
        charts.Series(
            one.player,
            one.sheet.name,
            seats[one.player],
            {number: 30 + number for number in range(1, sessions + 1)},
        )
        for one in state.empires
    ]
    drawn = [charts.chart(key, series) for key in ("scores", "knowledge", "ticks")]
    return Book(
        state.empires[0].sheet.name,
        state,
        tuple(seats),
        seats,
        spreads,
        lives,
        tuple(filter(None, drawn)),
    )


FALLEN = replace(
    ordinary(),
    empires=tuple(
        replace(one, status=Status.COLLAPSED, fall=Fall.DARK_AGE)
        for one in ordinary().empires
    ),
)
ALONE = replace(ordinary(), empires=ordinary().empires[:1], played=0)


def sheets(state, paper):
    return [
        pdf.Leaf(draw_empire(state, one, link=LINK, paper=paper))
        for one in state.empires
    ]


def summed(state, paper):
    drawn = campaign_summary.draw_summary(
        state, rows_of(state), LONG, landscape_room(paper)
    )
    return [pdf.Leaf(drawn)]


DOCUMENTS = {
    "sheets": lambda paper: sheets(ordinary(), paper),
    "crowded sheets": lambda paper: sheets(crowded(), paper),
    "pack": lambda paper: session_pack.pack_leaves(ordinary(), "Ours", paper, {}),
    "pack of a session in play": lambda paper: session_pack.pack_leaves(
        in_play(ordinary()), "Ours", paper, {}
    ),
    "crowded pack": lambda paper: session_pack.pack_leaves(
        in_play(crowded()), LONG, paper, {}
    ),
    "pack for one": lambda paper: session_pack.pack_leaves(ALONE, "Ours", paper, {}),
    "pack for nobody": lambda paper: session_pack.pack_leaves(
        CampaignState(), "Ours", paper, {}
    ),
    "summary": lambda paper: summed(ordinary(), paper),
    "crowded summary": lambda paper: summed(crowded(), paper),
    "summary of the fallen": lambda paper: summed(FALLEN, paper),
    "summary of nothing": lambda paper: summed(CampaignState(), paper),
    "blank sheet": lambda paper: map(
        pdf.Leaf, draw_blank(DEFAULT_LAYOUTS[Age.MEDIEVAL], paper=paper)
    ),
    "sheet with long names": lambda paper: empire_sheet.empire_leaves(
        crowded(), crowded().empires[0], LINK, paper, None
    ),
    "paper backup": lambda paper: backup_pages.code_leaves(
        cut_pieces(bytes(range(256)) * 20), LONG, "after session 3", paper
    ),
    "chronicle": lambda paper: chronicle.book_pages(
        told(ordinary(), 3, "It rained."), paper
    ),
    "crowded chronicle": lambda paper: chronicle.book_pages(
        told(crowded(), SESSIONS, f"{LONG}\n{WIDE * 3}\n" * 40), paper
    ),
    "empty chronicle": lambda paper: chronicle.book_pages(
        Book("Ours", CampaignState(), (), {}, (), (), ()), paper
    ),
}
every_document = pytest.mark.parametrize("name", DOCUMENTS)


@cache
def leaves(name, paper, language):
    with override(language):
        return tuple(DOCUMENTS[name](paper))


@cache
def printed(name, paper, language):
    with override(language):
        return pdf.bind_leaves(leaves(name, paper, language), paper=paper, title=name)


def read(document):
    return PdfReader(BytesIO(document))
