"""What was done in a session, in words: which cell, by whom, from what to what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext

from companion.base.wording import player_names, translate
from companion.log.act_words import Names
from companion.log.act_words import describe_act as describe_declared
from companion.sessions.services import Quarrel
from scoring.entries import Entry, Kind
from scoring.session_acts import SESSION_ENGINE
from scoring.sessions import ENTRY, NAME, SessionState, entry_at
from scoring.words import _

DETAILS = {
    "played_on": _("Date"),
    "minutes": _("Length in minutes"),
    "place": _("Where"),
    "note": _("Notes and variants"),
}


def cell_label(session: SessionState, address: str) -> str:
    """What a cell is called: whose it is, in which chapter, and which entry."""
    if address in DETAILS:
        return translate(DETAILS[address])
    if named := NAME.fullmatch(address):
        return gettext("Name of player %(number)s") % {"number": int(named[1]) + 1}
    entry, found = entry_at(session, address), ENTRY.fullmatch(address)
    if entry is None or found is None:
        return address
    return " · ".join(
        [*owner_words(session, found[1], found[3]), translate(entry.label)]
    )


def owner_words(session: SessionState, tally: str, seat: str | None) -> Iterator[str]:
    if session.rules.tally_name:
        yield f"{translate(session.rules.tally_name)} {tally}"
    if seat:
        yield player_names(list(session.names))[int(seat)]


def cell_value(session: SessionState, address: str, typed: str) -> str:
    """A value as people know it: the name of a choice, a tick, a sum as it was typed."""
    entry = entry_at(session, address)
    return value_words(entry, typed) if entry and typed else typed


def value_words(entry: Entry, typed: str) -> str:
    match entry.kind:
        case Kind.FLAG:
            return "✓"
        case Kind.PICK | Kind.NAME:
            return translate(entry.choices.get(typed, typed))
        case _:
            return typed


@dataclass(frozen=True)
class DescribedQuarrel:
    """A cell that wasn't written, in words."""

    cell: str
    label: str
    typed: str
    yours: str
    message: str
    rule: str
    meanwhile: bool
    present: str
    theirs: str
    by: str
    at: datetime | None


def describe_quarrel(session: SessionState, quarrel: Quarrel) -> DescribedQuarrel:
    change, cell = quarrel.change, quarrel.cell
    present = quarrel.present or ""
    return DescribedQuarrel(
        cell=cell,
        label=cell_label(session, cell),
        typed=quarrel.typed,
        yours=cell_value(session, cell, quarrel.typed) or gettext("nothing"),
        message=translate(quarrel.problem.message),
        rule=quarrel.problem.rule.id,
        meanwhile=quarrel.present is not None,
        present=present,
        theirs=cell_value(session, cell, present) or gettext("nothing"),
        by=change.by_name if change else "",
        at=change.at if change else None,
    )


class ToldAct(Protocol):
    """An act as the log keeps it, or what was read of it."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Any: ...


@dataclass(frozen=True)
class DescribedAct:
    """An act in words."""

    act: ToldAct
    what: str
    before: str = ""
    after: str = ""


def describe_act(
    act: ToldAct,
    before: SessionState,
    after: SessionState,
    label: Callable[[int], str],
) -> DescribedAct:
    """An act by the states before and after it; `label` tells what other acts are called."""
    data = act.data
    match act.kind:
        case "set_cell":
            cell = data["cell"]
            old, new = (
                cell_value(state, cell, state.cells.get(cell, ""))
                for state in (before, after)
            )
            return DescribedAct(act, cell_label(after, cell), old, new)
        case "set_players":
            was, now = before.players, data["players"]
            return DescribedAct(act, gettext("Players"), str(was), str(now))
        case "take_seat":
            return DescribedAct(act, gettext("Joined"), after=data["name"])
        case "leave_seat":
            who = seat_name(before.names, data["seat"])
            return DescribedAct(act, gettext("Left"), after=who)
        case "enter_final_scores":
            return DescribedAct(act, gettext("Final scores"), after=score_words(act))
        case "add_tally":
            name = translate(after.rules.tally_name)
            return DescribedAct(act, f"{name} {data['number']}")
        case "undo":
            words = undone_words(data["of"], label)
            return DescribedAct(act, gettext("Undone"), after=words)
        case _:
            told = describe_declared(SESSION_ENGINE, act.kind, data, Names())
            return DescribedAct(act, told.what, after=told.how)


def seat_name(names: Sequence[str], seat: int) -> str:
    """Whose seat it is; one that nobody has is only numbered."""
    known = [*names, *[""] * (seat + 1 - len(names))]
    return player_names(known)[seat]


def score_words(act: ToldAct) -> str:
    """Everybody with their total, as they were entered together."""
    names = player_names(list(act.data["names"]))
    pairs = zip(names, act.data["scores"], strict=True)
    return ", ".join(f"{name} {score}" for name, score in pairs)


HIDDEN = "?"
MOST_NAMED = 20  # acts that one undo names


def hide_scores(session: SessionState, told: DescribedAct) -> DescribedAct:
    """The act without its numbers, while scores are hidden."""
    if told.act.kind == "enter_final_scores":
        return replace(told, after=HIDDEN)
    found = ENTRY.fullmatch(str(told.act.data.get("cell", "")))
    entry = entry_at(session, found[0]) if found else None
    if entry is None or entry.kind not in (Kind.COUNT, Kind.FLAG):
        return told
    before = HIDDEN if told.before else ""
    return replace(told, before=before, after=HIDDEN if told.after else "")


def undone_words(numbers: Iterable[int], label: Callable[[int], str]) -> str:
    """The acts by number and name; a line has no place for more than the first ones."""
    listed = sorted(numbers)
    told = [f"{number}. {label(number)}" for number in listed[:MOST_NAMED]]
    return ", ".join([*told, *(["…"] if len(listed) > MOST_NAMED else [])])
