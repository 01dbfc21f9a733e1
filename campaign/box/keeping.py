"""A table's box: found, begun with the first thing written into it, and kept up by its campaigns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid5

from django.db import transaction

from campaign.models import Campaign, TableLog
from companion.log.models import Act
from companion.log.record import begin_log, record
from companion.tables.models import Table
from scoring.engines import Data
from scoring.rise_of_empire.cards import dump_card
from scoring.rise_of_empire.layout import dump_layout, load_layout
from scoring.rise_of_empire.state import CampaignState
from scoring.tables.comparing import BoxNews, find_news
from scoring.tables.engine import ENGINE as TABLE
from scoring.tables.state import TableState

ENGINE = "table"


def find_box(table: Table) -> TableLog | None:
    return TableLog.objects.select_related("table").filter(table=table).first()


def box_state(table: Table) -> TableState:
    """What the box holds; an empty one where nobody has written anything yet."""
    kept = TableLog.objects.filter(table=table).values_list("state", flat=True).first()
    return TABLE.start({}) if kept is None else TABLE.load(kept)


@transaction.atomic
def open_box(table: Table) -> TableLog:
    """The table's log, begun where it has none: a table from before needs nothing done to it."""
    if found := find_box(table):
        return found
    Table.objects.select_for_update().get(pk=table.pk)  # one begins it, others wait
    return find_box(table) or begin_log(TableLog(table=table, engine=ENGINE), start={})


def founding_content(box: TableState) -> dict[str, Any]:
    """What a new campaign starts with, so that its rules never look into the box."""
    content = {
        "cards": [dump_card(box.cards[number]) for number in sorted(box.cards)],
        "layouts": [dump_layout(one) for one in box.copied_sheets],
    }
    return {name: listed for name, listed in content.items() if listed}


def news_for(campaign: Campaign, state: CampaignState) -> BoxNews:
    """What the box has that the campaign hasn't; a demo's cards are made up, so it takes nothing."""
    if campaign.example:
        return BoxNews()
    kept = TableLog.objects.filter(table=campaign.table_id).values_list("state")
    for (box,) in kept:
        return find_news(TABLE.load(box), state)
    return BoxNews()


def news_content(news: BoxNews) -> dict[str, Any]:
    """The content of the act that takes it."""
    layouts = [dump_layout(one) for one in news.layouts]
    return {"cards": list(news.cards), "layouts": layouts}


# What people copy in a campaign is in the box too, so nobody copies it twice


def is_played_for_real(campaign: Campaign) -> bool:
    """Neither a demo, whose cards are made up, nor a what-if, in which people try things."""
    return not (campaign.example or campaign.is_what_if)


def follow_campaign(act: Act, **_sent: Any) -> None:
    """Writes into the box what somebody has just read off a card or a sheet in a campaign."""
    if act.kind not in FOLLOWED:
        return
    campaign = Campaign.objects.select_related("table").filter(pk=act.log_id).first()
    if campaign is None or not is_played_for_real(campaign):
        return
    content = FOLLOWED[act.kind](box_state(campaign.table), act.data)
    if any(content.values()):
        write_along(campaign, act, content)


def write_along(campaign: Campaign, act: Act, content: dict[str, Any]) -> None:
    record(
        open_box(campaign.table),
        kind="take_into_box",
        data={**content, "source": campaign.name},
        client_id=uuid5(act.client_id, "box"),
        by=act.by,
        by_name=act.by_name,
    )


def follow_card(box: TableState, data: Data) -> dict[str, Any]:
    return follow_cards(box, {"cards": [data]})


def follow_cards(box: TableState, data: Data) -> dict[str, Any]:
    """What was said just now is the newest, also where the box says something else."""
    fills = [new_in_box(box, one) for one in data["cards"]]
    return {"cards": [one for one in fills if len(one) > 1]}


def new_in_box(box: TableState, fill: Data) -> dict[str, Any]:
    known = box.catalogue[fill["number"]]
    return {
        name: value
        for name, value in fill.items()
        if name == "number" or (name != "example" and getattr(known, name) != value)
    }


def follow_paper(box: TableState, data: Data) -> dict[str, Any]:
    """An empire's sheet names inventions with their prices: enough where the box knows nothing."""
    fills = [
        {"number": one["number"], "price": one["price"], "colour": one["colour"]}
        for one in data.get("inventions", ())
        if box.catalogue[one["number"]].price is None
    ]
    return {"cards": fills}


def follow_layout(box: TableState, data: Data) -> dict[str, Any]:
    sheet = replace(load_layout(data["layout"]), custom=True)
    same = box.sheets[sheet.age] == sheet
    return {"layouts": [] if same else [dump_layout(sheet)]}


FOLLOWED: dict[str, Callable[[TableState, Data], dict[str, Any]]] = {
    "fill_card": follow_card,
    "fill_cards": follow_cards,
    "take_over_empire": follow_paper,
    "change_layout": follow_layout,
}
