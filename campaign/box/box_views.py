"""The box on the shelf: a table's cards, entered once for all its campaigns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from campaign.box.card_forms import (
    ANOTHER,
    BoxCardForm,
    QuickForm,
    shelf_choices,
    shelf_words,
)
from campaign.box.card_notes import MOVED, SAME, SAVED, note_on_card, shelf_query
from campaign.box.editing import (
    Overtaken,
    check_not_overtaken,
    describe_overtaken,
    find_offers,
    next_open_number,
)
from campaign.box.keeping import box_state, open_box
from campaign.box.shelves import Shelf, by_kind, list_missing, shelf_key, shelves_of
from campaign.box.summary import summarise_box
from companion.base.posting import post_or_page
from companion.log.acting import read_whole_number, try_act
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from scoring.rise_of_empire.cards import KIND_NAMES, Card
from scoring.rules import Problem
from scoring.tables.state import TableState


def box_address(table: Table, **_given: Any) -> str:
    return reverse("box", args=[table.pk])


@at_table("spectator")
@require_safe
def box_page(request: TableRequest, table: Table) -> HttpResponse:
    return show_box(request, table, box_state(table))


def show_box(
    request: TableRequest,
    table: Table,
    box: TableState,
    form: QuickForm | None = None,
    problems: tuple[Problem, ...] = (),
    **more: Any,
) -> HttpResponse:
    found = {one.key: one for one in shelves_of(box.catalogue, absent_cards(box))}
    asked = request.POST.get("show") or request.GET.get("show", "")
    shelf = found.get(asked) or next(iter(found.values()))
    after = read_whole_number(request.GET.get("after", ""))
    saved = box.catalogue.get(after) if after else None
    if form:  # the page comes back at the line that was refused
        form.focus_mistake(otherwise="name")
    shown = {
        "table": table,
        "box": box,
        "shelves": by_kind(list(found.values())),
        "shelf": shelf,
        "known": sum(one.known for one in found.values()),
        "all": len(box.catalogue),
        "form": form or next_form(shelf, after),
        "saved": saved,
        "missing": list_missing(saved) if saved else "",
        "note": note_on_card(request, shelf),
        "summary": summarise_box(box),
        "added": read_whole_number(request.GET.get("added", "")),
        "changed": read_whole_number(request.GET.get("changed", "")),
        "offers": find_offers(table, box) if request.here.organises else (),
        "problems": problems,
        **more,
    }
    status = 422 if form else 200
    return render(request, "campaign/box/box.html", shown, status=status)


def next_form(shelf: Shelf, after: int | None) -> QuickForm:
    """The line for the next card nobody has filled in."""
    number = next_open_number(shelf, after)
    form = QuickForm(shelf.kind, initial={"number": number}, going_on=after is not None)
    for place in shelf.places:
        if place.card.number == number:
            form.hint_known(place.card)
    return form


def absent_cards(box: TableState) -> dict[int, str]:
    said = gettext("not in our box")
    return {number: said for number, card in box.cards.items() if card.aside}


@at_table("organiser")
@post_or_page(box_address)
def enter_card(request: TableRequest, table: Table) -> HttpResponse:
    """A card in one line; what the box already says otherwise is asked about first."""
    box = box_state(table)
    found = {one.key: one for one in shelves_of(box.catalogue, {})}
    shelf = found.get(request.POST.get("show", "")) or next(iter(found.values()))
    form = QuickForm(shelf.kind, request.POST)
    if not form.is_valid():
        return show_box(request, table, box, form)
    said = form.said
    if other := find_other_shelf(request, box, shelf, said["number"]):
        return show_box(request, table, box, form, other_shelf=other)
    elsewhere = said.pop("colour") if said.get("colour") == ANOTHER else ""
    seen: dict[str, Any] | None = None if "sure" in request.POST else {}
    try:
        problems = fill_in(request, table, said, seen)
    except Overtaken as overtaken:
        asked = describe_overtaken(overtaken, said)
        return show_box(request, table, box, form, overtaken=asked)
    if problems:
        return show_box(request, table, box, form, problems)
    if elsewhere:  # any other colour is typed on the card's own page
        return redirect(f"{card_address(table, said['number'])}#colour")
    # Without a place in the page: browsers focus the next card's name only then.
    return redirect(f"{box_address(table)}?show={shelf.key}&after={said['number']}")


def find_other_shelf(
    request: TableRequest, box: TableState, shelf: Shelf, number: int
) -> str:
    """Where a number belongs that was typed on another shelf; nothing once somebody is sure."""
    card = box.catalogue[number]
    here = shelf_key(card.kind, card.group) == shelf.key
    if here or request.POST.get("elsewhere") == str(number):
        return ""
    return shelf_words(card.kind, card.group)


def fill_in(
    request: TableRequest,
    table: Table,
    said: Mapping[str, Any],
    seen: Mapping[str, Any] | None,
) -> tuple[Problem, ...]:
    """Records what was said of a card; raises Overtaken where somebody else said it meanwhile."""
    if len(said) < 2:  # another colour is typed on the card's own page
        return ()
    given: Callable[[Any], None] | None = None
    if seen is not None:
        given = check_not_overtaken(said, seen)
    return try_act(request, open_box(table), "fill_box_card", said, given=given)


@at_table("spectator")
@require_http_methods(["GET", "HEAD", "POST"])
def box_card_page(request: TableRequest, table: Table, number: int) -> HttpResponse:
    box = box_state(table)
    if number not in box.catalogue:
        raise Http404
    card = box.catalogue[number]
    if request.method != "POST":
        return show_card(request, table, BoxCardForm(box, card))
    if not request.here.organises:
        raise Http404
    return save_card(request, table, BoxCardForm(box, card, request.POST))


def save_card(request: TableRequest, table: Table, form: BoxCardForm) -> HttpResponse:
    if not form.is_valid():
        return show_card(request, table, form, status=422)
    said = {"number": form.card.number, **form.said}
    try:
        problems = fill_in(request, table, said, form.looked_at())
    except Overtaken as overtaken:
        form.see_again(overtaken.card, overtaken.names)
        asked = describe_overtaken(overtaken, said)
        return show_card(request, table, form, overtaken=asked, status=422)
    if problems:
        return show_card(request, table, form, problems=problems, status=422)
    return redirect(shelf_address(table, form.card, SAVED if form.said else SAME))


def shelf_address(table: Table, card: Card, done: str = "") -> str:
    """The card on its shelf, which says what was just done with it."""
    return f"{box_address(table)}{shelf_query(card, done)}"


def show_card(
    request: TableRequest,
    table: Table,
    form: BoxCardForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    card = form.card
    shown = {
        "table": table,
        "card": card,
        "kind": KIND_NAMES[card.kind],
        "form": form,
        "places": shelf_choices(),
        "place": shelf_key(card.kind, card.group),
        "back": shelf_address(table, card),
        **more,
    }
    return render(request, "campaign/box/box_card.html", shown, status=status)


def card_address(table: Table, number: int) -> str:
    return reverse("box-card", args=[table.pk, number])


@at_table("organiser")
@post_or_page(card_address)
def move_card(request: TableRequest, table: Table, number: int) -> HttpResponse:
    """To the shelf its print names."""
    box = box_state(table)
    if number not in box.catalogue:
        raise Http404
    card = box.catalogue[number]
    kind, _dash, group = request.POST.get("place", "").partition("-")
    if (kind, group) == (str(card.kind), str(card.group)):
        return redirect(card_address(table, number))
    data = {"number": number, "kind": kind, "group": group}
    problems = try_act(request, open_box(table), "move_box_card", data)
    if problems:
        form = BoxCardForm(box, card)
        return show_card(request, table, form, problems=problems, status=422)
    moved = box_state(table).catalogue[number]
    return redirect(shelf_address(table, moved, MOVED))
