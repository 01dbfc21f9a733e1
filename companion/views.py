"""The way in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from scoring.games import GAMES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"games": GAMES.values()})


@require_safe
def icon(_request: HttpRequest) -> HttpResponse:
    """For what has no page of ours around it, such as the admin or a PDF."""
    return redirect(static("icon.svg"))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says what is missing where the view knew it."""
    said = exception.args[0] if exception.args else ""
    reason = said if isinstance(said, str) else ""
    return render(request, "404.html", {"reason": reason}, status=404)
