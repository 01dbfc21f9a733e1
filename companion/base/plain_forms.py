"""What a form says about a mistake: our words in one place, never the framework's."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from scoring.words import _

# By the code of Django's error; `invalid` means something else for each kind of field.
MISTAKES = {
    "required": _("Please fill this in."),
    "invalid_choice": _("Please choose one of the options."),
    "invalid_list": _("Please choose one of the options."),
    "max_length": _("Too long. The limit is %(most)s characters."),
    "min_length": _("Too short. Use at least %(most)s characters."),
    "max_value": _("This can't be more than %(most)s."),
    "min_value": _("This can't be less than %(most)s."),
    "null_characters_not_allowed": _("This has a character we can't save."),
    "password_too_short": _("Too short. Use at least %(most)s characters."),
    "password_too_common": _("This password is too easy to guess."),
}
INVALID: dict[type[forms.Field], str] = {
    forms.IntegerField: _("Enter a whole number."),
    forms.DateField: _("Enter a date like 2026-11-16."),
}
OTHERWISE = _("We can't read this. Please type it again.")


class PlainForm(forms.Form):
    """A form that names its mistakes in our words."""

    def add_error(self, field: str | None, error: Any) -> None:
        if field and isinstance(error, ValidationError):
            error = ValidationError(
                [plain_error(self.fields[field], one) for one in error.error_list]
            )
        super().add_error(field, error)

    def focus(self, name: str) -> None:
        """The page opens at this field."""
        self.fields[name].widget.attrs["autofocus"] = True

    def focus_mistake(self, otherwise: str = "") -> None:
        """The page opens at the first field that is wrong, or else at the one given."""
        name = next((one for one in self.fields if one in self.errors), otherwise)
        if name:
            self.focus(name)


def plain_error(field: forms.Field, error: ValidationError) -> ValidationError:
    text = MISTAKES.get(error.code or "")
    if error.code == "invalid":
        kinds = (words for kind, words in INVALID.items() if isinstance(field, kind))
        text = next(kinds, OTHERWISE)
    if text is None:
        return error
    return ValidationError(gettext(text) % limits(error), code=error.code)


def limits(error: ValidationError) -> dict[str, Any]:
    given: dict[str, Any] = error.params or {}
    return {"most": given.get("limit_value", given.get("min_length", ""))}
