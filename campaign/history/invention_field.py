"""Inventions as people type them: one per line."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from companion.base.wording import translate
from companion.log.acting import read_whole_number
from scoring.engines import Data
from scoring.rise_of_empire.cards import LONGEST_COLOUR
from scoring.rise_of_empire.layout import COLOUR_NAMES
from scoring.rise_of_empire.state import CampaignState, Invention


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
        known, paid = read_whole_number(number), read_whole_number(price)
        if known is None or paid is None or not colour:
            raise ValidationError(
                _("“%(line)s”: add the number, price and colour.") % {"line": line}
            )
        card = self.state.catalogue.get(known)
        colours = {translate(label): key for key, label in COLOUR_NAMES.items()}
        made = Invention(
            number=known,
            age=card.group if card else "",
            colour=colours.get(colour.casefold(), colour)[:LONGEST_COLOUR],
            price=paid,
            name=name or (card.name if card else ""),
        )
        return vars(made)
