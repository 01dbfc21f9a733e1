"""The catalogue as a file, and what a file would change in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext

from campaign.files.tables import (
    BadCell,
    BadRow,
    FileRow,
    as_cell,
    as_table,
    check_readable,
    file_rows,
    read_whole,
)
from campaign.history.differences import one_card
from campaign.history.telling import campaign_names
from companion.base.wording import translate
from companion.log.act_words import Change
from scoring.entries import LONGEST
from scoring.rise_of_empire.cards import (
    GROUPS,
    LONGEST_COLOUR,
    LONGEST_TEXT,
    ROW_NAMES,
    Card,
    CardKind,
)
from scoring.rise_of_empire.knowing import FillCard
from scoring.rise_of_empire.layout import COLOUR_NAMES, as_colour
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import RuleBroken

Cell = Callable[[str], Any]


def as_json(state: CampaignState) -> bytes:
    cards = [card_columns(card) for card in state.catalogue.values()]
    return json.dumps({"cards": cards}, ensure_ascii=False, indent=1).encode()


def as_csv(state: CampaignState) -> bytes:
    return as_table(COLUMNS, map(card_columns, state.catalogue.values()))


def card_columns(card: Card) -> dict[str, Any]:
    """What people read off the card; our own remarks on it stay here."""
    return {name: value for name, value in asdict(card).items() if name in COLUMNS}


def read_truth(cell: str) -> bool:
    known = {
        "yes": True,
        "no": False,
        "true": True,
        "false": False,
        "1": True,
        "0": False,
    }
    known |= {translate("yes"): True, translate("no"): False}
    if cell.casefold() not in known:
        raise BadCell(gettext("“%(cell)s” should be yes or no.") % {"cell": cell[:40]})
    return known[cell.casefold()]


def one_of(names: Mapping[str, Any] | tuple[str, ...]) -> Cell:
    def read(cell: str) -> str:
        if cell not in names:
            offered = ", ".join(filter(None, names))
            text = gettext("“%(cell)s” isn't one of these: %(offered)s.")
            raise BadCell(text % {"cell": cell[:40], "offered": offered})
        return cell

    return read


def read_colour(cell: str) -> str:
    spoken = {translate(label): key for key, label in COLOUR_NAMES.items()}
    return as_colour(spoken.get(check_readable(cell, LONGEST_COLOUR).casefold(), cell))


CELLS: dict[str, Cell] = {
    "number": read_whole,
    "kind": one_of(tuple(CardKind)),
    "group": one_of(tuple(str(one) for group in GROUPS.values() for one in group)),
    "name": lambda cell: check_readable(cell, LONGEST),
    "price": read_whole,
    "colour": read_colour,
    "target": read_whole,
    "progressive": read_truth,
    "in_a_row": read_truth,
    "demand": lambda cell: check_readable(cell, LONGEST_TEXT),
    "bonus": lambda cell: check_readable(cell, LONGEST_TEXT),
    "text": lambda cell: check_readable(cell, LONGEST_TEXT),
    "row": one_of(ROW_NAMES),
    "points": read_whole,
    "aside": read_truth,
}
COLUMNS = tuple(CELLS)


@dataclass(frozen=True)
class CardsImport:
    """What a file would fill in, card by card, and what of it can't be taken."""

    fills: tuple[dict[str, Any], ...]
    changes: tuple[Change, ...]
    same: int
    bad: tuple[BadRow, ...]


def json_rows(place: int, given: Any) -> Iterator[FileRow]:
    where = gettext("card %(number)s in the file") % {"number": place}
    cells = given if isinstance(given, dict) else {"?": ""}
    yield FileRow(where, {str(key): as_cell(value) for key, value in cells.items()})


def read_cards(raw: bytes, state: CampaignState) -> CardsImport:
    """Every row tried on the catalogue as it would be by then; an empty cell says nothing."""
    fills: list[dict[str, Any]] = []
    changes: list[Change] = []
    bad: list[BadRow] = []
    names, same = campaign_names(state, {}), 0
    seen: set[int] = set()
    for row in file_rows(raw, COLUMNS, "cards", json_rows):
        try:
            said = row_changes(row, state, seen)
            if not said:
                same += 1
                continue
            after, _facts = FillCard(**said).apply(state)
        except BadCell as error:
            bad.append(BadRow(row.where, str(error)))
        except RuleBroken as broken:
            bad.append(BadRow(row.where, "", broken.problems))
        else:
            number = said["number"]
            changes += one_card(state.catalogue[number], after.catalogue[number], names)
            fills.append(said)
            state = after
    changes.sort(key=lambda one: one.whose)  # which begins with the card's number
    return CardsImport(tuple(fills), tuple(changes), same, tuple(bad))


def row_changes(row: FileRow, state: CampaignState, seen: set[int]) -> dict[str, Any]:
    """What a row says that the catalogue doesn't; nothing where it says the same."""
    said = {name: cell_of(name, cell) for name, cell in row.cells.items() if cell}
    number = said.pop("number", None)
    if number not in state.catalogue:
        raise BadCell(gettext("There's no card with this number."))
    if number in seen:
        raise BadCell(gettext("This card is listed twice."))
    seen.add(number)
    known = asdict(state.catalogue[number])
    new = {name: value for name, value in said.items() if known[name] != value}
    return {"number": number, **new} if new else {}


def cell_of(name: str, cell: str) -> Any:
    if name not in CELLS:
        raise BadCell(gettext("Unknown column “%(name)s”.") % {"name": name[:40]})
    try:
        return CELLS[name](cell)
    except BadCell as error:
        raise BadCell(f"{name}: {error}") from None
