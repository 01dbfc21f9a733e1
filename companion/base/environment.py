"""What the environment says, or one sentence about what it can't mean."""

import os
import re

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
