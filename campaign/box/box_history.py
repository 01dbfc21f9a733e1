"""What the history of a table's box shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import Any

from django.urls import reverse

from campaign.board.open_questions import answers_by, answers_of
from campaign.history.differences import one_card
from campaign.models import TableLog
from companion.log.act_words import Change, Names, describe_content
from companion.log.history import ActLine, ActStanding, LookUp, Teller, act_standing
from companion.log.history_pages import HistoryRoom
from companion.log.models import Act
from scoring.records import dump_record, load_record
from scoring.rise_of_empire.cards import Card
from scoring.rise_of_empire.readings import Readings
from scoring.tables.acts import FillBoxCard
from scoring.tables.comparing import is_said
from scoring.tables.engine import ENGINE as TABLE
from scoring.tables.state import TableState
from scoring.words import _

PREFER, FILL = "prefer_options", "fill_box_card"
CARD_ACTS = (FILL, "move_box_card", "take_into_box")


def box_frame(box: TableLog) -> dict[str, Any]:
    return {"table": box.table, "box": box, "log_name": box.table.name}


def box_lines(box: TableLog, acts: Sequence[Act]) -> list[ActLine]:
    state = TABLE.load(box.state)
    names = Names({}, {number: card.name for number, card in state.catalogue.items()})
    standing = act_standing(box)
    told = Teller(box, TABLE, state, names, standing, option_changes(box))
    lines = told.lines(acts)
    if not any(act.kind == FILL for act in acts):
        return lines
    rewritten = {
        act.number: (old, new) for act, old, new in filled_cards(box, standing)
    }
    return [
        tell_overwriting(line, *rewritten[line.act.number])
        if line.act.number in rewritten
        else line
        for line in lines
    ]


def filled_cards(
    box: TableLog, standing: ActStanding
) -> Iterator[tuple[Act, Card, Card]]:
    """Every act that filled in one card, with the card before it and after it."""
    state: TableState = TABLE.start({})
    for act in box.acts.filter(kind__in=CARD_ACTS).order_by("number"):
        for one in standing.counted(act):
            before = state
            state, _facts = TABLE.apply(before, one.kind, one.data)
            if one.kind == FILL:
                number = one.data["number"]
                yield act, before.catalogue[number], state.catalogue[number]


def tell_overwriting(line: ActLine, old: Card, new: Card) -> ActLine:
    """What was there before stands beside what took its place; the rest is told in a line."""
    names = Names({}, {new.number: new.name})
    changes = tuple(
        replace(one, whose="") for one in one_card(old, new, names) if one.before
    )
    told = {
        name: value
        for name, value in asdict(new).items()
        if name in line.act.data and not is_said(name, getattr(old, name))
    }
    content = {**told, "number": new.number}
    how = describe_content(FillBoxCard, content, names)
    return replace(line, told=replace(line.told, how=how), changes=changes)


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
