"""How much the tests try: enough to notice at once, or everything, as in CI (THOROUGH=1)."""

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings

THOROUGH = bool(os.environ.get("THOROUGH"))
Item = TypeVar("Item")
FEWER = 6  # a quick run tries one in so many


def examples(most: int, **options: object) -> settings:
    """Settings of a property test that tries this many examples when there is time."""
    number = most if THOROUGH else max(5, most // FEWER)
    return settings(max_examples=number, deadline=None, **options)


def some(items: Sequence[Item]) -> Sequence[Item]:
    """All of them when there is time, or one in so many, spread evenly."""
    return items if THOROUGH else items[::FEWER]


def main_one(items: Sequence[Item]) -> Sequence[Item]:
    """All of them when there is time, or the first, which most people use."""
    return items if THOROUGH else items[:1]


def load_profile() -> None:
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
    settings.register_profile("ours", deadline=None, suppress_health_check=quiet)
    settings.load_profile("ours")
