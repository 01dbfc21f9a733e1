"""Undoing and amending acts; later acts go with them only if somebody agreed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction

from companion.log.engines import is_folded
from companion.log.models import Act, Log
from companion.log.record import record
from companion.log.replay import UNDO, numbers_undone_by
from companion.tables.access import Here
from scoring.engines import Data


def rewrite_as_agreed(
    log: Log, *, kind: str, data: Data, agreed: Collection[int] = (), **who: Any
) -> Act:
    """Undoes or amends; raises WouldFall unless every act that would fall was agreed to."""
    asked = data["of"] if kind == UNDO else []
    if agreed:
        with transaction.atomic():
            act = record(log, kind=kind, data=data, along=True, **who)
            if set(numbers_undone_by(act)) <= {*asked, *agreed}:
                return act
            transaction.set_rollback(True)  # somebody did more meanwhile: ask again
    return record(log, kind=kind, data=data, **who)


def may_undo(here: Here, act: Act) -> bool:
    """One's own acts and those of helpers; an organiser may undo and amend anybody's."""
    own = (here.person is not None and act.by_id == here.person.pk) or is_folded(
        act.kind
    )
    return here.organises or (here.plays and own)
