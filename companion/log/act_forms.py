"""Forms derived from acts: one field for each part of an act's content that people type.

The same form corrects a sheet and amends an act, so a correction that was typed wrongly
can be amended like anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django import forms
from django.http import QueryDict

from companion.base.name_fields import KnownNameField
from companion.base.plain_forms import PlainForm
from companion.base.wording import translate
from companion.log.act_form_fields import (
    DayField,
    EmpiresField,
    NumbersField,
    OpenField,
    WholeField,
)
from scoring.acts import ActField, FieldKind, act_fields, required_fields
from scoring.engines import Data, Engine
from scoring.entries import LONGEST
from scoring.plain import LONGEST_TEXT

NOTHING: tuple[Any, ...] = ("", [], {})
Maker: TypeAlias = Callable[[ActField, "ActForm"], forms.Field]
# Several fields for one: a number for each key, with its label.
PartsMaker: TypeAlias = Callable[[], Mapping[str, tuple[forms.Field, str]]]


def make_count(declared: ActField, _form: ActForm) -> forms.Field:
    if declared.several:
        return NumbersField(first=declared.first)
    least = declared.least + declared.first
    return WholeField(first=declared.first, min_value=least, max_value=declared.most)


def make_choice(declared: ActField, _form: ActForm) -> forms.Field:
    options = [(str(key), translate(one)) for key, one in declared.choices.items()]
    return forms.ChoiceField(choices=options)


def make_text(declared: ActField, _form: ActForm) -> forms.Field:
    long = declared.kind == FieldKind.NOTE
    widget = forms.Textarea(attrs={"rows": 3}) if long else forms.TextInput()
    most = LONGEST_TEXT if long else LONGEST
    return forms.CharField(required=False, max_length=most, widget=widget)


def make_empires(_declared: ActField, form: ActForm) -> forms.Field:
    before = list(form.data_before.get("empires", ()))
    names = {**{key: key for key in before}, **form.empires}
    ordered = [*form.empires, *(key for key in before if key not in form.empires)]
    options = [(key, names[key]) for key in ordered]
    return EmpiresField(before=before, choices=options)


MAKERS: dict[str, Maker] = {
    FieldKind.COUNT: make_count,
    FieldKind.CARD: make_count,
    FieldKind.PICK: make_choice,
    FieldKind.TEXT: make_text,
    FieldKind.NOTE: make_text,
    FieldKind.NAME: lambda declared, _form: KnownNameField(choices=declared.choices),
    FieldKind.FLAG: lambda _declared, _form: OpenField(),
    FieldKind.DAY: lambda _declared, _form: DayField(required=False),
    FieldKind.EMPIRE: make_empires,
}
PARTS_MAKERS: dict[str, PartsMaker] = {}


def register_makers(
    makers: Mapping[str, Maker], parts: Mapping[str, PartsMaker]
) -> None:
    """How an engine's own words of the vocabulary are typed."""
    MAKERS.update(makers)
    PARTS_MAKERS.update(parts)


def typed_fields(engine: Engine[Any], kind: str) -> dict[str, ActField]:
    """The parts of an act's content that can be typed, in the order they are declared."""
    act = engine.acts.get(kind)
    declared = act_fields(act) if act else {}
    return {
        name: one
        for name, one in declared.items()
        if one.typed and (one.kind in MAKERS or one.kind in PARTS_MAKERS)
    }


class ActForm(PlainForm):
    """The content of one act, as it is and as people change it."""

    def __init__(
        self,
        engine: Engine[Any],
        kind: str,
        before: Data,
        state: Any,
        empires: Mapping[str, str],
        data: QueryDict | None = None,
    ) -> None:
        self.engine, self.kind, self.data_before = engine, kind, before
        self.state, self.empires = state, empires
        self.typed = typed_fields(engine, kind)
        self.needed = required_fields(engine.acts[kind]) if self.typed else frozenset()
        # A page may hold one of each kind, so each has ids of its own.
        super().__init__(data, initial=dict(before), auto_id=f"{kind}-%s")
        for name, declared in self.typed.items():
            self.add(name, declared)

    def add(self, name: str, declared: ActField) -> None:
        inner = self.data_before.get(name)
        if declared.kind not in PARTS_MAKERS:
            made = MAKERS[declared.kind](declared, self)
            self.put(name, made, declared.label, inner)
            return
        for key, (part, label) in PARTS_MAKERS[declared.kind]().items():
            self.put(f"{name}_{key}", part, label, (inner or {}).get(key, 0))

    def put(self, name: str, made: forms.Field, label: str, value: Any) -> None:
        made.label = translate(label)
        # That a text is missing the act itself says better, with its rule.
        made.required = isinstance(made, WholeField) and name in self.needed
        self.fields[name] = made
        self.initial[name] = value

    @property
    def content(self) -> dict[str, Any]:
        """The whole content of the act with what was typed; what was left open stays unsaid."""
        content = {**self.data_before}
        for name in self.typed:
            value = self.value_of(name)
            if value is None:
                content.pop(name, None)
            elif value not in NOTHING or name in {*content, *self.needed}:
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
