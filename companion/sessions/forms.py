"""Forms derived from the games' own declarations."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import get_language

from companion.base.plain_forms import PlainForm
from companion.base.wording import GROUPS, player_names, translate
from companion.sessions.entry_fields import entry_field, shared_field, worth_words
from scoring.entries import LONGEST, Group, Kind, entries_of
from scoring.missing import needed_keys
from scoring.sheet import Game, Tally
from scoring.worth import entry_worths

SPARE = "spare"  # the group of what isn't needed; without fields where it is left out
FieldGroup = tuple[str, str, list[forms.BoundField]]
Mistake = tuple[str, forms.BoundField, str]


class RecordForm(PlainForm):
    """One field per entry of a record that is asked for; it always has a record to give."""

    def __init__(
        self, kind: type, data: QueryDict, *, prefix: str, players: int, tally: int
    ) -> None:
        super().__init__(data, prefix=prefix)
        self.kind, self.tally = kind, tally
        self.asked = {
            key: entry
            for key, entry in entries_of(kind).items()
            if entry.is_asked(players, tally)
        }
        self.fields = self.make_fields()
        # For the page: what lay there before, and what each is worth.
        self.suggested: dict[str, int] = {}
        self.worths: dict[str, str] = {}

    def make_fields(self) -> dict[str, forms.Field]:
        """Its own, which whoever makes the form may change."""
        return {key: entry_field(entry) for key, entry in self.asked.items()}

    @cached_property
    def record(self) -> Any:
        """What is entered; a cell with a mistake counts as not entered yet."""
        self.is_valid()
        given = {key: value for key, value in self.cleaned_data.items() if value != ""}
        return self.kind(**given)

    @property
    def groups(self) -> list[FieldGroup]:
        return self.fields_by_group(*GROUPS)

    @property
    def readings(self) -> list[FieldGroup]:
        return self.fields_by_group(Group.READING)

    @property
    def shared(self) -> list[FieldGroup]:
        return self.fields_by_group(
            *(group for group in GROUPS if group is not Group.READING)
        )

    def fields_by_group(self, *wanted: Group) -> list[FieldGroup]:
        """The fields by group, with the group's name; groups without fields are left out."""
        by_group = [
            (group, [self[key] for key, e in self.asked.items() if e.group is group])
            for group in wanted
        ]
        return [
            (group, translate(GROUPS[group]), own) for group, own in by_group if own
        ]

    @cached_property
    def entered(self) -> dict[str, str]:
        """What was typed where it says something, as it was typed."""
        self.is_valid()
        return {
            key: value
            for name in self.asked
            for key, value in self.typed_values(name).items()
            if value and self.says_something(name)
        }

    def says_something(self, name: str) -> bool:
        """A typed 0 is an entry too; a choice nobody changed isn't."""
        entry = self.asked[name]
        return entry.kind is Kind.COUNT or self.cleaned_data.get(name) != entry.default

    def typed_values(self, name: str) -> dict[str, str]:
        key = self.add_prefix(name)
        return {k: self.data.get(k, "") for k in (key, f"{key}_typed")}

    name = ""  # of whose cells these are; the board's are everybody's

    @property
    def mistakes(self) -> list[Mistake]:
        return [
            (self.name, self[name], str(messages[0]))
            for name, messages in self.errors.items()
        ]


class TallyRecordForm(RecordForm):
    """A record of a tally: a page may have hundreds of fields, so forms share them."""

    def make_fields(self) -> dict[str, forms.Field]:
        language = get_language()
        return {key: shared_field(one, language) for key, one in self.asked.items()}


class SeatForm(TallyRecordForm):
    """A seat's entries, with who sits there."""

    def __init__(self, *args: Any, seat: int, name: str, **asked: Any) -> None:
        super().__init__(*args, **asked)
        self.seat, self.name = seat, name
        self.given = self.data.get(f"name{seat}", "")
        self.needed: Collection[str] | None = None  # all that is asked for
        self.shows_spare = True  # also what isn't needed

    @property
    def groups(self) -> list[FieldGroup]:
        """What is asked now, what isn't folded away or left out, then the special cases."""
        if self.needed is None:
            return super().groups
        asked = [self[key] for key in self.counts if self.is_needed(key)]
        spare = [self[key] for key in self.spare if self.shows_spare]
        rest = self.fields_by_group(Group.MORE, Group.TIE)
        apart = (SPARE, translate(GROUPS[Group.APART]), spare)
        return [("main", "", asked), *([apart] if self.spare else []), *rest]

    @property
    def counts(self) -> list[str]:
        counted = (Group.MAIN, Group.APART)
        return [key for key, entry in self.asked.items() if entry.group in counted]

    @property
    def spare(self) -> list[str]:
        """What nobody needs to know of this seat in this tally."""
        return [key for key in self.counts if not self.is_needed(key)]

    def is_needed(self, key: str) -> bool:
        counted = self.asked[key].kind is Kind.COUNT
        return self.needed is None or not counted or key in self.needed

    def suggest(self, carried: Mapping[str, int]) -> None:
        """Offers what lay there when the tally before was counted, where nothing is entered yet."""
        for key in carried.keys() & self.fields.keys():
            known = carried[key] == self.asked[key].default
            if not known and not self.data.get(self.add_prefix(key)):
                self.suggested[key] = carried[key]

    @property
    def next(self) -> str:
        """Where the next player's card is on the page."""
        return f"{self.tally}s{self.seat + 1}"


class TallyForm:
    """The forms of one tally: the board's, then one per seat."""

    def __init__(
        self, game: Game[Any, Any], number: int, names: list[str], data: QueryDict
    ) -> None:
        self.game, self.number = game, number
        asked = {"players": len(names), "tally": number}
        self.board = TallyRecordForm(game.board, data, prefix=f"{number}b", **asked)
        self.seats = [
            SeatForm(
                game.seat,
                data,
                prefix=f"{number}s{seat}",
                seat=seat,
                name=name,
                **asked,
            )
            for seat, name in enumerate(names)
        ]
        self.at_stake = translate(game.at_stake(number))

    @cached_property
    def needed(self) -> Collection[str] | None:
        return self.game.needed(self.tally)

    @cached_property
    def worths(self) -> dict[str, str]:
        """What each entry is worth, in words."""
        each = entry_worths(self.game, self.board.record, len(self.seats))
        told = {key: worth_words(worth) for key, worth in each.items()}
        stakes = self.game.stakes(self.tally)
        return told | {key: translate(words) for key, words in stakes.items()}

    def tell_worths(self) -> None:
        """For the tally whose fields are on the page."""
        for seat in self.seats:
            seat.worths = self.worths

    @property
    def forms(self) -> list[RecordForm]:
        return [self.board, *self.seats]

    @property
    def declared(self) -> list[str]:
        """What the table has said in this tally, in words; nothing before the seats are asked for anything."""
        if self.needed is not None and not self.needed:
            return []
        said = [
            (e, self.board.typed_values(key)) for key, e in self.board.asked.items()
        ]
        return [
            translate(entry.choices[value])
            for entry, typed in said
            for value in typed.values()
            if entry.group is Group.MAIN and value in entry.choices
        ]

    def fold_unneeded(self, *, with_spare: bool) -> None:
        """What isn't needed is folded, and left out unless it was asked for or somebody entered some of it."""
        for seat in self.seats:
            seat.needed = self.needed
        entered = any(
            seat.add_prefix(key) in seat.entered
            for seat in self.seats
            for key in seat.spare
        )
        for seat in self.seats:
            seat.shows_spare = with_spare or entered

    @cached_property
    def tally(self) -> Tally[Any, Any]:
        return Tally(
            self.number, self.board.record, tuple(seat.record for seat in self.seats)
        )


class ScoringForm:
    """A whole game in the query string of its page: names, numbers and every entry."""

    def __init__(self, game: Game[Any, Any], data: QueryDict) -> None:
        self.game, self.data = game, data
        self.players = self.number("players", game.players, max(2, game.players[0]))
        self.given = [
            data.get(f"name{seat}", "").strip() for seat in range(self.players)
        ]
        self.names = player_names([name[:LONGEST] for name in self.given])
        count = self.number("tallies", range(1, game.tallies + 1), 1)
        self.tallies = [
            TallyForm(game, number, self.names, data) for number in range(1, count + 1)
        ]
        asked = self.number("tally", range(1, count + 1), count)
        # The one whose fields are on the page; a further one has just been begun.
        self.shown = self.tallies[-1 if "to_tallies" in data else asked - 1]
        self.shown.tell_worths()
        self.suggest_carried()

    def suggest_carried(self) -> None:
        if len(self.tallies) > 1:
            carried = self.game.carried(self.played_tallies[-2])
            for seat, kept in zip(self.tallies[-1].seats, carried, strict=False):
                seat.suggest(kept)

    @property
    def shape(self) -> str:
        """What decides which fields there are: another shape takes another page."""
        shown = self.shown
        asked = [f"{key} {shown.worths.get(key, '')}" for key in shown.needed or ()]
        return ", ".join([f"{self.players} {len(self.tallies)}", *asked])

    def number(self, key: str, allowed: range, default: int) -> int:
        """A number of the form, or what a button would change it to."""
        asked = self.data.get(f"to_{key}") or self.data.get(key, "")
        known = {str(number): number for number in allowed}
        return known.get(asked, default)

    @property
    def forms(self) -> list[RecordForm]:
        return [form for tally in self.tallies for form in tally.forms]

    @cached_property
    def entered(self) -> dict[str, str]:
        return {key: v for form in self.forms for key, v in form.entered.items()}

    @cached_property
    def counted(self) -> bool:
        """Whether anything was counted yet; a faction alone is no score."""
        return any(
            entry.kind is not Kind.NAME and form.add_prefix(key) in self.entered
            for form in self.forms
            for key, entry in form.asked.items()
        )

    @property
    def given_entries(self) -> set[tuple[int, str]]:
        """Which seat's entries of the last tally were typed."""
        return {
            (seat.seat, name)
            for seat in self.tallies[-1].seats
            for name in seat.asked
            if seat.add_prefix(name) in self.entered
        }

    @property
    def named(self) -> dict[str, str]:
        """Who plays: what stays when a new game is begun."""
        names = {f"name{seat}": name for seat, name in enumerate(self.given) if name}
        return {"players": str(self.players), **names}

    @property
    def entries_elsewhere(self) -> dict[str, str]:
        """What is entered in the tallies that aren't on the page: it goes along with the form."""
        others = [one for one in self.tallies if one is not self.shown]
        records = [record for one in others for record in one.forms]
        entered = {key: v for one in records for key, v in one.entered.items()}
        # Names are typed with the first tally.
        return entered if self.shown.number == 1 else {**self.named, **entered}

    @property
    def query(self) -> str:
        """The address of this state: nothing in it that says nothing."""
        return self.query_at(self.shown.number)

    def query_at(self, tally: int) -> str:
        """The same state with the fields of this tally."""
        tallies = len(self.tallies)
        more = {"tallies": str(tallies)} if tallies > 1 else {}
        if tally != tallies:
            more["tally"] = str(tally)
        return as_query({**self.named, **more, **self.entered})

    def place_of(self, field: BoundField, anchor: str = "") -> str:
        """Where a field is: on this page, or on that of its tally."""
        tally = getattr(field.form, "tally", self.shown.number)
        place = f"#{anchor or field.auto_id}"
        return place if tally == self.shown.number else self.address_at(tally) + place

    def address_at(self, tally: int) -> str:
        return f"?{self.query_at(tally)}"

    @property
    def fresh_query(self) -> str:
        """The address of the next game of the same people."""
        return as_query(self.named)

    @property
    def next_tally(self) -> int | None:
        following = len(self.tallies) + 1
        return following if following <= self.game.tallies else None

    @cached_property
    def mistakes(self) -> list[Mistake]:
        return [mistake for form in self.forms for mistake in form.mistakes]

    @property
    def played_tallies(self) -> list[Tally[Any, Any]]:
        return [form.tally for form in self.tallies]


def as_query(values: Mapping[str, str]) -> str:
    return urlencode(values)


def example_query(game: Game[Any, Any]) -> str:
    """The address of a game somebody might have played."""
    names, tallies = game.example.players, game.example.tallies
    values = {"players": str(len(names)), "tallies": str(len(tallies))}
    values |= {f"name{seat}": name for seat, name in enumerate(names)}
    for tally in tallies:
        values |= record_query(tally.board, f"{tally.number}b")
        needed = needed_keys(game, tally)
        for seat, record in enumerate(tally.seats):
            prefix = f"{tally.number}s{seat}"
            values |= record_query(record, prefix)
            # A 0 somebody counted is entered too.
            values |= {f"{prefix}-{key}": str(getattr(record, key)) for key in needed}
    return ScoringForm(game, QueryDict(as_query(values))).query


def record_query(record: Any, prefix: str) -> dict[str, str]:
    return {
        f"{prefix}-{key}": "on" if value is True else str(value)
        for key, entry in entries_of(type(record)).items()
        if (value := getattr(record, key)) != entry.default
    }
