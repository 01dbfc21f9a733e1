"""Undoing and amending from a page: done, refused with reasons, or asked about what falls with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.log.acting import read_whole_number, request_id
from companion.log.models import Act, Log
from companion.log.replay import EffectiveAct, FallenAct, WouldFall
from companion.log.rewriting import may_undo, rewrite_as_agreed
from companion.tables.access import Here, TableRequest
from scoring.engines import Data
from scoring.house import OUT_OF_DATE
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken


@dataclass(frozen=True)
class Refused:
    """Why something can't be undone or changed; what would fall may be undone too."""

    problems: tuple[Problem, ...] = ()
    fallen: tuple[FallenAct, ...] = ()
    may_take_along: bool = False
    asked: EffectiveAct | None = None  # the undo or amendment itself


def sent_numbers(request: TableRequest, name: str) -> list[int]:
    found = map(read_whole_number, request.POST.getlist(name))
    return [one for one in found if one is not None]


def may_undo_all(here: Here, log: Log, numbers: Iterable[int]) -> bool:
    """Whether all these acts are there and the visitor's to undo."""
    wanted = set(numbers)
    found = list(log.acts.filter(number__in=wanted)) if wanted else []
    return len(found) == len(wanted) and all(may_undo(here, act) for act in found)


def try_rewrite(
    request: TableRequest, log: Log, kind: str, data: Data
) -> Act | Refused:
    """Undoes or amends; later acts fall with it only where somebody has seen and said so."""
    agreed = sent_numbers(request, "fall")
    if not may_undo_all(request.here, log, agreed):
        agreed = []
    try:
        return rewrite_as_agreed(
            log,
            kind=kind,
            data=data,
            agreed=agreed,
            client_id=request_id(request),
            by=request.here.person,
        )
    except WouldFall as would:
        may = may_undo_all(request.here, log, would.numbers)
        asked = EffectiveAct(log.last + 1, kind, data)
        return Refused(fallen=would.fallen, may_take_along=may, asked=asked)
    except RuleBroken as broken:
        return Refused(broken.problems or (OUT_OF_DATE,))
    except Unfit:
        return Refused((OUT_OF_DATE,))


def refusal_of(done: Act | Refused) -> Refused | None:
    """For pages that go on the same way whatever was recorded."""
    return done if isinstance(done, Refused) else None
