"""Requests no page of ours makes: refused here, so that no view has to think of them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse

TOO_LONG = re.compile(r"\d{19}")  # no row's number has so many digits
ADMIN = "/admin/"


class RefuseOddRequests:
    """Answers 404 to addresses that can't exist, and 400 to what can't be read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if TOO_LONG.search(request.path_info):
            raise Http404
        if not is_utf8(request.encoding):
            raise BadRequest("Only UTF-8 is understood.")
        if request.encoding:
            request.encoding = "utf-8"  # Django knows it by this name only
        if request.path_info.startswith(ADMIN) and not are_rows_numbers(request):
            raise BadRequest("Rows are chosen by their numbers.")
        return self.get_response(request)


def is_utf8(encoding: str | None) -> bool:
    """Whether a body is in the encoding browsers use; anything else isn't from one."""
    return encoding is None or codecs.lookup(encoding).name == "utf-8"


def are_rows_numbers(request: HttpRequest) -> bool:
    """Whether every row that is ticked in a list of the admin may be one; Django asks the database."""
    ticked = request.POST.getlist("_selected_action")
    return all(one.isascii() and one.isdigit() and len(one) < 19 for one in ticked)
