"""Hostile requests to every address, in every role: whatever comes, nobody reads an error 500."""

from __future__ import annotations

import gc
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from companion.base.holes import leave_hole
from tests.attack.harvest import A_FILE, read_page
from tests.attack.outcome import Outcome
from tests.attack.treasure import real_files
from tests.attack.world import World
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
JSON_VALUE = re.compile(rb'(?<=: )("[^"\\]*"|-?\d+|true|false|null|\[\]|\{\})')
ODD_VALUES = ([], {}, [[]], {"a": 1}, True, None, 1.5, -1, 10**30, "\ud800", "2")
HOLE = leave_hole("x").partition(":")[0].encode()
DEMOS_PASSED_OVER = 0.9  # a demo is made of a thousand acts, which takes a second
ROUND = 500  # requests until everything is made anew
READ = 0.4  # of the pages are searched for links and forms, which takes a third as long as a page
Request = tuple[str, str, dict[str, str]]  # method, path and what is sent


@dataclass
class Fuzz:
    """Everything random comes from one seed, so that a failure can be repeated."""

    seed: int
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.names = sorted({*form_names(), *CELLS})
        self.files: dict[str, list[bytes]] = {}

    def run(self, requests: int) -> Outcome:
        outcome = Outcome()
        gc.set_threshold(50_000, 20, 50)  # whoever only asks leaves little behind
        for number in range(requests):
            if number % ROUND == 0:
                self.world = World(self.chance)
                self.files = self.files or real_files(self.world.place)
            who, told, answer = self.send()
            held = answer is not None and answer.status_code < 500
            outcome.note(held and is_filled_in(answer), f"{who} {told}")
        return outcome

    def send(self) -> tuple[str, str, Any]:
        """One request: to any address there is, along a link of a page, or with its form."""
        who = self.world.some_visitor()
        method, path, sent = self.some_request()
        while "demo/" in path and self.chance.random() < DEMOS_PASSED_OVER:
            method, path, sent = self.some_request()
        headers = self.chance.choice(HEADERS)
        told = f"{method} {path[:200]} {str(sent)[:400]} {headers}"
        try:
            client = self.world.browser_of(who, headers)
            answer = self.ask(client, method, path, sent, headers)
            self.harvest(path, answer)
            return who, told, answer
        except Exception as error:  # the server itself gave up
            return who, f"{told} {error!r}", None

    def some_request(self) -> Request:
        plan = self.chance.choice(
            (self.any_request, self.link_request, self.form_request)
        )
        return plan()

    def any_request(self) -> Request:
        address: Address = self.chance.choice(ALL)
        method = self.chance.choice(("get", "get", "post", "post", "post", "put"))
        return method, self.path_of(address), self.some_values()

    def link_request(self) -> Request:
        """A link of a page as it is, or with other values in its query."""
        path, _, query = self.chance.choice(self.world.links).partition("?")
        given = dict(parse_qsl(query.partition("#")[0], keep_blank_values=True))
        return "get", path.partition("#")[0], self.spoil(given)

    def form_request(self) -> Request:
        """A form of a page as its button sends it, or with a few of its values spoiled."""
        if not self.world.forms:
            return self.link_request()
        form = self.chance.choice(self.world.forms)
        return form.method, form.action.partition("?")[0], self.spoil(form.values)

    def spoil(self, values: dict[str, str]) -> dict[str, str]:
        spoiled = dict(values)
        for name in self.chance.sample(sorted(values), min(len(values), self.few())):
            spoiled[name] = self.chance.choice(VALUES)
        return spoiled | (self.some_values() if self.chance.random() < 0.2 else {})

    def few(self) -> int:
        return self.chance.choice((0, 0, 1, 1, 2))

    def harvest(self, path: str, answer: Any) -> None:
        """Remembers what the answer leads to."""
        if answer.get("Location"):
            self.world.remember(
                [read_page(path, "").own(answer["Location"]) or "/"], []
            )
        html = answer.status_code == 200 and "html" in answer.get("Content-Type", "")
        if html and self.chance.random() < READ:
            page = read_page(path, answer.content.decode())
            self.world.remember(page.links, page.forms)

    def ask(
        self, client: Client, method: str, path: str, sent: dict[str, str], headers: Any
    ) -> Any:
        at = {"REMOTE_ADDR": self.some_address()}
        if method == "get":
            return client.get(f"{path}?{as_query(sent)}", headers=headers, **at)
        kind = self.chance.choice((*[None] * 2 * len(TYPES), *TYPES))
        if kind or method == "put":
            kind = kind or "text/plain"
            sending = (method.upper(), path, as_query(sent), kind)
            return client.generic(*sending, headers=headers, **at)
        given: dict[str, Any] = {k: as_text(v) for k, v in sent.items()}
        files = [name for name, value in sent.items() if value == A_FILE]
        if self.chance.random() < 0.1:
            files.append("file")
        for name in files:
            given[name] = SimpleUploadedFile("x", self.file(name))
        return client.post(path, given, headers=headers, **at)

    def path_of(self, address: Address) -> str:
        def fill(found: re.Match[str]) -> str:
            known = self.world.keys.get(found[2])
            if known and self.chance.random() < 0.85:
                return quote_any(self.chance.choice(known))
            if found[1] == "int":
                return self.chance.choice(
                    ("0", "1", "2", "57", "9" * 19, "9" * 30, "9" * 5000)
                )
            value = self.chance.choice((*VALUES, "x", "arcs", "ancient", "json", "csv"))
            return quote_any(value[:300]).replace("/", "%2F") or "x"

        return "/" + ARGUMENT.sub(fill, address.route)

    def some_address(self) -> str:
        """Mostly a new one: who guesses often from one is told to wait and gets no further."""
        other = self.chance.random() < 0.8
        parts = (10, *(self.chance.randrange(256) for _ in range(3)))
        return ".".join(map(str, parts)) if other else "127.0.0.1"

    def some_values(self) -> dict[str, str]:
        count = self.chance.randrange(6)
        return {
            self.chance.choice(self.names): self.chance.choice(VALUES)
            for _ in range(count)
        }

    def file(self, name: str) -> bytes:
        """A good one, a good one that was cut short or has something in it, or none at all."""
        good = self.files.get(name, self.files["file"])
        turn = self.chance.random()
        if turn < 0.8:
            raw = self.chance.choice(good)
            at = self.chance.randrange(len(raw))
            whole = raw if turn < 0.4 else raw[:at] + self.scrap() + raw[at + 1 :]
            return self.spoil_json(raw) if turn < 0.2 else whole
        return self.scrap() + self.chance.randbytes(self.chance.randrange(50))

    def spoil_json(self, raw: bytes) -> bytes:
        """Another value in the place of one, so that the file can still be parsed."""
        places = [one.span() for one in JSON_VALUE.finditer(raw)]
        if not places:
            return raw
        begin, end = self.chance.choice(places)
        other = json.dumps(self.chance.choice((*ODD_VALUES, *VALUES)))
        return raw[:begin] + other.encode() + raw[end:]

    def scrap(self) -> bytes:
        return self.chance.choice(
            (b"", b"\x00", b"[1,1]", b"{}", b"number\n1\n", b"\xff\xfe", b"[" * 3000)
        )


def is_filled_in(answer: Any) -> bool:
    """Whether a page that is drawn for all shows none of its holes to anybody."""
    return answer.streaming or HOLE not in answer.content


def as_text(value: str) -> str:
    """Without halves of pairs, which can't be sent in this way."""
    return value.encode("utf-8", "replace").decode()


def as_query(sent: dict[str, str]) -> str:
    return "&".join(f"{quote_any(k)}={quote_any(v)}" for k, v in sent.items())


def quote_any(value: str) -> str:
    return quote(value.encode("utf-8", "surrogatepass"))


def form_names() -> Iterator[str]:
    """What the pages and views call what is sent."""
    root = Path(settings.BASE_DIR)
    for path in (*root.glob("c*/**/*.py"), *root.glob("templates/**/*.html")):
        for one, other in NAMES.findall(path.read_text(encoding="utf-8")):
            yield one or other
