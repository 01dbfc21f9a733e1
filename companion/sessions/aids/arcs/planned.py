"""A battle with a goal in the address of its page, and the dice that serve it best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.sessions.aids.arcs.odds import Chance
from companion.sessions.aids.at_hand import QueryRecords
from scoring.arcs.battle import Attackers, Defenders, battle_problems
from scoring.arcs.battle_goal import Goal, goal_problems
from scoring.arcs.dice import DIE_NAMES, Die
from scoring.arcs.planner import BattlePlan, make_plans, rolls_planned
from scoring.rules import Problem

PLANNED = {"a": Attackers, "d": Defenders, "g": Goal}


@dataclass(frozen=True)
class ShownPlan:
    plan: BattlePlan

    @property
    def chance(self) -> Chance:
        return Chance(self.plan.chance)

    @property
    def dice(self) -> list[tuple[int, str]]:
        """How many dice of each kind, by name."""
        kinds = zip(self.plan.mix, Die, strict=True)
        return [(number, DIE_NAMES[die]) for number, die in kinds if number]


class PlannedBattle:
    def __init__(self, form: QueryRecords) -> None:
        self.form = form
        self.attackers: Attackers = form.record("a")
        self.defenders: Defenders = form.record("d")
        self.goal: Goal = form.record("g")
        self.problems = list(self.find_problems()) if form.entered else []

    def find_problems(self) -> Iterator[Problem]:
        yield from battle_problems(self.attackers, self.defenders)
        if self.defenders.pieces:
            yield from goal_problems(self.goal, self.defenders)

    @property
    def wrong(self) -> list[tuple[str, Problem]]:
        return [("", problem) for problem in self.problems]

    @property
    def plans(self) -> list[ShownPlan]:
        if self.problems or not self.form.entered:
            return []
        return list(
            map(ShownPlan, make_plans(self.attackers, self.defenders, self.goal))
        )

    @property
    def planned_rolls(self) -> int | None:
        """How many rolls are planned, where that is fewer than asked for."""
        most = rolls_planned(self.attackers, self.defenders, self.goal)
        return most if most < self.goal.rolls else None
