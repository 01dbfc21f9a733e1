"""What the environment says, or one sentence about what it can't mean."""

import os
import re
from collections.abc import Collection
from ipaddress import IPv4Network, IPv6Network, ip_network

PREFIX = re.compile(r"(/[A-Za-z0-9_~-]+)*")


def read_number(name: str, usual: int) -> int:
    """A whole number from the environment, or the usual one; anything else ends the start."""
    chosen = os.environ.get(name, "").strip() or str(usual)
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) < 10):
        raise SystemExit(f"{name} is {chosen!r}. Use a whole number.")
    return int(chosen)


def read_switch(name: str) -> bool:
    """Whether an environment variable is 1; anything but 1, 0 or nothing ends the start."""
    chosen = os.environ.get(name, "").strip() or "0"
    if chosen not in ("0", "1"):
        raise SystemExit(f"{name} is {chosen!r}. Use 1 or 0.")
    return chosen == "1"


def read_prefix(name: str) -> str:
    """The path under which all addresses lie, as `/empires`, or nothing; anything else ends the start."""
    chosen = os.environ.get(name, "").strip().strip("/")
    prefix = f"/{chosen}" if chosen else ""
    if not PREFIX.fullmatch(prefix):
        raise SystemExit(f"{name} is {chosen!r}. Use a path like /empires.")
    return prefix


def read_choice(name: str, known: Collection[str]) -> str:
    """One of the known words, or nothing; anything else ends the start."""
    chosen = os.environ.get(name, "").strip().lower()
    if chosen and chosen not in known:
        raise SystemExit(f"{name} is {chosen!r}. Use {' or '.join(known)}.")
    return chosen


def read_networks(name: str, usual: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Addresses and networks, separated by commas; anything else ends the start."""
    chosen = os.environ.get(name, "").strip() or usual
    try:
        return tuple(ip_network(one.strip()) for one in chosen.split(","))
    except ValueError as error:
        raise SystemExit(f"{name}: {error}. Use addresses like 10.0.0.0/8.") from error
