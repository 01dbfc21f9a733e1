"""A box as a file that friends can open: what is printed on cards and sheets, nothing of the table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import get_language, gettext, ngettext

from campaign.files.tables import BadRow, NoFile, text_of
from companion.base.json_input import parse_json
from companion.base.wording import group_digits
from scoring.plain import from_plain
from scoring.records import Unfit, dump_record, load_record
from scoring.rise_of_empire.cards import NUMBERS, SLOTS, Card
from scoring.rise_of_empire.filling import content_problems
from scoring.rise_of_empire.layout import (
    SHEET_AGES,
    AgeLayout,
    dump_layout,
    load_layout,
)
from scoring.rise_of_empire.readings import Readings
from scoring.tables.acts import FillBoxCard
from scoring.tables.comparing import said_of
from scoring.tables.state import TableState

VERSION = 1
BEGINS = re.compile(r'\s*\{\s*"box"')  # as we write it
TEXTS = ("name", "text", "demand", "bonus")  # what another edition prints otherwise


def box_bytes(box: TableState, name: str) -> bytes:
    cards = [
        {"number": number, **said}
        for number, card in sorted(box.cards.items())
        if (said := said_of(card))
    ]
    content = {
        "box": VERSION,
        "from": name,
        "language": get_language(),
        "cards": cards,
        "sheets": [dump_layout(one) for one in box.copied_sheets],
        "options": dump_record(box.readings),
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


@dataclass(frozen=True)
class GivenBox:
    """What a box file holds, and what of it can't be taken."""

    name: str
    foreign: bool  # written in another language
    cards: tuple[Card, ...]
    sheets: tuple[AgeLayout, ...]
    bad: tuple[BadRow, ...]
    options: Readings | None = None  # None where the file says nothing of them


def read_box(raw: bytes, *, texts: bool = False) -> GivenBox:
    """Raises NoFile with the reason, in the reader's words, for what is no box at all.

    Texts of another language are left out unless they are asked for.
    """
    given = parse_box(raw)
    language = given.get("language")
    foreign = isinstance(language, str) and language[:2] != (get_language() or "")[:2]
    bad: list[BadRow] = []
    cards = tuple(read_cards(bounded_list(given, "cards", len(NUMBERS)), bad))
    sheets = tuple(read_sheets(bounded_list(given, "sheets", len(SHEET_AGES)), bad))
    if foreign and not texts:
        cards = tuple(map(drop_texts, cards))
    options = read_options(given.get("options"), bad)
    name = given.get("from")
    return GivenBox(
        name[:60] if isinstance(name, str) else "",
        foreign,
        cards,
        sheets,
        tuple(bad),
        options,
    )


def parse_box(raw: bytes) -> dict[str, Any]:
    no_box = gettext("This isn't a box file. Choose one you downloaded here.")
    text = text_of(raw)
    try:
        given = parse_json(text.encode())
    except Unfit:
        cut = gettext("We can't read this file. It may be cut off. Get it again.")
        raise NoFile(cut if BEGINS.match(text) else no_box) from None
    if not isinstance(given, dict) or "box" not in given:
        raise NoFile(no_box)
    if given["box"] != VERSION:
        raise NoFile(
            gettext("This box file is from another version. Update this app first.")
        )
    return given


def bounded_list(given: dict[str, Any], key: str, most: int) -> list[Any]:
    found = given.get(key, [])
    if not isinstance(found, list):
        raise NoFile(
            gettext("The list “%(name)s” is missing from this file.") % {"name": key}
        )
    if len(found) > most:
        counted = {"found": group_digits(len(found)), "most": most}
        raise NoFile(too_many_words(key, len(found)) % counted)
    return found


def too_many_words(key: str, found: int) -> str:
    if key == "cards":
        return ngettext(
            "This file lists %(found)s card. A box has %(most)s.",
            "This file lists %(found)s cards. A box has %(most)s.",
            found,
        )
    return ngettext(
        "This file lists %(found)s sheet. A box has %(most)s.",
        "This file lists %(found)s sheets. A box has %(most)s.",
        found,
    )


def read_cards(given: list[Any], bad: list[BadRow]) -> Iterator[Card]:
    seen: set[int] = set()
    for place, one in enumerate(given, start=1):
        where = gettext("card %(number)s in the file") % {"number": place}
        try:
            fill = from_plain(FillBoxCard, one)
        except Unfit:
            bad.append(BadRow(where, gettext("This card can't be read.")))
            continue
        why = card_mistake(fill, seen)
        if why is not None:
            bad.append(replace(why, where=where))
            continue
        seen.add(fill.number)
        yield fill.filled(SLOTS[fill.number])


def card_mistake(fill: FillBoxCard, seen: set[int]) -> BadRow | None:
    if fill.number not in SLOTS:
        return BadRow("", gettext("There's no card with this number."))
    if fill.number in seen:
        return BadRow("", gettext("This card is listed twice."))
    card = fill.filled(SLOTS[fill.number])
    problems = tuple(one for one in content_problems(card) if one)
    return BadRow("", "", problems) if problems else None


def read_sheets(given: list[Any], bad: list[BadRow]) -> Iterator[AgeLayout]:
    for place, one in enumerate(given, start=1):
        try:
            yield replace(load_layout(one), custom=True)
        except Unfit:
            where = gettext("sheet %(number)s in the file") % {"number": place}
            bad.append(BadRow(where, gettext("This sheet can't be read.")))


def read_options(given: Any, bad: list[BadRow]) -> Readings | None:
    if given is None:
        return None
    try:
        return load_record(Readings, given, "options")
    except Unfit:
        where = gettext("rule options in the file")
        bad.append(BadRow(where, gettext("These rule options can't be read.")))
        return None


def drop_texts(card: Card) -> Card:
    slot = SLOTS[card.number]
    return replace(card, **{name: getattr(slot, name) for name in TEXTS})
