"""A campaign as JSON Lines: the campaign first, then an act per line, in the order of their numbers.

Keys are sorted and times are in UTC, so the same log gives the same bytes on every database.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from campaign.models import Campaign
from companion.base.json_input import parse_json
from companion.base.writable import as_json
from companion.log.engines import ENGINES
from companion.log.models import Act
from companion.log.replay import (
    REWRITING,
    amends,
    check_rewriting,
    effective_acts,
    put_acts,
    replay_acts,
)
from scoring.engines import Engine
from scoring.plain import Unfit, read_mapping
from scoring.records import read_name
from scoring.rules import RuleBroken

CAMPAIGN = {
    "campaign": str,
    "engine": str,
    "start": dict,
    "example": bool,
    "what_if": int,
}
ACT = {
    "number": int,
    "kind": str,
    "data": dict,
    "by": str,
    "for": str,
    "at": str,
    "client_id": str,
}
LONGEST_LINE = 2_000_000  # bytes; an act that fills in ten thousand cards has fewer
MOST_ACTS = 20_000  # about four hundred sessions
MOST_LINES = 2 * MOST_ACTS  # with as many empty ones between
MOST_OBJECTS = 60_000  # three for each act: the act, what it says, and a card of a list
OPTIONAL = ("example", "what_if", "by", "for", "at", "client_id")
NAMES = {str: "a text", int: "a whole number", bool: "true or false", dict: "an object"}


class BrokenLine(Exception):
    """Raised with the line of the first act that breaks a rule."""

    def __init__(self, line: int, broken: RuleBroken) -> None:
        super().__init__(line)
        self.line, self.broken = line, broken


@dataclass(frozen=True)
class GivenAct:
    number: int
    kind: str
    data: dict[str, Any]
    by: str
    for_name: str
    at: datetime
    client_id: UUID


@dataclass(frozen=True)
class GivenCampaign:
    name: str
    engine: str
    start: dict[str, Any]
    example: bool
    state: dict[str, Any]  # after the last act
    acts: list[GivenAct] = field(default_factory=list)
    what_if: int | None = None  # the last act it shares with another campaign


def campaign_lines(campaign: Campaign) -> Iterator[dict[str, Any]]:
    yield {
        "campaign": campaign.name,
        "engine": campaign.engine,
        "start": campaign.start,
        "example": campaign.example,
        **({"what_if": campaign.what_if_after} if campaign.is_what_if else {}),
    }
    for act in campaign.acts.order_by("number").iterator():
        yield act_line(act)


def campaign_bytes(campaign: Campaign) -> bytes:
    """The whole file."""
    lines = campaign_lines(campaign)
    written = (json.dumps(one, sort_keys=True, ensure_ascii=False) for one in lines)
    return "".join(f"{line}\n" for line in written).encode()


def act_line(act: Act) -> dict[str, Any]:
    return {
        "number": act.number,
        "kind": act.kind,
        "data": act.data,
        "by": act.by_name,
        "for": act.for_name,
        "at": act.at.astimezone(UTC).isoformat(),
        "client_id": str(act.client_id),
    }


def read_campaign(raw: bytes) -> GivenCampaign:
    """A campaign whose every act was checked; raises Unfit or BrokenLine, which name the line."""
    (first, opening), *rest = numbered_lines(raw)
    with name_line(first):
        header = load_line(opening, CAMPAIGN)
        engine = engine_of(header)
        start = engine.start(header["start"])
    acts = read_acts(engine, rest)
    with name_line(first):
        check_what_if(header, len(acts))
    lines = {act.number: line for act, (line, _raw) in zip(acts, rest, strict=True)}
    played = replay_acts(engine, start, effective_acts(acts))
    for fallen in played.fallen[:1]:
        with name_line(lines[fallen.number]):
            raise fallen.broken
    return GivenCampaign(
        name=header["campaign"],
        engine=header["engine"],
        start=header["start"],
        example=header.get("example", False),
        state=engine.dump(played.state),
        acts=acts,
        what_if=header.get("what_if"),
    )


def check_what_if(header: Mapping[str, Any], acts: int) -> None:
    """Refuses one that shares more acts than there are."""
    if not 0 <= header.get("what_if", 0) <= acts:
        raise Unfit("what_if", f"there is no act {header['what_if']}")


def numbered_lines(raw: bytes) -> list[tuple[int, bytes]]:
    """The lines that aren't empty; refuses what would take long before it is taken apart."""
    if raw.count(b"\n") > MOST_LINES or raw.count(b"{") > MOST_OBJECTS:
        raise Unfit("", f"there is more in it than {MOST_ACTS} acts")
    found = enumerate(raw.split(b"\n"), start=1)
    numbered = [(number, line) for number, line in found if line.strip()]
    if any(len(line) > LONGEST_LINE for _number, line in numbered):
        raise Unfit("", f"a line is longer than {LONGEST_LINE} bytes")
    if len(numbered) > MOST_ACTS:
        raise Unfit("", f"there are more than {MOST_ACTS} acts")
    if not numbered:
        raise Unfit("line 1", "there is no campaign")
    return numbered


@contextmanager
def name_line(number: int) -> Iterator[None]:
    try:
        yield
    except Unfit as unfit:
        raise Unfit(f"line {number}", str(unfit)) from None
    except RuleBroken as broken:
        raise BrokenLine(number, broken) from None


def engine_of(header: Mapping[str, Any]) -> Engine[Any]:
    read_name(header["campaign"], "campaign")
    if header["engine"] not in ENGINES:
        known = ", ".join(ENGINES)
        raise Unfit("engine", f"“{header['engine']}” is unknown; there is {known}")
    return ENGINES[header["engine"]]


def read_acts(
    engine: Engine[Any], numbered: Iterable[tuple[int, bytes]]
) -> list[GivenAct]:
    """The acts as they were recorded; whether they hold is only known when all are read."""
    acts: list[GivenAct] = []
    seen: set[UUID] = set()
    amended: dict[
        int, str
    ] = {}  # the kind of the act that an amendment changes in the end
    for line, raw in numbered:
        with name_line(line):
            act = load_act(load_line(raw, ACT), number=len(acts) + 1)
            if act.client_id in seen:
                raise Unfit("client_id", f"{act.client_id} is given twice")
            check_content(engine, acts, amended, act)
        seen.add(act.client_id)
        acts.append(act)
    return acts


def check_content(
    engine: Engine[Any], acts: list[GivenAct], amended: dict[int, str], act: GivenAct
) -> None:
    """Refuses what can't be such an act, also where it is undone: the history shows it."""
    kind, data = act.kind, act.data
    if kind in REWRITING:
        check_rewriting(acts, act)
        for put in put_acts(act):
            engine.check_data(put["kind"], put["data"])
        if not amends(act):
            return
        kind = amended.get(data["of"]) or acts[data["of"] - 1].kind
        amended[act.number], data = kind, data["by"]
    engine.check_data(kind, data)


def load_line(raw: bytes, shape: Mapping[str, type]) -> dict[str, Any]:
    """One line as an object of this shape."""
    required = [key for key in shape if key not in OPTIONAL]
    line = read_mapping(parse_json(raw), "", shape, required)
    for key, value in line.items():
        if type(value) is not shape[key]:
            raise Unfit(key, f"must be {NAMES[shape[key]]}")
    return dict(as_json(line))


def load_act(line: Mapping[str, Any], *, number: int) -> GivenAct:
    if line["number"] != number:
        raise Unfit("number", f"must be {number}, not {line['number']}")
    for name in ("kind", "by", "for"):
        read_name(line.get(name, ""), name)
    return GivenAct(
        number=number,
        kind=line["kind"],
        data=line["data"],
        by=line.get("by", ""),
        for_name=line.get("for", ""),
        at=load_time(line["at"]) if "at" in line else timezone.now(),
        client_id=load_id(line["client_id"]) if "client_id" in line else uuid4(),
    )


def load_time(given: str) -> datetime:
    try:
        at = datetime.fromisoformat(given)
    except ValueError:
        raise Unfit("at", f"“{given}” is not a time") from None
    if at.tzinfo is None:
        raise Unfit("at", f"“{given}” has no time zone")
    # Near the ends of the calendar a time of another zone can't be told.
    if not 1900 < at.year < 9000:
        raise Unfit("at", f"“{given}” is not a time")
    return at.astimezone(UTC)


def load_id(given: str) -> UUID:
    try:
        return UUID(given)
    except ValueError:
        raise Unfit("client_id", f"“{given}” is not a UUID") from None
