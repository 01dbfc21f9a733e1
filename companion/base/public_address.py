"""The address that may stand on paper: one that still leads here tomorrow, from a phone.

That is what COMPANION_URL says, or the .local name of this machine where it answers to it. A bare
local address is another machine's next week, so it never gets printed.
"""

from __future__ import annotations

import os
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest
from django.http.request import split_domain_port

ASK_AGAIN_AFTER = 300  # seconds: a laptop may have joined another network
WAIT = 0.4  # seconds for an answer; a sheet isn't held up by a network that sleeps
LOCAL = ".local"


def configured_address(chosen: str, prefix: str = "") -> str:
    """What COMPANION_URL says, without a slash at its end and without the prefix all addresses have."""
    chosen = chosen.strip().rstrip("/")
    parts = urlsplit(chosen)
    if chosen and not (parts.scheme in ("http", "https") and parts.hostname):
        raise ImproperlyConfigured(
            f"COMPANION_URL is {chosen!r}. Use an address like https://empires.example.org."
        )
    if parts.path not in ("", prefix):
        raise ImproperlyConfigured(
            f"COMPANION_URL is {chosen!r}. Set COMPANION_PREFIX={parts.path} too."
        )
    return chosen.removesuffix(prefix)


def host_of(address: str) -> str:
    return urlsplit(address).hostname or ""


def public_address(request: HttpRequest) -> str:
    """Where a code on paper may lead, without a slash at its end; nothing where there is no such place."""
    from django.conf import settings  # which reads this module itself

    if settings.COMPANION_URL:
        return str(settings.COMPANION_URL)
    name, (_host, port) = local_name(request), split_domain_port(request.get_host())
    behind = f":{port}" if port else ""
    return f"{request.scheme}://{name}{behind}" if name else ""


def local_name(request: HttpRequest) -> str:
    """The .local name somebody has just come by, or one that this machine finds itself under."""
    from companion.base.hosts import own_names

    if listens_only_here():
        return ""
    came_by, _port = split_domain_port(request.get_host())
    names = sorted(one for one in own_names() if one.endswith(LOCAL))
    if came_by in names:
        return came_by
    asked = int(time.monotonic() // ASK_AGAIN_AFTER)
    return next((one for one in names if name_leads_here(one, asked)), "")


def listens_only_here() -> bool:
    """Whether the server listens to this machine alone, so that no phone could come."""
    listening = os.environ.get("COMPANION_ADDRESS") or "0.0.0.0"  # noqa: S104 - it is only compared
    try:
        return ip_address(listening).is_loopback
    except ValueError:
        return False


@lru_cache(8)
def name_leads_here(name: str, _asked: int) -> bool:
    """Whether the name leads to an address of ours that a phone can reach."""
    pool = ThreadPoolExecutor(max_workers=1)
    try:
        found = pool.submit(socket.getaddrinfo, name, None).result(WAIT)
    except (OSError, TooLate):
        return False
    finally:
        pool.shutdown(wait=False)
    return any(is_phone_reachable(str(place[0])) for *_, place in found)


def is_phone_reachable(address: str) -> bool:
    from companion.base.addresses import is_reachable

    return is_reachable(address.split("%")[0])
