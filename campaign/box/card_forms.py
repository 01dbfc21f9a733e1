"""What people type of a card: in a campaign what it needs, in the box everything that is printed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from campaign.box.shelves import GROUP_NAMES, PLURALS, shelf_key
from companion.base.plain_forms import PlainForm
from companion.base.wording import translate
from companion.log.act_form_fields import OpenField, WholeField
from companion.log.act_forms import ActForm
from scoring.engines import Engine
from scoring.entries import LONGEST
from scoring.rise_of_empire.cards import (
    BLOCKS,
    LONGEST_TEXT,
    MOST_POINTS,
    MOST_PRICE,
    MOST_TARGET,
    NUMBERS,
    Card,
    CardKind,
)
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.layout import COLOUR_NAMES
from scoring.tables.engine import ENGINE as TABLE

ASKED: dict[str, tuple[str, ...]] = {
    CardKind.PROVINCE: ("name",),
    CardKind.INVENTION: ("price", "colour", "name"),
    CardKind.MISSION: (
        *("name", "demand", "target", "progressive", "in_a_row"),
        "bonus",
    ),
}
PRINTED: dict[str, tuple[str, ...]] = {
    CardKind.PROVINCE: ("name", "colour", "row", "points", "text"),
    CardKind.INVENTION: ("name", "price", "colour", "row", "points", "text"),
    CardKind.MISSION: ASKED[CardKind.MISSION],
}
KNOWN_EITHER_WAY = ("in_a_row", "aside")
LONG = ("demand", "bonus", "text")


class CardForm(ActForm):
    """What a table reads off a card; everything may be left open."""

    engine_of_card: Engine[Any] = CAMPAIGN
    kind_of_act = "fill_card"
    asked: Mapping[str, tuple[str, ...]] = ASKED

    def __init__(self, state: Any, card: Card, data: QueryDict | None = None) -> None:
        super().__init__(
            self.engine_of_card, self.kind_of_act, asdict(card), state, {}, data
        )
        self.card = card
        asked = (*self.asked[card.kind], "aside")
        self.fields = {name: self.fields[name] for name in asked}
        for name in KNOWN_EITHER_WAY:
            field = self.fields.get(name)
            if isinstance(field, OpenField):
                field.choices = OpenField.KNOWN

    @property
    def seen(self) -> str:
        """What the page showed, so that it isn't taken for what somebody typed."""
        if self.is_bound:
            return str(self.data.get("seen", ""))
        return json.dumps({name: self.initial[name] for name in self.fields})

    @property
    def said(self) -> dict[str, Any]:
        """Only what is new: what was left open or left as it was says nothing."""
        before, seen = asdict(self.card), self.looked_at()
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value is not None and value not in (before[name], seen.get(name))
        }

    def looked_at(self) -> dict[str, Any]:
        try:
            seen = json.loads(self.data.get("seen", ""))
        except (ValueError, RecursionError):
            return {}
        return seen if isinstance(seen, dict) else {}


class BoxCardForm(CardForm):
    """Everything that is printed on a card, and the shelf it belongs to."""

    engine_of_card = TABLE
    kind_of_act = "fill_box_card"
    asked = PRINTED

    def __init__(self, state: Any, card: Card, data: QueryDict | None = None) -> None:
        super().__init__(state, card, data)
        for name in LONG:
            if name in self.fields:
                label = self.fields[name].label
                self.fields[name] = forms.CharField(
                    label=label, required=False, max_length=LONGEST_TEXT
                )
        row = self.fields.get("row")
        if isinstance(row, forms.ChoiceField):
            row.choices = [("", "–"), *row.choices]  # type: ignore[misc]

    def see_again(self, card: Card, names: Iterable[str]) -> None:
        """The page shows what was typed, and knows what somebody else wrote there meanwhile."""
        now = {name: getattr(card, name) for name in names}
        typed = QueryDict(mutable=True)
        for name in self.data:
            typed.setlist(name, cast(QueryDict, self.data).getlist(name))
        typed["seen"] = json.dumps({**self.looked_at(), **now})
        self.data = typed


def shelf_choices() -> list[tuple[str, str]]:
    """Where a card may belong, in the words of the shelves."""
    return [
        (shelf_key(block.kind, block.group), shelf_words(block.kind, block.group))
        for block in BLOCKS
    ]


def shelf_words(kind: str, group: str) -> str:
    plural = translate(PLURALS[kind])
    return f"{plural} · {translate(GROUP_NAMES[group])}" if group else plural


# A line per card

QUICK: dict[str, tuple[str, ...]] = {
    CardKind.PROVINCE: ("name", "points"),
    CardKind.INVENTION: ("name", "price", "colour"),
    CardKind.MISSION: ("name", "target"),
}
NOTHING_SAID = {
    CardKind.PROVINCE: gettext_lazy("Enter a name or points."),
    CardKind.INVENTION: gettext_lazy("Enter a name, a price or a colour."),
    CardKind.MISSION: gettext_lazy("Enter a name or a target."),
}
ANOTHER = "another"  # a colour our list doesn't have
MOST = {"price": MOST_PRICE, "target": MOST_TARGET, "points": MOST_POINTS}
LABELS = {
    "price": gettext_lazy("Price"),
    "target": gettext_lazy("Target"),
    "points": gettext_lazy("Points"),
}


class QuickForm(PlainForm):
    """A card in one line: its number, its name and the number that matters; then the next."""

    def __init__(
        self, kind: str, *args: Any, going_on: bool = False, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.kind = CardKind(kind)
        self.fields["number"] = WholeField(
            label=gettext_lazy("Number"), min_value=NUMBERS[0], max_value=NUMBERS[-1]
        )
        self.fields["number"].required = True
        for name in QUICK[kind]:
            self.fields[name] = quick_field(name)
        if going_on:  # not on the first look, where a phone would open its keyboard
            self.focus("name")

    def clean(self) -> dict[str, Any]:
        """A number alone says nothing of a card."""
        if not self.errors and len(self.said) < 2:
            self.add_error(None, NOTHING_SAID[self.kind])
        return self.cleaned_data

    def hint_known(self, card: Card) -> None:
        """What the box says of the card already; left empty it stays as it is."""
        for name, field in self.fields.items():
            known = getattr(card, name)
            if name not in ("number", "colour") and known not in (None, ""):
                field.widget.attrs["placeholder"] = str(known)

    @property
    def said(self) -> dict[str, Any]:
        """What was typed; an empty field says nothing."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if value not in (None, "")
        }


def quick_field(name: str) -> forms.Field:
    if name == "name":
        return forms.CharField(
            label=pgettext_lazy("card", "Name"), required=False, max_length=LONGEST
        )
    if name == "colour":
        colours = [(key, translate(label)) for key, label in COLOUR_NAMES.items()]
        return forms.ChoiceField(
            label=gettext_lazy("Colour"),
            choices=[("", "–"), *colours, (ANOTHER, gettext_lazy("another …"))],
            required=False,
        )
    return WholeField(label=LABELS[name], min_value=0, max_value=MOST[name])
