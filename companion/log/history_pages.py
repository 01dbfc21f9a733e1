"""The history of any log, and the question what else an undo takes out; rooms register what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render

from companion.base.onward import safe_next
from companion.log.act_words import Change
from companion.log.engines import is_folded
from companion.log.history import ActLine, rewritten_numbers
from companion.log.models import Act, Log
from companion.log.replay import UNDO, EffectiveAct, FallenAct
from companion.log.rewriting import may_undo
from companion.log.undoing import Refused
from companion.tables.access import TableRequest
from scoring.rules import Problem

ACTS_PER_PAGE = 40


@dataclass(frozen=True)
class LogPart:
    """Acts that belong together, such as those of a session, and what it would become."""

    title: str
    first: int
    last: int
    changes: list[Change]
    note: str = ""


@dataclass(frozen=True)
class Consequences:
    """What an undo or amendment means with all that falls: for the whole, and part by part."""

    changes: list[Change] = field(default_factory=list)
    parts: Sequence[LogPart] = ()


@dataclass(frozen=True)
class HistoryRoom:
    """What differs from one kind of log to another."""

    header: str  # the template on top of the page
    empty: str  # what the page says before the first act
    frame: Callable[[Any], dict[str, Any]]  # what it shows of the log
    lines: Callable[[Any, Sequence[Act]], list[ActLine]]
    home: Callable[[Any], str]  # the history's address
    undo: Callable[[Any, int], str]
    open: Callable[[Any, int], str] | None = None  # the page of one act, if it has one
    closed: Callable[[Any], bool] = lambda _log: False  # nothing is undone then
    consequences: Callable[[Any, EffectiveAct], Consequences] = lambda _log, _act: (
        Consequences()
    )
    # Where it can be repaired instead, decision by decision.
    repair: Callable[[Any, EffectiveAct], str] = lambda _log, _act: ""


FallenLine: TypeAlias = tuple[ActLine, Sequence[Problem]]  # with why it falls
ROOMS: dict[str, HistoryRoom] = {}


def register_history(engine: str, room: HistoryRoom) -> None:
    ROOMS[engine] = room


@dataclass(frozen=True)
class HistoryRow:
    """An act with where it is opened, or undone at once."""

    line: ActLine
    undo: str = ""
    opens: Callable[[int], str] | None = None  # asked only where the row isn't kept

    @property
    def open(self) -> str:
        return self.opens(self.line.act.number) if self.opens else ""


def history_row(
    request: TableRequest, log: Log, line: ActLine, *, closed: bool
) -> HistoryRow:
    room, number = ROOMS[log.engine], line.act.number
    if room.open:
        return HistoryRow(line, opens=partial(room.open, log))
    may = not closed and not line.gone_by and may_undo(request.here, line.act)
    return HistoryRow(line, undo=room.undo(log, number) if may else "")


@dataclass(frozen=True)
class HistoryRun:
    """Rows that follow each other; a run of helpers' acts is folded into one line."""

    folded: bool
    rows: tuple[HistoryRow, ...]


def fold_rows(log: Log, rows: Iterable[HistoryRow]) -> list[HistoryRun]:
    listed = list(rows)
    return runs_of(listed, folded_numbers(log, [row.line.act for row in listed]))


def runs_of(rows: Iterable[HistoryRow], folded: set[int]) -> list[HistoryRun]:
    runs = groupby(rows, key=lambda row: row.line.act.number in folded)
    return [HistoryRun(key, tuple(run)) for key, run in runs]


def folded_numbers(log: Log, acts: Sequence[Act]) -> set[int]:
    """The acts of helpers among these, and what undoes nothing else."""
    kinds = {act.number: act.kind for act in acts}
    undos = [act for act in acts if act.kind == UNDO]
    missing = {of for act in undos for of in rewritten_numbers(act)} - kinds.keys()
    if missing:
        elsewhere = log.acts.filter(number__in=missing)
        kinds |= dict(elsewhere.values_list("number", "kind"))
    found = {number for number, kind in kinds.items() if is_folded(kind)}
    for act in sorted(undos, key=lambda one: one.number):
        if found.issuperset(rewritten_numbers(act)):
            found.add(act.number)
    return found


def page_of_acts(
    request: TableRequest, acts: QuerySet[Act] | Sequence[Act]
) -> Page[Act]:
    """As many acts as a page shows; one that isn't there shows the nearest."""
    return Paginator(acts, ACTS_PER_PAGE).get_page(request.GET.get("page"))


def history_rows(
    request: TableRequest, log: Log, lines: Iterable[ActLine]
) -> list[HistoryRow]:
    closed = ROOMS[log.engine].closed(log)
    return [history_row(request, log, line, closed=closed) for line in lines]


def show_history(
    request: TableRequest,
    log: Log,
    acts: QuerySet[Act],
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """A page of acts, the newest first."""
    room, page = ROOMS[log.engine], page_of_acts(request, acts)
    rows = history_rows(request, log, room.lines(log, list(page)))
    shown = {
        **room.frame(log),
        "header": room.header,
        "room": room,
        "page": page,
        "runs": fold_rows(log, rows),
        **more,
    }
    return render(request, "log/history.html", shown, status=status)


def ask_along(
    request: TableRequest,
    log: Log,
    acts: Sequence[Act],
    refused: Refused,
    *,
    section: str = "history",
    back: str = "",
    repair: str = "",
    edits: Sequence[Change] = (),
) -> HttpResponse:
    """Nothing is done yet: with these acts others would fall, each with its reasons."""
    room = ROOMS[log.engine]
    why = {one.number: one for one in refused.fallen}
    fallen = list(log.acts.filter(number__in=why).order_by("number"))
    gone = room.lines(log, fallen)
    means = room.consequences(log, refused.asked) if refused.asked else Consequences()
    falls = [(line, why[line.act.number].problems) for line in gone]
    own_page = room.open(log, acts[0].number) if room.open else room.home(log)
    shown = {
        **room.frame(log),
        "header": room.header,
        "section": section,
        "lines": room.lines(log, acts),
        "edits": edits,
        "fallen": falls,
        "groups": list(group_fallen(means.parts, falls)),
        "counts": Counter(line.told.what for line in gone).most_common(),
        "changes": means.changes,
        "may": refused.may_take_along,
        "repair": repair or repair_offer(request, room, log, refused),
        "rules": rules_behind(refused.fallen),
        "typed": typed_values(request),
        "back": safe_next(request) or back or own_page,
    }
    return render(request, "log/along.html", shown, status=422)


@dataclass(frozen=True)
class FallenGroup:
    """What falls of one part of the log; without parts all that falls is one group."""

    part: LogPart | None
    falls: Sequence[FallenLine]


def group_fallen(
    parts: Sequence[LogPart], falls: Sequence[FallenLine]
) -> Iterator[FallenGroup]:
    if not parts:
        yield FallenGroup(None, falls)
    for part in parts:
        own = [one for one in falls if part.first <= one[0].act.number <= part.last]
        if own or part.changes:
            yield FallenGroup(part, own)


def repair_offer(
    request: TableRequest, room: HistoryRoom, log: Log, refused: Refused
) -> str:
    """The address of the repair; corrections are the organiser's."""
    if refused.asked is None or not request.here.organises:
        return ""
    return room.repair(log, refused.asked)


def rules_behind(fallen: Sequence[FallenAct]) -> list[Any]:
    said = [problem for one in fallen for problem in one.problems]
    return list({one.rule.id: one.rule for one in said}.values())


def typed_values(request: TableRequest) -> list[tuple[str, str]]:
    """What was typed, for the form that asks once more."""
    own = ("csrfmiddlewaretoken", "id", "fall")
    lists = [(name, values) for name, values in request.POST.lists() if name not in own]
    return [(name, value) for name, values in lists for value in values]
