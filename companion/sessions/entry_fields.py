"""Fields of forms for the entries that games declare."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from companion.base.name_fields import KnownNameField
from companion.base.wording import signed_points, translate
from scoring.entries import LONGEST, Entry, Kind
from scoring.typed import Unreadable, read_cell
from scoring.worth import Worth

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class SumField(forms.Field):
    """A counted entry, read as scoring/ reads it."""

    def __init__(self, entry: Entry, **shown: Any) -> None:
        super().__init__(required=False, **shown)
        self.counted = entry

    def to_python(self, value: Any) -> Any:
        try:
            return read_cell(self.counted, value or "")
        except Unreadable as unreadable:
            raise ValidationError(translate(unreadable.message)) from unreadable


def entry_field(entry: Entry) -> forms.Field:
    shown: dict[str, Any] = {
        "label": translate(entry.label),
        "help_text": translate(entry.help),
    }
    field = plain_field(entry, shown)
    vars(field)["entry"] = entry  # its kind and rule, for the page
    return field


def plain_field(entry: Entry, shown: dict[str, Any]) -> forms.Field:
    match entry.kind:
        case Kind.COUNT:
            return SumField(entry, **shown)
        case Kind.FLAG:
            return forms.BooleanField(required=False, **shown)
        case Kind.PICK:
            nothing = [("", "–")] if entry.default == "" else []
            options = [(key, translate(label)) for key, label in entry.choices.items()]
            return forms.ChoiceField(
                choices=[*nothing, *options], required=False, **shown
            )
        case Kind.NAME:
            return KnownNameField(choices=entry.choices, **shown)
        case Kind.TEXT:
            return forms.CharField(max_length=LONGEST, required=False, **shown)


@lru_cache(maxsize=1024)
def shared_field(entry: Entry, _language: str | None) -> forms.Field:
    """The field of an entry in a language, for forms that change nothing about it."""
    return entry_field(entry)


def set_choices(
    field: forms.Field, choices: Iterable[tuple[str, StrOrPromise]]
) -> None:
    """Sets the choices of a choice field."""
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{field} offers no choices")
    field.choices = list(choices)


def worth_words(worth: Worth) -> str:
    """What a field says: so many points each, or per so many pieces."""
    points = signed_points(worth.points)
    if worth.pieces == 1:
        return _("%(points)s each") % {"points": points}
    return _("%(points)s per %(pieces)s") % {"points": points, "pieces": worth.pieces}
