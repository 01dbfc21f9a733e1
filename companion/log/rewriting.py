"""Taking acts back and amending them, along with later acts only as far as somebody agreed to it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction

from companion.log.models import Act, Log
from companion.log.record import record
from companion.log.replay import numbers_undone_by
from scoring.engines import Data


def rewrite_as_agreed(
    log: Log, *, kind: str, data: Data, agreed: Collection[int] = (), **who: Any
) -> Act:
    """Raises WouldFall with every act that would fall, unless all of them were agreed to."""
    asked = data["of"] if kind == "undo" else []
    if agreed:
        with transaction.atomic():
            act = record(log, kind=kind, data=data, along=True, **who)
            if set(numbers_undone_by(act)) <= {*asked, *agreed}:
                return act
            transaction.set_rollback(True)  # somebody did more meanwhile: ask again
    return record(log, kind=kind, data=data, **who)
