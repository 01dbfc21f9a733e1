"""How large what is sent to an address may be; only views that take files take more than a form."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponseBase
from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

LARGEST_FORM = 64 * 1024  # bytes
LARGEST_FILE = 10_000_000
LARGEST_UPLOAD = LARGEST_FILE + LARGEST_FORM


def takes_files(view: View) -> View:
    """Marks a view that people send files to."""
    vars(view)["largest_body"] = LARGEST_UPLOAD
    return view


def largest_body(path: str) -> int:
    """How many bytes may be sent to this path."""
    try:
        view = resolve(path).func
    except Resolver404:
        return LARGEST_FORM
    return int(getattr(view, "largest_body", LARGEST_FORM))
