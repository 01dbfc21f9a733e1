"""The addresses of named pages, each found once and then known again."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.urls import (
    URLResolver,
    get_resolver,
    get_script_prefix,
    get_urlconf,
    reverse,
)


def known_address(name: str, *args: int | str) -> str:
    """The address of a named page, as {% url %} finds it."""
    return find_address(get_resolver(get_urlconf()), get_script_prefix(), name, *args)


@lru_cache(maxsize=4096, typed=True)  # 1 isn't True
def find_address(_resolver: URLResolver, _prefix: str, name: str, *args: Any) -> str:
    """As Django finds it; the resolver is another one as soon as the addresses are others."""
    return reverse(name, args=args)
