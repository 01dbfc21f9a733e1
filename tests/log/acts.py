"""Short ways to record in a campaign of the toy engine, and to look at what came of it."""

import json
from io import BytesIO, StringIO, TextIOWrapper
from uuid import uuid4

from django.core.management import call_command

from campaign.models import Campaign, EmpireSheet
from companion.log import record as service


def do(log, kind, client_id=None, **data):
    return service.record(log, kind=kind, data=data, client_id=client_id or uuid4())


def undo(log, *numbers, **options):
    return service.undo(log, numbers, client_id=uuid4(), **options)


def amend(log, number, data, **options):
    return service.amend(log, number, data, client_id=uuid4(), **options)


def played(log):
    """Two empires and a finished session, so that no table is empty at some point."""
    do(log, "found", empire="anna")  # 1
    do(log, "found", empire="bara")  # 2
    do(log, "open", missions=[61, 62], on="2026-01-02")  # 3
    do(log, "complete", empire="anna", mission=61)  # 4
    do(log, "gain", empire="anna", amount=43)  # 5
    do(log, "hold", empire="anna", inventions={"83": "red", "84": "grey"})  # 6
    do(log, "draw", empire="bara", number=7)  # 7
    do(log, "finish", scores={"anna": 43, "bara": 30})  # 8
    return log


def state(log):
    return Campaign.objects.get(pk=log.pk).state


def sheet(key, **more):
    return EmpireSheet.objects.get(empire__key=key, **more)


def faithful(log):
    """The tables say what the acts say, and so does the state."""
    return service.rebuild(log) == 0


def said(*words, given=None, monkeypatch=None, **options):
    out = StringIO()
    if monkeypatch:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(given)))
    call_command(*map(str, words), stdout=out, **options)
    return out.getvalue()


def as_lines(*lines):
    return "\n".join(json.dumps(line) for line in lines).encode()
