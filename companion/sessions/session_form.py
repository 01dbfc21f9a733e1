"""The scoring form for a saved session, filled from its cells."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.http import QueryDict

from companion.base.name_fields import OTHER, KnownNameField
from companion.sessions.forms import SPARE, Mistake, ScoringForm, as_query
from companion.sessions.result import SessionResult, make_result
from scoring.entries import LONGEST, Entry, Kind
from scoring.sessions import (
    ENTRY,
    SessionState,
    entry_at,
    sheet_of,
    tallies_of,
    tidy_text,
)
from scoring.sheet import Tally
from scoring.typed import YES

FOR = "for"  # in the address: the seat a watcher enters for
TALLY = "tally"  # in the address: which one has its fields on the page
DETAILS = ("played_on", "minutes", "place", "note")


class SessionForm(ScoringForm):
    """The scoring form of a saved session; its state is in the log, not in the address."""

    def __init__(
        self,
        session: SessionState,
        hidden: Collection[int] = frozenset(),
        asked: Mapping[str, str] = MappingProxyType({}),
        page: str = "",
    ) -> None:
        """`page` is the session's address; `asked` which tally, for whom, and whether all of it."""
        self.session, self.hidden = session, hidden
        self.asked, self.page = asked, page
        values = {**dict(form_values(session)), TALLY: asked.get(TALLY, "")}
        super().__init__(session.rules, QueryDict(as_query(values)))
        self.shown.fold_unneeded(with_spare=SPARE in asked)

    @cached_property
    def entered(self) -> dict[str, str]:
        """A typed 0 is an entry too, where somebody took the trouble."""
        return self.session.entered

    @cached_property
    def played_tallies(self) -> list[Tally[Any, Any]]:
        """As they are kept: only what is on the page has to be read as a form."""
        return tallies_of(self.session)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """What can't be read is refused before it is kept, so other tallies have none."""
        return [mistake for form in self.shown.forms for mistake in form.mistakes]

    @cached_property
    def seen(self) -> str:
        """Every cell as this page shows it, for a page that is saved as a whole."""
        cells = self.session.cells.items()
        return as_query({key: one for key, one in cells if not self.hides(key)})

    @property
    def entries_elsewhere(self) -> dict[str, str]:
        """Names have their own place on a session's page."""
        here = f"{self.shown.number}"
        return {
            key: typed
            for key, typed in form_values(self.session)
            if (found := ENTRY.match(key))
            and found[1] != here
            and entry_at(self.session, key.removesuffix("_typed"))
            and not self.hides(key)
        }

    @property
    def here(self) -> str:
        """What the address of this very page asks for."""
        return f"?{as_query(self.asked)}" if self.asked else ""

    @property
    def spare_address(self) -> str:
        return f"{self.page}?{as_query({**self.asked, SPARE: '1'})}"

    @property
    def following_tally(self) -> int | None:
        """The tally after the one on the page, where it has been begun already."""
        return self.shown.number + 1 if self.shown is not self.tallies[-1] else None

    def address_at(self, tally: int) -> str:
        asked = {key: one for key, one in self.asked.items() if key != TALLY}
        if tally != len(self.tallies):
            asked[TALLY] = str(tally)
        return self.page + (f"?{as_query(asked)}" if asked else "")

    def hides(self, address: str) -> bool:
        """Whether a cell belongs to a seat the visitor may not read."""
        found = ENTRY.fullmatch(address)
        return bool(found and found[3] and int(found[3]) in self.hidden)

    @cached_property
    def details(self) -> dict[str, str]:
        return {name: self.session.cells.get(name, "") for name in DETAILS}


def form_values(session: SessionState) -> Iterator[tuple[str, str]]:
    """The cells under the names of the form's fields."""
    yield "players", str(session.players)
    yield "tallies", str(session.tallies)
    for address, typed in session.cells.items():
        entry = entry_at(session, address)
        if entry and entry.kind is Kind.NAME and typed not in entry.choices:
            yield address, OTHER
            yield f"{address}_typed", typed
        else:
            yield address, typed


def posted_cells(session: SessionState, data: QueryDict) -> dict[str, str]:
    """The cells of a form that was sent as a whole, as they would be kept.

    A field that didn't arrive says nothing; only a box that isn't ticked never arrives.
    """
    form = ScoringForm(session.rules, data)
    asked = {
        record.add_prefix(name): entry
        for record in form.forms
        for name, entry in record.asked.items()
    }
    arrived = {key: entry for key, entry in asked.items() if key in data}
    if arrived:
        arrived |= {key: e for key, e in asked.items() if e.kind is Kind.FLAG}
    names = [f"name{seat}" for seat in range(form.players)]
    plain = {
        key: tidy_text(data.get(key, "")) for key in (*names, *DETAILS) if key in data
    }
    return plain | {
        key: posted_value(entry, key, data) for key, entry in arrived.items()
    }


def posted_value(entry: Entry, address: str, data: QueryDict) -> str:
    typed = tidy_text(data.get(address, ""))
    match entry.kind:
        case Kind.NAME:
            other = tidy_text(data.get(f"{address}_typed", ""))
            return known_choice(entry, other if typed == OTHER else typed)
        case Kind.PICK if typed == entry.default:
            return ""
        case Kind.FLAG:
            return YES if typed else ""
    return typed


def known_choice(entry: Entry | None, typed: str) -> str:
    """The key of a choice that was typed by its name in the reader's language."""
    if entry is None or entry.kind is not Kind.NAME:
        return typed
    return KnownNameField(choices=entry.choices).as_known(typed)


def cells_of_form(form: ScoringForm) -> dict[str, str]:
    """The cells of a game scored without saving, to start a session with."""
    whole = SessionState(form.game.slug, form.players, len(form.tallies))
    cells = posted_cells(whole, form.data)
    entries = {key: typed for key, typed in cells.items() if entry_at(whole, key)}
    named = {f"name{seat}": name[:LONGEST] for seat, name in enumerate(form.given)}
    return {key: typed for key, typed in {**entries, **named}.items() if typed}


def result_of(
    session: SessionState, form: SessionForm, tints: tuple[str, ...] = ()
) -> SessionResult:
    return make_result(
        form,
        sheet_of(session, form.played_tallies),
        finished=session.finished,
        covered=session.covered,
        tints=tints,
    )
