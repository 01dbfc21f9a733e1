"""Acts of a campaign in words: what was done, for which empires, and with which content.

A line is told from the act's own content and a few names, so a page of a long history
replays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeAlias

from django.utils import formats
from django.utils.translation import gettext, ngettext

from campaign.history.words import CORRECTION, FIELDS, KINDS
from campaign.models.pictures import numbered
from companion.base.wording import signed, translated
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
        return numbered(number, card.name if card else "")


Shown: TypeAlias = Callable[[Any, Names], str]


def chosen(labels: Mapping[str, str]) -> Shown:
    return lambda value, _names: translated(labels.get(value, value))


def labelled(text: str) -> Shown:
    """A number or word after what it is."""
    return lambda value, _names: gettext(text) % {"value": value}


def cards_shown(value: Iterable[int], names: Names) -> str:
    return ", ".join(map(names.card, value)) or "–"


def ticks_shown(value: Any, _names: Names) -> str:
    if isinstance(value, Mapping):  # a whole sheet's, as a paper one is copied
        tracks = {one: value.get(one, 0) for one in Category}
        return ", ".join(
            f"{translated(CATEGORY_NAMES[one])} {count}"
            for one, count in tracks.items()
        )
    return ngettext("%(count)s box", "%(count)s boxes", value) % {"count": value}


def inventions_shown(value: Iterable[Data], names: Names) -> str:
    return ", ".join(
        f"{names.card(one['number'])} ({one['price']}, {chosen(COLOUR_NAMES)(one['colour'], names)})"
        for one in value
    )


def knowledge_shown(value: int, _names: Names) -> str:
    text = ngettext("%(count)s knowledge", "%(count)s knowledge points", value)
    return text % {"count": value}


def counted_otherwise(old: Data | None, new: Data | None) -> list[tuple[str, str, str]]:
    """Of two countings only what differs: its name, before and after."""
    was, now = old or {}, new or {}
    return [
        (translated(entry.label), str(was.get(key, 0)), str(now.get(key, 0)))
        for key, entry in ENTERED.items()
        if was.get(key, 0) != now.get(key, 0)
    ]


def entries_shown(value: Mapping[str, int], _names: Names) -> str:
    """What was counted, without what came to nothing."""
    return ", ".join(
        f"{translated(ENTERED[key].label)} {count}"
        for key, count in sorted(
            value.items(), key=lambda one: list(ENTERED).index(one[0])
        )
        if count
    )


def date_shown(value: str, _names: Names) -> str:
    try:
        return str(formats.date_format(date.fromisoformat(value)))
    except ValueError:
        return value


def truth_shown(value: bool, _names: Names) -> str:
    return gettext("yes") if value else gettext("no")


def places_shown(value: Iterable[int], _names: Names) -> str:
    """Boxes as people count them, from 1."""
    return ", ".join(str(box + 1) for box in sorted(value)) or "–"


SHOWN: dict[str, Shown] = {
    "player": lambda value, _names: value,
    "faction": chosen(FACTION_NAMES),
    "age": chosen(AGE_NAMES),
    "ticks": ticks_shown,
    "boxes": places_shown,
    "provinces": cards_shown,
    "inventions": inventions_shown,
    "knowledge": knowledge_shown,
    "scores": lambda value, _names: ", ".join(map(signed, value)),
    "number": lambda value, names: names.card(value),
    "price": labelled(_("price %(value)s")),
    "colour": chosen(COLOUR_NAMES),
    "target": labelled(_("target %(value)s")),
    "progressive": truth_shown,
    "in_a_row": truth_shown,
    "aside": truth_shown,
    "kind": chosen(KIND_NAMES),
    "group": chosen({**AGE_NAMES, **CATEGORY_NAMES}),
    "cards": lambda value, _names: (
        ngettext("%(count)s card", "%(count)s cards", len(value))
        % {"count": len(value)}
    ),
    "layout": lambda value, names: chosen(AGE_NAMES)(value.get("age"), names),
    "empires": lambda value, names: ", ".join(map(names.empire, value)),
    "order": lambda value, names: " › ".join(map(names.empire, value)),
    "missions": cards_shown,
    "played_on": date_shown,
    "mission": lambda value, names: names.card(value),
    "goods": lambda value, _names: ", ".join(
        translated(GOOD_NAMES.get(one, one)) for one in value
    ),
    "entries": entries_shown,
    "category": chosen(CATEGORY_NAMES),
    "province": lambda value, names: names.card(value),
    "box": lambda value, _names: gettext("box %(value)s") % {"value": value + 1},
    "position": lambda value, _names: gettext("score %(value)s") % {"value": value + 1},
    "score": lambda value, _names: signed(value),
    "earlier_ticks": labelled(_("%(value)s in earlier ages")),
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


def shown(kind: str, name: str, value: Any, names: Names) -> str:
    """One field of an act's content, as people say it; what doesn't fit stays as it is."""
    if value is None or value == "":
        return ""
    say = OWN.get((kind, name)) or SHOWN.get(name)
    try:
        return say(value, names) if say else str(value)
    except (TypeError, ValueError, KeyError, AttributeError):
        return str(value)


def value_shown(kind: str, name: str, value: Any, names: Names) -> str:
    """The same beside a label, which needn't be said twice; a dash for nothing."""
    if name in LABELLED and value is not None:
        return str(value)
    return shown(kind, name, value, names) or "–"


def about(kind: str, data: Data, names: Names) -> str:
    """The content of an act in one line."""
    parts = [
        f"{translated(FIELDS[name])}: {told}" if name in YES_OR_NO else told
        for name, value in ordered(data)
        if name not in ELSEWHERE
        and (told := shown(kind, name, value, names))
        and not said_already(name, data, names)
    ]
    return " · ".join(parts)


def said_already(name: str, data: Data, names: Names) -> bool:
    """A card's name stands beside its number."""
    card = names.cards.get(data.get("number", 0))
    return name == "name" and card is not None and card.name == data["name"]


def ordered(data: Data) -> list[tuple[str, Any]]:
    """The fields as they are declared: a database keeps no order of its own."""
    places = {name: place for place, name in enumerate(FIELDS)}
    first = {"mission": -2, "number": -1}  # the card first, then what is said of it
    return sorted(
        data.items(), key=lambda one: first.get(one[0], places.get(one[0], 99))
    )


def concerned(data: Data, names: Names) -> tuple[str, ...]:
    """The empires an act is about."""
    keys = data.get("empires") or (data.get("empire") and [data["empire"]]) or []
    return tuple(names.empire(key) for key in keys if isinstance(key, str))


def kind_label(kind: str) -> str:
    return translated(KINDS.get(kind, kind))


@dataclass(frozen=True)
class Change:
    """Something before and after, of an empire or of the table."""

    whose: str
    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Told:
    """An act as a line of the history tells it."""

    what: str
    whom: tuple[str, ...]
    how: str
    reason: str = ""
    correction: bool = False


def tell(kind: str, data: Data, names: Names) -> Told:
    return Told(
        what=kind_label(kind),
        whom=concerned(data, names),
        how=about(kind, data, names),
        reason=str(data.get("reason", "")),
        correction=kind.startswith(CORRECTION),
    )
