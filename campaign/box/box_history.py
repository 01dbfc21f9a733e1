"""What the history of a table's box shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from campaign.board.open_questions import answers_by, answers_of
from campaign.models import TableLog
from companion.log.act_words import Change, Names
from companion.log.history import ActLine, LookUp, Teller, act_standing
from companion.log.history_pages import HistoryRoom
from companion.log.models import Act
from scoring.records import dump_record, load_record
from scoring.rise_of_empire.readings import Readings
from scoring.tables.engine import ENGINE as TABLE
from scoring.words import _

PREFER = "prefer_options"


def box_frame(box: TableLog) -> dict[str, Any]:
    return {"table": box.table, "box": box, "log_name": box.table.name}


def box_lines(box: TableLog, acts: Sequence[Act]) -> list[ActLine]:
    state = TABLE.load(box.state)
    names = Names({}, {number: card.name for number, card in state.catalogue.items()})
    told = Teller(box, TABLE, state, names, act_standing(box), option_changes(box))
    return told.lines(acts)


def readings_in(act: Act) -> Readings:
    return load_record(Readings, act.data["readings"], "readings")


def option_changes(box: TableLog) -> LookUp:
    """Which rule options an act changed, and to what: its content alone holds all of them."""

    def look_up(acts: Sequence[Act]) -> dict[int, list[Change]]:
        if not any(act.kind == PREFER for act in acts):
            return {}
        start = dump_record(Readings())
        return {
            act.number: [
                Change("", question, "", answer)
                for question, answer in answers_of(readings_in(act), changed)
            ]
            for act, changed in answers_by(box, PREFER, start)
        }

    return look_up


BOX_HISTORY = HistoryRoom(
    header="campaign/box/_box_header.html",
    empty=_("Nothing is in your box yet. Enter the first card."),
    frame=box_frame,
    lines=box_lines,
    home=lambda box: reverse("box-history", args=[box.table_id]),
    undo=lambda box, act: reverse("box-undo", args=[box.table_id, act]),
)
