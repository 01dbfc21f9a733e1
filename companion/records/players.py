"""Who a name in a log means: a person of the table, or somebody of whom only the name is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext, ngettext

from companion.tables.models import Person
from companion.tables.services import alphabetical_key
from scoring.seats import LETTERS
from scoring.stats.people import ScoreSum
from scoring.stats.plays import NOBODY
from scoring.stats.rates import Rate, rank_rate

HOLDERS = 4  # of a record that are named
TYPED = "~"  # begins the key of somebody the table doesn't know


@dataclass(frozen=True)
class Player:
    """Somebody as a page names them; only a person of the table has a page."""

    key: str
    name: str
    person: Person | None = None

    @property
    def colour(self) -> str:
        return self.person.colour if self.person else ""


@dataclass(frozen=True)
class Players:
    """The people of a table, by what was typed."""

    people: tuple[Person, ...]
    known_as: Mapping[str, str] = field(default_factory=dict)  # former names, folded
    typed: Mapping[str, str] = field(default_factory=dict)  # as written, by key

    @cached_property
    def by_name(self) -> dict[str, Person]:
        return {one.name.casefold(): one for one in self.people}

    @cached_property
    def spelling(self) -> tuple[tuple[int, str, str], ...]:
        """Everybody's name and colour, for what was made with them in it."""
        return tuple((one.pk, one.name, one.colour) for one in self.people)

    @cached_property
    def by_key(self) -> dict[str, Person]:
        return {str(one.pk): one for one in self.people}

    def key_of(self, typed: str) -> str:
        """The same key for the same person, however the name was capitalised."""
        folded = typed.casefold()
        if not folded:
            return NOBODY
        folded = self.known_as.get(folded, folded).casefold()
        person = self.by_name.get(folded)
        return str(person.pk) if person else TYPED + folded

    def letters(self, keys: Sequence[str]) -> dict[str, str]:
        """A letter for each, whose mark they have in charts: their own, whoever else is there.

        Only of more people than there are letters somebody may have to take another.
        """
        order = {str(one.pk): place for place, one in enumerate(self.people)}
        given: dict[str, str] = {}
        for key in sorted(keys, key=lambda one: (order.get(one, len(order)), one)):
            at = order.get(key, len(order)) % len(LETTERS)
            free = [one for one in LETTERS if one not in given.values()]
            wanted = LETTERS[at]
            given[key] = wanted if wanted in free else free[0]
        return {key: given[key] for key in keys}

    def player(self, key: str) -> Player:
        if person := self.by_key.get(key):
            return Player(key, person.name, person)
        named = self.typed.get(key) or key.removeprefix(TYPED)
        return Player(key, named or gettext("somebody"))

    def names(self, keys: Iterable[str], most: int | None = None) -> str:
        """Everybody in one line; of more than `most` the first, and how many are left."""
        names = [self.player(key).name for key in keys]
        left = len(names[most:]) if most else 0
        line = ", ".join(names[:most])
        if not left:
            return line
        more = ngettext("and %(many)s more", "and %(many)s more", left)
        return f"{line} {more % {'many': left}}"

    def rank(
        self, rates: Mapping[str, Rate], scores: Mapping[str, ScoreSum]
    ) -> list[str]:
        """Keys in the order of a list of people; those who are level by name."""
        return sorted(
            rates,
            key=lambda who: (
                *rank_rate(rates[who], scores[who].average),
                alphabetical_key(self.player(who).name),
            ),
        )
