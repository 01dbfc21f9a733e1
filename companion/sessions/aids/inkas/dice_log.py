"""A log of rolls, one tap per roll."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from companion.sessions.aids.desk import HelperDesk, Tap, open_desk
from companion.sessions.aids.open_game import OpenGame
from companion.sessions.aids.tapping import LEFT_OUT, is_partly_unread
from scoring.inkas import dice
from scoring.inkas.dice import Bar, DiceRolls, Fairness

WIDEST = 100  # units of the drawing


@dataclass(frozen=True)
class ShownBar:
    bar: Bar
    scale: float  # units for one roll
    tap: Tap | None

    @property
    def width(self) -> str:
        return f"{self.bar.fell * self.scale:.1f}"

    @property
    def mark(self) -> str:
        """Where fair dice would be."""
        return f"{self.bar.expected * self.scale:.1f}"


def write_log(log: DiceRolls) -> dict[str, str]:
    """A log as its address holds it, one letter per roll."""
    return {"rolls": dice.write_rolls(log.rolls)} if log.rolls else {}


class DiceLog:
    def __init__(self, request: HttpRequest, play: OpenGame | None) -> None:
        rolls, unread = dice.read_rolls(request.GET.get("rolls", "").lower())
        self.left_out = not play and is_partly_unread(request, unread)
        self.desk: HelperDesk[DiceRolls] = open_desk(
            request,
            dice.DICE,
            play,
            read=lambda _data: DiceRolls(rolls),
            write=write_log,
        )
        self.log = self.desk.state

    @property
    def query(self) -> dict[str, str]:
        return {**self.desk.query, **(LEFT_OUT if self.left_out else {})}

    @property
    def bars(self) -> list[ShownBar]:
        bars = self.log.bars
        most = max(max(one.fell, one.expected) for one in bars)
        scale = WIDEST / most if most else 0
        return [
            ShownBar(one, scale, self.desk.tap(dice.RollDice(one.total)))
            for one in bars
        ]

    @property
    def take_back(self) -> Tap | None:
        rolls = self.log.rolls
        return self.desk.jump(DiceRolls(rolls[:-1])) if rolls else None

    @property
    def last(self) -> list[int]:
        """The newest first."""
        return list(self.log.rolls[:-13:-1])

    @property
    def fairness(self) -> Fairness:
        return dice.dice_fairness(self.log)
