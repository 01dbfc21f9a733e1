"""The streams of live pages. They answer only where nothing else waits for them."""

from django.core.handlers.asgi import ASGIRequest
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.views.decorators.http import require_GET

from companion.log.live import Topic, stream
from companion.log.models import Log
from companion.tables.access import TableRequest, at_table
from companion.tables.models import Table


@at_table("spectator")
@require_GET
def session(request: TableRequest, session: Log) -> HttpResponseBase:
    return streamed(request, ("log", session.pk))


@at_table("spectator")
@require_GET
def campaign(request: TableRequest, campaign: Log) -> HttpResponseBase:
    return streamed(request, ("log", campaign.pk))


@at_table("spectator")
@require_GET
def table(request: TableRequest, table: Table) -> HttpResponseBase:
    return streamed(request, ("table", table.pk))


def streamed(request: HttpRequest, topic: Topic) -> HttpResponseBase:
    if not isinstance(
        request, ASGIRequest
    ):  # on a thread of the pages it would block it
        return HttpResponse(status=204)
    answer = StreamingHttpResponse(stream(topic), content_type="text/event-stream")
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer
