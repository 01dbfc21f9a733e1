"""Words looked for in a campaign's history, in the lines its reader sees.

An act never changes, so what it tells is worked out once and kept, some fifty acts together, as
long as empires and cards are called the same. One search works out only so many: it goes from the
newest back, says how far it came, and the next one goes on from there.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import (
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import get_language

from companion.base.kept import KeptOnce
from companion.log.act_words import ActWords, describe_act
from companion.log.history import ActLine, Teller
from companion.log.ordered import SortedKeys
from companion.log.replay import REWRITING

LONGEST_SEARCH, FOUND_PER_PAGE = 60, 25
LINE = "\n"
TOGETHER = 50  # acts whose texts are kept under one key
MOST_AT_ONCE = 100  # times as many acts are told for one search
MOST_BYTES = 8_000_000
# Of several acts, each in a line: most of them are passed over with one look.
TOLD: KeptOnce[str] = KeptOnce(MOST_BYTES, lambda told: len(told) + 200)
FOUND: KeptOnce[tuple[int, ...]] = KeptOnce(
    MOST_BYTES // 8, lambda numbers: 40 * len(numbers) + 500
)


class SearchedAct(NamedTuple):
    """As much of an act as its line says, the content as it is stored."""

    number: int
    kind: str
    stored: str
    by_name: str
    for_name: str


@dataclass(frozen=True)
class FoundActs:
    """The numbers of acts that were found, the newest first, and how far back was looked."""

    numbers: list[int]
    back_to: int = 1


@dataclass
class Search:
    """What every line is told with."""

    teller: Teller
    players: Mapping[str, str]  # by the name of their empire
    within: Collection[int] | None = None  # the acts asked for, or all
    left: int = MOST_AT_ONCE  # parts that may still be told
    back_to: int = 1
    acts: dict[int, SearchedAct] = field(default_factory=dict)
    words: dict[tuple[str, str], str] = field(default_factory=dict)

    @cached_property
    def naming(self) -> str:
        """Everything beside the act itself that its text follows from."""
        names = self.teller.names
        called = (names.empires, names.cards, self.players)
        named = repr((get_language(), *(sorted(one.items()) for one in called)))
        return blake2b(named.encode(), digest_size=16).hexdigest()

    def find(self, words: tuple[str, ...]) -> Iterator[int]:
        """The acts whose texts have all words, from the newest back."""
        now = self.tell_rewriting()
        last, full = self.teller.log.last, self.teller.log.last // TOGETHER
        if self.within is not None:
            parts = {(one - 1) // TOGETHER for one in self.within}
            yield from self.find_in(sorted(parts, reverse=True), words, now)
            return
        if full * TOGETHER < last:
            yield from self.find_in([full], words, now)
        # Page by page of what was found, and after every act, the rest is the same.
        key = (self.naming, words, ends_of_parts(self.teller, [full]), now_key(now))
        yield from self.find_kept((self.teller.log.pk, *key), full, words, now)

    def find_kept(
        self, key: Hashable, full: int, words: tuple[str, ...], now: Mapping[int, str]
    ) -> tuple[int, ...]:
        found: tuple[int, ...] = ()

        def find_all() -> tuple[int, ...] | None:
            nonlocal found
            found = tuple(self.find_in(range(full - 1, -1, -1), words, now))
            return found if self.back_to == 1 else None  # as far as it came

        return FOUND.get_or_make(key, find_all) or found

    def find_in(
        self, parts: Sequence[int], words: Iterable[str], now: Mapping[int, str]
    ) -> Iterator[int]:
        """The same among these fifties."""
        rewritten = {(number - 1) // TOGETHER for number in now}
        full = self.teller.log.last // TOGETHER
        ends = dict(
            ends_of_parts(self.teller, [nth + 1 for nth in parts if nth < full])
        )
        for nth in parts:
            first = nth * TOGETHER + 1
            told = self.part_told(first, ends.get(first + TOGETHER - 1))
            if told is None:
                self.back_to = first + TOGETHER
                return
            if nth not in rewritten and not has_words(told, words):
                continue
            for number, text in reversed(list(enumerate(told.split(LINE), first))):
                if has_words(now.get(number, text), words):
                    yield number

    def part_told(self, first: int, end: UUID | None) -> str | None:
        """Of fifty acts; the newest, which aren't fifty yet, are told each time. Or too many were."""
        if end is None:
            return self.tell(self.read_acts(first, self.teller.log.last))
        key = (self.teller.log.pk, first, end, self.naming)
        return TOLD.get_or_make(key, lambda: self.tell_part(first))

    def tell_part(self, first: int) -> str | None:
        if not self.left:
            return None
        self.left -= 1
        end = first + TOGETHER - 1
        if end not in self.acts:  # then those before it were probably not told either
            start = max(1, first - self.left * TOGETHER)
            self.acts = {one.number: one for one in self.read_acts(start, end)}
        return self.tell([self.acts[number] for number in range(first, end + 1)])

    def read_acts(self, first: int, last: int) -> list[SearchedAct]:
        acts = self.teller.log.acts.filter(number__range=(first, last))
        stored = Cast("data", TextField())
        rows = acts.order_by("number").values_list(
            "number", "kind", stored, "by_name", "for_name"
        )
        return [SearchedAct(*row) for row in rows]

    def tell(self, acts: Iterable[SearchedAct]) -> str:
        """The texts of acts as they were first said, without any for those that tell of others."""
        return LINE.join(
            "" if act.kind in REWRITING else self.text_of(act) for act in acts
        )

    def text_of(self, act: SearchedAct) -> str:
        """Many acts say the same, but for their number and who did it."""
        said = (act.kind, act.stored)
        if said not in self.words:
            self.words[said] = join_words(self.describe(act), self.players)
        return f"{act.number} {self.words[said]} {fold_names(act)}"

    def describe(self, act: SearchedAct) -> ActWords:
        data: dict[str, Any] = json.loads(act.stored, cls=SortedKeys)
        return describe_act(self.teller.engine, act.kind, data, self.teller.names)

    def tell_rewriting(self) -> dict[int, str]:
        """What an undo or an edit may change: its own text, and that of an act with another content."""
        edited = list(self.teller.standing.instead)
        acts = list(self.teller.standing.rewriting)
        acts += self.teller.log.acts.filter(number__in=edited) if edited else ()
        kinds = self.teller.kinds(acts)
        lines = (self.teller.line(act, kinds=kinds) for act in acts)
        return {one.act.number: searched_text(one, self.players) for one in lines}


def ends_of_parts(teller: Teller, parts: Iterable[int]) -> tuple[tuple[int, UUID], ...]:
    """The last act of every fifty by its own id: another log with these numbers has other ones."""
    numbers = [nth * TOGETHER for nth in parts]
    found = teller.log.acts.filter(number__in=numbers).order_by()
    return tuple(found.values_list("number", "client_id")) if numbers else ()


def now_key(now: Mapping[int, str]) -> str:
    """Names what is told otherwise than it was first said."""
    told = repr(sorted(now.items()))
    return blake2b(told.encode(), digest_size=16).hexdigest()


def search_acts(
    teller: Teller,
    wanted: str,
    players: Mapping[str, str],
    within: Collection[int] | None = None,
) -> FoundActs:
    """Those whose line has every word, as the reader's language tells it, or the player it is about.

    The newest first; among all acts, or those `within`.
    """
    words = tuple(fold_text(wanted[:LONGEST_SEARCH]).split())
    search = Search(teller, players, within, MOST_AT_ONCE)
    found = search.find(words)
    numbers = [one for one in found if within is None or one in within]
    return FoundActs(numbers, search.back_to)


def has_words(text: str, words: Iterable[str]) -> bool:
    return all(word in text for word in words)


def searched_text(line: ActLine, players: Mapping[str, str]) -> str:
    said = f"{line.act.number} {join_words(line.told, players)}"
    return f"{said} {fold_names(line.act)}"


def join_words(told: ActWords, players: Mapping[str, str]) -> str:
    whose = (players.get(name, "") for name in told.whom)
    return fold_text(" ".join((told.what, *told.whom, told.how, told.reason, *whose)))


def fold_names(act: Any) -> str:
    return fold_text(f"{act.by_name} {act.for_name}")


def fold_text(text: str) -> str:
    """In one line, without capitals and accents, as people type on a phone."""
    text = text.replace(LINE, " ")
    if text.isascii():  # most lines, and much quicker
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in apart if not unicodedata.combining(one))
