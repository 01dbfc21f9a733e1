"""The rules desk of a game, a move checked against it, and the rules on one sheet of paper."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from companion.paper.printing import print_document
from companion.sessions import rules_paper
from companion.sessions.aids.at_hand import QueryRecords, render_helper
from companion.sessions.aids.open_game import find_open_game
from companion.sessions.rules_desk import desk_page, games_under, read_rules_page
from companion.tables.access import HtmxRequest, open_to_all
from scoring.desks import DESKS
from scoring.games import GAMES

MOVE = "m"


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def rules_desk(request: HtmxRequest, slug: str) -> HttpResponse:
    page = read_rules_page(DESKS[slug], request.GET)
    return render_helper(
        request,
        GAMES[slug],
        desk_page(slug),
        play=find_open_game(request, *games_under(DESKS[slug])),
        query=page.query,
        rules=(),
        template="sessions/aids/rules.html",
        desk=page,
        paper_page=f"{desk_page(slug)}-paper",
        move_page=f"{slug}-move",
    )


@open_to_all
@require_safe
@vary_on_headers("HX-Request")
def check_move(request: HtmxRequest, slug: str, key: str) -> HttpResponse:
    move = next((one for one in DESKS[slug].moves if one.key == key), None)
    if move is None:
        raise Http404
    form = QueryRecords(request.GET, {MOVE: move.record}, max(GAMES[slug].players))
    answer = move.answer(form.record(MOVE))
    return render_helper(
        request,
        GAMES[slug],
        "move",
        play=find_open_game(request, *games_under(DESKS[slug])),
        query=form.entered,
        rules=move.rules,
        title=move.title,
        form=form,
        record=form[MOVE],
        problems=[("", one) for one in answer.problems if form.entered],
        outcome=answer.outcome,
        desk_page=desk_page(slug),
    )


@open_to_all
@require_safe
def rules_sheet(request: HtmxRequest, slug: str) -> HttpResponse:
    return print_document(
        request,
        desk_page(slug),
        lambda paper: rules_paper.draw_rules_sheet(DESKS[slug], paper=paper),
    )
