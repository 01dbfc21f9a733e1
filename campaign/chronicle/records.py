"""What a campaign will be remembered for: who was first, best, longest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from campaign.chronicle.book import Book, Life, SeatPart, Spread
from companion.base.wording import signed_points
from scoring.rise_of_empire.layout import AGE_NAMES, SHEET_AGES
from scoring.rise_of_empire.state import EmpireState, SheetState
from scoring.words import Words, _, make_message


@dataclass(frozen=True)
class Record:
    """A record, what it was, and whose."""

    title: Words
    value: str
    who: str
    sign: str
    session: int | None = None


def campaign_records(book: Book) -> list[Record]:
    if not book.spreads:
        return []
    return [
        *highest_score(book.spreads),
        *closest_session(book.spreads),
        *most_wins(book.spreads),
        *most_missions(book.spreads),
        *first_ages(book.lives),
        *richest_empire(book.lives),
        *largest_empire(book.lives),
        *longest_life(book.lives),
    ]


def parts_played(spreads: Iterable[Spread]) -> list[tuple[Spread, SeatPart]]:
    return [(spread, part) for spread in spreads for part in spread.parts]


def highest_score(spreads: Iterable[Spread]) -> Iterator[Record]:
    every = parts_played(spreads)
    if every:
        most = max(part.score for _spread, part in every)
        best = [(spread, part) for spread, part in every if part.score == most]
        sessions = {spread.number for spread, _part in best}
        yield Record(
            _("Highest score"),
            signed_points(most),
            join_once(part.player for _spread, part in best),
            "vp",
            sessions.pop() if len(sessions) == 1 else None,
        )


def join_once(names: Iterable[str]) -> str:
    """All who hold a record, each named once."""
    return ", ".join(dict.fromkeys(names))


def closest_session(spreads: Iterable[Spread]) -> Iterator[Record]:
    """By how little a session was won."""
    margins = [
        (first.score - second.score, spread)
        for spread in spreads
        if len(spread.parts) > 1
        for first, second in [spread.parts[:2]]
    ]
    if margins:
        margin, spread = min(margins, key=lambda one: one[0])
        yield Record(
            _("Closest win (points ahead)"),
            str(margin),
            join_once(part.player for part in spread.parts if part.place == 1),
            "tick",
            spread.number,
        )


def find_leaders(counted: Counter[str]) -> tuple[str, int]:
    """Who has the most, all of them where they are level."""
    most = max(counted.values())
    return ", ".join(who for who, many in counted.items() if many == most), most


def most_wins(spreads: Iterable[Spread]) -> Iterator[Record]:
    wins = Counter(
        part.player
        for spread, part in parts_played(spreads)
        if part.place == 1 and len(spread.parts) > 1
    )
    if wins:
        who, many = find_leaders(wins)
        yield Record(_("Most sessions won"), str(many), who, "modern")


def most_missions(spreads: Iterable[Spread]) -> Iterator[Record]:
    done = Counter(one.player for spread in spreads for one in spread.done)
    if done:
        who, many = find_leaders(done)
        yield Record(_("Most missions completed"), str(many), who, "mission")


def first_ages(lives: Iterable[Life]) -> Iterator[Record]:
    """Who was the first to enter each age."""
    for age in (*SHEET_AGES[1:], "modern"):
        entered = [
            (chapter.session, life)
            for life in lives
            for chapter in life.chapters
            if any(event.sign == age and event.grave for event in chapter.events)
        ]
        if entered:
            session, life = min(entered, key=lambda one: one[0])
            title = make_message(
                _("First to reach the %(age)s"), age=make_message(AGE_NAMES[age])
            )
            yield Record(
                title, life.empire.sheet.name, life.empire.player, age, session
            )


def largest_lives(
    lives: Iterable[Life], size: Callable[[Life], int]
) -> tuple[int, list[EmpireState]]:
    """The most of something and every empire that has as much; none where all have 0."""
    own = [(size(one), one.empire) for one in lives]
    most = max((number for number, _empire in own), default=0)
    return most, [empire for number, empire in own if most and number == most]


def last_sheet(empire: EmpireState) -> SheetState:
    """ROE-36: a winner's modern age has no sheet, so the one it was won with counts."""
    sheet = empire.sheet
    return sheet if sheet.age in SHEET_AGES or not empire.past else empire.past[-1]


def richest_empire(lives: Iterable[Life]) -> Iterator[Record]:
    most, own = largest_lives(lives, lambda one: last_sheet(one.empire).knowledge)
    if own:
        who = join_once(one.player for one in own)
        yield Record(_("Most knowledge at the end"), str(most), who, "knowledge")


def largest_empire(lives: Iterable[Life]) -> Iterator[Record]:
    most, own = largest_lives(lives, lambda one: len(last_sheet(one.empire).provinces))
    if own:
        who = join_once(one.player for one in own)
        yield Record(_("Most provinces at the end"), str(most), who, "province")


def longest_life(lives: Iterable[Life]) -> Iterator[Record]:
    most, own = largest_lives(lives, lambda one: len(one.chapters))
    if own:
        who = join_once(one.sheet.name for one in own)
        yield Record(_("Longest life (sessions)"), str(most), who, "foundations")
