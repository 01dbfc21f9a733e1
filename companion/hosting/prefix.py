"""Under a path of its own, as /empires/, behind a proxy that has other programs too."""

from __future__ import annotations

from typing import Any

from django.urls import get_resolver

from companion.hosting.bodies import Application, Receive, Send


class CutPrefix:
    """Calls the application with the path behind the prefix; a proxy may cut it off or leave it.

    Django puts it back before every address by itself (FORCE_SCRIPT_NAME).
    """

    def __init__(self, application: Application, prefix: str) -> None:
        self.application, self.prefix = application, prefix

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path == self.prefix:
            return await self.add_slash(send)
        if path.startswith(f"{self.prefix}/"):
            scope = {**scope, "path": path.removeprefix(self.prefix)}
        return await self.application(scope, receive, send)

    async def add_slash(self, send: Send) -> None:
        """Cookies and the installed app belong to what lies below the slash."""
        headers = [(b"location", f"{self.prefix}/".encode()), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 308, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def serve_below(prefix: str, application: Application) -> Application:
    return CutPrefix(application, prefix) if prefix else application


def is_own_word(prefix: str) -> bool:
    """Whether addresses of ours begin so too: nobody could tell which of both a path means."""
    routes = (str(one.pattern) for one in get_resolver().url_patterns)
    own = {route.partition("/")[0] for route in routes} | {"static"}
    return prefix.split("/")[1] in own if prefix else False
