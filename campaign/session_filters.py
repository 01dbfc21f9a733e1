"""Finding sessions again: by game, by person, by date."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from campaign.models import GameSession
from campaign.wording import translated
from companion.models import Table
from scoring.games import GAMES


class SessionFilter(forms.Form):
    """What is empty narrows nothing; what makes no sense is said beside its field."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    person = forms.ChoiceField(label=_("Person"), required=False)
    since = forms.DateField(label=_("From"), required=False)
    until = forms.DateField(label=_("To"), required=False)
    archived = forms.BooleanField(label=_("Put away"), required=False)

    def __init__(self, data: Any, *, table: Table) -> None:
        super().__init__(data, auto_id="filter_%s")
        games = [(slug, translated(game.name)) for slug, game in GAMES.items()]
        names = table.people.values_list("name", flat=True)
        self.fields["game"].choices = [("", _("any")), *games]
        self.fields["person"].choices = [
            ("", _("anybody")),
            *zip(names, names, strict=True),
        ]
        for name in ("since", "until"):
            self.fields[name].widget = forms.DateInput(
                format="%Y-%m-%d", attrs={"type": "date"}
            )

    def applied(self, sessions: QuerySet[GameSession]) -> QuerySet[GameSession]:
        self.is_valid()
        wanted = {
            "card__game": self.cleaned_data.get("game"),
            "seats__name__iexact": self.cleaned_data.get("person"),
            "card__played_on__gte": self.cleaned_data.get("since"),
            "card__played_on__lte": self.cleaned_data.get("until"),
        }
        narrowed = {name: value for name, value in wanted.items() if value}
        archived = bool(self.cleaned_data.get("archived"))
        found = sessions.filter(card__archived=archived, **narrowed).distinct()
        return found.order_by("-card__played_on", "-pk")

    @property
    def narrows(self) -> bool:
        return any(self.cleaned_data.values()) if self.is_valid() else True
