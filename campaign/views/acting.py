"""How a page does something: one act, recorded once, and what the rules say against it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest

from campaign.models import Log
from campaign.services.log import record
from scoring.engines import Data
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken
from scoring.sessions import OUT_OF_DATE


def request_id(request: HttpRequest) -> UUID:
    """The id the page made for this request, so that a second press counts once."""
    try:
        return UUID(request.POST.get("id", ""))
    except ValueError:
        return uuid4()


def act(
    request: HttpRequest, log: Log, kind: str, data: Data, **options: Any
) -> tuple[Problem, ...]:
    """Records an act for whoever asks; gives back what stands against it, or nothing."""
    try:
        record(
            log,
            kind=kind,
            data=data,
            client_id=request_id(request),
            by=request.here.person,
            **options,
        )
    except RuleBroken as broken:
        return broken.problems or (OUT_OF_DATE,)
    except Unfit:
        return (OUT_OF_DATE,)
    return ()
