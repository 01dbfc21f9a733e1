"""How the campaign's own words of the acts' vocabulary read and are typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import ngettext

from campaign.history.invention_field import InventionsField
from companion.base.wording import signed_points, translate
from companion.log.act_form_fields import WholeField
from companion.log.act_forms import ActForm, Maker, PartsMaker, make_count
from companion.log.act_words import Names, Shower, show_choice, show_count
from scoring.acts import ActField
from scoring.rise_of_empire.act_fields import Own
from scoring.rise_of_empire.layout import (
    AGE_NAMES,
    CATEGORY_NAMES,
    COLOUR_NAMES,
    Category,
)
from scoring.rise_of_empire.playing import ENTERED

FEW_CARDS = 3  # that a line names one by one


def show_ticks(_declared: ActField, value: int, _names: Names) -> str:
    return ngettext("%(count)s box", "%(count)s boxes", value) % {"count": value}


def show_sheet_ticks(
    _declared: ActField, value: Mapping[str, int], _names: Names
) -> str:
    return ", ".join(
        f"{translate(CATEGORY_NAMES[one])} {value.get(one, 0)}" for one in Category
    )


def show_knowledge(_declared: ActField, value: int, _names: Names) -> str:
    text = ngettext("%(count)s knowledge", "%(count)s knowledge points", value)
    return text % {"count": value}


def show_inventions(_declared: ActField, value: Any, names: Names) -> str:
    return ", ".join(
        f"{names.card(one['number'])} ({one['price']}, {show_colour(one['colour'])})"
        for one in value
    )


def show_colour(colour: str) -> str:
    return translate(COLOUR_NAMES.get(colour, colour))


def show_entries(_declared: ActField, value: Mapping[str, int], _names: Names) -> str:
    """What was counted, without what came to nothing."""
    return ", ".join(
        f"{translate(entry.label)} {value[key]}"
        for key, entry in ENTERED.items()
        if value.get(key)
    )


def show_fills(_declared: ActField, value: Any, names: Names) -> str:
    if len(value) <= FEW_CARDS:
        return ", ".join(map(names.card, sorted(one["number"] for one in value)))
    text = ngettext("%(count)s card", "%(count)s cards", len(value))
    return text % {"count": len(value)}


def show_layout(_declared: ActField, value: Any, _names: Names) -> str:
    age = value.get("age")
    return translate(AGE_NAMES.get(age, age))


def show_layouts(declared: ActField, value: Any, names: Names) -> str:
    return ", ".join(show_layout(declared, one, names) for one in value)


SHOWERS: dict[str, Shower] = {
    Own.TICKS: show_ticks,
    Own.SHEET_TICKS: show_sheet_ticks,
    Own.KNOWLEDGE: show_knowledge,
    Own.INVENTIONS: show_inventions,
    Own.ENTRIES: show_entries,
    Own.POSITION: show_count,
    Own.FILLS: show_fills,
    Own.LAYOUT: show_layout,
    Own.LAYOUTS: show_layouts,
    Own.DECK: show_choice,
}


def make_position(_declared: ActField, form: ActForm) -> forms.Field:
    """One of the scores that stand on the sheet."""
    empire = form.state.empire(form.data_before.get("empire", ""))
    scores = empire.sheet.scores if empire else ()
    options = [
        (place, f"{place + 1}. {signed_points(score)}")
        for place, score in enumerate(scores)
    ]
    return forms.TypedChoiceField(choices=options, coerce=int)


def make_inventions(_declared: ActField, form: ActForm) -> forms.Field:
    return InventionsField(form.state)


def make_deck(declared: ActField, form: ActForm) -> forms.Field:
    """One of the book's deck rules, none, or what stands there already."""
    before = str(form.data_before.get("deck", ""))
    known = {key: translate(one) for key, one in declared.choices.items()}
    options = {"": "–", **known, before: known.get(before, before or "–")}
    return forms.ChoiceField(choices=list(options.items()), required=False)


MAKERS: dict[str, Maker] = {
    Own.DECK: make_deck,
    Own.TICKS: make_count,
    Own.KNOWLEDGE: make_count,
    Own.INVENTIONS: make_inventions,
    Own.POSITION: make_position,
}
PARTS_MAKERS: dict[str, PartsMaker] = {
    Own.SHEET_TICKS: lambda: {
        str(one): (WholeField(), CATEGORY_NAMES[one]) for one in Category
    },
    Own.ENTRIES: lambda: {
        key: (WholeField(max_value=entry.maximum), entry.label)
        for key, entry in ENTERED.items()
    },
}
