"""Taps on a campaign's sheet that aren't saved yet: kept for this browser until somebody saves or discards them."""

from __future__ import annotations

from campaign.box.layout_editing import merge_sheets, read_draft, write_draft
from campaign.models import Campaign
from companion.tables.access import TableRequest
from scoring.records import Unfit
from scoring.rise_of_empire.layout import AgeLayout

KEY = "sheet_drafts"
MOST_DRAFTS = 6  # in one browser, the newest


def draft_key(campaign: Campaign, age: str) -> str:
    return f"{campaign.pk}/{age}"


def drafted_sheet(
    request: TableRequest, campaign: Campaign, saved: AgeLayout
) -> AgeLayout:
    """The sheet with this browser's taps; what was saved elsewhere since they were made stays."""
    drafts = request.session.get(KEY, {})
    texts = drafts.get(draft_key(campaign, saved.age))
    if texts is None:
        return saved
    try:
        before, drawn = (read_draft(text, saved.age) for text in texts)
    except (Unfit, TypeError, ValueError):  # another release wrote it
        return saved
    return merge_sheets(saved, before, drawn)


def keep_draft(
    request: TableRequest, campaign: Campaign, saved: AgeLayout, drawn: AgeLayout
) -> None:
    """A sheet as it is saved needs no draft."""
    key = draft_key(campaign, saved.age)
    others = {k: v for k, v in request.session.get(KEY, {}).items() if k != key}
    mine = {key: [write_draft(saved), write_draft(drawn)]} if drawn != saved else {}
    newest = [*others.items(), *mine.items()][-MOST_DRAFTS:]
    if mine or key in request.session.get(KEY, {}):
        request.session[KEY] = dict(newest)
