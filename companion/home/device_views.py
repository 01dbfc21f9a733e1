"""What a device keeps for itself: the app on its home screen, a page for when the laptop is away, light or dark."""

import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.base import themes
from companion.base.posting import post_or_page
from companion.home import pwa
from companion.hosting.health import check_health
from companion.tables.access import open_to_all

A_YEAR = 365 * 24 * 60 * 60


@open_to_all
@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    made = pwa.app_manifest(get_language() or settings.LANGUAGE_CODE)
    return JsonResponse(made, content_type="application/manifest+json")


@open_to_all
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """From the root, so that it may answer for every page."""
    kept = pwa.offline_cache(get_language() or settings.LANGUAGE_CODE)
    made = {"version": kept["version"], "kept": SafeString(json.dumps(kept))}
    return render(request, "home/device/sw.js", made, "text/javascript")


@open_to_all
@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """The same for everybody: the worker asks for it without cookies, so the language is in its address."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        return render(request, "home/offline.html")


@open_to_all
@require_safe
@never_cache
def alive(_request: HttpRequest) -> HttpResponse:
    """The cheapest answer there is, for a page that wants to know whether anybody answers."""
    return HttpResponse(status=204)


@open_to_all
@require_safe
@never_cache
def health(_request: HttpRequest) -> JsonResponse:
    """For whoever watches over the server: whether something can be saved, and for how long."""
    found = check_health()
    return JsonResponse(found.as_data(), status=200 if found.is_well else 503)


@open_to_all
@post_or_page(lambda: reverse("home"))
def set_theme(request: HttpRequest) -> HttpResponse:
    """Where there is no script; with one the page sets the same cookie itself, so it may write it."""
    theme = request.POST.get("theme", "")
    if theme not in themes.THEMES:
        raise Http404
    answer = redirect(previous_page(request))
    answer.set_cookie(
        themes.COOKIE,
        theme,
        max_age=A_YEAR,
        path=reverse("home"),  # where the script sets it too
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return answer


def previous_page(request: HttpRequest) -> str:
    address = request.headers.get("Referer", "")
    hosts, secure = {request.get_host()}, request.is_secure()
    ours = url_has_allowed_host_and_scheme(address, hosts, require_https=secure)
    # Without a slash Django would look for a view of that name.
    return address if ours and "/" in address else reverse("home")
