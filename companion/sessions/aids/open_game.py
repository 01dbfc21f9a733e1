"""The session a helper was opened from, be it one of a campaign: who plays, and what is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from companion.base.wording import player_names
from companion.log.models import Log
from companion.sessions.finding import find_session
from companion.sessions.forms import as_query
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.tables.access import Here
from companion.tables.models import Table
from scoring.checklist import CHECKLIST
from scoring.games import GAMES
from scoring.helping import Around, KeptStates, around_game
from scoring.seats import LETTERS
from scoring.sessions import SessionState
from scoring.sheet import Game


@dataclass(frozen=True)
class OpenGame:
    """A game under way, whichever log keeps it."""

    log: Log
    here: Here
    game: Game[Any, Any]
    given: tuple[str, ...]  # the names that were typed, by seat
    kept: KeptStates
    open: bool  # whether anything may still be done
    name: str  # of the parameter that leads here, and of the addresses
    key: str
    back: str
    state: SessionState | None = None  # of a session whose scores may be seen
    # What the boxes of each seat's map still ask for, where a campaign knows it.
    maps: tuple[tuple[tuple[str, ...], ...], ...] = ()
    letters: tuple[str, ...] = ()  # where people keep theirs whoever is there

    @property
    def players(self) -> int:
        return len(self.given)

    @property
    def around(self) -> Around:
        return around_game(self.game, self.players)

    @cached_property
    def ticked(self) -> tuple[str, ...]:
        """The boxes that somebody ticked, wherever a page shows them."""
        return CHECKLIST.read_state(self.kept, self.around).boxes

    @cached_property
    def names(self) -> list[str]:
        return player_names(list(self.given))

    @cached_property
    def tints(self) -> tuple[str, ...]:
        """The colour each of the players has at their table."""
        return table_tints(self.here.table, self.given)

    @property
    def query(self) -> dict[str, str]:
        return {self.name: self.key}

    @property
    def seating(self) -> dict[str, str]:
        """Who sits where, as the address of a page holds it."""
        return dict(seat_query(self.given))

    @cached_property
    def search(self) -> str:
        """What leads from any helper's page to this game."""
        return f"?{as_query(self.query)}"

    @property
    def live(self) -> str:
        return reverse(f"{self.name}-live", args=[self.key])

    @property
    def may_move(self) -> bool:
        return self.open and self.here.plays

    @property
    def own_seat(self) -> int | None:
        """Where the visitor sits."""
        own = self.here.person.name.casefold() if self.here.person else ""
        names = [name.casefold() for name in self.given]
        return names.index(own) if own and own in names else None

    def move_address(self, page: str) -> str:
        return reverse(f"{self.name}-helper", args=[self.key, page])

    def undo_address(self, page: str) -> str:
        return reverse(f"{self.name}-helper-undo", args=[self.key, page])

    def letter(self, seat: int) -> str:
        """That of whoever sits there."""
        return (self.letters or LETTERS)[seat]

    def seat_class(self, seat: int) -> str:
        """The colours of whoever sits there."""
        tint = self.tints[seat] if seat < self.players else ""
        return f" tint-{tint}" if tint else ""


def table_tints(table: Table | None, names: tuple[str, ...]) -> tuple[str, ...]:
    """The colour each of these people has at the table."""
    if table is None:
        return ("",) * len(names)
    colours = {one.name.casefold(): one.colour for one in table.people.all()}
    return tuple(colours.get(name.casefold(), "") for name in names)


OpenGameFinder = Callable[[HttpRequest, str], OpenGame | None]
FINDERS: dict[str, OpenGameFinder] = {}


def register_open_game(name: str, finder: OpenGameFinder) -> None:
    """Lets helpers be opened from what another room keeps, named in an address."""
    FINDERS[name] = finder


def find_open_game(request: HttpRequest, *games: Game[Any, Any]) -> OpenGame | None:
    """The game somebody comes from, if it is one of these and theirs to see."""
    for name, finder in FINDERS.items():
        if key := request.GET.get(name, ""):
            found = finder(request, key)
            fits = found and (not games or found.game in games)
            return found if fits else None
    return None


def find_open_session(request: HttpRequest, key: str) -> OpenGame | None:
    session, here = find_session(request, key)
    return open_session_game(session, here) if session and here else None


def open_session_game(session: GameSession, here: Here) -> OpenGame:
    state = session_state(session)
    return OpenGame(
        log=session,
        here=here,
        game=GAMES[state.game],
        given=state.names,
        kept=state.helpers,
        open=not (state.finished or state.archived),
        name="session",
        key=session.token,
        back=reverse("session", args=[session.token]),
        state=None if state.covered or state.totals_only else state,
    )


def seat_query(given: tuple[str, ...]) -> Mapping[str, str]:
    """Who sits where, as the address of a page holds it."""
    names = {f"name{seat}": name for seat, name in enumerate(given) if name}
    return {"players": str(len(given)), **names}
