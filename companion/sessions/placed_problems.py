"""What isn't right in a session, with whom it concerns and the field that mends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django import forms

from companion.base.name_fields import KnownNameField
from companion.base.wording import translate
from companion.sessions.forms import RecordForm, ScoringForm
from scoring.entries import entries_of
from scoring.rules import Problem
from scoring.words import Message


@dataclass(frozen=True)
class PlacedProblem(Problem):
    where: str = ""  # whom it concerns, and in which tally
    field: forms.BoundField | None = None

    @property
    def anchor(self) -> str:
        """The field's place on the page; a name is a list with a text beside it."""
        if self.field is None:
            return ""
        listed = isinstance(self.field.field, KnownNameField)
        return f"{self.field.auto_id}{'_0' if listed else ''}"

    @property
    def label(self) -> str:
        """The field's name, where the sentence doesn't begin with it."""
        label = str(self.field.label) if self.field else ""
        return "" if translate(self.message).startswith(label) else label


def place_problem(form: ScoringForm, problem: Problem, where: str) -> PlacedProblem:
    named = name_twins(problem, form.names)
    return PlacedProblem(**vars(named), where=where, field=find_field(form, problem))


def find_field(form: ScoringForm, problem: Problem) -> forms.BoundField | None:
    """The field to look at, if it is on the page."""
    record = find_record(form, problem) if problem.entry else None
    on_page = record is not None and problem.entry in record.fields
    return record[problem.entry] if record and on_page else None


def find_record(form: ScoringForm, problem: Problem) -> RecordForm:
    """Whose fields these are; of a count that is too much for all together, those of who has most."""
    key, own = problem.entry, entries_of(form.game.seat)
    on_board = problem.seat is None and key in entries_of(form.game.board)
    declared = entries_of(form.game.board)[key] if on_board else own[key]
    number = 1 if declared.once else problem.tally or len(form.tallies)
    tally = form.tallies[number - 1]
    if on_board:
        return tally.board
    if problem.seat is not None:
        return tally.seats[problem.seat]
    held = [getattr(seat, key) for seat in form.played_tallies[number - 1].seats]
    return tally.seats[held.index(max(held))]


def name_twins(problem: Problem, names: Sequence[str]) -> Problem:
    """The problem with the names of both players in its sentence, where it is about two."""
    said = problem.message
    if problem.twin is None or problem.seat is None or not isinstance(said, Message):
        return problem
    both = {"one": names[problem.twin], "other": names[problem.seat]}
    return replace(problem, message=replace(said, values={**said.values, **both}))
