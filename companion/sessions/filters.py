"""Finding sessions again: by game, by person, by date."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from companion.base.plain_forms import PlainForm
from companion.base.wording import translate
from companion.sessions.entry_fields import set_choices
from companion.sessions.models import GameSession, SeatTaken
from companion.tables.models import Table
from companion.tables.services import former_names
from scoring.games import GAMES


class SessionFilter(PlainForm):
    """Filters a list of sessions; empty fields don't count."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    person = forms.ChoiceField(label=_("Person"), required=False)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("To"), required=False)
    archived = forms.BooleanField(label=_("Archived only"), required=False)

    def __init__(self, data: Any, *, table: Table) -> None:
        super().__init__(data, auto_id="filter_%s")
        self.table = table
        games = [(slug, translate(game.name)) for slug, game in GAMES.items()]
        names = table.people.values_list("name", flat=True)
        people = zip(names, names, strict=True)
        set_choices(self.fields["game"], [("", _("any")), *games])
        set_choices(self.fields["person"], [("", _("anybody")), *people])
        for name in ("since", "until"):
            self.fields[name].widget = forms.DateInput(
                format="%Y-%m-%d", attrs={"type": "date"}
            )

    def filter_sessions(self, sessions: QuerySet[GameSession]) -> QuerySet[GameSession]:
        self.is_valid()
        wanted = {
            "card__game": self.cleaned_data.get("game"),
            "card__played_on__gte": self.cleaned_data.get("since"),
            "card__played_on__lte": self.cleaned_data.get("until"),
        }
        narrowed = {name: value for name, value in wanted.items() if value}
        archived = bool(self.cleaned_data.get("archived"))
        found = sessions.filter(card__archived=archived, **narrowed)
        if person := self.cleaned_data.get("person"):
            found = found.filter(pk__in=self.sessions_played_by(person))
        return found.order_by(F("card__played_on").desc(nulls_last=True), "-pk")

    def sessions_played_by(self, person: str) -> QuerySet[SeatTaken, int]:
        """The sessions somebody played under any name, in any capitalisation; SQLite folds only A to Z."""
        seats = SeatTaken.objects.filter(session__table=self.table)
        written = seats.values_list("name", flat=True).distinct()
        known = former_names(self.table)
        alike = [
            name
            for name in written
            if known.get(name.casefold(), name).casefold() == person.casefold()
        ]
        return seats.filter(name__in=alike).values_list("session", flat=True)

    @property
    def narrows(self) -> bool:
        return any(self.cleaned_data.values()) if self.is_valid() else True
