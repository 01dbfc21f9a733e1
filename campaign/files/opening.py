"""A campaign file before it is kept: what it holds, or the line that stands in its way."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from django.utils.translation import gettext

from campaign.board.services import free_name
from campaign.box.keeping import box_state
from campaign.files.capsule_log import find_logs, is_page, not_our_page
from campaign.files.lines import BrokenLine, GivenCampaign, read_campaign
from campaign.files.tables import NoFile
from campaign.files.twins import TwinCampaign, find_twin
from companion.tables.models import Table
from scoring.entries import LONGEST
from scoring.records import Unfit
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import EmpireState
from scoring.rules import Problem
from scoring.tables.comparing import BoxNews, Offer, compare_boxes, find_news


@dataclass(frozen=True)
class OpenedFile:
    given: GivenCampaign | None
    name: str = ""  # that no campaign of the table has
    played: int = 0
    empires: tuple[EmpireState, ...] = ()
    line: int = 0
    problems: tuple[Problem, ...] = ()
    news: BoxNews = field(default_factory=BoxNews)  # what our box has beyond it
    offer: Offer = field(default_factory=Offer)  # what it knows beyond our box
    twin: TwinCampaign | None = None  # the same campaign, where it is here already
    LONGEST_NAME: ClassVar[int] = LONGEST

    @property
    def broken(self) -> bool:
        return self.given is None


def open_given_file(raw: bytes, table: Table) -> OpenedFile:
    if not raw.strip():
        raise NoFile(gettext("This file is empty."))
    try:
        given = read_campaign(unwrap_file(raw))
        if given.engine != "campaign":
            raise NoFile(gettext("This isn't a campaign file."))
    except Unfit as unfit:
        raise NoFile(why_unreadable(unfit)) from None
    except BrokenLine as broken:
        return OpenedFile(None, line=broken.line, problems=broken.broken.problems)
    state = CAMPAIGN.load(given.state)
    opened = OpenedFile(
        given,
        free_name(table, given.name),
        state.played,
        state.empires,
        twin=find_twin(given, table),
    )
    if given.example:
        return opened
    box, sheets = box_state(table), {**state.layouts, **state.next_layouts}
    offer = compare_boxes(box, state.cards.values(), sheets.values())
    return replace(opened, news=find_news(box, state), offer=offer)


def unwrap_file(raw: bytes) -> bytes:
    """The file itself, or the one log that a capsule of a campaign holds."""
    if not is_page(raw):
        return raw
    logs = find_logs(raw)
    if not logs:
        raise not_our_page()
    if len(logs) > 1:
        raise NoFile(gettext("This page isn't a capsule of one campaign."))
    return logs[0]


def why_unreadable(unfit: Unfit) -> str:
    """What is wrong with a file, in the reader's words: the exact fault is for programs."""
    if not unfit.where:  # more lines, or longer ones, than any campaign has
        return gettext("This file is too big.")
    line = unfit.where.removeprefix("line ")
    if line in ("1", unfit.where):
        return gettext("This isn't a campaign file. Choose one you downloaded here.")
    text = gettext("Line %(line)s can't be read. Download the campaign again.")
    return text % {"line": line}
