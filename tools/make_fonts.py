"""Makes the fonts of screen and paper from the whole faces of Alegreya and Alegreya Sans.

Their figures stand on the line, those of the text face under one another, and the letters are as
large as those of other fonts of the same size. Run it again only to change the choice of letters:

    npm pack @expo-google-fonts/alegreya @expo-google-fonts/alegreya-sans
    for file in expo-*.tgz; do tar xzf $file --one-top-level; done
    pip install fonttools brotli
    python tools/make_fonts.py THE_FOLDER_WITH_BOTH
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

PROJECT = Path(__file__).resolve().parent.parent
ON_SCREEN = PROJECT / "static" / "home" / "fonts"
ON_PAPER = PROJECT / "companion" / "paper" / "fonts"
SMALLER_EM = (
    900  # of 1000: their small letters are low, so that 16 px would look like 14
)


@dataclass(frozen=True)
class Face:
    source: str
    name: str
    figures: str  # the suffix of the glyphs that stand for 0 to 9


FACES = (
    Face("AlegreyaSans_400Regular.ttf", "AlegreyaSans-Regular", "tf"),
    Face("AlegreyaSans_700Bold.ttf", "AlegreyaSans-Bold", "tf"),
    Face("Alegreya_700Bold.ttf", "Alegreya-Bold", "lf"),
)
# Latin of all Europe, and the signs our pages use.
LATIN = {*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x218, 0x21C)}
SIGNS = {ord(sign) for sign in "–—‘’‚“”„†•…‹›⁄€−≈≠≤≥←↑→↓▲▼■□\u2009"}
FEATURES = [
    "kern",
    "locl",
    "ccmp",
    "mark",
]  # no ligatures: a found text is the typed one


def main(folder: Path) -> None:
    for face in FACES:
        source = next(folder.rglob(face.source))
        everything = set(TTFont(source).getBestCmap())
        make(source, face, everything, ON_PAPER / f"{face.name}.ttf", "")
        make(source, face, LATIN | SIGNS, ON_SCREEN / f"{face.name}.woff2", "woff2")


def make(
    source: Path, face: Face, letters: set[int], target: Path, flavor: str
) -> None:
    font = TTFont(source, recalcTimestamp=False)
    put_figures(font, face.figures)
    font["head"].unitsPerEm = SMALLER_EM
    options = Options(layout_features=FEATURES, hinting=False, notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font.flavor = flavor or None
    font.save(target)
    print(f"{target.name}: {target.stat().st_size:,} bytes")  # noqa: T201


def put_figures(font: TTFont, suffix: str) -> None:
    """The figures of a table instead of those of a running text, which dip below the line."""
    usual = {ord(sign): font.getBestCmap()[ord(sign)] for sign in "0123456789"}
    for table in font["cmap"].tables:
        table.cmap.update({code: f"{name}.{suffix}" for code, name in usual.items()})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
