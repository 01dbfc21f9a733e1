"""Names in scripts our fonts lack: in a font of this machine, or else in Latin letters."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

FOLDERS = {
    "win32": ("C:/Windows/Fonts",),
    "darwin": ("/Library/Fonts", "/System/Library/Fonts"),
}.get(sys.platform, ("/usr/share/fonts", "/usr/local/share/fonts"))
# Fonts that may be embedded (TrueType outlines), the smallest first.
FILES = (
    "DejaVuSans.ttf",
    "NotoSansHebrew-Regular.ttf",
    "NotoEmoji-Regular.ttf",
    "NotoSansJP-Regular.ttf",
    "NotoSansSC-Regular.ttf",
    "NotoSansKR-Regular.ttf",
    "DroidSansFallbackFull.ttf",
    "DroidSansFallback.ttf",
    "wqy-microhei.ttc",
    "Arial Unicode.ttf",
    "malgun.ttf",
    "msgothic.ttc",
    "simsun.ttc",
    "msyh.ttc",
)
# Joined letters need a shaping that PDF doesn't do by itself.
SHAPED = ("ARABIC", "SYRIAC", "DEVANAGARI", "BENGALI", "TAMIL", "THAI", "KHMER")
RIGHT_TO_LEFT = ("R", "AL")

HEBREW = dict(
    pair.split("=")
    for pair in [
        "ALEF=a",
        "BET=b",
        "GIMEL=g",
        "DALET=d",
        "HE=h",
        "VAV=v",
        "ZAYIN=z",
        "HET=ch",
        "TET=t",
        "YOD=i",
        "KAF=k",
        "LAMED=l",
        "MEM=m",
        "NUN=n",
        "SAMEKH=s",
        "AYIN=a",
        "PE=p",
        "TSADI=ts",
        "QOF=k",
        "RESH=r",
        "SHIN=sh",
        "TAV=t",
    ]
)
ARABIC = dict(
    pair.split("=")
    for pair in [
        "ALEF=a",
        "BEH=b",
        "TEH=t",
        "THEH=th",
        "JEEM=j",
        "HAH=h",
        "KHAH=kh",
        "DAL=d",
        "THAL=dh",
        "REH=r",
        "ZAIN=z",
        "SEEN=s",
        "SHEEN=sh",
        "SAD=s",
        "DAD=d",
        "TAH=t",
        "ZAH=z",
        "AIN=a",
        "GHAIN=gh",
        "FEH=f",
        "QAF=q",
        "KAF=k",
        "LAM=l",
        "MEEM=m",
        "NOON=n",
        "HEH=h",
        "WAW=w",
        "YEH=y",
        "HAMZA='",
        "PEH=p",
        "TCHEH=ch",
        "GAF=g",
        "KEHEH=k",
    ]
)
SYLLABLE = re.compile(r"HANGUL SYLLABLE (\w+)|(?:HIRA|KATA)\w* LETTER (?:SMALL )?(\w+)")
LETTER = re.compile(r"(\w+) (?:CAPITAL |SMALL )?(?:LETTER|CHARACTER) (?:FINAL )?(\w+)")
VOWEL = re.compile(r"\w+ (?:VOWEL SIGN|CHARACTER SARA) (\w+)")
BY_FIRST_SOUND = ("GEORGIAN", "ARMENIAN", "THAI")
SOUND = re.compile("[AEIOUY]|[^AEIOUY]+")


@cache
def spare_fonts() -> tuple[str, ...]:
    """The fonts of this machine that help out, by the names they are registered under."""
    files: dict[str, Path] = {}
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*.tt[fc]")):
            files.setdefault(path.name, path)
    return tuple(
        name for one in FILES if one in files for name in register_spare(files[one])
    )


def register_spare(path: Path) -> Iterator[str]:
    name = f"spare-{path.stem}"
    try:
        pdfmetrics.registerFont(TTFont(name, path))
    except (TTFError, OSError):  # an outline ReportLab can't embed, or no permission
        return
    yield name


@cache
def find_spare(sign: str) -> str:
    """A font of this machine that can print the sign as it is; none for letters that join."""
    if unicodedata.name(sign, "").startswith(SHAPED):
        return ""
    for name in spare_fonts():
        font = pdfmetrics.getFont(name)
        if isinstance(font, TTFont) and ord(sign) in font.face.charToGlyph:
            return name
    return ""


@cache
def latin_letters(sign: str) -> str:
    """A sign as somebody who doesn't know its script may read it aloud."""
    name = unicodedata.name(sign, "")
    if found := SYLLABLE.match(name):
        return (found[1] or found[2]).lower()
    if found := VOWEL.match(name):
        return found[1].lower()
    if found := LETTER.match(name):
        return read_letter(*found.groups())
    if name.startswith("CJK"):
        return read_character(sign)
    if "PROLONGED SOUND" in name:  # only makes the syllable before it longer
        return ""
    return f"({name.lower()})" if name else "?"


def read_character(sign: str) -> str:
    """A Chinese character as it is read in Mandarin; its number where nobody has noted how."""
    # Its tables are large, and most tables of people never need them.
    from anyascii import anyascii

    return anyascii(sign).strip().lower() or f"[{ord(sign):X}]"


def read_letter(script: str, name: str) -> str:
    """The sound of a letter by its name: an alphabet's letters begin with theirs, a syllable is its own."""
    tables = {"HEBREW": HEBREW, "ARABIC": ARABIC}
    if script in tables:
        return tables[script].get(name, name[0].lower())
    sound = SOUND.match(name) if script in BY_FIRST_SOUND else None
    return (sound[0] if sound else name).lower()


def write_in_latin(signs: str) -> str:
    """Signs no font has, each word with a capital at its start."""
    words = "".join(map(latin_letters, signs))
    return words[:1].upper() + words[1:]


def order_for_eyes(text: str) -> str:
    """Letters that run from right to left, in the order a pen that runs to the right needs."""
    kinds = [unicodedata.bidirectional(sign) in RIGHT_TO_LEFT for sign in text]
    if not any(kinds):
        return text
    first, last = kinds.index(True), len(kinds) - kinds[::-1].index(True)
    parts = [
        "".join(signs)
        for _number, signs in groupby(text[first:last], key=lambda sign: sign.isdigit())
    ]
    turned = (part if part.isdigit() else part[::-1] for part in reversed(parts))
    return text[:first] + "".join(turned) + text[last:]
