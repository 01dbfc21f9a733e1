"""Hostile requests to every address, in every role: whatever comes, nobody reads an error 500."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.sessions.services import start_session
from scoring.games import GAMES
from tests.attack.outcome import Outcome
from tests.places import Place
from tests.played_campaign import founded_campaign
from tests.tables.test_access import ALL, ARGUMENT, Address

NAMES = re.compile(
    r"""(?:POST|GET)(?:\.get|\.getlist)?[([]["'](\w+)|\bname="([\w-]+)"""
)
CELLS = ("1s0-track", "name0", "1b-first", "2s9-x", "note", "played_on")
VALUES = (
    *(
        "",
        "0",
        "1",
        "-1",
        "1.5",
        "9" * 30,
        "9" * 5000,
        "NaN",
        "1e309",
        "٣",
        "0x10",
        "on",
    ),
    *(
        "\x00",
        "a\x00b",
        "\ud800",
        "\u202e",
        "💩" * 50,
        "x" * 20_000,
        "%",
        "%00",
        "%s{}{0}",
    ),
    *(
        "abc",
        "//evil.example",
        "javascript:alert(1)",
        "../../etc/passwd",
        "<script>x</script>",
    ),
    *(
        "'; DROP TABLE x;--",
        "9999-12-31",
        "0000-00-00",
        "[]",
        "{}",
        "null",
        "[[[[",
        "anna",
    ),
    *(
        "en",
        "cs",
        "player",
        "organiser",
        "arcs",
        "ancient",
        "finish",
        "set_cell",
        "2",
        "80",
    ),
)
TYPES = (
    *("application/x-www-form-urlencoded", "multipart/form-data", "text/plain", ""),
    *("application/x-www-form-urlencoded; charset=utf-7", "application/json"),
    *("multipart/form-data; boundary=", "text/html; charset=\xff", "a/b; charset=idna"),
)
HEADERS: tuple[dict[str, str], ...] = (
    *({}, {}, {"HX-Request": "true"}, {"HX-Current-URL": "\xff//"}),
    *({"Accept-Language": "x" * 600}, {"Accept-Language": "cs;q=9,*"}),
    *(
        {"If-Modified-Since": "yesterday"},
        {"If-None-Match": '"'},
        {"Cookie": "sessionid=\x00"},
    ),
    *({"Referer": "abc"}, {"Range": "bytes=9-1"}, {"Accept-Encoding": ";;q"}),
)


@dataclass
class Fuzz:
    """Everything random comes from one seed, so that a failure can be repeated."""

    seed: int
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.names = sorted({*form_names(), *CELLS})
        self.place = Place(founded_campaign("anna", "bara").session(anna=43, bara=30))
        self.clients = {
            "stranger": Client(raise_request_exception=False),
            "player": self.place.join("cyril", "player"),
            "spectator": self.place.join("dana", "spectator"),
            "organiser": self.place.organiser,
        }
        for client in self.clients.values():
            client.raise_request_exception = False
        self.sessions = [
            start_session(game=slug, table=table, client_id=uuid4())
            for slug in GAMES
            for table in (None, self.place.table)
        ]

    def run(self, requests: int) -> Outcome:
        outcome = Outcome()
        for _ in range(requests):
            who, told, answer = self.send()
            outcome.tried += 1
            if answer is None or answer.status_code >= 500:
                outcome.failed.append(f"{who} {told}")
        return outcome

    def send(self) -> tuple[str, str, Any]:
        who = self.chance.choice(sorted(self.clients))
        address: Address = self.chance.choice(ALL)
        path = self.path_of(address)
        method = self.chance.choice(("get", "get", "post", "post", "post", "put"))
        sent = self.some_values()
        headers = self.chance.choice(HEADERS)
        told = f"{method} {path[:200]} {str(sent)[:400]} {headers}"
        try:
            return who, told, self.ask(self.clients[who], method, path, sent, headers)
        except Exception as error:  # the server itself gave up
            return who, f"{told} {error!r}", None

    def ask(
        self, client: Client, method: str, path: str, sent: dict[str, Any], headers: Any
    ) -> Any:
        if method == "get":
            query = "&".join(f"{quote(k)}={quote_any(v)}" for k, v in sent.items())
            return client.get(f"{path}?{query}", headers=headers)
        kind = self.chance.choice((None, None, None, *TYPES))
        if kind is None:
            send = client.post if method == "post" else client.put
            given = {k: v.encode("utf-8", "replace") for k, v in sent.items()}
            if self.chance.random() < 0.2:
                given["file"] = SimpleUploadedFile("x", self.file())  # type: ignore[assignment]
            return (
                client.post(path, given, headers=headers)
                if method == "post"
                else send(path)
            )
        body = "&".join(f"{quote(k)}={quote_any(v)}" for k, v in sent.items())
        return client.generic(method.upper(), path, body, kind, headers=headers)

    def path_of(self, address: Address) -> str:
        keys = {
            "table": self.place.table.pk,
            "campaign": self.place.campaign.pk,
            "session": self.chance.choice(self.sessions).token,
        }

        def fill(found: re.Match[str]) -> str:
            if found[2] in keys and self.chance.random() < 0.9:
                return str(keys[found[2]])
            if found[1] == "int":
                return self.chance.choice(
                    ("0", "1", "2", "57", "9" * 19, "9" * 30, "9" * 5000)
                )
            value = self.chance.choice((*VALUES, "x", "arcs", "ancient", "json", "csv"))
            return quote_any(value[:300]).replace("/", "%2F") or "x"

        return "/" + ARGUMENT.sub(fill, address.route)

    def some_values(self) -> dict[str, str]:
        count = self.chance.randrange(6)
        return {
            self.chance.choice(self.names): self.chance.choice(VALUES)
            for _ in range(count)
        }

    def file(self) -> bytes:
        raw = self.chance.choice(
            (b"", b"\x00", b"[1,1]", b"{}", b"number\n1\n", b"\xff\xfe", b"[" * 3000)
        )
        return raw + self.chance.randbytes(self.chance.randrange(50))


def quote_any(value: str) -> str:
    return quote(value.encode("utf-8", "surrogatepass"))


def form_names() -> Iterator[str]:
    """What the pages and views call what is sent."""
    root = Path(settings.BASE_DIR)
    for path in (*root.glob("c*/**/*.py"), *root.glob("templates/**/*.html")):
        for one, other in NAMES.findall(path.read_text(encoding="utf-8")):
            yield one or other
