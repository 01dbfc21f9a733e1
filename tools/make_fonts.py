"""Makes the fonts of screen and paper from the whole faces of Alegreya and Alegreya Sans.

Their figures stand on the line, those of the text face under one another, and the letters are as
large as those of other fonts of the same size. ReportLab doesn't read a font's kerning, so paper has
it as a table beside each font (companion/paper/kerning.py). Run it again only to change the choice of
letters, or with `--kerning` for the tables alone, from the fonts that lie there:

    npm pack @expo-google-fonts/alegreya @expo-google-fonts/alegreya-sans
    for file in expo-*.tgz; do tar xzf $file --one-top-level; done
    pip install fonttools brotli
    python tools/make_fonts.py THE_FOLDER_WITH_BOTH
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


# Not kerned: digits stand under one another, and words are measured one by one.
UNKERNED = {*range(0x30, 0x3A), 0x20, 0xA0}


def main(folder: Path) -> None:
    for face in FACES:
        source = next(folder.rglob(face.source))
        everything = set(TTFont(source).getBestCmap())
        make(source, face, everything, ON_PAPER / f"{face.name}.ttf", "")
        make(source, face, LATIN | SIGNS, ON_SCREEN / f"{face.name}.woff2", "woff2")
        write_kerning(face)


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


def write_kerning(face: Face) -> None:
    """The kerning of a font on paper by letters: which behave alike, and how two groups stand."""
    font = TTFont(ON_PAPER / f"{face.name}.ttf")
    glyphs = {
        chr(code): glyph
        for code, glyph in font.getBestCmap().items()
        if code not in UNKERNED
    }
    subtables = kerning_subtables(font)
    rows = {
        left: tuple(pair_value(subtables, one, other) for other in glyphs.values())
        for left, one in glyphs.items()
    }
    columns = dict(zip(glyphs, zip(*rows.values(), strict=True), strict=True))
    lefts, rights = group_alike(rows), group_alike(columns)
    places = {letter: place for place, letter in enumerate(glyphs)}
    values = [[rows[left[0]][places[right[0]]] for right in rights] for left in lefts]
    target = ON_PAPER / f"{face.name}.kerning.json"
    table = {"em": SMALLER_EM, "first": lefts, "second": rights, "values": values}
    written = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
    target.write_text(written.replace("],", "],\n") + "\n", encoding="utf-8")
    print(f"{target.name}: {target.stat().st_size:,} bytes")  # noqa: T201


def group_alike(rows: dict[str, tuple[int, ...]]) -> list[str]:
    """The letters in groups that are kerned alike, without those that never are."""
    groups: dict[tuple[int, ...], str] = defaultdict(str)
    for letter, row in rows.items():
        if any(row):
            groups[row] += letter
    return list(groups.values())


def kerning_subtables(font: TTFont) -> list[Any]:
    table = font["GPOS"].table
    numbers = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "kern"
        for number in record.Feature.LookupListIndex
    }
    lookups = [table.LookupList.Lookup[number] for number in sorted(numbers)]
    return [
        getattr(one, "ExtSubTable", one) for each in lookups for one in each.SubTable
    ]


def pair_value(subtables: Iterable[Any], one: str, other: str) -> int:
    """How much nearer the second glyph moves: the first subtable that knows the pair decides."""
    for table in subtables:
        if one not in table.Coverage.glyphs:
            continue
        if table.Format == 1:
            pairs = table.PairSet[table.Coverage.glyphs.index(one)].PairValueRecord
            for pair in pairs:
                if pair.SecondGlyph == other:
                    return moved_by(pair.Value1)
            continue
        first = table.ClassDef1.classDefs.get(one, 0)
        second = table.ClassDef2.classDefs.get(other, 0)
        return moved_by(table.Class1Record[first].Class2Record[second].Value1)
    return 0


def moved_by(value: Any) -> int:
    return getattr(value, "XAdvance", 0) if value else 0


if __name__ == "__main__":
    if sys.argv[1] == "--kerning":
        for one in FACES:
            write_kerning(one)
    else:
        main(Path(sys.argv[1]))
