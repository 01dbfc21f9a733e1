"""The whole application as uvicorn calls it, asked without a server."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.aside import run_aside


class Answered(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def ask(
    application: Any, path: str, method: str = "GET", body: bytes = b"", **headers: str
) -> Answered:
    """The answer to one request; a header is written with _ for -."""
    answered: Answered = run_aside(ask_soon(application, path, method, body, headers))
    return answered


async def ask_soon(
    application: Any, path: str, method: str, body: bytes, headers: dict[str, str]
) -> Answered:
    sent: list[dict[str, Any]] = []
    given = [{"type": "http.request", "body": body, "more_body": False}]
    asked = {"host": "localhost", **headers}

    async def receive() -> dict[str, Any]:
        return given.pop() if given else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "query_string": b"",
        "client": ("127.0.0.1", 4000),
        "server": ("127.0.0.1", 8000),
        "headers": [
            (name.replace("_", "-").encode(), value.encode())
            for name, value in asked.items()
        ],
    }
    await application(scope, receive, send)
    start = sent[0]
    told = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answered(
        start["status"], told, b"".join(one.get("body", b"") for one in sent)
    )
