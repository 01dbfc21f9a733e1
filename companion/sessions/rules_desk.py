"""The rules of a game as a page shows them: by moment, or what a search finds."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from companion.base.known_addresses import known_address
from companion.base.wording import translate
from scoring.desks import DESK_OF_RULE, DESKS, Desk, Section
from scoring.games import GAMES
from scoring.rules import Rule
from scoring.sheet import Game

LONGEST_SEARCH = 60
ENDINGS, SHORTEST_STEM = "aeiouys", 3


def desk_page(game: str) -> str:
    """The name of a game's rules desk among the addresses."""
    return f"{game}-rules"


def games_under(desk: Desk) -> list[Game[Any, Any]]:
    """The games in which a desk's rules hold: its own, and what extends it."""
    return [
        GAMES[one.game] for one in DESKS.values() if desk.game in (one.game, one.base)
    ]


def rule_address(rule: Rule | str) -> str:
    """Where a rule, or the one with this id, stands on its desk; nowhere for a game that has none yet."""
    game = DESK_OF_RULE.get(str(rule))
    return f"{known_address(desk_page(game))}#{rule}" if game else ""


def fold_text(text: str) -> str:
    """Letters as people type them in a hurry: small, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def rule_words(rule: Rule) -> str:
    """Everything a search looks through, in the reader's language."""
    told = (rule.title, rule.text, rule.note)
    return fold_text(" ".join([rule.id, *map(translate, told)]))


def matching_rules(rules: Iterable[Rule], search: str) -> list[Rule]:
    """The rules that hold every word, or at least its stem, those with it in their title first."""
    rules, words = tuple(rules), fold_text(search).split()
    return rules_holding(rules, words) or rules_holding(rules, [*map(stem_of, words)])


def rules_holding(rules: Iterable[Rule], words: list[str]) -> list[Rule]:
    found = [rule for rule in rules if all(word in rule_words(rule) for word in words)]
    return sorted(found, key=lambda rule: not is_in_title(rule, words))


def stem_of(word: str) -> str:
    """A word without the letters in which its cases and numbers differ: kostka, kostky."""
    stem = word.rstrip(ENDINGS)
    return stem if len(stem) >= SHORTEST_STEM else word


def is_in_title(rule: Rule, words: list[str]) -> bool:
    named = fold_text(f"{rule.id} {translate(rule.title)}")
    return all(word in named for word in words)


@dataclass(frozen=True)
class RulesPage:
    """A desk with what somebody looks for, and the moment the game is in."""

    desk: Desk
    search: str = ""
    now: str = ""

    @property
    def desks(self) -> Iterator[Desk]:
        """The game's own rules first, then those of the game it extends."""
        yield self.desk
        if self.desk.base:
            yield DESKS[self.desk.base]

    @property
    def found(self) -> list[Rule]:
        rules = dict.fromkeys(rule for desk in self.desks for rule in desk.rules)
        return matching_rules(rules, self.search)

    @property
    def sections(self) -> list[Section]:
        """All of them, the one that is on first."""
        return sorted(self.desk.sections, key=lambda one: one.key != self.now)

    @property
    def present(self) -> Section | None:
        return next((one for one in self.desk.sections if one.key == self.now), None)

    @property
    def query(self) -> dict[str, str]:
        told = {"q": self.search, "now": self.now}
        return {key: value for key, value in told.items() if value}


def read_rules_page(desk: Desk, data: QueryDict) -> RulesPage:
    now = data.get("now", "")
    known = now in {section.key for section in desk.sections}
    search = data.get("q", "").strip()[:LONGEST_SEARCH]
    return RulesPage(desk, search, now if known else "")
