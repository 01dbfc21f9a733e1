"""What people type into a cell, read as the entry means it."""

from __future__ import annotations

import re

from scoring.entries import LONGEST, Entry, Kind, known_key
from scoring.records import READABLE_TEXT, choice_keys
from scoring.words import Words, _, make_message

SUM = re.compile(r"[0-9]+(\s*\+\s*[0-9]+)*")
NEGATIVE = re.compile(r"[-−]\s*[0-9]+")
LONGEST_SUM = 40
YES = "on"  # what a ticked box sends


class Unreadable(ValueError):
    """Raised with what to type instead."""

    def __init__(self, message: Words) -> None:
        super().__init__(str(message))
        self.message = message


def read_cell(entry: Entry, typed: str) -> int | bool | str:
    """The value of a cell; an empty one keeps the entry's default."""
    typed = typed.strip()
    if not typed:
        return entry.default
    match entry.kind:
        case Kind.COUNT:
            return read_count(entry, typed)
        case Kind.FLAG:
            return read_flag(typed)
        case Kind.PICK:
            return read_choice(entry, typed)
        case Kind.NAME:
            return known_key(read_text(typed), entry.choices)
        case Kind.TEXT:
            return read_text(typed)


def read_count(entry: Entry, typed: str) -> int:
    """A whole number, or a sum of some: people count a pile at a time."""
    if NEGATIVE.fullmatch(typed):
        return read_negative(entry, typed)
    if len(typed) > LONGEST_SUM or not SUM.fullmatch(typed):
        raise Unreadable(_("Enter a whole number, or a sum like 3+6+2."))
    total = sum(int(part) for part in typed.split("+"))
    if total > entry.maximum:
        raise Unreadable(
            make_message(_("This can't be more than %(most)s."), most=entry.maximum)
        )
    return total


def read_negative(entry: Entry, typed: str) -> int:
    if entry.minimum == 0:
        raise Unreadable(_("This can't be below 0."))
    loss = -int(typed[:LONGEST_SUM].lstrip("-− "))
    if loss < entry.minimum:
        raise Unreadable(
            make_message(_("This can't be less than %(least)s."), least=entry.minimum)
        )
    return loss


def read_flag(typed: str) -> bool:
    if typed != YES:
        raise Unreadable(_("Tick this or leave it empty."))
    return True


def read_choice(entry: Entry, typed: str) -> str:
    if typed not in choice_keys(entry):
        raise Unreadable(_("Please choose one of the options."))
    return typed


def read_text(typed: str) -> str:
    if len(typed) > LONGEST or not READABLE_TEXT.fullmatch(typed):
        raise Unreadable(
            make_message(_("Too long. The limit is %(most)s characters."), most=LONGEST)
        )
    return typed
