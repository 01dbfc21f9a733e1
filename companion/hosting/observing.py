"""What a server notices of every request, for its log and its numbers: never what was in it.

A path may hold the code of a table or of a game, so only its pattern is ever told.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from companion.hosting import metrics
from companion.hosting.bodies import Application, Message, Receive, Send
from companion.hosting.json_logs import log_request
from companion.tables.rate_limits import TooMany

KEY = "companion.observed"  # in the scope, where both kinds of handlers find it
REQUEST_ID = b"x-request-id"
GOOD_ID = re.compile(rb"[A-Za-z0-9-]{8,64}")
METHODS = ("GET", "HEAD", "POST")
STATIC, LIVE, OTHER = "static", "live", "other"
STREAM = b"text/event-stream"


@dataclass
class Observed:
    """One request: the server fills in how it went, Django what it was."""

    id: str
    method: str
    route: str = OTHER
    role: str = ""
    table: int | None = None
    refused: str = ""  # what there were too many of
    status: int = 0
    is_stream: bool = False
    begun: float = field(default_factory=time.perf_counter)
    seconds: float = 0.0


class ObserveRequests:
    """Counts and logs every request once it is answered; a stream also when it ends."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.application(scope, receive, send)
        observed = begin_observing(scope)
        scope[KEY] = observed

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                note_answer(observed, message)
            await send(message)

        try:
            return await self.application(scope, receive, send_on)
        finally:
            if observed.is_stream:
                metrics.count_streams(-1)


def begin_observing(scope: Any) -> Observed:
    method = scope["method"] if scope["method"] in METHODS else OTHER
    below = scope["path"].removeprefix(settings.COMPANION_PREFIX)
    route = STATIC if below.startswith("/static/") else OTHER
    return Observed(request_id(scope), method, route)


def request_id(scope: Any) -> str:
    """The proxy's own, where there is one, so that both logs speak of the same request."""
    given: bytes = dict(scope["headers"]).get(REQUEST_ID, b"")
    is_told = settings.COMPANION_PROXY and GOOD_ID.fullmatch(given)
    return given.decode() if is_told else secrets.token_hex(8)


def note_answer(observed: Observed, message: Message) -> None:
    observed.status = message["status"]
    observed.seconds = time.perf_counter() - observed.begun
    headers = list(message.get("headers", ()))
    observed.is_stream = any(
        name.lower() == b"content-type" and value.startswith(STREAM)
        for name, value in headers
    )
    if observed.is_stream:
        observed.route = LIVE
        metrics.count_streams(1)
    message["headers"] = [*headers, (REQUEST_ID, observed.id.encode())]
    metrics.count_request(observed)
    if settings.COMPANION_LOG:
        log_request(observed)


def observe_requests(application: Application) -> Application:
    """Only where somebody reads what is noticed."""
    wanted = settings.COMPANION_LOG or metrics.ARE_COUNTED
    return ObserveRequests(application) if wanted else application


class TellServer:
    """Tells the server which page it was, and for whom, behind every other layer of Django's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if observed := observed_of(request):
            found, here = request.resolver_match, getattr(request, "here", None)
            observed.route = found.route or "/" if found else OTHER
            observed.role = str(here.role) if here else ""
            observed.table = here.table.pk if here and here.table else None
        return answer

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        if isinstance(error, TooMany) and (observed := observed_of(request)):
            observed.refused = error.kind


def observed_of(request: HttpRequest) -> Observed | None:
    """None where no server of ours asks, as in a test."""
    scope = getattr(request, "scope", None) or request.META.get("asgi.scope", {})
    observed: Observed | None = scope.get(KEY)
    return observed
