"""What uvicorn serves: the pages on threads, which is two to five times faster than Django under
ASGI, and the streams of live pages on the loop, where thousands can wait."""

from typing import Any

# First, because it sets Django up, without which no model can be imported.
from companion.wsgi import application as on_threads

# isort: split
from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application

from companion.hosting.bodies import GatherBodies
from companion.hosting.observing import observe_requests
from companion.hosting.prefix import serve_below
from companion.log.stream_server import StreamServer

pages: Any = WSGIMiddleware(
    on_threads,  # type: ignore[arg-type]  # two names for one WSGI: a dict, a TypedDict
    workers=8,
    # A thread hands over a whole file at once and leaves it to the loop to send it.
    send_queue_size=4096,
)
django: Any = get_asgi_application()
streams = StreamServer(otherwise=django)


async def answer(scope: Any, receive: Any, send: Any) -> None:
    waits = scope["type"] == "http" and scope["path"].endswith("/live/")
    await (streams if waits else pages)(scope, receive, send)


application = observe_requests(
    serve_below(settings.COMPANION_PREFIX, GatherBodies(answer))
)
