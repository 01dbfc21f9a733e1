"""The five sizes of letters on paper, in millimetres; nothing is set smaller than the first."""

from __future__ import annotations

SMALL = 2.5  # 7 pt: notes, captions, rules
TEXT = 3.2  # 9 pt
LARGE = 4.6  # 13 pt: names and headings within a page
TITLE = 7.2  # 20 pt
COVER = 12.0  # 34 pt
SIZES = (SMALL, TEXT, LARGE, TITLE, COVER)
