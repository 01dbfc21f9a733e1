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
class Piece:
    """The colour of a piece by daylight, and that of a letter on it."""

    day: str
    letter: str


# For paper and pictures; tables.css says the same for pages.
PIECES = {
    "red": Piece("#b3202c", "#ffffff"),
    "blue": Piece("#1f5fae", "#ffffff"),
    "green": Piece("#2a7036", "#ffffff"),
    "yellow": Piece("#f3c613", "#2a2118"),
    "purple": Piece("#6f3a9e", "#ffffff"),
    "orange": Piece("#ed8b1c", "#2a2118"),
    "black": Piece("#24211e", "#ffffff"),
    "white": Piece("#ffffff", "#2a2118"),
}
