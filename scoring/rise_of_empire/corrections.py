"""Corrections: what people set by hand, each with its reason.

They may break a rule, never an invariant, and show as corrected wherever their value does.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.rise_of_empire import rulebook as book
from scoring.rise_of_empire.acts import Act, Outcome, learned_knowledge
from scoring.rise_of_empire.checks import living_empire, refuse_for, unless
from scoring.rise_of_empire.founding import name_problems
from scoring.rise_of_empire.layout import Age, Category, as_colour
from scoring.rise_of_empire.paper import sheet_problems
from scoring.rise_of_empire.state import Campaign, Empire, EmpireSheet, Invention
from scoring.words import _


@dataclass(frozen=True)
class Correction(Act):
    empire: str
    reason: str

    def apply(self, campaign: Campaign) -> Outcome:
        empire = living_empire(campaign, self.empire)
        refuse_for(
            unless(
                bool(self.reason.strip()),
                _("Please give a reason for the correction."),
                book.START,
            )
        )
        sheet = self.corrected(empire)
        refuse_for(
            *name_problems(sheet.name, sheet.faction),
            *sheet_problems(campaign, sheet, own=empire),
        )
        after = campaign.put(replace(empire, sheet=marked(sheet, self.what())))
        gained = sheet.knowledge - empire.sheet.knowledge
        return after, learned_knowledge(after, self.empire, gained, "correction")

    @abstractmethod
    def corrected(self, empire: Empire) -> EmpireSheet: ...

    @abstractmethod
    def what(self) -> str:
        """The name of what was set, for the mark beside it."""


def marked(sheet: EmpireSheet, what: str) -> EmpireSheet:
    return replace(sheet, corrected=tuple(sorted({*sheet.corrected, what})))


def presently(sheet: EmpireSheet, correction: type[Correction]) -> dict[str, Any]:
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


def put(empire: Empire, **values: Any) -> EmpireSheet:
    return replace(empire.sheet, **values)


@dataclass(frozen=True)
class CorrectTicks(Correction):
    category: str
    ticks: int

    def corrected(self, empire: Empire) -> EmpireSheet:
        known = self.category in tuple(Category)
        refuse_for(unless(known, _("This track doesn't exist."), book.OVERFLOW))
        return put(empire, ticks=empire.sheet.ticks.put(self.category, self.ticks))

    def what(self) -> str:
        return self.category


@dataclass(frozen=True)
class CorrectBoxes(Correction):
    boxes: tuple[int, ...]

    def corrected(self, empire: Empire) -> EmpireSheet:
        return put(empire, boxes=self.boxes)

    def what(self) -> str:
        return "boxes"


@dataclass(frozen=True)
class CorrectKnowledge(Correction):
    knowledge: int

    def corrected(self, empire: Empire) -> EmpireSheet:
        return put(empire, knowledge=self.knowledge)

    def what(self) -> str:
        return "knowledge"


@dataclass(frozen=True)
class CorrectProvinces(Correction):
    provinces: tuple[int, ...]

    def corrected(self, empire: Empire) -> EmpireSheet:
        return put(empire, provinces=self.provinces)

    def what(self) -> str:
        return "provinces"

    def apply(self, campaign: Campaign) -> Outcome:
        """A discarded card that turns out to be held is no longer discarded."""
        after, facts = super().apply(campaign)
        left = tuple(one for one in after.discarded if one not in self.provinces)
        return replace(after, discarded=left), facts


@dataclass(frozen=True)
class CorrectInventions(Correction):
    inventions: tuple[Invention, ...]

    def corrected(self, empire: Empire) -> EmpireSheet:
        meant = (
            replace(card, colour=as_colour(card.colour)) for card in self.inventions
        )
        return put(empire, inventions=tuple(meant))

    def what(self) -> str:
        return "inventions"


@dataclass(frozen=True)
class CorrectAge(Correction):
    age: str

    def corrected(self, empire: Empire) -> EmpireSheet:
        real = self.age in (Age.ANCIENT, Age.MEDIEVAL, Age.INDUSTRIAL)
        refuse_for(unless(real, _("There's no sheet for this age."), book.START))
        ages = [age.value for age in Age]
        left = [ages.index(sheet.age) for sheet in empire.past]
        message = _("The empire has already left this age.")
        later = all(ages.index(self.age) > one for one in left)
        refuse_for(unless(later, message, book.AGE_CHANGE))
        return put(empire, age=self.age)

    def what(self) -> str:
        return "age"


@dataclass(frozen=True)
class CorrectScore(Correction):
    position: int  # counted from the first score on the sheet, 0
    score: int

    def corrected(self, empire: Empire) -> EmpireSheet:
        scores = list(empire.sheet.scores)
        there = 0 <= self.position < len(scores)
        refuse_for(
            unless(there, _("There's no such score on the sheet."), book.LEFT_OVER)
        )
        scores[self.position] = self.score
        return put(empire, scores=tuple(scores))

    def what(self) -> str:
        return "scores"


@dataclass(frozen=True)
class CorrectName(Correction):
    name: str

    def corrected(self, empire: Empire) -> EmpireSheet:
        return put(empire, name=self.name.strip())

    def what(self) -> str:
        return "name"


@dataclass(frozen=True)
class CorrectFaction(Correction):
    faction: str

    def corrected(self, empire: Empire) -> EmpireSheet:
        return put(empire, faction=self.faction.strip())

    def what(self) -> str:
        return "faction"
