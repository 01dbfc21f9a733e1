"""How it works, in pictures."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from companion import __version__
from companion.tables.access import open_to_all


@open_to_all
@require_safe
def how_to(request: HttpRequest) -> HttpResponse:
    return render(request, "home/how_to.html", {"version": __version__})
