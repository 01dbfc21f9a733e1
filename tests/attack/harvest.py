"""The links and forms of a page, so that hostile requests get further than the first check."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from html import unescape
from urllib.parse import urljoin, urlsplit

LINKS = ("href", "src", "hx-get", "data-live")
OUR_HOST = "http://testserver"  # before a link that people send one another
A_FILE = "a file"  # stands for what is chosen in a field for files
FIELDS = ("input", "select", "textarea", "button")
# Our pages are well formed, so this finds what a parser would in a third of the time.
ATTRIBUTE = re.compile(r"""([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
TAG = re.compile(r"""<([a-z]+)((?:[^>"']|"[^"]*"|'[^']*')*)>""")
TELLING = ("form", "option", *FIELDS)


@dataclass(eq=False)
class Form:
    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        """Tokens differ on every page; the same fields for the same address are the same form."""
        return isinstance(other, Form) and self.sort == other.sort

    def __hash__(self) -> int:
        return hash(self.sort)

    @cached_property
    def sort(self) -> tuple[str, str, tuple[str, ...], str]:
        return (
            self.action,
            self.method,
            tuple(sorted(self.values)),
            self.values.get("move", ""),
        )


class PageReader:
    """Collects what a page leads to on this server; its files are no addresses of ours."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self.field = ""  # the select whose options are read

    def read_tag(self, tag: str, given: dict[str, str]) -> None:
        self.links += filter(None, (self.own(given.get(name, "")) for name in LINKS))
        if tag == "form":
            self.begin_form(given)
        elif tag in FIELDS and given.get("name"):
            self.add_field(tag, given)
        elif tag == "option" and self.field and self.forms:
            self.add_option(given)

    def own(self, address: str) -> str:
        """The address on this server, or nothing."""
        return own_address(self.path, address) if address else ""

    def begin_form(self, given: dict[str, str]) -> None:
        action = self.own(given.get("action") or self.path) or self.path
        form = Form(action, given.get("method", "get").lower())
        self.forms.append(form)
        self.by_id[given.get("id", "")] = form

    def add_field(self, tag: str, given: dict[str, str]) -> None:
        form = self.by_id.get(given.get("form", "-")) or (self.forms or [None])[-1]
        unticked = given.get("type") in ("checkbox", "radio") and "checked" not in given
        self.field = given["name"] if tag == "select" else ""
        if form and (not unticked or given["name"] not in form.values):
            chosen = A_FILE if given.get("type") == "file" else given.get("value", "")
            form.values[given["name"]] = chosen

    def add_option(self, given: dict[str, str]) -> None:
        values = self.forms[-1].values
        if "selected" in given or not values.get(self.field):
            values[self.field] = given.get("value", "")


def read_page(path: str, html: str) -> PageReader:
    reader = PageReader(path)
    for tag, written in TAG.findall(html):
        if tag in TELLING or any(f"{name}=" in written for name in LINKS):
            reader.read_tag(tag, dict(read_attributes(written)))
    return reader


def read_attributes(written: str) -> Iterator[tuple[str, str]]:
    for name, *values in ATTRIBUTE.findall(written):
        yield name, unescape("".join(values))


@lru_cache(maxsize=4096)
def own_address(path: str, address: str) -> str:
    whole = urljoin(path, address.removeprefix(OUR_HOST))
    ours = whole.startswith("/") and not whole.startswith(("//", "/static/"))
    return whole if ours and not urlsplit(whole).netloc else ""
