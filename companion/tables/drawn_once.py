"""Pages that are drawn once for everybody who sees the same.

A view under `draw_once` never gets the visitor's request but a plain one that has nothing except
what stands in the key: so a page can't show to one what it knows of another. What is somebody's
own (who they are here, their theme, tokens, ids) is a hole, filled in for each (holes.py).
A page that only wants its part anew (live.js) gets it as it is kept, or a 304 where it has it.
"""

from __future__ import annotations

import gzip
import logging
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import wraps
from hashlib import blake2b
from typing import Any, TypeVar
from uuid import uuid4

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.middleware.csrf import get_token
from django.template import Engine
from django.template.context import make_context
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

from companion import __version__
from companion.base.holes import (
    ID,
    OWN,
    TOKEN,
    Hole,
    Piece,
    drawing_for_all,
    fill_holes,
    split_at_holes,
)
from companion.base.kept import KeptOnce
from companion.tables.access import Here, TableRequest
from companion.tables.models import Person

LOGGER = logging.getLogger(__name__)
MOST_BYTES = 12 * 2**20
LEVEL = 3  # of packing: 6 takes three times as long and saves a tenth
PART = "X-Live"  # the header of a page that is open already and wants its part anew
OK, LONGEST_QUERY = 200, 300
MAIN = re.compile(rb"<title>.*?</title>|<main\b.*</main>", re.DOTALL)


class NotForAll(Exception):
    """Raised where a page for everybody asks for something of one visitor."""


class NothingOfAnybody(dict[str, Any]):
    """What came with a request, except its address: a page for everybody must not look at it."""

    def __contains__(self, name: object) -> bool:
        return bool(self[name])

    def __getitem__(self, name: Any) -> Any:
        if name != "QUERY_STRING":
            raise NotForAll
        return super().__getitem__(name)

    def get(self, name: Any, _otherwise: Any = None) -> Any:
        return self[name]


class RequestOfAll(TableRequest):
    """A request without anybody: all it has stands in the key of the page."""

    def __init__(self, key: SeenBy, here: Here) -> None:
        super().__init__()
        self.method, self.path, self.path_info = "GET", key.path, key.path
        self.GET = QueryDict(key.query)
        self.COOKIES = dict(key.cookies)
        self.META = NothingOfAnybody(QUERY_STRING=key.query)
        self.here = here
        self.tag = key.tag

    @property
    def headers(self) -> Any:
        raise NotForAll


@dataclass(frozen=True)
class SeenBy:
    """Everything a page may depend on."""

    path: str
    query: str
    language: str
    day: str
    role: str
    person: tuple[int, str] | None
    cookies: tuple[tuple[str, str], ...]
    version: Hashable

    @property
    def tag(self) -> str:
        """The same in every process of this release."""
        named = repr((__version__, self))
        return f'W/"{blake2b(named.encode(), digest_size=12).hexdigest()}"'


@dataclass(frozen=True)
class DrawnPage:
    """A page with its holes, and packed the part of it that an open page asks for."""

    pieces: tuple[Piece, ...]
    part: bytes

    @property
    def size(self) -> int:
        told = (len(one) for one in self.pieces if isinstance(one, bytes))
        return sum(told) + len(self.part)


@dataclass(frozen=True)
class Sharing:
    """What a page depends on beside its address: `version` names all that was recorded.

    `whose` leaves of a visitor only what the page tells apart, `cookies` which of theirs it shows;
    for whom `alone` says so it is drawn each time.
    """

    version: Callable[[Any], Hashable]
    whose: Callable[[Here, Any], Person | None]
    cookies: Callable[[TableRequest], dict[str, str]]
    alone: Callable[[Here], bool] = lambda _here: False


PAGES: KeptOnce[DrawnPage] = KeptOnce(MOST_BYTES, lambda page: page.size)
View = Callable[..., HttpResponseBase]
Answer = TypeVar("Answer", bound=HttpResponseBase)


def draw_once(sharing: Sharing) -> Callable[[View], View]:
    """Draws a page of a table once for all who see the same; stands right above the view."""

    def decorate(view: View) -> View:
        @wraps(view)
        def shared(request: TableRequest, /, **given: Any) -> HttpResponseBase:
            if sharing.alone(request.here) or not is_plain(request):
                return view(request, **given)
            return answer_once(request, sharing, view, given)

        return shared

    return decorate


def is_plain(request: TableRequest) -> bool:
    """Whether somebody asks for a page as it stands."""
    short = len(request.META.get("QUERY_STRING", "")) <= LONGEST_QUERY
    return request.method in ("GET", "HEAD") and short and not request.htmx


def answer_once(
    request: TableRequest, sharing: Sharing, view: View, given: dict[str, Any]
) -> HttpResponseBase:
    key, here = describe_visit(request, sharing, given)
    wants_part = PART in request.headers
    if wants_part and (unchanged := get_conditional_response(request, etag=key.tag)):
        return vary(unchanged)
    drawn: list[DrawnPage] = []
    others: list[HttpResponseBase] = []  # a way elsewhere, or a refusal
    about = next(iter(given.values()))

    def draw() -> DrawnPage | None:
        with drawing_for_all() as is_lasting:
            answer = view(RequestOfAll(key, here), **given)
        if not isinstance(answer, HttpResponse) or answer.status_code != OK:
            others.append(answer)
            return None
        drawn.append(keep_holes(answer.content))
        # Whatever was recorded while it was drawn may be half in it.
        lasts = is_lasting() and sharing.version(about) == key.version
        return drawn[0] if lasts else None

    try:
        page = PAGES.get_or_make(key, draw)
    except NotForAll:
        # A page nobody can share is slower, but there.
        LOGGER.exception("%r asks who its visitor is", view)
        return view(request, **given)
    if others:  # with its holes it is nobody's page, so it is made for this visitor
        return view(request, **given)
    page = page or drawn[0]
    return show_part(request, page, key) if wants_part else show_whole(request, page)


def describe_visit(
    request: TableRequest, sharing: Sharing, given: dict[str, Any]
) -> tuple[SeenBy, Here]:
    """The key of the page this visitor sees, and as whom it is drawn."""
    about = next(iter(given.values()))
    version = sharing.version(about)
    person = sharing.whose(request.here, version)
    here = replace(request.here, person=person, phone=None)
    key = SeenBy(
        path=request.path,
        query=request.META.get("QUERY_STRING", ""),
        language=get_language() or settings.LANGUAGE_CODE,
        day=timezone.localdate().isoformat(),
        role=here.role.value,
        person=(person.pk, person.name) if person else None,
        cookies=tuple(sorted(sharing.cookies(request).items())),
        version=version,
    )
    return key, here


def keep_holes(content: bytes) -> DrawnPage:
    part = b"".join(MAIN.findall(content))
    pieces = split_at_holes(part)
    if any(isinstance(one, Hole) and one.kind == OWN for one in pieces):
        raise NotForAll  # it would be missing where an open page asks for its part
    return DrawnPage(
        split_at_holes(content), gzip.compress(fill_holes(pieces, leave_empty), LEVEL)
    )


def leave_empty(_hole: Hole) -> str:
    """The open page fills in its own token and new ids."""
    return ""


def show_part(request: TableRequest, page: DrawnPage, key: SeenBy) -> HttpResponse:
    """The same bytes for everybody: nothing in them is anybody's, so they may stay packed."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    answer = HttpResponse(page.part if packed else gzip.decompress(page.part))
    if packed:
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["ETag"] = key.tag
    return vary(answer)


def vary(answer: Answer) -> Answer:
    patch_vary_headers(answer, ("Accept-Encoding", "Cookie", PART))
    return answer


def show_whole(request: TableRequest, page: DrawnPage) -> HttpResponse:
    answer = HttpResponse(fill_for(request, page.pieces))
    patch_vary_headers(answer, (PART,))
    return answer


def fill_for(request: TableRequest, pieces: tuple[Piece, ...]) -> bytes:
    """With the visitor's own token, new ids and what else is theirs."""
    context, token = make_context({}, request), get_token(request)

    def fill(hole: Hole) -> str:
        if hole.kind == TOKEN:
            return token
        if hole.kind == ID:
            return str(uuid4())
        return str(Engine.get_default().get_template(hole.name).render(context))

    return fill_holes(pieces, fill)
