"""Fields for what acts hold: numbers counted from 1, lists, cards, names that may be typed."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from companion.base.wording import translate
from companion.sessions.forms import OTHER, NameField
from scoring.engines import Data
from scoring.rise_of_empire.cards import LONGEST_COLOUR
from scoring.rise_of_empire.layout import COLOUR_NAMES
from scoring.rise_of_empire.state import CampaignState, Invention

LARGEST = 99_999


class KnownField(NameField):
    """One of the known names, or another one typed; starts with either."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, str) or not value:
            return value
        return [value, ""] if value in self.known else [OTHER, value]


class NumbersField(forms.CharField):
    """Numbers as people write them: 3, 17 41. Counted from 1 where `first` says so."""

    def __init__(self, *, first: int = 0, **shown: Any) -> None:
        shown.setdefault("help_text", _("Card numbers, separated by commas or spaces."))
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


class InventionsField(forms.CharField):
    """Inventions, one per line: number, price, colour and, if it is known, the name."""

    def __init__(self, state: CampaignState, **shown: Any) -> None:
        shown["help_text"] = _("One per line: number, price, colour, name.")
        widget = forms.Textarea(attrs={"rows": 5})
        super().__init__(required=False, max_length=2000, widget=widget, **shown)
        self.state = state

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str) or value is None:
            return value
        return "\n".join(map(self.written, value))

    def written(self, card: Data) -> str:
        key: str = card["colour"]
        colour = translate(COLOUR_NAMES.get(key, key))
        parts = [f"{card['number']:03}", str(card["price"]), colour, card.get("name")]
        return ", ".join(part for part in parts if part)

    def clean(self, value: Any) -> list[dict[str, Any]]:
        lines = super().clean(value).splitlines()
        return [self.card(line) for line in lines if line.strip()]

    def card(self, line: str) -> dict[str, Any]:
        number, price, colour, name = (
            *(part.strip() for part in line.split(",", 3)),
            "",
            "",
            "",
        )[:4]
        if not (number.isdecimal() and price.isdecimal() and colour):
            raise ValidationError(
                _("“%(line)s”: add the number, price and colour.") % {"line": line}
            )
        card = self.state.catalogue.get(int(number))
        colours = {translate(label): key for key, label in COLOUR_NAMES.items()}
        made = Invention(
            number=int(number),
            age=card.group if card else "",
            colour=colours.get(colour.casefold(), colour)[:LONGEST_COLOUR],
            price=int(price),
            name=name or (card.name if card else ""),
        )
        return vars(made)


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
