"""Which games the records tell of: by period, people, number of players, campaign and variant."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from companion.base.dates import full_date
from companion.base.plain_forms import PlainForm
from companion.base.wording import translate
from companion.records.book import RecordBook
from companion.sessions.entry_fields import set_choices
from scoring.games import GAMES
from scoring.seats import LETTERS
from scoring.session_rows import variant_entry
from scoring.stats.plays import GamePlay

PLAIN, CAMPAIGN = "plain", "campaign"


class RecordFilter(PlainForm):
    """Narrows a record book; empty fields don't count, nor do those nobody can read."""

    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("To"), required=False)
    person = forms.ChoiceField(label=_("Played by"), required=False)
    players = forms.ChoiceField(label=_("Players"), required=False)
    kind = forms.ChoiceField(label=_("Games"), required=False)
    variant = forms.ChoiceField(label=_("Variant"), required=False)

    def __init__(self, data: Any, *, book: RecordBook, game: str = "") -> None:
        super().__init__(data, auto_id="filter_%s")
        self.book = book
        people = [(str(one.pk), one.name) for one in book.players.people]
        seats = GAMES[game].players if game else range(1, len(LETTERS) + 1)
        counts = [(str(many), str(many)) for many in seats]
        kinds = [(PLAIN, _("Without campaign")), (CAMPAIGN, _("Campaign only"))]
        set_choices(self.fields["person"], [("", _("anybody")), *people])
        set_choices(self.fields["players"], [("", _("any number")), *counts])
        set_choices(self.fields["kind"], [("", _("All games")), *kinds])
        self.offer_variants(game)
        for name in ("since", "until"):
            self.fields[name].widget = forms.DateInput(
                format="%Y-%m-%d", attrs={"type": "date"}
            )

    def offer_variants(self, game: str) -> None:
        """What a game's variants are called, on its own page."""
        found = variant_entry(GAMES[game].board) if game else None
        if found is None:
            del self.fields["variant"]
            return
        _key, entry = found
        self.fields["variant"].label = translate(entry.label)
        choices = [(key, translate(name)) for key, name in entry.choices.items()]
        set_choices(self.fields["variant"], [("", _("any")), *choices])

    def clean(self) -> dict[str, Any]:
        """Nothing lies between a day and an earlier one."""
        since, until = map(self.cleaned_data.get, ("since", "until"))
        if since and until and until < since:
            self.add_error("until", _("This is before “From”."))
        return self.cleaned_data

    @property
    def in_words(self) -> str:
        """Which games these are, for paper; nothing where they are all."""
        return " · ".join(
            self.say_field(name) for name in self.fields if name in self.chosen
        )

    def say_field(self, name: str) -> str:
        field, value = self.fields[name], self.chosen[name]
        if isinstance(field, forms.ChoiceField):
            choices = cast("list[tuple[str, str]]", field.choices)
            value = dict(choices)[value]
        else:
            value = full_date(value)
        return f"{field.label}: {value}" if name != "kind" else str(value)

    @property
    def undated(self) -> int:
        """How many games aren't shown because nobody knows their day."""
        by_day = {"since", "until"} & self.chosen.keys()
        return self.book.table().undated if by_day else 0

    @property
    def chosen(self) -> dict[str, Any]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def narrows(self) -> bool:
        return bool(self.chosen) or not self.is_valid()

    def narrow(self) -> RecordBook:
        chosen = self.chosen
        if not chosen:
            return self.book
        key: Hashable = tuple(sorted((name, str(one)) for name, one in chosen.items()))
        return self.book.narrow(key, lambda play: fits(play, chosen))


def fits(play: GamePlay, chosen: dict[str, Any]) -> bool:
    return all(CHECKS[name](play, value) for name, value in chosen.items())


CHECKS: dict[str, Callable[[GamePlay, Any], bool]] = {
    "since": lambda play, day: play.day is not None and play.day >= day,
    "until": lambda play, day: play.day is not None and play.day <= day,
    "person": lambda play, key: play.seat_of(key) is not None,
    "players": lambda play, many: len(play.seats) == int(many),
    "kind": lambda play, kind: play.campaign == (kind == CAMPAIGN),
    "variant": lambda play, variant: play.variant == variant,
}
