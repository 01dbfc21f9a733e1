"""What all pages of helpers share: entries in the address, and the link back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from csp.constants import SELF
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import replace_url

from companion.base.wording import player_names
from companion.sessions.aids.desk import last_move
from companion.sessions.aids.open_game import OpenGame, seat_query
from companion.sessions.forms import Mistake, RecordForm, as_query
from companion.tables.access import HtmxRequest
from scoring.entries import LONGEST
from scoring.helper_list import HELPERS
from scoring.rules import Rule
from scoring.sheet import Game


class QueryRecords:
    """Records in the query string of a page, each under a prefix of its own."""

    def __init__(
        self, data: QueryDict, kinds: Mapping[str, type], players: int = 1
    ) -> None:
        self.data = data
        self.forms = {
            prefix: RecordForm(kind, data, prefix=prefix, players=players, tally=1)
            for prefix, kind in kinds.items()
        }

    def __getitem__(self, prefix: str) -> RecordForm:
        return self.forms[prefix]

    def record(self, prefix: str) -> Any:
        return self.forms[prefix].record

    @cached_property
    def entered(self) -> dict[str, str]:
        """What was typed where it says something."""
        forms = self.forms.values()
        return {key: typed for form in forms for key, typed in form.entered.items()}

    @property
    def mistakes(self) -> list[Mistake]:
        return [mistake for form in self.forms.values() for mistake in form.mistakes]


@dataclass(frozen=True)
class Seating:
    """Who sits around the table, as the address of a page holds it."""

    given: tuple[str, ...]

    @property
    def players(self) -> int:
        return len(self.given)

    @property
    def names(self) -> list[str]:
        return player_names(list(self.given))

    @property
    def seats(self) -> list[tuple[str, str]]:
        """What each typed as a name, and what each is called."""
        return list(zip(self.given, self.names, strict=True))

    @property
    def query(self) -> dict[str, str]:
        return dict(seat_query(self.given))


def read_seating(
    data: QueryDict, game: Game[Any, Any], play: OpenGame | None = None
) -> Seating:
    """The players of the session; elsewhere those named in the address, or two without names."""
    if play:
        return Seating(play.given)
    known = {str(number): number for number in game.players}
    asked = data.get("to_players") or data.get("players", "")
    players = known.get(asked, max(2, game.players[0]))
    given = (data.get(f"name{seat}", "") for seat in range(players))
    return Seating(tuple(name.strip()[:LONGEST] for name in given))


def render_helper(
    request: HtmxRequest,
    game: Game[Any, Any],
    page: str,
    *,
    play: OpenGame | None,
    query: Mapping[str, str],
    rules: tuple[Rule, ...],
    title: str = "",
    template: str = "",
    live: bool = True,
    **shown: Any,
) -> HttpResponse:
    """The page of a helper under its own address, or only its result where htmx asks for that."""
    kept = {**(play.query if play else {}), **query}
    address = f"{request.path}?{as_query(kept)}" if kept else request.path
    part = live and request.htmx and not request.htmx.history_restore_request
    if request.GET and not part and request.get_full_path() != address:
        return redirect(address)
    shown |= {
        "game": game,
        "title": title or next(h.title for h in game.helpers if h.page == page),
        "play": play,
        "back": play.back if play else reverse("scoring", args=[game.slug]),
        "address": address,
        "onward": address if play else "",
        "rules": rules,
        # What isn't kept in the log is found again on this phone.
        "calculator": play.search if play and page not in HELPERS else "",
    }
    if play and page in HELPERS:
        shown["last_move"] = last_move(play, page) if play.may_move else None
        shown["undo_address"] = play.undo_address(page)
    name = template or f"sessions/aids/{page.replace('-', '_')}.html"
    if not part:
        return allow_over_page(render(request, name, shown))
    folder, _slash, file = name.rpartition("/")
    return replace_url(render(request, f"{folder}/_{file}", shown), address)


def allow_over_page(response: HttpResponse) -> HttpResponse:
    """Lets our own pages show a helper over themselves, and nobody else's."""
    response["X-Frame-Options"] = "SAMEORIGIN"
    vars(response)["_csp_replace"] = {"frame-ancestors": [SELF]}
    return response


def render_tapping_helper(
    request: HtmxRequest, game: Game[Any, Any], page: str, **shown: Any
) -> HttpResponse:
    """The page of a helper that is all taps."""
    part = f"sessions/aids/_{page.replace('-', '_')}.html"
    template = "sessions/aids/taps.html"
    return render_helper(request, game, page, template=template, part=part, **shown)
