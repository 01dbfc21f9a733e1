"""The catalogue: 163 numbered cards, filled in where a table first meets them."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaign.box.card_forms import CardForm
from campaign.box.card_notes import SAME, SAVED, note_on_card, shelf_query
from campaign.box.shelves import (
    by_kind,
    card_places,
    missions_without_number,
    shelves_of,
)
from campaign.drawn import draw_campaign_once, nobody
from campaign.models import Campaign
from companion.base.onward import safe_next
from companion.log.acting import try_act
from companion.tables.access import TableRequest, at_table
from scoring.rise_of_empire.cards import KIND_NAMES, Card, CardKind
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.rise_of_empire.state import CampaignState
from scoring.rules import Problem


@at_table("spectator")
@require_safe
@draw_campaign_once(nobody)
def catalogue_page(request: TableRequest, campaign: Campaign) -> HttpResponse:
    state = CAMPAIGN.load(campaign.state)
    found = {
        shelf.key: shelf for shelf in shelves_of(state.catalogue, card_places(state))
    }
    shelf = found.get(request.GET.get("show", "")) or next(iter(found.values()))
    shown = {
        "campaign": campaign,
        "shelves": by_kind(list(found.values())),
        "shelf": shelf,
        "note": note_on_card(request, shelf),
        "known": sum(shelf.known for shelf in found.values()),
        "all": len(state.catalogue),
    }
    return render(request, "campaign/box/catalogue.html", shown)


@at_table("spectator")
@require_http_methods(["GET", "HEAD", "POST"])
def card_page(request: TableRequest, campaign: Campaign, number: int) -> HttpResponse:
    state = CAMPAIGN.load(campaign.state)
    if number not in state.catalogue:
        raise Http404
    if request.method == "POST":
        return fill_in(request, campaign, state, state.catalogue[number])
    form = CardForm(state, state.catalogue[number])
    return show_card(request, campaign, state, form)


def fill_in(
    request: TableRequest, campaign: Campaign, state: CampaignState, card: Card
) -> HttpResponse:
    if not request.here.plays:
        raise Http404
    form = CardForm(state, card, request.POST)
    if not form.is_valid():
        return show_card(request, campaign, state, form, status=422)
    data = {"number": card.number, **form.said}
    problems = try_act(request, campaign, "fill_card", data) if form.said else ()
    if problems:
        return show_card(request, campaign, state, form, problems=problems, status=422)
    done = SAVED if form.said else SAME
    return redirect(page_after(request, campaign, card, done))


def page_after(
    request: TableRequest, campaign: Campaign, card: Card, done: str = ""
) -> str:
    """Where the card was needed, or its shelf, which says what was just done with it."""
    own = f"{reverse('catalogue', args=[campaign.pk])}{shelf_query(card, done)}"
    return safe_next(request) or own


def show_card(
    request: TableRequest,
    campaign: Campaign,
    state: CampaignState,
    form: CardForm,
    *,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    shown = {
        "campaign": campaign,
        "card": form.card,
        "kind": KIND_NAMES[form.card.kind],
        "form": form,
        "where": card_places(state).get(form.card.number),
        "offered": missions_without_number(state)
        if form.card.kind == CardKind.MISSION and not form.card.name
        else (),
        "back": page_after(request, campaign, form.card),
        "next": safe_next(request),
        "problems": problems,
    }
    return render(request, "campaign/box/card.html", shown, status=status)
