"""Empires of the North: what goods stored on a card yield (EON-7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from scoring.empires_of_the_north import STORED
from scoring.entries import count
from scoring.rules import Problem
from scoring.words import _

MOST_SHOWN = 15  # ways of splitting that somebody would read


@dataclass(frozen=True)
class StoringCard:
    stored: int = count(_("Goods stored on the card"), STORED, maximum=99)
    lot: int = count(_("Needed for one yield"), STORED, default=2, maximum=9)
    kinds: int = count(_("Yields to choose from"), STORED, default=2, maximum=4)

    @property
    def yields(self) -> int:
        """EON-7: one for every full lot."""
        return self.stored // self.lot

    @property
    def missing(self) -> int:
        """How many more goods bring the next yield."""
        return self.lot - self.stored % self.lot

    @property
    def ways(self) -> int:
        """In how many ways the yields can be split over what the card offers."""
        return comb(self.yields + self.kinds - 1, self.kinds - 1)


def card_problems(card: StoringCard) -> Iterator[Problem]:
    if not card.lot:
        yield Problem(_("A yield needs at least 1 good."), STORED)
    if not card.kinds:
        yield Problem(_("A card offers at least 1 yield."), STORED)


def split_yields(yields: int, kinds: int) -> Iterator[tuple[int, ...]]:
    """Every way to split the yields, most of the first kind first."""
    if kinds == 1:
        yield (yields,)
        return
    for first in range(yields, -1, -1):
        for rest in split_yields(yields - first, kinds - 1):
            yield (first, *rest)


def offered_splits(card: StoringCard) -> list[tuple[int, ...]]:
    """The ways to split, where there are few enough to choose from."""
    few = card.ways <= MOST_SHOWN
    return list(split_yields(card.yields, card.kinds)) if few and card.yields else []
