"""Under which addresses this machine can be reached, by its own browser and by phones."""

import socket
from collections.abc import Iterator
from ipaddress import ip_address

from django.conf import settings

from companion.base.hosts import is_private

# Choosing a route to these sends nothing. The first stands for "anywhere"; the others are
# neighbours on a hotspot of this laptop's own (Linux, Windows, macOS), which leads nowhere else.
NEIGHBOURS = ("192.0.2.1", "10.42.0.2", "192.168.137.2", "192.168.2.2")


def make_url(host: str, port: int) -> str:
    scheme, usual = ("https", 443) if settings.COMPANION_CERTIFICATE else ("http", 80)
    place = f"{host}:{port}" if port != usual else host
    return f"{scheme}://{place}{settings.COMPANION_PREFIX}/"


def local_host_name(listening: str) -> str:
    """The host name for a browser on this machine, when the server listens on an address."""
    address = ip_address(listening)
    everywhere = address.is_unspecified or address.is_loopback
    return "localhost" if everywhere else listening


def phone_address(listening: str) -> str | None:
    """The address other machines in the network can use, or None when there is none."""
    if ip_address(listening).is_unspecified:
        return network_address()
    return listening if is_reachable(listening) else None


def network_address() -> str | None:
    return next(filter(is_reachable, own_addresses()), None)


def is_reachable(address: str) -> bool:
    """A loopback address leads a phone to itself, and one that isn't private we refuse."""
    return not ip_address(address).is_loopback and is_private(address)


def own_addresses() -> Iterator[str]:
    for neighbour in NEIGHBOURS:
        yield from routed_address(neighbour)
    yield from addresses_by_name()


def routed_address(destination: str) -> Iterator[str]:
    """The address of ours that packets to the destination would leave from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((destination, 9))
        except OSError:
            return
        yield probe.getsockname()[0]


def addresses_by_name() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    yield from (str(place[0]) for *_, place in found)
