"""What a file or a campaign brings is written into the box once, and only over what somebody has seen."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from hashlib import blake2b
from typing import Any

from django.db import transaction

from campaign.box.keeping import find_box, open_box
from companion.log.acting import button_id, try_act
from companion.tables.access import TableRequest
from companion.tables.models import Table
from scoring.house import HOUSE
from scoring.records import dump_record
from scoring.rise_of_empire.layout import dump_layout
from scoring.rules import Problem
from scoring.tables.comparing import Offer
from scoring.tables.engine import ENGINE as TABLE
from scoring.tables.state import TableState
from scoring.words import _

TAKE, PREFER = "take_into_box", "prefer_options"
TAKING = "take"  # every press of one page, whatever is left to take by then
MOVED_ON = Problem(
    _("Somebody just changed your box. Your answers are kept: check and add again."),
    HOUSE,
)


class BoxMoved(Exception):
    """Raised where the box isn't any more what the page showed; nothing was written."""


def box_digest(box: TableState) -> str:
    """What a page shows of a box, in short; taps that aren't saved are no part of it."""
    content = {**TABLE.dump(box), "sketches": None}
    said = json.dumps(content, sort_keys=True)
    return blake2b(said.encode(), digest_size=8).hexdigest()


def check_seen(seen: str) -> Callable[[TableState], None]:
    def check(box: TableState) -> None:
        if box_digest(box) != seen:
            raise BoxMoved

    return check


def was_taken(request: TableRequest, table: Table) -> bool:
    """Whether this very page was sent before: pressing twice leads to what the first press did."""
    box = find_box(table)
    ids = [button_id(request, kind, TAKING) for kind in (TAKE, PREFER)]
    return box is not None and box.acts.filter(client_id__in=ids).exists()


def option_key(name: str) -> str:
    return f"option-{name}"


def take_offer(
    request: TableRequest,
    table: Table,
    offer: Offer,
    theirs: Collection[str],
    source: str,
) -> tuple[Problem, ...]:
    """All of it or nothing: cards and sheets, then rule options of theirs."""
    acts = taken_acts(offer, theirs, source)
    if not acts:
        return ()
    box = open_box(table)
    given = check_seen(request.POST.get("seen") or box_digest(offer.before))
    problems: tuple[Problem, ...] = ()
    try:
        with transaction.atomic():
            for kind, data in acts:
                problems = try_act(request, box, kind, data, said=TAKING, given=given)
                if problems:
                    transaction.set_rollback(True)
                    break
                given = accept_any  # from here on the box is what we make of it
    except BoxMoved:
        return (MOVED_ON,)
    return problems


def accept_any(_box: TableState) -> None:
    pass


def taken_acts(
    offer: Offer, theirs: Collection[str], source: str
) -> list[tuple[str, dict[str, Any]]]:
    content, acts = offer.accept(list(theirs)), []
    if any(content.values()):
        layouts = [dump_layout(one) for one in content["layouts"]]
        acts.append((TAKE, {**content, "layouts": layouts, "source": source}))
    chosen = {
        name: said for name, said in offer.options.items() if option_key(name) in theirs
    }
    if chosen:
        ours = dump_record(offer.before.readings)
        acts.append((PREFER, {"readings": {**ours, **chosen}}))
    return acts
