"""What breaks a tie, asked of everybody who is level and hasn't said it yet."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.http import QueryDict

from campaign.session.forms import CountForm, typed_entries
from campaign.session.now import SeatView, SessionView
from scoring.rise_of_empire.preview import tiebreak_keys, ties_to_break


class TieForm:
    """One row of left-overs per player who is level with somebody."""

    def __init__(self, view: SessionView, data: QueryDict | None) -> None:
        level = ties_to_break(view.state)
        self.keys = tiebreak_keys(view.state) if level else frozenset()
        self.seats = [seat for seat in view.own_first if seat.key in level]
        self.forms = [self.form_of(view, seat, data) for seat in self.seats]

    def form_of(
        self, view: SessionView, seat: SeatView, data: QueryDict | None
    ) -> CountForm:
        """What the seat counted already, with what is typed here about what is left."""
        told = typed_entries(seat.playing.entries or {}, prefix=seat.key)
        for key, value in (data or QueryDict()).items():
            if key.startswith(f"{seat.key}-"):
                told[key] = str(value)
        return CountForm(told, players=len(view.seats), prefix=seat.key)

    def is_valid(self) -> bool:
        return all(form.is_valid() for form in self.forms)

    @property
    def rows(self) -> Iterator[tuple[SeatView, list[forms.BoundField]]]:
        for seat, form in zip(self.seats, self.forms, strict=True):
            yield seat, [form[key] for key in form.tie_keys if key in self.keys]

    @property
    def entries(self) -> dict[str, dict[str, int]]:
        """By empire; what was left empty here is 0, for it was asked."""
        keys = [seat.key for seat in self.seats]
        return {
            key: {**dict.fromkeys(form.tie_keys, 0), **form.entries}
            for key, form in zip(keys, self.forms, strict=True)
        }
