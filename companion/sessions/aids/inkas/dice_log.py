"""A log of rolls in an address, one letter and one tap per roll."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest

from companion.sessions.aids.tapping import LEFT_OUT, helper_link, is_partly_unread
from scoring.inkas import dice
from scoring.inkas.dice import Bar, Fairness, Log

WIDEST = 100  # units of the drawing


@dataclass(frozen=True)
class ShownBar:
    bar: Bar
    scale: float  # units for one roll
    href: str

    @property
    def width(self) -> str:
        return f"{self.bar.fell * self.scale:.1f}"

    @property
    def mark(self) -> str:
        """Where fair dice would be."""
        return f"{self.bar.expected * self.scale:.1f}"


class DiceLog:
    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        rolls, unread = dice.read_rolls(request.GET.get("rolls", "").lower())
        self.log = Log(rolls)
        self.left_out = is_partly_unread(request, unread)

    @property
    def query(self) -> dict[str, str]:
        return {**self.query_of(self.log.rolls), **(LEFT_OUT if self.left_out else {})}

    def query_of(self, rolls: Iterable[int]) -> dict[str, str]:
        rolled = dice.write_rolls(tuple(rolls))
        return {"rolls": rolled} if rolled else {}

    @property
    def full(self) -> bool:
        return len(self.log.rolls) >= dice.MOST_ROLLS

    @property
    def bars(self) -> list[ShownBar]:
        bars = self.log.bars
        most = max(max(one.fell, one.expected) for one in bars)
        scale = WIDEST / most if most else 0
        return [ShownBar(one, scale, self.after(one.total)) for one in bars]

    def after(self, roll: int) -> str:
        """The address with one more roll; a full log lets the oldest go."""
        rolls = (*self.log.rolls, roll)[-dice.MOST_ROLLS :]
        return helper_link(self.request, self.query_of(rolls))

    @property
    def take_back(self) -> str:
        rolls = self.log.rolls
        return helper_link(self.request, self.query_of(rolls[:-1])) if rolls else ""

    @property
    def last(self) -> list[int]:
        """The newest first."""
        return list(self.log.rolls[:-13:-1])

    @property
    def fairness(self) -> Fairness:
        return dice.dice_fairness(self.log)
