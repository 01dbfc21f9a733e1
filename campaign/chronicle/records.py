"""What a campaign will be remembered for: who was first, best, longest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from campaign.chronicle.book import Book, Life
from companion.base.wording import signed_points, translate
from scoring.rise_of_empire.finishing import last_paper_sheet
from scoring.rise_of_empire.layout import AGE_NAMES, SHEET_AGES
from scoring.words import Words, _, make_message

LATER_AGES = (*SHEET_AGES[1:], "modern")


@dataclass(frozen=True)
class Record:
    """A record, what it was, and whose."""

    title: Words
    value: str
    who: str
    sign: str
    session: int | None = None


class PlayedPart(NamedTuple):
    """What somebody came to in a session."""

    session: int
    who: str
    score: int
    place: int


class FirstOfAge(NamedTuple):
    session: int
    name: str
    player: str


@dataclass(frozen=True)
class LifeSize:
    """How large an empire is, or was at its end."""

    name: str
    player: str
    knowledge: int
    provinces: int
    sessions: int


@dataclass(frozen=True)
class SessionRecords:
    """The records of finished sessions; who holds them may be the keys of empires first."""

    most: int  # points in a session
    best: tuple[PlayedPart, ...]
    margin: int | None  # of the closest win
    closest: tuple[PlayedPart, ...]  # its winners
    wins: Mapping[str, int]
    missions: Mapping[str, int]

    def name_holders(self, names: Mapping[str, str]) -> SessionRecords:
        """The same with the players of these empires."""
        return replace(
            self,
            best=tuple(one._replace(who=names[one.who]) for one in self.best),
            closest=tuple(one._replace(who=names[one.who]) for one in self.closest),
            wins=sum_by_name(self.wins, names),
            missions=sum_by_name(self.missions, names),
        )


def sum_by_name(counted: Mapping[str, int], names: Mapping[str, str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for who, many in counted.items():
        found[names[who]] += many
    return found


def campaign_records(book: Book) -> list[Record]:
    """Those of a whole book."""
    played = [
        PlayedPart(spread.number, part.player, part.score, part.place)
        for spread in book.spreads
        for part in spread.parts
    ]
    if not book.spreads:
        return []
    missions = Counter(one.player for spread in book.spreads for one in spread.done)
    return list_records(
        find_session_records(played, missions),
        dict(first_ages(book.lives)),
        [life_size(one) for one in book.lives],
    )


def life_size(life: Life) -> LifeSize:
    empire, sheet = life.empire, last_paper_sheet(life.empire)
    return LifeSize(
        empire.sheet.name,
        empire.player,
        sheet.knowledge,
        len(sheet.provinces),
        len(life.chapters),
    )


def first_ages(lives: Iterable[Life]) -> Iterator[tuple[str, FirstOfAge]]:
    """Who was the first to enter each age."""
    for age in LATER_AGES:
        entered = [
            (chapter.session, life.empire)
            for life in lives
            for chapter in life.chapters
            if any(event.sign == age and event.grave for event in chapter.events)
        ]
        if entered:
            session, empire = min(entered, key=lambda one: one[0])
            yield age, FirstOfAge(session, empire.sheet.name, empire.player)


def find_session_records(
    played: Sequence[PlayedPart], missions: Mapping[str, int]
) -> SessionRecords:
    """Of results by session, the winner first."""
    most = max((one.score for one in played), default=0)
    groups = groupby(played, key=lambda one: one.session)
    several = [own for _session, group in groups if len(own := list(group)) > 1]
    closest = min(several, key=find_margin, default=[])
    return SessionRecords(
        most=most,
        best=tuple(one for one in played if one.score == most),
        margin=find_margin(closest) if closest else None,
        closest=tuple(one for one in closest if one.place == 1),
        wins=Counter(one.who for own in several for one in own if one.place == 1),
        missions=missions,
    )


def find_margin(parts: Sequence[PlayedPart]) -> int:
    """By how little a session was won."""
    first, second = parts[:2]
    return first.score - second.score


def list_records(
    sessions: SessionRecords,
    ages: Mapping[str, FirstOfAge],
    lives: Sequence[LifeSize],
) -> list[Record]:
    return [
        *tell_best_score(sessions),
        *tell_closest_win(sessions),
        *tell_leaders(_("Most sessions won"), sessions.wins, "modern"),
        *tell_leaders(_("Most missions completed"), sessions.missions, "mission"),
        *(tell_age_record(age, ages[age]) for age in LATER_AGES if age in ages),
        *largest_lives(lives),
    ]


def tell_best_score(found: SessionRecords) -> Iterator[Record]:
    if found.best:
        sessions = {one.session for one in found.best}
        yield Record(
            _("Highest score"),
            signed_points(found.most),
            join_once(one.who for one in found.best),
            "vp",
            sessions.pop() if len(sessions) == 1 else None,
        )


def join_once(names: Iterable[str]) -> str:
    """All who hold a record, each named once."""
    return ", ".join(dict.fromkeys(names))


def tell_closest_win(found: SessionRecords) -> Iterator[Record]:
    if found.margin is not None:
        yield Record(
            _("Closest win (points ahead)"),
            str(found.margin) if found.margin else translate(_("a tie")),
            join_once(one.who for one in found.closest),
            "tick",
            found.closest[0].session,
        )


def tell_leaders(
    title: Words, counted: Mapping[str, int], sign: str
) -> Iterator[Record]:
    """Who has the most, all of them where they are level."""
    if counted:
        most = max(counted.values())
        who = ", ".join(who for who, many in counted.items() if many == most)
        yield Record(title, str(most), who, sign)


def tell_age_record(age: str, first: FirstOfAge) -> Record:
    title = make_message(
        _("First to reach the %(age)s"), age=make_message(AGE_NAMES[age])
    )
    return Record(title, first.name, first.player, age, first.session)


def largest_lives(lives: Sequence[LifeSize]) -> Iterator[Record]:
    """The most of something and every empire that has as much; none where all have 0."""
    titles: tuple[tuple[Words, str, str, str], ...] = (
        (_("Most knowledge at the end"), "knowledge", "player", "knowledge"),
        (_("Most provinces at the end"), "provinces", "player", "province"),
        (_("Longest life (sessions)"), "sessions", "name", "foundations"),
    )
    for title, size, named_by, sign in titles:
        most = max((getattr(one, size) for one in lives), default=0)
        own = [one for one in lives if most and getattr(one, size) == most]
        if own:
            who = join_once(getattr(one, named_by) for one in own)
            yield Record(title, str(most), who, sign)
