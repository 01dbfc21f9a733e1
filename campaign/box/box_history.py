"""What the history of a table's box shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from campaign.models import TableLog
from companion.log.act_words import Names
from companion.log.history import ActLine, Teller, act_standing
from companion.log.history_pages import HistoryRoom
from companion.log.models import Act
from scoring.tables.engine import ENGINE as TABLE
from scoring.words import _


def box_frame(box: TableLog) -> dict[str, Any]:
    return {"table": box.table, "box": box, "log_name": box.table.name}


def box_lines(box: TableLog, acts: Sequence[Act]) -> list[ActLine]:
    state = TABLE.load(box.state)
    names = Names({}, {number: card.name for number, card in state.catalogue.items()})
    return Teller(box, TABLE, state, names, act_standing(box)).lines(acts)


BOX_HISTORY = HistoryRoom(
    header="campaign/box/_box_header.html",
    empty=_("Nothing is in your box yet. Enter the first card."),
    frame=box_frame,
    lines=box_lines,
    home=lambda box: reverse("box-history", args=[box.table_id]),
    undo=lambda box, act: reverse("box-undo", args=[box.table_id, act]),
)
