"""Corrections: what people set by hand, each with its reason.

They may break a rule, never an invariant, and show as corrected wherever their value does.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.acts import Declaration, Reason
from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.act_fields import (
    EmpireKey,
    EmpireName,
    Faction,
    Inventions,
    Knowledge,
    MapBoxes,
    Provinces,
    Score,
    ScorePlace,
    SheetAge,
    Step,
    TrackName,
    TrackTicks,
)
from scoring.rise_of_empire.acts import CampaignAct, Outcome, knowledge_facts
from scoring.rise_of_empire.checks import living_empire, problem_unless, refuse_if_any
from scoring.rise_of_empire.founding import name_problems
from scoring.rise_of_empire.layout import Age, Category, as_colour
from scoring.rise_of_empire.paper import sheet_problems
from scoring.rise_of_empire.state import (
    CampaignState,
    EmpireState,
    SheetState,
)
from scoring.words import _


def declare_correction(label: str, *, told: bool = False) -> Declaration:
    return Declaration(
        label,
        step=Step.CORRECTIONS,
        role="organiser",
        told=told,
        group=Step.CORRECTIONS,
    )


@dataclass(frozen=True)
class Correction(CampaignAct):
    empire: EmpireKey
    reason: Reason

    def apply(self, campaign: CampaignState) -> Outcome:
        empire = living_empire(campaign, self.empire)
        refuse_if_any(
            problem_unless(
                bool(self.reason.strip()),
                _("Please give a reason for the correction."),
                book.START,
            )
        )
        sheet = self.corrected(empire)
        refuse_if_any(
            *name_problems(sheet.name, sheet.faction),
            *sheet_problems(campaign, sheet, own=empire),
        )
        after = campaign.put(replace(empire, sheet=mark_corrected(sheet, self.what())))
        gained = sheet.knowledge - empire.sheet.knowledge
        return after, knowledge_facts(after, self.empire, gained, "correction")

    @abstractmethod
    def corrected(self, empire: EmpireState) -> SheetState: ...

    @abstractmethod
    def what(self) -> str:
        """The name of what was set, for the mark beside it."""


def mark_corrected(sheet: SheetState, what: str) -> SheetState:
    return replace(sheet, corrected=tuple(sorted({*sheet.corrected, what})))


def present_values(sheet: SheetState, correction: type[Correction]) -> dict[str, Any]:
    """What a correction would set as it is now; of several tracks and scores the likeliest."""
    last = len(sheet.scores) - 1
    values: dict[str, Any] = {
        **vars(sheet),
        "category": Category.DIPLOMACY.value,
        "ticks": sheet.ticks.diplomacy,
        "position": max(0, last),
        "score": sheet.scores[last] if sheet.scores else 0,
    }
    names = [one.name for one in fields(correction)]
    return {name: values[name] for name in names if name in values}


def change_sheet(empire: EmpireState, **values: Any) -> SheetState:
    return replace(empire.sheet, **values)


@dataclass(frozen=True)
class CorrectTicks(Correction):
    declared = declare_correction(_("Ticks corrected"))

    category: TrackName
    ticks: TrackTicks

    def corrected(self, empire: EmpireState) -> SheetState:
        known = self.category in tuple(Category)
        refuse_if_any(
            problem_unless(known, _("This track doesn't exist."), book.OVERFLOW)
        )
        return change_sheet(
            empire, ticks=empire.sheet.ticks.put(self.category, self.ticks)
        )

    def what(self) -> str:
        return self.category


@dataclass(frozen=True)
class CorrectBoxes(Correction):
    declared = declare_correction(_("Map boxes corrected"))

    boxes: MapBoxes

    def corrected(self, empire: EmpireState) -> SheetState:
        return change_sheet(empire, boxes=self.boxes)

    def what(self) -> str:
        return "boxes"


@dataclass(frozen=True)
class CorrectKnowledge(Correction):
    declared = declare_correction(_("Knowledge corrected"))

    knowledge: Knowledge

    def corrected(self, empire: EmpireState) -> SheetState:
        return change_sheet(empire, knowledge=self.knowledge)

    def what(self) -> str:
        return "knowledge"


@dataclass(frozen=True)
class CorrectProvinces(Correction):
    declared = declare_correction(_("Provinces corrected"))

    provinces: Provinces

    def corrected(self, empire: EmpireState) -> SheetState:
        return change_sheet(empire, provinces=self.provinces)

    def what(self) -> str:
        return "provinces"

    def apply(self, campaign: CampaignState) -> Outcome:
        """A discarded card that turns out to be held is no longer discarded."""
        after, facts = super().apply(campaign)
        left = tuple(one for one in after.discarded if one not in self.provinces)
        return replace(after, discarded=left), facts


@dataclass(frozen=True)
class CorrectInventions(Correction):
    declared = declare_correction(_("Inventions corrected"), told=True)

    inventions: Inventions

    def corrected(self, empire: EmpireState) -> SheetState:
        meant = (
            replace(card, colour=as_colour(card.colour)) for card in self.inventions
        )
        return change_sheet(empire, inventions=tuple(meant))

    def what(self) -> str:
        return "inventions"


@dataclass(frozen=True)
class CorrectAge(Correction):
    declared = declare_correction(_("Age corrected"))

    age: SheetAge

    def corrected(self, empire: EmpireState) -> SheetState:
        real = self.age in (Age.ANCIENT, Age.MEDIEVAL, Age.INDUSTRIAL)
        refuse_if_any(
            problem_unless(real, _("There's no sheet for this age."), book.START)
        )
        ages = [age.value for age in Age]
        left = [ages.index(sheet.age) for sheet in empire.past]
        message = _("The empire has already left this age.")
        later = all(ages.index(self.age) > one for one in left)
        refuse_if_any(problem_unless(later, message, book.AGE_CHANGE))
        return change_sheet(empire, age=self.age)

    def what(self) -> str:
        return "age"


@dataclass(frozen=True)
class CorrectScore(Correction):
    declared = declare_correction(_("Score corrected"))

    position: ScorePlace  # counted from the first score on the sheet, 0
    score: Score

    def corrected(self, empire: EmpireState) -> SheetState:
        scores = list(empire.sheet.scores)
        there = 0 <= self.position < len(scores)
        refuse_if_any(
            problem_unless(
                there, _("There's no such score on the sheet."), book.LEFT_OVER
            )
        )
        scores[self.position] = self.score
        return change_sheet(empire, scores=tuple(scores))

    def what(self) -> str:
        return "scores"


@dataclass(frozen=True)
class CorrectName(Correction):
    declared = declare_correction(_("Name corrected"))

    name: EmpireName

    def corrected(self, empire: EmpireState) -> SheetState:
        return change_sheet(empire, name=self.name.strip())

    def what(self) -> str:
        return "name"


@dataclass(frozen=True)
class CorrectFaction(Correction):
    declared = declare_correction(_("Faction corrected"))

    faction: Faction

    def corrected(self, empire: EmpireState) -> SheetState:
        return change_sheet(empire, faction=self.faction.strip())

    def what(self) -> str:
        return "faction"
