"""How seats look: a colour by day, one by night and a mark for charts, each with its letter.

The only list of them. Run `python -m companion.tables.seats` after a change: it writes the style sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scoring.seats import LETTERS

STYLE_SHEET = Path(__file__).parents[2] / "static" / "tables" / "seats.css"
LETTER_BY_DAY, LETTER_BY_NIGHT = "#ffffff", "#171a1f"  # written on a seat's colour


@dataclass(frozen=True)
class SeatLook:
    """Paper is daylight; the lightness of the day's colours differs, so grey prints and colour-blind eyes can tell them apart."""

    day: str
    night: str
    mark: str  # path data in a square of 24, like a pictogram's


CRIMSON = SeatLook("#a81750", "#fd7c9b", "M12 2a10 10 0 0 1 0 20a10 10 0 0 1 0-20z")
BLUE = SeatLook("#2667b5", "#80beff", "M3 3h18v18H3z")
GREEN = SeatLook("#065006", "#4c971c", "M12 0l12 12-12 12L0 12z")
OCHRE = SeatLook("#996e12", "#f4c751", "M12 1l12 21H0z")
VIOLET = SeatLook("#4f0c70", "#ac69d3", "M8 1h8v7h7v8h-7v7H8v-7H1V8h7z")
INK = SeatLook("#161411", "#f6f5ee", "M0 2h24L12 23z")

SEAT_LOOKS = dict(zip(LETTERS, (CRIMSON, BLUE, GREEN, OCHRE, VIOLET, INK), strict=True))


def style_sheet() -> str:
    """Everything the pages know about seats: properties, classes of seats, classes of drawings."""
    properties = [
        *(
            colour_property(f"seat-{a.lower()}", s.day, s.night)
            for a, s in SEAT_LOOKS.items()
        ),
        colour_property("on-seat", LETTER_BY_DAY, LETTER_BY_NIGHT),
    ]
    letters = [(letter, f"var(--seat-{letter.lower()})") for letter in LETTERS]
    return "\n".join(
        (
            "/* Written by `python -m companion.tables.seats`: change companion/tables/seats.py instead. */",
            "",
            ":root {",
            *(f"  {one}" for one in properties),
            "}",
            "",
            *(f".seat-{letter} {{ --seat: {own}; }}" for letter, own in letters),
            "",
            *(drawing_rule("fill", letter, own) for letter, own in letters),
            *(drawing_rule("stroke", letter, own) for letter, own in letters),
            "",
        )
    )


def colour_property(name: str, day: str, night: str) -> str:
    return f"--{name}: var(--day, {day}) var(--night, {night});"


def drawing_rule(what: str, letter: str, value: str) -> str:
    return f".{what}-seat-{letter.lower()} {{ {what}: {value}; }}"


if __name__ == "__main__":
    STYLE_SHEET.write_text(style_sheet())
