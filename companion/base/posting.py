"""Addresses that only take what is sent; whoever opens one is led to the page it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def post_or_page(page: Callable[..., str]) -> Callable[[View], View]:
    """Answers GET with a redirect to `page`, which gets the view's own arguments.

    A refused form leaves the browser at the address it was sent to: reloading that page or
    reopening the tab asks for it.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, /, *args: Any, **given: Any) -> Any:
            if request.method in ("GET", "HEAD"):
                return redirect(page(*args, **given))
            return view(request, *args, **given)

        return require_http_methods(["GET", "HEAD", "POST"])(answer)  # type: ignore[return-value]

    return decorate
