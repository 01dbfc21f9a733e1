"""Games in stretches of time: what a month or a year adds up to is worked out once, and again only when it changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, TypeVar

from scoring.stats.plays import GamePlay

MOST_KEPT = 48  # answers a stretch of time keeps: of its people, games and filters
Stretch = tuple[
    int, int
]  # a year and a month; of games without a day: 0 and which of them
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class PlayGroup:
    """Games in their order: those of a month, or the groups of a year, or of all years."""

    own: tuple[GamePlay, ...] = ()
    parts: tuple[PlayGroup, ...] = ()
    kept: dict[Hashable, Any] = field(default_factory=dict)

    @cached_property
    def plays(self) -> tuple[GamePlay, ...]:
        return tuple(play for part in self.parts for play in part.plays) or self.own

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was worked out under this key, or is now; two who ask at once may both work it out."""
        found: T | None = self.kept.get(key)
        if found is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept.clear()
            found = self.kept[key] = make()
        return found

    def sum_up(
        self,
        key: Hashable,
        summarise: Callable[[Sequence[GamePlay]], T],
        join: Callable[[Sequence[T]], T],
    ) -> T:
        """What these games add up to; unchanged parts aren't counted again."""

        def work_out() -> T:
            if not self.parts:
                return summarise(self.own)
            return join([one.sum_up(key, summarise, join) for one in self.parts])

        return self.keep(key, work_out)

    def narrow(self, chosen: Hashable, fits: Callable[[GamePlay], bool]) -> PlayGroup:
        """The same group with the games that fit; `chosen` names the filter."""

        def pick() -> PlayGroup:
            parts = (one.narrow(chosen, fits) for one in self.parts)
            return PlayGroup(
                tuple(play for play in self.own if fits(play)),
                tuple(one for one in parts if one.own or one.parts),
            )

        return self.keep(("narrowed", chosen), pick)


@dataclass(frozen=True)
class Years:
    """All games of a table by month; those of an unchanged month are the same group as before."""

    months: Mapping[Stretch, PlayGroup] = field(default_factory=dict)
    years: Mapping[int, PlayGroup] = field(default_factory=dict)
    whole: PlayGroup = field(default_factory=PlayGroup)

    def put(self, changed: Mapping[Stretch, Sequence[GamePlay]]) -> Years:
        """With other games in these months."""
        if not changed:
            return self
        left = {one: group for one, group in self.months.items() if one not in changed}
        new = {one: PlayGroup(tuple(own)) for one, own in changed.items() if own}
        months = dict(sorted((left | new).items()))
        touched = {year for year, _month in changed}
        years = {
            year: join_groups(months[one] for one in own)
            if year in touched
            else self.years[year]
            for year, own in groupby(months, key=lambda one: one[0])
        }
        return Years(months, years, join_groups(years.values()))


def join_groups(parts: Iterable[PlayGroup]) -> PlayGroup:
    return PlayGroup(parts=tuple(parts))
