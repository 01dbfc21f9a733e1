"""Names that nobody can tell apart by what they see, though they are written differently."""

from __future__ import annotations

import re
import unicodedata

# Fillers and blanks of other scripts, variants of emoji; formats and controls have their category.
SEEN_AS_NOTHING = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
UNSEEN = ("Cc", "Cf")
# Letters that look like Latin ones, each below its twin: Cyrillic, Greek, and a few others.
LATIN = (
    *("ABCEHIIJKMOPQSTWXY", "acdehijklopqsvwxy"),
    *("ABEHIKMNOPTXYZ", "acijkopuvxy"),
    "agi",
)
TWINS = (
    *("АВСЕНІӀЈКМОРԚЅТԜХУ", "асԁеһіјкӏорԛѕѵԝху"),
    *("ΑΒΕΗΙΚΜΝΟΡΤΧΥΖ", "αϲιϳκορυνχγ"),
    "ɑɡı",
)
SEEN_AS_LATIN = str.maketrans("".join(TWINS), "".join(LATIN))
MARKS_ABOVE_EACH_OTHER = re.compile("([\u0300-\u036f])\\1+")
# In most fonts of screens a large i is a small l: AIice, lvan.
LARGE_I = re.compile(r"(?<=\w)I(?=[^\W\d_A-Z])|(?<=[^\W\d_A-Z])I")
FIRST_I = re.compile(r"\bi(?=\w)")


def look_of_name(name: str) -> str:
    """The same for names that look the same; letters with another accent look different."""
    plain = unicodedata.normalize("NFKC", name)
    seen = "".join(one for one in plain if unicodedata.category(one) not in UNSEEN)
    apart = unicodedata.normalize("NFD", SEEN_AS_NOTHING.sub("", seen))
    single = MARKS_ABOVE_EACH_OTHER.sub(r"\1", apart)
    latin = unicodedata.normalize("NFC", single.translate(SEEN_AS_LATIN))
    folded = LARGE_I.sub("l", latin).casefold()
    return " ".join(FIRST_I.sub("l", folded).split())
