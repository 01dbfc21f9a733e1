"""Fields for what acts hold: numbers counted from 1, lists, days, what may be unknown."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.acts import LARGEST


class NumbersField(forms.CharField):
    """Numbers as people write them: 3, 17 41. Counted from 1 where `first` says so."""

    def __init__(self, *, first: int = 0, **shown: Any) -> None:
        shown.setdefault("help_text", _("Numbers, separated by commas or spaces."))
        super().__init__(required=False, max_length=400, **shown)
        self.first = first

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str) or value is None:
            return value
        return ", ".join(str(one + self.first) for one in value)

    def clean(self, value: Any) -> list[int]:
        parts = re.split(r"[\s,;]+", super().clean(value).replace("−", "-").strip())
        try:
            return [int(part) - self.first for part in parts if part]
        except ValueError:
            raise ValidationError(self.help_text) from None


class WholeField(forms.IntegerField):
    """A number that is kept counted from 0 and typed counted from `first`."""

    def __init__(self, *, first: int = 0, **shown: Any) -> None:
        shown = {"min_value": first, "max_value": LARGEST, **shown}
        super().__init__(required=False, **shown)
        self.first = first
        self.widget.attrs["inputmode"] = "numeric"

    def prepare_value(self, value: Any) -> Any:
        return value + self.first if isinstance(value, int) else value

    def clean(self, value: Any) -> int | None:
        number = super().clean(value)
        return None if number is None else number - self.first


class DayField(forms.DateField):
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def clean(self, value: Any) -> str:
        day: date | None = super().clean(value)
        return day.isoformat() if day else ""


class OpenField(forms.TypedChoiceField):
    """Yes, no, or not known."""

    KNOWN = (("yes", _("yes")), ("no", _("no")))

    def __init__(self, **shown: Any) -> None:
        choices = (("", _("unknown")), *self.KNOWN)
        read = {"yes": True, "no": False}.__getitem__
        super().__init__(
            choices=choices, coerce=read, empty_value=None, required=False, **shown
        )

    def prepare_value(self, value: Any) -> Any:
        return {True: "yes", False: "no"}.get(value, value)


class EmpiresField(forms.MultipleChoiceField):
    """Empires in the order they were named in, which others may have decided on."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, *, before: list[str], **shown: Any) -> None:
        super().__init__(required=False, **shown)
        self.before = before

    def clean(self, value: Any) -> list[str]:
        ticked = super().clean(value)
        named = [key for key in self.before if key in ticked]
        return [*named, *(key for key in ticked if key not in named)]
