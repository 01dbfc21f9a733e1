"""The way in, and what is there when nothing else is."""

import logging
import secrets
import sys

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_safe

from campaign.models import Campaign
from companion.base.themes import chosen_theme
from companion.home.glances import table_glances
from companion.home.tonight import sort_by_last_use, tonight
from companion.hosting.backup import last_copy
from companion.log.versions import version_of
from companion.sessions.finding import remembered_sessions, select_for_list
from companion.tables.access import Here, open_to_all, own_tables
from scoring.games import GAMES

log = logging.getLogger(__name__)
CAMPAIGN_GAME = "rise_of_empire"
UNWRITABLE = {  # what databases and systems say
    "disk is full": "full",
    "no space left": "full",
    "readonly database": "read-only",
    "read-only": "read-only",
}
STATUS_OF = {"full": 507, "read-only": 507, "away": 503}


@open_to_all
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The visitor's table first, if there is one; then the games and everything else."""
    own = own_tables(request)
    mine = sort_by_last_use(
        [here for here in own if here.table and not here.table.demo]
    )
    first = mine[0] if mine else None
    shown = {
        "here": first,
        "version": version_of(first.table) if first and first.table else None,
        "tonight": tonight(first.table) if first and first.table else None,
        "tables": table_glances(here.table for here in mine[1:] if here.table),
        "start_at": next((here.table for here in mine if here.organises), None),
        "demo": own_demo(own),
        "games": GAMES.values(),
        "campaign_game": GAMES[CAMPAIGN_GAME],
        "sessions": list(select_for_list(remembered_sessions(request))),
        "backup": last_copy() if any(here.organises for here in mine) else None,
    }
    return render(request, "home/home.html", shown)


def own_demo(own: list[Here]) -> Campaign | None:
    """The demo somebody is in the middle of."""
    demos = [here.table for here in own if here.table and here.table.demo]
    return demos[0].campaigns.first() if demos else None


@open_to_all
@require_safe
def icon(_request: HttpRequest) -> HttpResponse:
    """For what has no page of ours around it, such as the admin or a PDF."""
    return redirect(static("icon.svg"))


def server_error(request: HttpRequest) -> HttpResponse:
    """A page with a short code that stands in the log too; it asks nothing of the database."""
    code = secrets.token_hex(3)
    # The pattern: a path may hold the code of a table or of a game.
    route = request.resolver_match.route if request.resolver_match else ""
    told = {"code": code, "route": route}
    log.error("Error %s at /%s", code, route, exc_info=True, extra={"told": told})
    why = why_unsaved(sys.exc_info()[1])
    shown = {"code": code, "why": why, "theme": chosen_theme(request)}
    page = render_to_string("500.html", shown)
    answer = HttpResponse(page, status=STATUS_OF.get(why, 500))
    if why == "away":
        answer["Retry-After"] = "5"
    return answer


def why_unsaved(error: BaseException | None) -> str:
    """Why nothing can be read or written: no room, no right to, or no database there just now."""
    said = str(error).lower() if isinstance(error, OperationalError | OSError) else ""
    unwritable = next((why for sign, why in UNWRITABLE.items() if sign in said), "")
    away = isinstance(error, OperationalError | InterfaceError)
    return unwritable or ("away" if away else "")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Reads no form any more: it may be what is wrong, and would be so again."""
    request.POST = QueryDict()
    return explain_bad_request(request, exception)


@requires_csrf_token
def explain_bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says so where nothing is wrong but the name in the address."""
    shown = {"is_foreign": isinstance(exception, DisallowedHost)}
    return render(request, "400.html", shown, status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says what is missing where the view knew it."""
    said = exception.args[0] if exception.args else ""
    reason = said if isinstance(said, str) else ""
    return render(request, "404.html", {"reason": reason}, status=404)
