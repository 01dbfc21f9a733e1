"""What is sent to us: gathered whole, within its size and time, before a thread is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from companion.base.uploads import LARGEST_FORM, LARGEST_UPLOAD, largest_body
from companion.hosting import bodies
from companion.hosting.bodies import GatherBodies
from tests.aside import run_aside

FORM = "/sessions/start/"


class Visitor:
    """Sends parts one after another, then nothing more; keeps what is answered."""

    def __init__(self, parts: Iterable[bytes], *, ends: bool = True) -> None:
        self.parts, self.ends = list(parts), ends
        self.sent: list[Any] = []
        self.taken = 0  # bytes that were read from it

    async def receive(self) -> Any:
        if not self.parts:
            await asyncio.sleep(3600)
        part = self.parts.pop(0)
        self.taken += len(part)
        more = bool(self.parts) or not self.ends
        return {"type": "http.request", "body": part, "more_body": more}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def page(self) -> str:
        return self.sent[1]["body"].decode()


class Reached:
    """An application that notes which bodies it got."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, _scope: Any, receive: Any, _send: Any) -> None:
        self.bodies.append((await receive())["body"])


def post(visitor: Visitor, path: str = FORM, **headers: str) -> list[bytes]:
    """Sends it all; what the application got."""
    reached = Reached()
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [
            (k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()
        ],
    }
    run_aside(GatherBodies(reached)(scope, visitor.receive, visitor.send))
    return reached.bodies


def test_a_body_in_parts_arrives_as_one():
    assert post(Visitor([b"a=", b"1", b"&b=2"])) == [b"a=1&b=2"]


def test_a_form_that_announces_too_much_is_refused_before_it_is_sent():
    visitor = Visitor([b"x" * 10], ends=False)
    too_much = str(LARGEST_FORM + 1)
    assert post(visitor, content_length=too_much, expect="100-continue") == []
    assert (visitor.status, visitor.taken) == (413, 0)


def test_a_refusal_keeps_the_theme_that_was_chosen():
    visitor = Visitor([b"x"])
    post(visitor, content_length=str(LARGEST_FORM + 1), cookie="theme=dark")
    assert 'data-theme="dark"' in visitor.page


def test_a_form_that_grows_too_large_is_refused_though_it_announced_nothing():
    visitor = Visitor([b"x" * 1024] * 200)
    assert post(visitor) == []
    assert visitor.status == 413
    assert visitor.taken <= LARGEST_FORM + 1024
    assert "Go back and shorten it." in visitor.page
    assert "10 MB" not in visitor.page


def test_a_form_of_just_the_limit_is_taken():
    (body,) = post(Visitor([b"x" * LARGEST_FORM]), content_length=str(LARGEST_FORM))
    assert len(body) == LARGEST_FORM


def test_half_a_body_is_waited_for_only_so_long(monkeypatch):
    monkeypatch.setattr(bodies, "PATIENCE", 0.01)
    visitor = Visitor([b"a="], ends=False)
    assert post(visitor, content_length="100") == []
    assert visitor.status == 408


def test_a_large_file_may_take_longer_while_it_keeps_coming(monkeypatch):
    """With nothing but the patience for a form the second part would be too late."""
    monkeypatch.setattr(bodies, "PATIENCE", 0.05)
    monkeypatch.setattr(bodies, "SLOWEST", 1)
    monkeypatch.setattr(bodies, "largest_body", lambda _path: LARGEST_UPLOAD)

    class Slow(Visitor):
        async def receive(self) -> Any:
            if self.taken:
                await asyncio.sleep(0.1)
            return await super().receive()

    assert post(Slow([b"x" * 100, b"y"])) == [b"x" * 100 + b"y"]


def bounded(monkeypatch, **most: int) -> GatherBodies:
    for name, size in most.items():
        monkeypatch.setitem(bodies.MOST_HELD, name, size)
    return GatherBodies(Reached())


def sent_by(path: str = FORM, address: str = "10.0.0.1") -> dict[str, Any]:
    common = {"type": "http", "method": "POST", "query_string": b"", "headers": []}
    return {**common, "path": path, "client": (address, 1)}


def test_all_forms_on_their_way_together_are_bounded(monkeypatch):
    visitor = Visitor([b"x" * 1001])
    gather = bounded(monkeypatch, forms=1000)
    run_aside(gather(sent_by(), visitor.receive, visitor.send))
    assert visitor.status == 503
    assert (b"retry-after", b"10") in visitor.sent[0]["headers"]
    assert not gather.application.bodies


def test_whoever_sends_more_than_there_is_room_for_is_heard_out(monkeypatch):
    """A browser reads no answer before it has sent everything."""
    visitor = Visitor([b"x" * 1001, b"y" * 500])
    gather = bounded(monkeypatch, forms=1000)
    run_aside(gather(sent_by(), visitor.receive, visitor.send))
    assert (visitor.status, visitor.taken) == (503, 1501)


def test_a_body_that_was_answered_or_refused_takes_no_room_any_more(monkeypatch):
    gather = bounded(monkeypatch, forms=1000)
    for size in (1001, 900, 900):
        visitor = Visitor([b"x" * size])
        run_aside(gather(sent_by(), visitor.receive, visitor.send))
    assert not gather.held
    assert gather.application.bodies == [b"x" * 900] * 2


FILES = "/campaigns/1/cards/file/"


@pytest.mark.parametrize(
    ("path", "address", "status"),
    [
        (FORM, "10.0.0.1", None),  # a form has room of its own
        (FILES, "10.0.0.1", 503),  # who holds all of theirs waits
        (FILES, "10.0.0.2", None),  # and leaves room for others
    ],
)
def test_large_files_of_one_sender_keep_nobody_from_saving(
    monkeypatch, path, address, status
):
    monkeypatch.setattr(bodies, "MOST_OF_ONE", 1000)
    gather = bounded(monkeypatch, files=2000)

    async def meanwhile() -> Visitor:
        slow = Visitor([b"x" * 900], ends=False)
        sending = asyncio.create_task(gather(sent_by(FILES), slow.receive, slow.send))
        while not gather.held:
            await asyncio.sleep(0)
        other = Visitor([b"y" * 200])
        await gather(sent_by(path, address), other.receive, other.send)
        sending.cancel()
        return other

    other = run_aside(meanwhile())
    assert [one["status"] for one in other.sent[:1]] == [status] * bool(status)
    assert gather.application.bodies == [b"y" * 200] * (not status)


def test_a_body_takes_room_until_it_is_answered(monkeypatch):
    held = []

    async def application(_scope: Any, _receive: Any, _send: Any) -> None:
        held.append(dict(gather.held))

    gather = GatherBodies(application)
    visitor = Visitor([b"x" * 10])
    run_aside(gather(sent_by(), visitor.receive, visitor.send))
    assert held == [{"forms": 10}]


def test_of_too_many_senders_the_longest_of_the_worst_is_given_up(monkeypatch):
    """A phone that has been sending for longer is not in the way of whoever sends most."""
    monkeypatch.setattr(bodies, "MOST_SENDERS", 3)
    gather = GatherBodies(Reached())
    phone, *strangers = (Visitor([b"a="], ends=False) for _ in range(4))

    async def all_at_once() -> None:
        addresses = ("10.0.0.1", *["10.0.0.2"] * 3)
        sending = [
            asyncio.create_task(gather(sent_by(FORM, own), one.receive, one.send))
            for own, one in zip(addresses, (phone, *strangers), strict=True)
        ]
        done, waiting = await asyncio.wait(sending, return_when=asyncio.FIRST_COMPLETED)
        for one in waiting:
            one.cancel()
        assert done == {sending[1]}

    run_aside(all_at_once())
    assert strangers[0].status == 408
    assert not gather.coming


def test_who_hangs_up_meanwhile_is_not_answered():
    class Gone(Visitor):
        async def receive(self) -> Any:
            return {"type": "http.disconnect"}

    visitor = Gone([])
    assert (post(visitor), visitor.sent) == ([], [])


@pytest.mark.parametrize(
    ("language", "said"), [("en", "limit is 10 MB"), ("cs", "nejvýš 10\xa0MB")]
)
def test_a_file_that_is_too_large_is_told_so_in_the_readers_language(
    language, said, monkeypatch
):
    monkeypatch.setattr(bodies, "largest_body", lambda _path: LARGEST_UPLOAD)
    visitor = Visitor([])
    post(visitor, content_length="99999999", expect="x", accept_language=language)
    assert said in visitor.page


def addresses(found: Any = None) -> Iterable[URLPattern]:
    for one in (found or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from addresses(one)
        else:
            yield one


def test_only_the_addresses_that_take_files_take_more_than_a_form():
    larger = {one.name for one in addresses() if hasattr(one.callback, "largest_body")}
    assert larger == {
        "open-campaign-file",
        "open-box-file",
        "import-cards",
        "import-layouts",
        "open-sessions",
        "put-photo",
        "restore-from-paper",
    }
    assert largest_body(reverse("import-cards", args=[1])) == LARGEST_UPLOAD
    assert largest_body("/nowhere/") == largest_body(FORM) == LARGEST_FORM
