"""The way in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.games import GAMES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"games": GAMES.values()})


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says what is missing where the view knew it."""
    said = exception.args[0] if exception.args else ""
    reason = said if isinstance(said, str) else ""
    return render(request, "404.html", {"reason": reason}, status=404)
