"""How much the tests try: enough to notice at once, or everything, as in CI (THOROUGH=1)."""

import os

from hypothesis import HealthCheck, settings

THOROUGH = bool(os.environ.get("THOROUGH"))
FEWER = 6  # a quick run tries one in so many


def examples(most: int, **options: object) -> settings:
    """Settings of a property test that tries this many examples when there is time."""
    number = most if THOROUGH else max(5, most // FEWER)
    return settings(max_examples=number, deadline=None, **options)


def load_profile() -> None:
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
    settings.register_profile("ours", deadline=None, suppress_health_check=quiet)
    settings.load_profile("ours")
