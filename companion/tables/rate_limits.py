"""How often somebody may fail to log in or join, counted in the database for all processes.

Failures count for the address they come from and for the name they are about, each on its
own: neither many names from one phone nor one name from many phones gets further. A refused
try isn't counted, so waiting helps. Between `check_attempts` and `record_failure` as many tries slip through
as the server answers at once, which is a handful.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from math import ceil

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from companion.tables.models import Attempt

NOW = timedelta(0)
NEIGHBOURHOOD = 64  # bits of an IPv6 address; one household has all the rest to itself


@dataclass(frozen=True)
class Limit:
    most: int
    window: timedelta


LIMIT = Limit(most=10, window=timedelta(minutes=15))


class TooMany(Exception):
    """Too many tries failed; says how long to wait."""

    def __init__(self, minutes: int) -> None:
        super().__init__(minutes)
        self.minutes = minutes

    def __str__(self) -> str:
        said = ngettext(
            "Too many attempts. Wait %(minutes)s minute.",
            "Too many attempts. Wait %(minutes)s minutes.",
            self.minutes,
        )
        return said % {"minutes": self.minutes}


def time_to_wait(
    failures: Iterable[datetime], limit: Limit, now: datetime
) -> timedelta:
    """How long until the next attempt is allowed.

    What lies ahead of the clock doesn't count: a clock that was set back locks nobody out.
    """
    counted = sorted(at for at in failures if NOW <= now - at < limit.window)
    if len(counted) < limit.most:
        return NOW
    return counted[-limit.most] + limit.window - now


def check_attempts(
    kind: str, request: HttpRequest, name: str = "", *, now: datetime | None = None
) -> None:
    """Raises TooMany when this address or this name failed too often."""
    now = now or timezone.now()
    recent = Attempt.objects.filter(kind=kind, at__gt=now - LIMIT.window)
    counted = [recent.filter(address=address_of(request))]
    if name:
        counted.append(recent.filter(name=name_digest(name)))
    wait = max(time_to_wait(attempt_times(one), LIMIT, now) for one in counted)
    if wait > NOW:
        raise TooMany(ceil(wait / timedelta(minutes=1)))


def attempt_times(attempts: QuerySet[Attempt]) -> QuerySet[Attempt, datetime]:
    return attempts.values_list("at", flat=True)


def record_failure(
    kind: str, request: HttpRequest, name: str = "", *, now: datetime | None = None
) -> None:
    now = now or timezone.now()
    Attempt.objects.filter(at__lte=now - LIMIT.window).delete()
    Attempt.objects.create(
        kind=kind, address=address_of(request), name=name_digest(name), at=now
    )


def forget_failures(kind: str, request: HttpRequest, name: str = "") -> None:
    """Deletes the failures of this address with this name.

    Nothing else: an account of one's own buys no more guesses at somebody else's.
    """
    Attempt.objects.filter(
        kind=kind, address=address_of(request), name=name_digest(name)
    ).delete()


def address_of(request: HttpRequest) -> str:
    """The address a request comes from; the proxy's header counts only behind a proxy."""
    told = request.headers.get("X-Forwarded-For") if settings.COMPANION_PROXY else None
    nearest = (told or "").rpartition(",")[2]  # only this one wrote our own proxy
    return counted_address(nearest) or counted_address(
        request.META.get("REMOTE_ADDR", "")
    )


def counted_address(written: str) -> str:
    """The address under which failures are counted, or an empty text."""
    try:
        address = ip_address(written.strip().partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> NEIGHBOURHOOD << NEIGHBOURHOOD))


def name_digest(name: str) -> str:
    """A digest of the name in lower case; unreadable, as some type their password there."""
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    return salted_hmac(
        "companion.tables.rate_limits", folded, algorithm="sha256"
    ).hexdigest()
