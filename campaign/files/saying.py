"""What commands about campaigns say: JSON that is the same everywhere, and refusals."""

import json
import sys
from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandError

from campaign.files.lines import BrokenLine
from campaign.models import Campaign, TableLog
from companion.base.json_input import UNREADABLE
from companion.base.wording import translate
from companion.log.replay import FallenAct, WouldFall
from scoring.rules import Problem, Remark

MOST_DIGITS = 18  # of a row's number, in either database


def write_json(data: Any, indent: int | None = None) -> str:
    letters = "utf" in (sys.stdout.encoding or "").lower()
    return json.dumps(data, indent=indent, sort_keys=True, ensure_ascii=not letters)


def find_campaign_by_number(number: str) -> Campaign:
    campaign = Campaign.objects.filter(pk=read_key(number)).first()
    if campaign is None:
        raise CommandError(f"there is no campaign {number}", returncode=UNREADABLE)
    return campaign


def find_box_by_number(number: str) -> TableLog:
    box = TableLog.objects.filter(table=read_key(number)).first()
    if box is None:
        raise CommandError(f"table {number} has no box", returncode=UNREADABLE)
    return box


def read_key(number: str) -> int:
    """A row's number; 0, which no row has, for what is none."""
    known = number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS
    return int(number) if known else 0


def broken_data(broken: BrokenLine) -> list[dict[str, Any]]:
    said = problem_data(broken.broken.problems)
    return [{"line": broken.line, **one} for one in said]


def fallen_data(refusal: WouldFall) -> list[dict[str, Any]]:
    return [
        {"act": fallen.number, **one}
        for fallen in refusal.fallen
        for one in why_it_fell(fallen)
    ]


def why_it_fell(fallen: FallenAct) -> list[dict[str, Any]]:
    unfit = [{"message": str(fallen.broken), "rule": None, "seat": None, "tally": None}]
    return problem_data(fallen.problems) or unfit


def problem_data(said: Iterable[Problem | Remark]) -> list[dict[str, Any]]:
    return [
        {
            "message": translate(one.message),
            "rule": one.rule.id,
            "seat": one.seat,
            "tally": one.tally,
        }
        for one in said
    ]
