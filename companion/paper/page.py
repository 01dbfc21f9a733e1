"""The papers a sheet is printed on."""

from math import sqrt

from reportlab.lib.pagesizes import (
    A3,
    A4,
    A5,
    HALF_LETTER,
    LETTER,
    TABLOID,
)

PAPERS = {"a4": "A4", "letter": "Letter"}
POSTERS = {"a4": "a3", "letter": "tabloid"}  # twice the paper, for the wall
HALVES = {"a4": "a5", "letter": "half-letter"}  # folded once
SIZES = {
    "a4": A4,
    "letter": LETTER,
    "a3": A3,
    "tabloid": TABLOID,
    "a5": A5,
    "half-letter": HALF_LETTER,
}


def growth(paper: str) -> float:
    """How much larger everything is drawn: a poster is read from across the room."""
    return sqrt(2) if paper in POSTERS.values() else 1.0
