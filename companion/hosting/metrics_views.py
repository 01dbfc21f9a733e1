"""The address under which Prometheus reads the numbers of this server."""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from companion.hosting.metrics import ARE_COUNTED, write_metrics
from companion.tables.access import open_to_all

TEXT = "text/plain; version=0.0.4; charset=utf-8"


@open_to_all
@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not (ARE_COUNTED and may_read(request)):
        raise Http404
    return HttpResponse(write_metrics(), content_type=TEXT)


def may_read(request: HttpRequest) -> bool:
    """Whether it comes from an allowed address; nobody can say to be elsewhere than they are."""
    passed_on = request.headers.get("X-Forwarded-For", "")
    if passed_on and not settings.COMPANION_PROXY:
        return False  # by a proxy we know nothing of, behind which everybody seems to be here
    # Only the last one was written by our own proxy.
    told = passed_on.rpartition(",")[2] or request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(told.strip())
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in settings.COMPANION_METRICS)
