"""What people type into a cell, read as the entry means it."""

from __future__ import annotations

import re

from scoring.entries import LONGEST, Entry, Kind, known
from scoring.records import READABLE_TEXT, choices
from scoring.words import Words, _, say

SUM = re.compile(r"[0-9]+(\s*\+\s*[0-9]+)*")
NEGATIVE = re.compile(r"[-−]\s*[0-9]+")
LONGEST_SUM = 40
YES = "on"  # what a ticked box sends


class Unreadable(ValueError):
    """Raised with what to type instead."""

    def __init__(self, message: Words) -> None:
        super().__init__(str(message))
        self.message = message


def read(entry: Entry, typed: str) -> int | bool | str:
    """The value of a cell; an empty one keeps the entry's default."""
    typed = typed.strip()
    if not typed:
        return entry.default
    match entry.kind:
        case Kind.COUNT:
            return counted(entry, typed)
        case Kind.FLAG:
            return flagged(typed)
        case Kind.PICK:
            return picked(entry, typed)
        case Kind.NAME:
            return known(readable(typed), entry.choices)
        case Kind.TEXT:
            return readable(typed)


def counted(entry: Entry, typed: str) -> int:
    """A whole number, or a sum of some: people count a pile at a time."""
    if NEGATIVE.fullmatch(typed):
        raise Unreadable(_("This can't be below 0."))
    if len(typed) > LONGEST_SUM or not SUM.fullmatch(typed):
        raise Unreadable(_("Enter a whole number, or a sum like 3+6+2."))
    total = sum(int(part) for part in typed.split("+"))
    if total > entry.maximum:
        raise Unreadable(
            say(_("This can't be more than %(most)s."), most=entry.maximum)
        )
    return total


def flagged(typed: str) -> bool:
    if typed != YES:
        raise Unreadable(_("Tick this or leave it empty."))
    return True


def picked(entry: Entry, typed: str) -> str:
    if typed not in choices(entry):
        raise Unreadable(_("Please choose one of the options."))
    return typed


def readable(typed: str) -> str:
    if len(typed) > LONGEST or not READABLE_TEXT.fullmatch(typed):
        raise Unreadable(
            say(_("Too long. The limit is %(most)s characters."), most=LONGEST)
        )
    return typed
