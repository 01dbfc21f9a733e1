"""The form for final scores: everybody who may have played, and what each of them came to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict

from companion.base.wording import player_names
from companion.sessions.forms import as_query
from companion.tables.models import Person
from scoring.final_scores import FINAL_SCORE
from scoring.house import OUT_OF_DATE
from scoring.rules import Problem, RuleBroken
from scoring.sessions import SessionState, tidy_text
from scoring.words import Words

NAME, SCORE = "name", "score"  # fields of the form, one of each per row
SPARE = 1  # rows for people the table doesn't know yet


@dataclass(frozen=True)
class FinalRow:
    """One line of the form; a row without a known name has a field for it."""

    name: str
    score: str = ""
    tint: str = ""
    known: bool = False
    placeholder: str = ""
    mistake: Words = ""  # what is wrong with the score


def final_rows(session: SessionState, people: Sequence[Person]) -> list[FinalRow]:
    """Who sits in the session, then who else is at the table, then room for others."""
    colours = {person.name.casefold(): person.colour for person in people}
    spoken = player_names(list(session.names))
    seated = [
        FinalRow(
            name,
            score_at(session, seat),
            colours.get(name.casefold(), ""),
            bool(name),
            spoken[seat],
        )
        for seat, name in enumerate(session.names)
    ]
    sitting = {name.casefold() for name in session.names}
    others = [
        FinalRow(person.name, tint=person.colour, known=True)
        for person in people
        if person.name.casefold() not in sitting
    ]
    if others:  # they take the seats that nobody has by name
        seated = [row for row in seated if row.known]
    return [*seated, *others, *spare_rows(session, len(seated) + len(others))]


def spare_rows(session: SessionState, there: int) -> list[FinalRow]:
    """As many as can still play, or one where the table has more people than seats."""
    missing = max(SPARE, session.rules.players[-1] - there)
    return [FinalRow("", placeholder="") for _row in range(missing)]


def score_at(session: SessionState, seat: int) -> str:
    return session.cells.get(f"1s{seat}-{FINAL_SCORE}", "")


def posted_rows(data: QueryDict) -> list[FinalRow]:
    """The rows as they were sent, to show them again beside a problem."""
    pairs = zip(data.getlist(NAME), data.getlist(SCORE), strict=False)
    return [FinalRow(tidy_text(name), tidy_text(score)) for name, score in pairs]


def scored_rows(rows: Iterable[FinalRow]) -> list[FinalRow]:
    """Who played: everybody with a score."""
    return [row for row in rows if row.score]


def refill_rows(
    rows: Iterable[FinalRow], posted: list[FinalRow], problems: Iterable[Problem]
) -> list[FinalRow]:
    """The page's rows with what somebody typed into them, and what is wrong with it."""
    own = {row.name.casefold(): row for row in rows if row.name}
    wrong = {one.seat: one.message for one in problems if one.seat is not None}
    mistakes = iter([wrong.get(seat, "") for seat in range(len(scored_rows(posted)))])
    return [refill_row(row, own, next(mistakes) if row.score else "") for row in posted]


def refill_row(row: FinalRow, own: Mapping[str, FinalRow], mistake: Words) -> FinalRow:
    page_row = own.get(row.name.casefold())
    tint = page_row.tint if page_row else ""
    return replace(row, tint=tint, known=page_row is not None, mistake=mistake)


def seen_scores(session: SessionState) -> str:
    """The scores as this page shows them, to notice when somebody else changed them."""
    return as_query(
        {
            name or str(seat): score
            for seat, name in enumerate(session.names)
            if (score := score_at(session, seat))
        }
    )


def check_seen(session: SessionState, seen: str) -> None:
    """Refuses to write over scores that the person didn't see."""
    if QueryDict(seen) != QueryDict(seen_scores(session)):
        raise RuleBroken(OUT_OF_DATE)
