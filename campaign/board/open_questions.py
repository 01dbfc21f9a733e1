"""Open questions of the booklet as a page asks them: what each changes, and since when its answer holds."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.forms import BoundField

from campaign.models import Campaign
from companion.base.wording import translate
from companion.log.history import act_standing
from companion.log.models import Act, Log
from companion.sessions.forms import RecordForm
from scoring.entries import Entry, entries_of
from scoring.records import dump_record, load_record
from scoring.rise_of_empire.readings import EFFECTS, TOPICS, Readings, ReadingTopic

Answers = dict[str, Any]


@dataclass(frozen=True)
class OpenQuestion:
    """One reading with everything that helps to decide on it."""

    field: BoundField
    entry: Entry
    changes: str
    since: str
    preferred: str = ""  # what the table likes better, where a campaign plays otherwise


def ask_questions(
    form: RecordForm,
    since: Mapping[str, str],
    preferred: Mapping[str, str] | None = None,
) -> list[OpenQuestion]:
    likes = preferred or {}
    return [
        OpenQuestion(
            form[key],
            entry,
            translate(EFFECTS[key]),
            since.get(key, ""),
            likes.get(key, ""),
        )
        for key, entry in form.asked.items()
    ]


def questions_by_topic(
    asked: list[OpenQuestion],
) -> list[tuple[ReadingTopic, list[OpenQuestion]]]:
    own = {one.field.name: one for one in asked}
    return [(topic, [own[key] for key in topic.readings]) for topic in TOPICS]


def differing_keys(old: Readings, new: Readings) -> Iterator[str]:
    """The open questions that two readings answer differently."""
    before, after = dump_record(old), dump_record(new)
    return (key for key in entries_of(Readings) if before[key] != after[key])


def answers_of(readings: Readings, keys: Container[str]) -> list[tuple[str, str]]:
    """Some open questions in words, each with its answer."""
    return [
        (translate(entry.label), answer_in_words(readings, key))
        for key, entry in entries_of(Readings).items()
        if key in keys
    ]


def answer_in_words(readings: Readings, key: str) -> str:
    answer = str(dump_record(readings)[key])
    return translate(entries_of(Readings)[key].choices.get(answer, answer))


def merge_answers(now: Readings, chosen: Readings, seen: str) -> Readings:
    """What somebody changed on their page, over what holds now: others' changes stay."""
    before, after = dump_record(now), dump_record(chosen)
    looked_at = read_seen(seen) or before
    changed = {key: after[key] for key in after if after[key] != looked_at.get(key)}
    return load_record(Readings, {**before, **changed}, "readings")


def read_seen(seen: str) -> Answers:
    try:
        given = json.loads(seen)
    except (ValueError, RecursionError):
        return {}
    return given if isinstance(given, dict) else {}


def write_seen(readings: Readings) -> str:
    return json.dumps(dump_record(readings))


# Since when


def answers_by(log: Log, kind: str, start: Answers) -> Iterator[tuple[Act, Answers]]:
    """Every act that counts and changed answers, with the answers it changed."""
    standing, before = act_standing(log), start
    for act in log.acts.filter(kind=kind).order_by("number"):
        if not standing.by.get(act.number):
            given = load_record(Readings, standing.said(act)["readings"], "readings")
            after = dump_record(given)
            yield act, {key: after[key] for key in after if after[key] != before[key]}
            before = after


def sessions_since(campaign: Campaign) -> dict[str, int]:
    """From which session each answer holds; those not named hold since the start."""
    start = load_record(Readings, campaign.start.get("readings", {}), "readings")
    counts = session_counter(campaign)
    return {
        key: counts(act.number)
        for act, changed in answers_by(campaign, "change_readings", dump_record(start))
        for key in changed
    }


def session_counter(campaign: Campaign) -> Callable[[int], int]:
    """Says which session comes next after an act: what is changed during one waits for it."""

    @cache
    def read_openings() -> list[int]:
        """Only where an answer was ever changed."""
        gone = act_standing(campaign).by
        opened = campaign.acts.filter(kind="open_session").order_by("number")
        numbers = opened.values_list("number", flat=True)
        return [one for one in numbers if not gone.get(one)]

    def next_session(act: int) -> int:
        return 1 + bisect_left(read_openings(), act)

    return next_session
