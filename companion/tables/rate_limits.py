"""How often somebody may try to get in or begin something, counted in the database for all processes.

An attempt counts for the address it comes from and for the name it is about, each on its own:
neither many names from one phone nor one name from many phones gets further. Who is known here
(a device that has logged in with this name, an account, a phone of a table) is counted apart, so
nobody else's attempts lock them out. A refused attempt isn't counted, so waiting helps.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from math import ceil

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from companion.base.locks import lock_until_commit
from companion.tables.known_devices import known_device
from companion.tables.models import Attempt

NOW = timedelta(0)
NEIGHBOURHOOD = 64  # bits of an IPv6 address; one household has all the rest to itself


@dataclass(frozen=True)
class Limit:
    most: int
    window: timedelta


QUARTER, HOUR = timedelta(minutes=15), timedelta(hours=1)
GUESSES = Limit(10, QUARTER)
LIMITS = {
    "log-in": GUESSES,
    "join": GUESSES,
    "demo": GUESSES,
    "sign-up": Limit(20, HOUR),
    "session": Limit(60, HOUR),
    "phone": Limit(100, HOUR),
    "person": Limit(30, HOUR),
    "name": Limit(20, HOUR),  # questions whether a phone may have one
}
LONGEST_WINDOW = max(limit.window for limit in LIMITS.values())


class TooMany(Exception):
    """Too many attempts; says how long to wait."""

    def __init__(self, minutes: int, kind: str = "") -> None:
        super().__init__(minutes, kind)
        self.minutes, self.kind = minutes, kind

    @property
    def seconds(self) -> int:
        return self.minutes * 60

    def __str__(self) -> str:
        said = ngettext(
            "Too many attempts. Wait %(minutes)s minute.",
            "Too many attempts. Wait %(minutes)s minutes.",
            self.minutes,
        )
        return said % {"minutes": self.minutes}


def time_to_wait(
    attempts: Iterable[datetime], limit: Limit, now: datetime
) -> timedelta:
    """How long until the next attempt is allowed.

    What lies ahead of the clock doesn't count: a clock that was set back locks nobody out.
    """
    counted = sorted(at for at in attempts if NOW <= now - at < limit.window)
    if len(counted) < limit.most:
        return NOW
    return counted[-limit.most] + limit.window - now


@transaction.atomic
def count_attempt(
    kind: str, request: HttpRequest, name: str = "", *, now: datetime | None = None
) -> Attempt:
    """Counts an attempt before it is looked at; raises TooMany where there were too many.

    One after another, so that as many as come at once are counted like as many in a row.
    """
    lock_until_commit(f"attempts {kind}")
    # Only now: what others counted while this one waited must not lie ahead of its clock.
    now = now or timezone.now()
    new = Attempt(kind=kind, at=now, **attempt_key(request, name))
    limit = LIMITS[kind]
    recent = Attempt.objects.filter(kind=kind, at__gt=now - limit.window)
    buckets = [Q(address=new.address), *([Q(name=new.name)] if new.name else [])]
    wait = max(
        time_to_wait(recent.filter(one).values_list("at", flat=True), limit, now)
        for one in buckets
    )
    if wait > NOW:
        raise TooMany(ceil(wait / timedelta(minutes=1)), kind)
    Attempt.objects.filter(at__lte=now - LONGEST_WINDOW).delete()
    new.save()
    return new


def forget_attempts(kind: str, request: HttpRequest, name: str = "") -> None:
    """Deletes the attempts of this address with this name.

    Nothing else: an account of one's own buys no more guesses at somebody else's.
    """
    Attempt.objects.filter(kind=kind, **attempt_key(request, name)).delete()


def attempt_key(request: HttpRequest, name: str) -> dict[str, str]:
    """Where an attempt comes from and what it is about."""
    digest = name_digest(name) if name else ""
    if own := known_device(request, digest):
        return {"address": own, "name": ""}
    return {"address": address_of(request), "name": digest}


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
