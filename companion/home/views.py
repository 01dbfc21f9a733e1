"""The way in, and what is there when nothing else is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from companion.home.glances import table_glances
from companion.hosting.backup import last_copy
from companion.sessions.finding import remembered_sessions, select_for_list
from companion.tables.access import open_to_all, own_tables
from scoring.games import GAMES


@open_to_all
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The visitor's own tables, the games, and the sessions this browser knows."""
    own = own_tables(request)
    shown = {
        "tables": table_glances(here.table for here in own if here.table),
        "games": GAMES.values(),
        "sessions": list(select_for_list(remembered_sessions(request))),
        "backup": last_copy() if any(here.organises for here in own) else None,
    }
    return render(request, "home/home.html", shown)


@open_to_all
@require_safe
def icon(_request: HttpRequest) -> HttpResponse:
    """For what has no page of ours around it, such as the admin or a PDF."""
    return redirect(static("icon.svg"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says what is missing where the view knew it."""
    said = exception.args[0] if exception.args else ""
    reason = said if isinstance(said, str) else ""
    return render(request, "404.html", {"reason": reason}, status=404)
