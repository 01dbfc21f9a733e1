"""The way in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.games import GAMES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"games": GAMES.values()})
