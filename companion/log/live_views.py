"""The streams of live pages. They answer only where nothing else waits for them."""

from django.core.handlers.asgi import ASGIRequest
from django.http import (
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.views.decorators.http import require_GET

from companion.log.live import Topic, stream_versions
from companion.log.models import Log
from companion.log.stream_limits import check_streams, count_stream, stream_keys
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table
from companion.tables.staying import Visitor


@at_table("spectator")
@require_GET
def session_stream(request: TableRequest, session: Log) -> HttpResponseBase:
    return stream_response(request, ("log", session.pk))


@at_table("spectator")
@require_GET
def campaign_stream(request: TableRequest, campaign: Log) -> HttpResponseBase:
    return stream_response(request, ("log", campaign.pk))


@at_table("spectator")
@require_GET
def table_stream(request: TableRequest, table: Table) -> HttpResponseBase:
    return stream_response(request, ("table", table.pk))


def stream_response(request: TableRequest, topic: Topic) -> HttpResponseBase:
    if not isinstance(
        request, ASGIRequest
    ):  # on a thread of the pages it would block it
        return HttpResponse(status=204)
    keys = stream_keys(request)
    check_streams(keys)
    table = request.here.table
    visitor = Visitor(request.here, request.user)
    events = stream_versions(topic, visitor.is_welcome, table.pk if table else None)
    events = count_stream(events, keys)
    answer = StreamingHttpResponse(events, content_type="text/event-stream")
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer
