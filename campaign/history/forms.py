"""Forms derived from acts: one field for each part of an act's content that people type.

The same form corrects a sheet and amends an act, so a correction that was typed wrongly
can be amended like anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from django import forms
from django.http import QueryDict

from campaign.history.fields import (
    LARGEST,
    DayField,
    EmpiresField,
    InventionsField,
    KnownField,
    NumbersField,
    OpenField,
    WholeField,
)
from campaign.history.words import FIELDS
from companion.base.plain_forms import PlainForm
from companion.base.wording import signed_points, translate
from scoring.engines import Data
from scoring.entries import LONGEST
from scoring.imperial_settlers import FACTION_NAMES
from scoring.plain import LONGEST_TEXT, record_shape
from scoring.rise_of_empire.cards import NUMBERS
from scoring.rise_of_empire.engine import ACTS
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    COLOUR_NAMES,
    SHEET_AGES,
    Category,
)
from scoring.rise_of_empire.playing import ENTERED
from scoring.rise_of_empire.state import CampaignState

Maker: TypeAlias = Callable[["ActForm"], forms.Field]


def words_field(longest: int = LONGEST, *, long: bool = False) -> Maker:
    def make(_form: ActForm) -> forms.Field:
        widget = forms.Textarea(attrs={"rows": 3}) if long else forms.TextInput()
        return forms.CharField(required=False, max_length=longest, widget=widget)

    return make


def one_of(labels: Mapping[str, str], keys: Iterable[str]) -> Maker:
    options = [(str(key), labels[key]) for key in keys]

    def make(_form: ActForm) -> forms.Field:
        shown = [(key, translate(label)) for key, label in options]
        return forms.ChoiceField(choices=shown)

    return make


def empires_field(form: ActForm) -> forms.Field:
    before = list(form.data_before.get("empires", ()))
    names = {one.key: one.sheet.name for one in form.state.empires}
    names |= {key: key for key in before if key not in names}
    return EmpiresField(before=before, choices=list(names.items()))


def position_field(form: ActForm) -> forms.Field:
    empire = form.state.empire(form.data_before.get("empire", ""))
    scores = empire.sheet.scores if empire else ()
    options = [
        (place, f"{place + 1}. {signed_points(score)}")
        for place, score in enumerate(scores)
    ]
    return forms.TypedChoiceField(choices=options, coerce=int)


def number_field(_form: ActForm) -> forms.Field:
    return WholeField(min_value=NUMBERS[0], max_value=NUMBERS[-1])


def by_field(form: ActForm) -> forms.Field:
    """Another card in a replaced mission, steps where a marker moved."""
    if form.kind == "move_marker":
        return WholeField(min_value=-30, max_value=30)
    return number_field(form)


# A part of an act's content that is missing here isn't typed by anybody.
MAKERS: dict[str, Maker] = {
    "name": words_field(),
    "player": words_field(),
    "faction": lambda _form: KnownField(choices=FACTION_NAMES),
    "deck": words_field(),
    "age": one_of(AGE_NAMES, SHEET_AGES),
    "category": one_of(CATEGORY_NAMES, Category),
    "ticks": lambda _form: WholeField(),
    "boxes": lambda _form: NumbersField(first=1),
    "provinces": lambda _form: NumbersField(),
    "inventions": lambda form: InventionsField(form.state),
    "knowledge": lambda _form: WholeField(),
    "scores": lambda _form: NumbersField(),
    "earlier_ticks": lambda _form: WholeField(),
    "number": number_field,
    "province": number_field,
    "price": lambda _form: WholeField(max_value=999),
    "colour": lambda _form: KnownField(choices=COLOUR_NAMES),
    "target": lambda _form: WholeField(max_value=30),
    "progressive": lambda _form: OpenField(),
    "in_a_row": lambda _form: OpenField(),
    "aside": lambda _form: OpenField(),
    "text": words_field(LONGEST_TEXT, long=True),
    "empires": empires_field,
    "missions": lambda _form: NumbersField(),
    "played_on": lambda _form: DayField(required=False),
    "box": lambda _form: WholeField(first=1),
    "by": by_field,
    "position": position_field,
    "score": lambda _form: WholeField(min_value=-LARGEST),
    "reason": words_field(LONGEST_TEXT, long=True),
}
NOTHING: tuple[Any, ...] = ("", [], {})
# What stays as it is: a card is filled in under its own number.
FIXED = {("fill_card", "number"), ("settle_tie", "order")}


def typed_fields(kind: str) -> list[str]:
    """The parts of an act's content that can be typed, in the order they are declared."""
    if kind not in ACTS:
        return []
    names = [one.name for one in fields(ACTS[kind])]
    known = [name for name in FIELDS if name in names]  # the reason comes last
    return [
        name
        for name in known
        if (name in MAKERS or name == "entries") and (kind, name) not in FIXED
    ]


def needed_fields(kind: str) -> tuple[str, ...]:
    """What no act of this kind is without."""
    _readers, required = record_shape(ACTS[kind])
    return required


class ActForm(PlainForm):
    """The content of one act, as it is and as people change it."""

    state: CampaignState

    def __init__(
        self,
        kind: str,
        before: Data,
        state: CampaignState,
        data: QueryDict | None = None,
    ) -> None:
        self.kind, self.data_before, self.state = kind, before, state
        # A page may hold one of each kind, so each has ids of its own.
        super().__init__(data, initial=dict(before), auto_id=f"{kind}-%s")
        for name in typed_fields(kind):
            self.add(name)

    def add(self, name: str) -> None:
        inner = self.data_before.get(name)
        if name == "entries":
            self.add_entries(inner or {})
        elif name == "ticks" and self.kind == "take_over_empire":
            for one in Category:
                self.put(
                    f"ticks_{one}",
                    WholeField(),
                    CATEGORY_NAMES[one],
                    (inner or {}).get(one, 0),
                )
        else:
            self.put(name, MAKERS[name](self), FIELDS[name], inner)

    def add_entries(self, counted: Mapping[str, int]) -> None:
        for key, entry in ENTERED.items():
            field = WholeField(max_value=entry.maximum)
            self.put(f"entries_{key}", field, entry.label, counted.get(key, 0))

    def put(self, name: str, field: forms.Field, label: str, value: Any) -> None:
        field.label = translate(label)
        # That a text is missing the act itself says better, with its rule.
        field.required = isinstance(field, WholeField) and name in needed_fields(
            self.kind
        )
        self.fields[name] = field
        self.initial[name] = value

    @property
    def content(self) -> dict[str, Any]:
        """The whole content of the act with what was typed; what was left open stays unsaid."""
        content = {**self.data_before}
        for name in typed_fields(self.kind):
            value = self.value_of(name)
            if value is None:
                content.pop(name, None)
            elif value not in NOTHING or name in {*content, *needed_fields(self.kind)}:
                content[name] = value
        return content

    def value_of(self, name: str) -> Any:
        if name in self.cleaned_data:
            return self.cleaned_data[name]
        prefix, before = f"{name}_", self.data_before.get(name) or {}
        return {
            key.removeprefix(prefix): value or 0
            for key, value in self.cleaned_data.items()
            if key.startswith(prefix) and (value or key.removeprefix(prefix) in before)
        }
