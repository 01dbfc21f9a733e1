"""Scoring a game on one page whose address is its state."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import replace_url

from companion.paper.page import PAPERS
from companion.paper.printing import pdf_response
from companion.sessions import score_proof as proof
from companion.sessions import score_sheet
from companion.sessions.forms import ScoringForm, example_query
from companion.sessions.result import make_result
from companion.tables.access import HtmxRequest, open_to_all
from scoring.games import GAMES
from scoring.sheet import Game, cited_rules, score_game


def find_game_or_404(slug: str) -> Game[Any, Any]:
    if slug not in GAMES:
        raise Http404
    return GAMES[slug]


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def scoring(request: HtmxRequest, slug: str) -> HttpResponse:
    game = find_game_or_404(slug)
    form = ScoringForm(game, request.GET)
    address = f"{request.path}?{form.query}"
    part = request.htmx and not request.htmx.history_restore_request
    if request.GET and not part and request.get_full_path() != address:
        return redirect(address)
    shown = {
        "game": game,
        "form": form,
        "papers": PAPERS,
        "result": make_result(form, score_game(game, form.played_tallies)),
    }
    if part:
        return replace_url(
            render(request, "sessions/score/_update.html", shown), address
        )
    shown |= {"rules": cited_rules(game), "example": example_query(game)}
    return render(request, "sessions/score/scoring.html", shown)


@open_to_all
@require_safe
def blank_sheet(request: HtmxRequest, slug: str) -> HttpResponse:
    game = find_game_or_404(slug)
    players = {str(number): number for number in game.players}
    paper = request.GET.get("paper", "a4")
    asked = request.GET.get("players", str(game.players[-1]))
    if asked not in players or paper not in PAPERS:
        raise Http404(
            _(
                "We don't have this sheet. Check the number of players and the paper "
                "size."
            )
        )
    document = score_sheet.draw_score_sheet(game, players=players[asked], paper=paper)
    return pdf_response(document, f"{slug}-{asked}-{paper}.pdf")


@open_to_all
@require_safe
def score_proof(request: HtmxRequest, slug: str) -> HttpResponse:
    """The result of the page whose address this is called with, on paper."""
    game = find_game_or_404(slug)
    paper = request.GET.get("paper", "a4")
    if paper not in PAPERS:
        raise Http404(_("This paper doesn't exist."))
    form = ScoringForm(game, request.GET)
    result = make_result(form, score_game(game, form.played_tallies))
    return pdf_response(
        proof.draw_score_proof(form, result, paper=paper), f"{slug}-result-{paper}.pdf"
    )
