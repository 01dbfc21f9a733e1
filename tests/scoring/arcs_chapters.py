"""Chapters of Arcs as tests write them, and what their sheet says."""

from scoring.arcs import GAME
from scoring.arcs.chapters import ArcsBoard, ArcsSeat
from scoring.sheet import Tally, score_game

TYCOON, TYRANT, WARLORD, KEEPER, EMPATH = (
    "tycoon",
    "tyrant",
    "warlord",
    "keeper",
    "empath",
)
LABELS = {
    TYCOON: "Tycoon",
    TYRANT: "Tyrant",
    WARLORD: "Warlord",
    KEEPER: "Keeper",
    EMPATH: "Empath",
}
MARKERS = {
    1: ((5, 3), (3, 2), (2, 0)),
    2: ((5, 3), (4, 2), (3, 2)),
    3: ((6, 3), (5, 3), (4, 2)),
    4: ((9, 4), (6, 3), (4, 2)),
    5: ((9, 4), (6, 3), (4, 2)),
}


def chapter(number, declared, *seats, set_up=""):
    places = ("first", "second", "third")
    board = ArcsBoard(set_up=set_up, **dict(zip(places, declared, strict=False)))
    return Tally(number, board, seats)


def scored(declared, *seats, number=1, **more):
    """One chapter, alone on its sheet."""
    return score_game(GAME, [chapter(number, declared, *seats, **more)])


def played(*chapters):
    return score_game(GAME, chapters)


def row(sheet, label, tally=1):
    (found,) = [r for r in sheet.rows if r.label == label and r.tally == tally]
    return found.points


def bonus(sheet):
    return row(sheet, "City bonus")


def broken(sheet):
    return [(one.rule.id, one.seat, one.tally) for one in sheet.problems]


def stepped(sheet):
    return [str(one.message) for one in sheet.steps]


def discarded(sheet):
    return [
        (one.rule.id, one.seat, one.tally)
        for one in sheet.steps
        if "discard" in str(one.message) and one.seat is not None
    ]


def warlords(*trophies, cities=4):
    return tuple(ArcsSeat(trophies=one, cities=cities) for one in trophies)
