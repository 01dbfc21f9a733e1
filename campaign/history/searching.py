"""Words looked for in a campaign's history, in the lines its reader sees.

An act never changes, so what it tells is worked out once and kept, some fifty acts together, as
long as empires and cards are called the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TypeAlias
from uuid import UUID

from django.db.models import Q
from django.utils.translation import get_language

from companion.base.kept import KeptOnce
from companion.log.history import ActLine, Teller
from companion.log.models import Act
from companion.log.replay import REWRITING

LONGEST_SEARCH = 60
TOGETHER = 50  # acts whose texts are kept under one key
MOST_BYTES = 8_000_000
Texts: TypeAlias = tuple[str, ...]


def size_of(texts: Texts) -> int:
    return sum(len(text) + 60 for text in texts)  # about what Python adds to each


TOLD: KeptOnce[Texts] = KeptOnce(MOST_BYTES, size_of)


@dataclass(frozen=True)
class Search:
    """What every line is told with."""

    teller: Teller
    players: Mapping[str, str]  # by the name of their empire
    within: Collection[int] | None = None  # the acts asked for, or all

    @cached_property
    def naming(self) -> str:
        """Everything beside the act itself that its text follows from."""
        names = self.teller.names
        called = (names.empires, names.cards, self.players)
        named = repr((get_language(), *(sorted(one.items()) for one in called)))
        return blake2b(named.encode(), digest_size=16).hexdigest()

    def tell(self, acts: Sequence[Act]) -> dict[int, str]:
        kinds = self.teller.kinds(acts)
        lines = (self.teller.line(act, kinds=kinds) for act in acts)
        return {one.act.number: searched_text(one, self.players) for one in lines}

    @cached_property
    def acts(self) -> dict[int, Act]:
        """Where some weren't told yet, all that may be asked for are read at once."""
        asked = self.teller.log.acts.all()
        if self.within:
            ends = (min(self.within) - TOGETHER, max(self.within) + TOGETHER)
            asked = asked.filter(number__range=ends)
        return {act.number: act for act in asked}

    def tell_first_said(self, acts: Sequence[Act]) -> Texts:
        """The texts of acts, without any for those that tell of others."""
        told = self.tell([act for act in acts if act.kind not in REWRITING])
        return tuple(told.get(act.number, "") for act in acts)

    def tell_rewriting(self) -> dict[int, str]:
        """What an undo or an edit may change: its own text, and that of an act with another content."""
        edited = Q(kind__in=REWRITING) | Q(number__in=self.teller.standing.instead)
        return self.tell(list(self.teller.log.acts.filter(edited)))

    def texts(self) -> Iterator[tuple[int, str]]:
        """Every act's text, or at least of those asked for."""
        last, now = self.teller.log.last, self.tell_rewriting()
        ends = ends_of_parts(self.teller, last)
        parts: Collection[int] = range((last + TOGETHER - 1) // TOGETHER)
        if self.within is not None:
            parts = sorted({(one - 1) // TOGETHER for one in self.within})
        for nth in parts:
            first = nth * TOGETHER + 1
            told = self.kept_texts(first, ends.get(first + TOGETHER - 1), last)
            for number, text in enumerate(told, start=first):
                yield number, now.get(number, text)

    def kept_texts(self, first: int, end: UUID | None, last: int) -> Texts:
        """From the first of fifty on; the newest, which aren't fifty yet, are told each time."""
        if end is None:
            newest = self.teller.log.acts.filter(number__range=(first, last))
            return self.tell_first_said(list(newest))
        fifty = range(first, first + TOGETHER)
        made = TOLD.get_or_make(
            (self.teller.log.pk, first, end, self.naming),
            lambda: self.tell_first_said([self.acts[number] for number in fifty]),
        )
        return made or ()


def ends_of_parts(teller: Teller, last: int) -> dict[int, UUID]:
    """The last act of every fifty by its own id: another log with these numbers has other ones."""
    numbers = range(TOGETHER, last + 1, TOGETHER)
    found = teller.log.acts.filter(number__in=numbers)
    return dict(found.values_list("number", "client_id"))


def search_acts(
    teller: Teller,
    wanted: str,
    players: Mapping[str, str],
    within: Collection[int] | None = None,
) -> list[int]:
    """Those whose line has every word, as the reader's language tells it, or the player it is about.

    The newest first; among all acts, or those `within`.
    """
    words = fold_text(wanted[:LONGEST_SEARCH]).split()
    found = [
        number
        for number, text in Search(teller, players, within).texts()
        if all(word in text for word in words)
    ]
    return [one for one in reversed(found) if within is None or one in within]


def searched_text(line: ActLine, players: Mapping[str, str]) -> str:
    told, act = line.told, line.act
    whose = (players.get(name, "") for name in told.whom)
    said = (told.what, *told.whom, told.how, told.reason)
    parts = (*said, *whose, act.by_name, act.for_name)
    return fold_text(f"{act.number} {' '.join(parts)}")


def fold_text(text: str) -> str:
    """Without capitals and accents, as people type on a phone."""
    if text.isascii():  # most lines, and much quicker
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in apart if not unicodedata.combining(one))
