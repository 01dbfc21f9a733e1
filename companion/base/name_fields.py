"""A name from a list, or another one typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from companion.base.wording import translate
from scoring.entries import LONGEST, known_key

OTHER = "?"  # picked to type a name that isn't in the list


class NameWidget(forms.MultiWidget):
    def decompress(self, value: str | None) -> list[str]:
        return [value or "", ""]


class KnownNameField(forms.MultiValueField):
    """One of the known names, or another one typed; starts with either."""

    def __init__(self, *, choices: Mapping[str, str], **shown: Any) -> None:
        self.known = choices
        options = [
            ("", "–"),
            *((key, translate(label)) for key, label in choices.items()),
            (OTHER, pgettext_lazy("name", "another …")),
        ]
        typed = forms.CharField(max_length=LONGEST, required=False)
        fields = (forms.ChoiceField(choices=options, required=False), typed)
        widget = NameWidget(
            {
                "": forms.Select(choices=options),
                "typed": forms.TextInput(
                    attrs={
                        "maxlength": LONGEST,
                        "aria-label": _("another name"),
                        "placeholder": _("another name"),
                    }
                ),
            }
        )
        super().__init__(fields, required=False, widget=widget, **shown)

    def compress(self, values: list[str]) -> str:
        picked, typed = values or ("", "")
        return self.as_known(typed.strip()) if picked == OTHER else picked

    def as_known(self, typed: str) -> str:
        """Somebody who types “Romans” means the Romans of the list, in any language."""
        shown = {key: translate(label) for key, label in self.known.items()}
        return known_key(known_key(typed, shown), self.known)

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not value:
            return value
        return [value, ""] if value in self.known else [OTHER, value]
