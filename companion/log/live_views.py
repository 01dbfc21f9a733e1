"""The streams of live pages. They answer only where nothing else waits for them."""

from collections.abc import AsyncGenerator

from django.core.handlers.asgi import ASGIRequest
from django.http import (
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.views.decorators.http import require_GET

from companion.log.listeners import find_listener
from companion.log.live import Page, stream_versions
from companion.log.models import Log
from companion.log.stream_limits import check_streams, count_stream, stream_keys
from companion.log.versions import Topic
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table


@at_table("spectator", key_only=True)
@require_GET
def session_stream(request: TableRequest, session: Log) -> HttpResponseBase:
    return stream_response(request, ("log", session.pk))


@at_table("spectator", key_only=True)
@require_GET
def campaign_stream(request: TableRequest, campaign: Log) -> HttpResponseBase:
    return stream_response(request, ("log", campaign.pk))


@at_table("spectator", key_only=True)
@require_GET
def table_stream(request: TableRequest, table: Table) -> HttpResponseBase:
    return stream_response(request, ("table", table.pk))


class StreamAnswer(StreamingHttpResponse):
    """The events of a page, for Django to send or for whoever sends them with less around it."""

    def __init__(self, page: Page, keys: list[str]) -> None:
        self.page, self.keys = page, keys
        self.events: AsyncGenerator[str] = stream_versions(page)
        counted = count_stream(self.events, keys)
        super().__init__(counted, content_type="text/event-stream")
        self["Cache-Control"] = "no-store"
        self["X-Accel-Buffering"] = "no"


def stream_response(request: TableRequest, topic: Topic) -> HttpResponseBase:
    if not isinstance(
        request, ASGIRequest
    ):  # on a thread of the pages it would block it
        return HttpResponse(status=204)
    keys = stream_keys(request)
    check_streams(keys)
    table = request.here.table
    listener = find_listener(request, topic)
    return StreamAnswer(Page(topic, table.pk if table else None, listener), keys)
