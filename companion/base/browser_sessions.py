"""What a browser is remembered by, also where nothing can be written just now."""

from __future__ import annotations

from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

READING = ("GET", "HEAD", "OPTIONS")


class RememberBrowsers(SessionMiddleware):
    """On a full disk people still read their pages; only that they were here is forgotten."""

    def process_response(
        self, request: HttpRequest, response: HttpResponse
    ) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except (SessionInterrupted, OperationalError) as error:
            unwritten = find_write_error(error)
            if unwritten is None:
                raise
            if request.method not in READING:
                raise unwritten from None
            return response


def find_write_error(error: BaseException | None) -> OperationalError | None:
    """What the database said; Django takes it for a session that somebody else has ended."""
    if error is None or isinstance(error, OperationalError):
        return error
    return find_write_error(error.__context__)
