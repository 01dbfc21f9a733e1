"""What all pages of helpers share: entries in the address, and the link back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django_htmx.http import replace_url

from companion.base.wording import player_names
from companion.sessions.finding import find_session
from companion.sessions.forms import Mistake, RecordForm, as_query
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.tables.access import HtmxRequest
from scoring.entries import LONGEST
from scoring.rules import Rule
from scoring.sessions import SessionState
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
        names = {f"name{seat}": name for seat, name in enumerate(self.given) if name}
        return {"players": str(self.players), **names}


def read_seating(
    data: QueryDict, game: Game[Any, Any], state: SessionState | None = None
) -> Seating:
    """The players named in the address or in the session; otherwise two without names."""
    if state and not data.keys() & {"players", "to_players"}:
        return Seating(state.names)
    known = {str(number): number for number in game.players}
    asked = data.get("to_players") or data.get("players", "")
    players = known.get(asked, max(2, game.players[0]))
    given = (data.get(f"name{seat}", "") for seat in range(players))
    return Seating(tuple(name.strip()[:LONGEST] for name in given))


def open_session(request: HttpRequest, game: Game[Any, Any]) -> GameSession | None:
    """The session somebody comes from, if it is of this game and theirs to see."""
    session, here = find_session(request, request.GET.get("session", ""))
    fits = session and here and session.card.game == game.slug
    return session if fits else None


def visible_state(session: GameSession | None) -> SessionState | None:
    """The state of a session, unless its scores are hidden."""
    state: SessionState | None = session_state(session) if session else None
    return None if state is None or state.covered else state


def render_helper(
    request: HtmxRequest,
    game: Game[Any, Any],
    page: str,
    *,
    session: GameSession | None,
    query: Mapping[str, str],
    rules: tuple[Rule, ...],
    title: str = "",
    template: str = "",
    live: bool = True,
    **shown: Any,
) -> HttpResponse:
    """The page of a helper under its own address, or only its result where htmx asks for that."""
    kept = {**({"session": session.token} if session else {}), **query}
    address = f"{request.path}?{as_query(kept)}" if kept else request.path
    part = live and request.htmx and not request.htmx.history_restore_request
    if request.GET and not part and request.get_full_path() != address:
        return redirect(address)
    shown |= {
        "game": game,
        "title": title or next(h.title for h in game.helpers if h.page == page),
        "session": session,
        "back": back_link(game, session),
        "address": address,
        "rules": rules,
    }
    name = template or page.replace("-", "_")
    if part:
        return replace_url(
            render(request, f"sessions/aids/_{name}.html", shown), address
        )
    return render(request, f"sessions/aids/{name}.html", shown)


def back_link(game: Game[Any, Any], session: GameSession | None) -> str:
    if session:
        return reverse("session", args=[session.token])
    return reverse("scoring", args=[game.slug])
