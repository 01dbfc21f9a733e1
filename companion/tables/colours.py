"""The colours a person may have: eight that pieces come in. tables.css has a tint for each."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

COLOURS = {
    "red": _("red"),
    "blue": _("blue"),
    "green": _("green"),
    "yellow": _("yellow"),
    "purple": _("purple"),
    "orange": _("orange"),
    "black": _("black"),
    "white": _("white"),
}


@dataclass(frozen=True)
class PieceColour:
    """The colour of a piece by daylight, and that of a letter on it."""

    day: str
    letter: str


# For paper and pictures; tables.css says the same for pages.
PIECES = {
    "red": PieceColour("#b3202c", "#ffffff"),
    "blue": PieceColour("#1f5fae", "#ffffff"),
    "green": PieceColour("#2a7036", "#ffffff"),
    "yellow": PieceColour("#f3c613", "#2a2118"),
    "purple": PieceColour("#6f3a9e", "#ffffff"),
    "orange": PieceColour("#ed8b1c", "#2a2118"),
    "black": PieceColour("#24211e", "#ffffff"),
    "white": PieceColour("#ffffff", "#2a2118"),
}
