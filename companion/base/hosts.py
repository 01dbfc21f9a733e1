"""Which Host headers are answered: this machine's names and its addresses in a private network."""

import socket
from collections.abc import Callable
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

LOOPBACK = ("localhost", "127.0.0.1")
PRIVATE = tuple(
    map(
        ip_network,
        (
            "127.0.0.0/8",
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "::1/128",
            "fc00::/7",
            "fe80::/10",
        ),
    )
)


@cache
def own_names() -> frozenset[str]:
    full = socket.gethostname().lower()
    short = full.split(".")[0]
    return frozenset({"localhost", full, short, f"{short}.local"})


def is_private(address: str) -> bool:
    return any(ip_address(address) in network for network in PRIVATE)


def is_own_host(host: str, reached: str = "") -> bool:
    """Whether a Host header names this machine; `reached` is the address a connection came in at."""
    domain, _port = split_domain_port(host)
    if domain in own_names() or domain in settings.COMPANION_HOSTS:
        return True
    try:
        address = ip_address(domain.strip("[]"))
    except ValueError:
        return False
    return address.is_loopback or (
        is_private(str(address)) and is_own_address(address, reached)
    )


def is_own_address(address: IPv4Address | IPv6Address, reached: str) -> bool:
    """Whether a connection can have come in at this address of ours."""
    if "%" not in reached and reached.strip("[]") == str(address):
        return True
    from companion.base.addresses import own_addresses  # it asks which are private

    return str(address) in own_addresses()


class OnlyOurHosts:
    """Answers only to our own host names, so that a page elsewhere can't reach us (DNS rebinding)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        host = request.get_host()
        if not is_own_host(host, request.META.get("SERVER_NAME", "")):
            raise DisallowedHost(f"{host!r} is none of this machine's names")
        return self.get_response(request)
