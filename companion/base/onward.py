"""Brings a visitor back to the page that sent them to a form."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme


def safe_next(request: HttpRequest) -> str:
    """The page of ours that asked for this one, or nothing."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()})
    # Without the slash Django would look for a view of that name.
    return wanted if safe and wanted.startswith("/") else ""


def redirect_onward(request: HttpRequest) -> HttpResponse | None:
    wanted = safe_next(request)
    return redirect(wanted) if wanted else None
