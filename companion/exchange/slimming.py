"""Many drawings in one page: what they share is written once.

A sheet repeats a few dozen pictograms hundreds of times. In a page that is kept for years each
is defined once and named where it is used, and colours are classes of one or two letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.safestring import SafeString, mark_safe

from companion.paper.pen import COLOURS
from companion.paper.shapes import Tone

# Texts of a drawing are escaped, so what looks like a tag is one of ours.
TAG = re.compile(r"<[a-z][^>]*>")
PATH = re.compile(
    r'<path (d="[^"]*") transform="translate\(([\d.e-]+) ([\d.e-]+)\) (scale\([\d.e-]+\))"'
)
RECT = re.compile(
    r'<rect( x="[^"]*" y="[^"]*") (width="[^"]*" height="[^"]*"(?: rx="[^"]*")?)'
)
CLASSES = re.compile(r' class="([^"]*)"')
SIZE = re.compile(r' font-size="([\d.]+)"')
# What most shapes have stands on the drawing and is inherited.
SHARED = (' stroke-width="0.35"', ' text-anchor="middle"', ' fill-rule="evenodd"')
FACES = {
    "bold": "font-weight:700",
    "display": 'font-family:"Drawn",Georgia,serif;font-weight:700',
}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class DrawingStore:
    """The shapes and colours that the drawings of one page share."""

    def __init__(self) -> None:
        self.shapes: dict[str, str] = {}
        self.looks: dict[str, str] = {}

    def slim(self, drawing: str) -> SafeString:
        """The same drawing, in which shapes and colours are only named."""
        root, rest = drawing.split(">", 1)
        inside = TAG.sub(lambda tag: self.slim_tag(tag[0]), rest)
        return mark_safe(f"{root}{''.join(SHARED)}>{inside}")  # noqa: S308 - as it came

    def slim_tag(self, tag: str) -> str:
        for shared in SHARED:
            tag = tag.replace(shared, "")
        tag = PATH.sub(self.use_path, tag)
        tag = RECT.sub(lambda found: self.use(f"rect {found[2]}") + found[1], tag)
        size = SIZE.search(tag)
        more = f" size-{size[1]}" if size else ""
        tag = SIZE.sub("", tag)
        return CLASSES.sub(lambda found: f' class="{self.look(found[1] + more)}"', tag)

    def use_path(self, found: re.Match[str]) -> str:
        """A pictogram in one size is one shape, wherever it stands."""
        use = self.use(f'path {found[1]} transform="{found[4]}"')
        return f'{use} x="{found[2]}" y="{found[3]}"'

    def use(self, shape: str) -> str:
        name = self.shapes.setdefault(shape, short_name(len(self.shapes)))
        return f'<use href="#{name}"'

    def look(self, classes: str) -> str:
        return self.looks.setdefault(classes, f"l{short_name(len(self.looks))}")

    @property
    def styles(self) -> str:
        return "".join(
            f".{name}{{{';'.join(declare_look(classes.split()))}}}"
            for classes, name in self.looks.items()
        )

    @property
    def definitions(self) -> SafeString:
        """Every shape, out of sight."""
        drawn = "".join(
            shape.join(("<", f' id="{name}"/>')) for shape, name in self.shapes.items()
        )
        hidden = 'width="0" height="0" aria-hidden="true" class="shapes"'
        return mark_safe(f"<svg {hidden}><defs>{drawn}</defs></svg>")  # noqa: S308 - our own shapes


def short_name(number: int) -> str:
    """a, b, … z, ba, bb, …"""
    rest, letter = divmod(number, len(LETTERS))
    return f"{short_name(rest) if rest else ''}{LETTERS[letter]}"


def declare_look(classes: Iterable[str]) -> Iterable[str]:
    for one in classes:
        what, _dash, tone = one.partition("-")
        if one in FACES:
            yield FACES[one]
        elif what == "size":
            yield f"font-size:{tone}px"
        elif tone == Tone.NONE:
            yield f"{what}:none"
        elif tone in COLOURS:
            yield f"{what}:#{COLOURS[Tone(tone)].hexval()[2:]}"
