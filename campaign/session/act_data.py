"""What a page of a session sends, as an act's content. The rules themselves are the engine's."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone

from campaign.session.forms import (
    CardField,
    InventionForm,
    NoteForm,
    NumbersForm,
    draw_form,
    mission_form,
)
from companion.log.acting import read_whole_number
from scoring.rise_of_empire.choices import choices
from scoring.rise_of_empire.layout import Category
from scoring.rise_of_empire.offers import Choice, Draw
from scoring.rise_of_empire.state import CampaignState

CHANCE = SystemRandom()


@dataclass(frozen=True)
class Deed:
    """An act about to be done; without content where it can't be read or a field is wrong."""

    kind: str
    data: dict[str, Any] | None
    form: forms.Form | None = None

    @property
    def mistaken(self) -> bool:
        return self.form is not None and not self.form.is_valid()


def read_deed(kind: str, post: QueryDict, state: CampaignState) -> Deed:
    reader = READERS.get(kind)
    return reader(post, state) if reader else Deed(kind, button_data(post))


def button_data(post: QueryDict) -> dict[str, Any] | None:
    """The content a button stands for, as the page wrote it there."""
    try:
        data = json.loads(post.get("data", "{}"))
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def draw_by_chance(draw: Draw) -> list[int]:
    """Cards by chance: first those that come in any case."""
    rest = [number for number in draw.numbers if number not in draw.first]
    more = min(draw.count - len(draw.first), len(rest))
    return [*draw.first, *CHANCE.sample(rest, max(0, more))]


def find_choice(state: CampaignState, kind: str, data: dict[str, Any]) -> Choice | None:
    """The choice that asks for what somebody sends."""
    return next(
        (
            choice
            for choice in choices(state)
            if choice.kind == kind
            and any(data.items() <= one.data.items() for one in choice.options)
        ),
        None,
    )


def read_opening(post: QueryDict, state: CampaignState) -> Deed:
    """Who plays, and the missions as typed or, where none are, by chance."""
    order = [one.key for one in state.alive]  # a page shows its visitor's own first
    empires = sorted(
        post.getlist("empires"),
        key=lambda key: order.index(key) if key in order else len(order),
    )
    form = mission_form(post, alone=len(empires) == 1)
    missions = form.numbers if form.is_valid() else []
    ask_for_numbers(form, post)
    data = {
        "empires": empires,
        "missions": missions or chance_missions(state, alone=len(empires) == 1),
        "played_on": post.get("played_on", timezone.localdate().isoformat()),
    }
    return Deed("open_session", data, form)


def ask_for_numbers(form: NumbersForm, post: QueryDict) -> None:
    """Whoever says they drew the cards themselves has to say which; chance is the other button."""
    if "by_hand" in post and form.is_valid() and not form.numbers:
        form.add_error(next(iter(form.fields)), CardField.EXAMPLE)


def chance_missions(state: CampaignState, *, alone: bool) -> list[int]:
    choice = find_choice(state, "open_session", {})
    if choice is None:
        return []
    keys = ["solo"] if alone else [str(one) for one in Category]
    return [number for key in keys for number in draw_by_chance(choice.draws[key])]


def drawing_reader(kind: str, name: str) -> Callable[[QueryDict, CampaignState], Deed]:
    """Cards typed by number or drawn by chance; `name` is how the act calls them."""

    def reader(post: QueryDict, state: CampaignState) -> Deed:
        data = button_data(post)
        choice = find_choice(state, kind, data) if data else None
        if data is None or choice is None:
            return Deed(kind, data)
        form = draw_form(choice.draws[name], post)
        typed = form.numbers if form.is_valid() else []
        ask_for_numbers(form, post)
        cards = typed or draw_by_chance(choice.draws[name])
        single = kind == "replace_mission"
        return Deed(kind, {**data, name: cards[0] if single else cards}, form)

    return reader


def read_losses(post: QueryDict, _state: CampaignState) -> Deed:
    sent = map(read_whole_number, post.getlist("provinces"))
    numbers = [one for one in sent if one is not None]
    data = button_data(post)
    return Deed("lose_provinces", data and {**data, "provinces": numbers})


def read_completion(post: QueryDict, _state: CampaignState) -> Deed:
    """Who completed a mission: one, as the button says, or all that are ticked."""
    data, several = button_data(post), post.getlist("empires")
    if data and (several or "empires" not in data):
        data = {**data, "empires": several}
    return Deed("complete_mission", data)


def read_purchase(post: QueryDict, _state: CampaignState) -> Deed:
    """A card of the catalogue as the button says, or one typed off the card itself."""
    data = button_data(post)
    if data is None or "number" in data:
        return Deed("buy_invention", data)
    form = InventionForm(post)
    said = form.cleaned_data if form.is_valid() else {}
    return Deed("buy_invention", {**data, **said}, form)


def read_note(post: QueryDict, _state: CampaignState) -> Deed:
    form = NoteForm(post)
    return Deed("write_note", form.cleaned_data if form.is_valid() else {}, form)


READERS: dict[str, Callable[[QueryDict, CampaignState], Deed]] = {
    "open_session": read_opening,
    "replace_mission": drawing_reader("replace_mission", "by"),
    "complete_mission": read_completion,
    "lose_provinces": read_losses,
    "buy_invention": read_purchase,
    "draw_provinces": drawing_reader("draw_provinces", "provinces"),
    "write_note": read_note,
}
