"""Which games the records tell of: by period, people, number of players, campaign and variant."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from companion.base.plain_forms import PlainForm
from companion.base.wording import translate
from companion.records.book import RecordBook
from companion.sessions.forms import set_choices
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
    kind = forms.ChoiceField(label=_("Campaign"), required=False)
    variant = forms.ChoiceField(label=_("Variant"), required=False)

    def __init__(self, data: Any, *, book: RecordBook, game: str = "") -> None:
        super().__init__(data, auto_id="filter_%s")
        self.book = book
        people = [(str(one.pk), one.name) for one in book.players.people]
        counts = [(str(many), str(many)) for many in range(1, len(LETTERS) + 1)]
        kinds = [(PLAIN, _("Single games")), (CAMPAIGN, _("Campaign sessions"))]
        set_choices(self.fields["person"], [("", _("anybody")), *people])
        set_choices(self.fields["players"], [("", _("any number")), *counts])
        set_choices(self.fields["kind"], [("", _("with and without")), *kinds])
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
