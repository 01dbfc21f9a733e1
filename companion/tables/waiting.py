"""The page of whoever has tried too often: how long to wait, in words and for programs."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from companion.tables.rate_limits import TooMany


class AnswerTooMany:
    """Answers TooMany, wherever it was raised."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, error: Exception
    ) -> HttpResponse | None:
        if not isinstance(error, TooMany):
            return None
        answer = render(request, "tables/wait.html", {"many": error}, status=429)
        answer["Retry-After"] = str(error.seconds)
        return answer
