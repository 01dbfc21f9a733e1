"""Acts in words, told from their declarations: what was done, whom it is about, with which content.

A line is told from the act's own content and a few names, so a page of a long history
replays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from django.utils.translation import gettext

from companion.base.dates import full_date
from companion.base.wording import signed_points, translate
from companion.log.replay import AMEND, REPAIR, UNDO
from scoring.acts import (
    ActField,
    Declared,
    FieldKind,
    act_fields,
    field_values,
    listed_values,
)
from scoring.engines import Data, Engine
from scoring.words import _

NOTHING = "–"
REWRITING_LABELS = {UNDO: _("Undone"), AMEND: _("Edited"), REPAIR: _("Repaired")}


@dataclass(frozen=True)
class Names:
    """What empires and cards are called now."""

    empires: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[int, str] = field(default_factory=dict)

    def empire(self, key: str) -> str:
        return self.empires.get(key, key)

    def card(self, number: int) -> str:
        """By its printed number, and its name where it is known."""
        return f"{number:03} {self.cards.get(number, '')}".strip()


Shower: TypeAlias = Callable[[ActField, Any, Names], str]


def show_count(declared: ActField, value: Any, _names: Names) -> str:
    if declared.signed:
        return f"{value:+}".replace("-", "−")
    return signed_points(value + declared.first)


def show_choice(declared: ActField, value: Any, _names: Names) -> str:
    return translate(declared.choices.get(value, value))


def show_truth(_declared: ActField, value: Any, _names: Names) -> str:
    return gettext("yes") if value else gettext("no")


def show_day(_declared: ActField, value: Any, _names: Names) -> str:
    try:
        return full_date(date.fromisoformat(value))
    except ValueError:
        return str(value)


def show_text(_declared: ActField, value: Any, _names: Names) -> str:
    return str(value)


SHOWERS: dict[str, Shower] = {
    FieldKind.COUNT: show_count,
    FieldKind.SEAT: show_count,
    FieldKind.PICK: show_choice,
    FieldKind.NAME: show_choice,
    FieldKind.FLAG: show_truth,
    FieldKind.DAY: show_day,
    FieldKind.CARD: lambda _declared, value, names: names.card(value),
    FieldKind.EMPIRE: lambda _declared, value, names: names.empire(value),
}


def register_showers(showers: Mapping[str, Shower]) -> None:
    """How an engine's own words of the vocabulary read."""
    SHOWERS.update(showers)


def show_value(declared: ActField, value: Any, names: Names) -> str:
    """What stands in a field, as people say it; what doesn't fit stays as it is."""
    if value is None or value == "":
        return ""
    show = SHOWERS.get(declared.kind, show_text)
    try:
        if not declared.several:
            return show(declared, value, names)
        values = listed_values(declared, value)
        places = sorted(values) if declared.first else values
        between = " › " if declared.ranked else ", "
        return between.join(show(declared, one, names) for one in places) or NOTHING
    except (TypeError, ValueError, KeyError, AttributeError):
        return str(value)


def show_beside_label(declared: ActField, value: Any, names: Names) -> str:
    """The same beside its label; a dash for nothing."""
    return show_value(declared, value, names) or NOTHING


def show_in_line(declared: ActField, value: Any, names: Names) -> str:
    """The same within a line, where nothing else says what it is."""
    shown = show_value(declared, value, names)
    if shown and declared.kind == FieldKind.FLAG:
        return f"{translate(declared.label)}: {shown}"
    if shown and declared.words:
        return gettext(declared.words) % {"value": shown}
    return shown


@dataclass(frozen=True)
class Change:
    """Something before and after, of an empire or of the table."""

    whose: str
    what: str
    before: str
    after: str


def gather_changes(changes: Iterable[Change]) -> list[Change]:
    """Those of one empire together, in the order in which empires first appear."""
    listed = list(changes)
    order = list(dict.fromkeys(one.whose for one in listed))
    return sorted(listed, key=lambda one: order.index(one.whose))


@dataclass(frozen=True)
class ActWords:
    """An act as a line of the history tells it."""

    what: str
    whom: tuple[str, ...]
    how: str
    reason: str = ""
    group: str = ""


def kind_label(engine: Engine[Any], kind: str) -> str:
    act = engine.acts.get(kind)
    return translate(act.declared.label if act else REWRITING_LABELS.get(kind, kind))


def describe_act(engine: Engine[Any], kind: str, data: Data, names: Names) -> ActWords:
    act = engine.acts.get(kind)
    if act is None:
        return ActWords(kind_label(engine, kind), (), "")
    return ActWords(
        what=translate(act.declared.label),
        whom=whom_it_names(act, data, names),
        how=describe_content(act, data, names),
        reason=str(data.get("reason", "")),
        group=act.declared.group,
    )


def whom_it_names(act: type[Declared], data: Data, names: Names) -> tuple[str, ...]:
    return tuple(
        names.empire(key)
        for _name, declared, value in field_values(act, data)
        if declared.names_empires
        for key in listed_values(declared, value)
        if isinstance(key, str) and key
    )


def describe_content(act: type[Declared], data: Data, names: Names) -> str:
    """The content of an act in one line: its sentence, or its fields one after the other."""
    if act.declared.tell:
        return translate(act.declared.tell(data))
    if act.declared.sentence:
        shown = {
            name: show_beside_label(declared, data.get(name), names)
            for name, declared in act_fields(act).items()
        }
        return gettext(act.declared.sentence) % shown
    parts: list[str] = []
    for _name, declared, value in field_values(act, data):
        shown_here = show_in_line(declared, value, names)
        said = declared.kind == FieldKind.TEXT and any(
            shown_here in one for one in parts
        )
        # A card's name stands beside its number already.
        if shown_here and declared.told and not declared.names_empires and not said:
            parts.append(shown_here)
    return " · ".join(parts)
