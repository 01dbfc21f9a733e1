"""The short code of an empire: printed on its sheets, typed on the home page.

It says which campaign and which empire, and nothing else: it opens no door that is closed.
No table keeps the codes; they follow from the campaign's number and the empire's key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import sha256

ALPHABET = "ACDEFHJKLMNPRTVWXY34679"  # nothing that looks like something else
CAMPAIGN, EMPIRE = 2, 3  # letters: at least so many for the one, exactly for the other
LONGEST = 10
WRITTEN = re.compile(f"[{ALPHABET}]{{{CAMPAIGN + EMPIRE},{LONGEST}}}")


def code_of(campaign: int, empire: str) -> str:
    digest = sha256(f"{campaign}/{empire}".encode()).digest()
    told = int.from_bytes(digest) % len(ALPHABET) ** EMPIRE
    return spell_number(campaign, CAMPAIGN) + spell_number(told, EMPIRE)


def spell_number(number: int, least: int) -> str:
    letters = ""
    while number or len(letters) < least:
        number, place = divmod(number, len(ALPHABET))
        letters = ALPHABET[place] + letters
    return letters


def tidy_code(typed: str) -> str:
    """As it is printed, however it was typed; nothing where it can't be a code."""
    code = re.sub(r"[\s\-·.]", "", typed).upper()
    return code if WRITTEN.fullmatch(code) else ""


def campaign_of(code: str) -> int:
    number = 0
    for letter in code[:-EMPIRE]:
        number = number * len(ALPHABET) + ALPHABET.index(letter)
    return number


def empires_of(code: str, campaign: int, keys: Iterable[str]) -> list[str]:
    """The empires a code may mean: one, unless two happen to share it."""
    return [key for key in keys if code_of(campaign, key) == code]
