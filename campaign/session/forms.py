"""What people type in a session of a campaign: card numbers, a new invention, a note, a score."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from companion.base.name_fields import KnownNameField
from companion.base.plain_forms import PlainForm
from companion.base.wording import translate
from companion.sessions.forms import RecordForm
from scoring.entries import LONGEST, Group
from scoring.rise_of_empire import session as counting
from scoring.rise_of_empire.cards import MOST_PRICE
from scoring.rise_of_empire.layout import CATEGORY_NAMES, COLOUR_NAMES, Category
from scoring.rise_of_empire.offers import Draw
from scoring.rise_of_empire.playing import ENTERED, SOLO_MISSIONS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

CARD_NUMBER = re.compile(r"(?:ROTE)?\s*0*([0-9]{1,3})", re.IGNORECASE)
A_PROVINCE, AN_INVENTION = 41, 61  # what their numbers look like
A_MISSION: dict[str, int] = {
    Category.DIPLOMACY: 126,
    Category.ECONOMY: 140,
    Category.SCIENCE: 155,
}
ANY_MISSION = 131
LONGEST_NOTE = 500
POINTS = "track"  # the one number nobody's score goes without
DIGITS = {"inputmode": "numeric", "autocomplete": "off", "maxlength": 8}


class CardField(forms.CharField):
    """The number printed on a card: 61, 061 or ROTE061."""

    EXAMPLE = _("Type the number on the card.")

    def __init__(self, **shown: Any) -> None:
        shown = {"required": False, "widget": forms.TextInput(attrs=DIGITS), **shown}
        super().__init__(**shown)

    def clean(self, value: Any) -> int | None:
        typed = super().clean(value)
        if not typed:
            return None
        found = CARD_NUMBER.fullmatch(typed)
        if found is None and typed.isdecimal():
            raise ValidationError(
                gettext("There's no card %(number)s.") % {"number": typed}
            )
        if found is None:
            raise ValidationError(self.EXAMPLE)
        return int(found[1])


def give_hint(field: forms.Field, number: int) -> None:
    """Shows in the empty field what such a number looks like."""
    hint = gettext("e.g. %(number)s") % {"number": number}
    field.widget.attrs = {**field.widget.attrs, "placeholder": hint}


class NumbersForm(PlainForm):
    """Some cards by number; none typed leaves the drawing to the app."""

    def __init__(
        self,
        labels: Mapping[str, StrOrPromise],
        data: QueryDict | None = None,
        *,
        hint: int,
        hints: Mapping[str, int] | None = None,
    ):
        super().__init__(data)
        for name, label in labels.items():
            self.fields[name] = CardField(label=label)
            give_hint(self.fields[name], (hints or {}).get(name, hint))

    @property
    def numbers(self) -> list[int]:
        given = [self.cleaned_data.get(name) for name in self.fields]
        return [number for number in given if number is not None]


def mission_form(data: QueryDict | None = None, *, alone: bool = False) -> NumbersForm:
    """One per category; whoever plays alone lays out one more and any four."""
    labels: dict[str, StrOrPromise] = {
        key: translate(label) for key, label in CATEGORY_NAMES.items()
    }
    more = range(len(labels) + 1, SOLO_MISSIONS + 1) if alone else ()
    fourth = {f"mission-{number}": _("Solo: a fourth mission") for number in more}
    return NumbersForm({**labels, **fourth}, data, hint=ANY_MISSION, hints=A_MISSION)


def draw_form(draw: Draw, data: QueryDict | None = None) -> NumbersForm:
    places = range(1, draw.count + 1)
    labels = {f"card-{place}": _("Card number") for place in places}
    return NumbersForm(labels, data, hint=A_PROVINCE)


class InventionForm(PlainForm):
    """A card that isn't filled in yet, as it is bought."""

    number = CardField(label=_("Card number"), required=True)
    price = forms.IntegerField(
        label=_("Price"),
        min_value=1,
        max_value=MOST_PRICE,
        widget=forms.TextInput(attrs={**DIGITS, "maxlength": 3}),
    )
    name = forms.CharField(
        label=_("Name (optional)"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        give_hint(self.fields["number"], AN_INVENTION)
        self.fields["colour"] = KnownNameField(choices=COLOUR_NAMES, label=_("Colour"))
        self.order_fields(("number", "price", "colour", "name"))

    def clean_colour(self) -> str:
        colour: str = self.cleaned_data["colour"]
        if not colour:
            raise ValidationError(_("Pick its colour."))
        return colour


class NoteForm(PlainForm):
    text = forms.CharField(
        label=_("Note"),
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": LONGEST_NOTE}),
    )


class CountForm(RecordForm):
    """What one player counted; what the campaign knows itself isn't asked."""

    def __init__(self, data: QueryDict, *, players: int, prefix: str = "s") -> None:
        super().__init__(
            counting.EmpireSeat, data, prefix=prefix, players=players, tally=1
        )
        for key in [key for key in self.asked if key not in ENTERED]:
            del self.asked[key], self.fields[key]

    @property
    def entries(self) -> dict[str, int]:
        """Everything that was asked, an empty cell as its default; of a tie only what was typed."""
        record, blank = self.record, set(filter(self.is_blank, self.tie_keys))
        said = [key for key in self.asked if key not in blank]
        return {key: int(getattr(record, key)) for key in said}

    @property
    def tie_keys(self) -> list[str]:
        return [key for key, one in self.asked.items() if one.group is Group.TIE]

    def is_blank(self, key: str) -> bool:
        return not self.typed_values(key)[self.add_prefix(key)]

    def may_be_saved(self) -> bool:
        """Whether all of it can be read and somebody did type the points."""
        if self.is_valid() and self.is_blank(POINTS):
            self.add_error(
                POINTS, gettext("Enter the points. Type 0 if there are none.")
            )
        return self.is_valid()


def typed_entries(entries: Mapping[str, int], prefix: str = "s") -> QueryDict:
    """Entries as they would be typed into the form; a 0 only where somebody typed it."""
    data = QueryDict(mutable=True)
    said = {key: value for key, value in entries.items() if value or is_asked(key)}
    data.update({f"{prefix}-{key}": str(value) for key, value in said.items()})
    return data


def is_asked(key: str) -> bool:
    """Whether a 0 was typed: everybody types points, and left-overs only in a tie."""
    return key == POINTS or (key in ENTERED and ENTERED[key].group is Group.TIE)
