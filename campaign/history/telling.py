"""Acts of a campaign in words: what was done, for which empires, and with which content.

A line is told from the act's own content and a few names, so a page of a long history
replays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from django.utils.translation import gettext, ngettext

from campaign.history.words import CORRECTION, FIELDS, KINDS
from campaign.models.pictures import card_words
from companion.base.dates import full_date
from companion.base.wording import signed_points, translate
from scoring.engines import Data
from scoring.imperial_settlers import FACTION_NAMES
from scoring.rise_of_empire.cards import KIND_NAMES, Card
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    COLOUR_NAMES,
    GOOD_NAMES,
    Category,
)
from scoring.rise_of_empire.playing import ENTERED
from scoring.words import _


@dataclass(frozen=True)
class Names:
    """What empires and cards are called now."""

    empires: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[int, Card] = field(default_factory=dict)

    def empire(self, key: str) -> str:
        return self.empires.get(key, key)

    def card(self, number: int) -> str:
        card = self.cards.get(number)
        return card_words(number, card.name if card else "")


Shown: TypeAlias = Callable[[Any, Names], str]


def label_of_choice(labels: Mapping[str, str]) -> Shown:
    return lambda value, _names: translate(labels.get(value, value))


def label_before(text: str) -> Shown:
    """A number or word after what it is."""
    return lambda value, _names: gettext(text) % {"value": value}


def show_cards(value: Iterable[int], names: Names) -> str:
    return ", ".join(map(names.card, value)) or "–"


def show_ticks(value: Any, _names: Names) -> str:
    if isinstance(value, Mapping):  # a whole sheet's, as a paper one is copied
        tracks = {one: value.get(one, 0) for one in Category}
        return ", ".join(
            f"{translate(CATEGORY_NAMES[one])} {count}" for one, count in tracks.items()
        )
    return ngettext("%(count)s box", "%(count)s boxes", value) % {"count": value}


def show_inventions(value: Iterable[Data], names: Names) -> str:
    return ", ".join(
        f"{names.card(one['number'])} ({one['price']}, {label_of_choice(COLOUR_NAMES)(one['colour'], names)})"
        for one in value
    )


def show_knowledge(value: int, _names: Names) -> str:
    text = ngettext("%(count)s knowledge", "%(count)s knowledge points", value)
    return text % {"count": value}


def count_differences(old: Data | None, new: Data | None) -> list[tuple[str, str, str]]:
    """Of two countings only what differs: its name, before and after."""
    was, now = old or {}, new or {}
    return [
        (translate(entry.label), str(was.get(key, 0)), str(now.get(key, 0)))
        for key, entry in ENTERED.items()
        if was.get(key, 0) != now.get(key, 0)
    ]


def show_entries(value: Mapping[str, int], _names: Names) -> str:
    """What was counted, without what came to nothing."""
    return ", ".join(
        f"{translate(ENTERED[key].label)} {count}"
        for key, count in sorted(
            value.items(), key=lambda one: list(ENTERED).index(one[0])
        )
        if count
    )


def show_date(value: str, _names: Names) -> str:
    try:
        return full_date(date.fromisoformat(value))
    except ValueError:
        return value


def show_truth(value: bool, _names: Names) -> str:
    return gettext("yes") if value else gettext("no")


def show_places(value: Iterable[int], _names: Names) -> str:
    """Boxes as people count them, from 1."""
    return ", ".join(str(box + 1) for box in sorted(value)) or "–"


SHOWN: dict[str, Shown] = {
    "player": lambda value, _names: value,
    "faction": label_of_choice(FACTION_NAMES),
    "age": label_of_choice(AGE_NAMES),
    "ticks": show_ticks,
    "boxes": show_places,
    "provinces": show_cards,
    "inventions": show_inventions,
    "knowledge": show_knowledge,
    "scores": lambda value, _names: ", ".join(map(signed_points, value)),
    "number": lambda value, names: names.card(value),
    "price": label_before(_("price %(value)s")),
    "colour": label_of_choice(COLOUR_NAMES),
    "target": label_before(_("target %(value)s")),
    "progressive": show_truth,
    "in_a_row": show_truth,
    "aside": show_truth,
    "kind": label_of_choice(KIND_NAMES),
    "group": label_of_choice({**AGE_NAMES, **CATEGORY_NAMES}),
    "cards": lambda value, _names: (
        ngettext("%(count)s card", "%(count)s cards", len(value))
        % {"count": len(value)}
    ),
    "layout": lambda value, names: label_of_choice(AGE_NAMES)(value.get("age"), names),
    "empires": lambda value, names: ", ".join(map(names.empire, value)),
    "order": lambda value, names: " › ".join(map(names.empire, value)),
    "missions": show_cards,
    "played_on": show_date,
    "mission": lambda value, names: names.card(value),
    "goods": lambda value, _names: ", ".join(
        translate(GOOD_NAMES.get(one, one)) for one in value
    ),
    "entries": show_entries,
    "category": label_of_choice(CATEGORY_NAMES),
    "province": lambda value, names: names.card(value),
    "box": lambda value, _names: gettext("box %(value)s") % {"value": value + 1},
    "position": lambda value, _names: gettext("score %(value)s") % {"value": value + 1},
    "score": lambda value, _names: signed_points(value),
    "earlier_ticks": label_before(_("%(value)s in earlier ages")),
}
# Where a word means something else in one kind of act.
OWN: dict[tuple[str, str], Shown] = {
    ("move_marker", "by"): lambda value, _names: f"{value:+}".replace("-", "−"),
    ("replace_mission", "by"): lambda value, names: f"→ {names.card(value)}",
    ("open_session", "empires"): lambda value, names: ", ".join(
        map(names.empire, value)
    ),
}
ELSEWHERE = {"empire", "empires", "reason", "readings", "example"}
LABELLED = {"price", "target", "earlier_ticks", "knowledge"}
YES_OR_NO = {"progressive", "in_a_row", "aside"}


def show_value(kind: str, name: str, value: Any, names: Names) -> str:
    """One field of an act's content, as people say it; what doesn't fit stays as it is."""
    if value is None or value == "":
        return ""
    say = OWN.get((kind, name)) or SHOWN.get(name)
    try:
        return say(value, names) if say else str(value)
    except (TypeError, ValueError, KeyError, AttributeError):
        return str(value)


def show_value_after_label(kind: str, name: str, value: Any, names: Names) -> str:
    """The same beside a label, which needn't be said twice; a dash for nothing."""
    if name in LABELLED and value is not None:
        return str(value)
    return show_value(kind, name, value, names) or "–"


def describe_content(kind: str, data: Data, names: Names) -> str:
    """The content of an act in one line."""
    parts = [
        f"{translate(FIELDS[name])}: {told}" if name in YES_OR_NO else told
        for name, value in order_fields(data)
        if name not in ELSEWHERE
        and (told := show_value(kind, name, value, names))
        and not is_said_already(name, data, names)
    ]
    return " · ".join(parts)


def is_said_already(name: str, data: Data, names: Names) -> bool:
    """A card's name stands beside its number."""
    card = names.cards.get(data.get("number", 0))
    return name == "name" and card is not None and card.name == data["name"]


def order_fields(data: Data) -> list[tuple[str, Any]]:
    """The fields as they are declared: a database keeps no order of its own."""
    places = {name: place for place, name in enumerate(FIELDS)}
    first = {"mission": -2, "number": -1}  # the card first, then what is said of it
    return sorted(
        data.items(), key=lambda one: first.get(one[0], places.get(one[0], 99))
    )


def concerned_empires(data: Data, names: Names) -> tuple[str, ...]:
    """The empires an act is about."""
    keys = data.get("empires") or (data.get("empire") and [data["empire"]]) or []
    return tuple(names.empire(key) for key in keys if isinstance(key, str))


def kind_label(kind: str) -> str:
    return translate(KINDS.get(kind, kind))


@dataclass(frozen=True)
class Change:
    """Something before and after, of an empire or of the table."""

    whose: str
    what: str
    before: str
    after: str


@dataclass(frozen=True)
class ActWords:
    """An act as a line of the history tells it."""

    what: str
    whom: tuple[str, ...]
    how: str
    reason: str = ""
    correction: bool = False


def tell_act(kind: str, data: Data, names: Names) -> ActWords:
    return ActWords(
        what=kind_label(kind),
        whom=concerned_empires(data, names),
        how=describe_content(kind, data, names),
        reason=str(data.get("reason", "")),
        correction=kind.startswith(CORRECTION),
    )
