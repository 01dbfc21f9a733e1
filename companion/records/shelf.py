"""The games of a table as this process knows them, brought up to date by what changed since.

One query tells in which rows of sessions something changed, another in which campaigns a finished
session came, went or changed; only those are read again. What another process wrote is found the same way, so nothing is ever out of date.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Subquery, Sum

from campaign.models import Campaign
from campaign.session.settled import SETTLING
from companion.base.collecting import collect_later
from companion.log.models import Act
from companion.records.groups import Stretch, Years
from companion.records.loading import (
    ROW,
    NameReader,
    ShelvedPlay,
    counted_sessions,
    load_campaigns,
    load_sessions,
)
from companion.records.players import TYPED, Players
from companion.tables.models import Table

SESSIONS, CAMPAIGN = "sessions", "campaign"
Source = tuple[str, int]  # a row of sessions or a campaign, by its number
Stamp = tuple[Any, ...]
# A finished session, an undo, an edit or a repair; and a game says by which faction it was played.
CHANGING = (*SETTLING, "correct_faction")
Sources = Mapping[Source, tuple[ShelvedPlay, ...]]


@dataclass(frozen=True)
class GameShelf:
    """What was read of each source, and the stamp the source had then."""

    stamps: Mapping[Source, Stamp] = field(default_factory=dict)
    sources: Sources = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)  # of names, as they were read
    years: Years = field(default_factory=Years)

    @cached_property
    def spellings(self) -> dict[str, str]:
        """How those are written whom the table doesn't know, by key; Annie rather than ANNIE."""
        return {
            key: min(own, key=lambda name: (name.isupper() or name.islower(), name))
            for key, own in group_names(self.keys).items()
            if key.startswith(TYPED)
        }


def group_names(keys: Mapping[str, str]) -> dict[str, list[str]]:
    names: dict[str, list[str]] = defaultdict(list)
    for name, key in keys.items():
        names[key].append(name)
    return names


@collect_later
def refresh_shelf(
    shelf: GameShelf,
    table: Table,
    players: Players,
    campaigns: Iterable[CampaignStamp],
) -> GameShelf:
    """The shelf as the logs stand now; the same one where nothing changed."""
    stamps = {
        **stamp_sessions(table),
        **{(CAMPAIGN, one.key): one.games for one in campaigns},
    }
    names = NameReader(players, dict(shelf.keys))
    moved = names.find_moved()
    if stamps == shelf.stamps and not moved:
        return shelf
    changed = {one for one in stamps if stamps[one] != shelf.stamps.get(one)}
    kept = {
        one: rename_plays(own, names, moved)
        for one, own in shelf.sources.items()
        if one in stamps and one not in changed
    }
    sources = {**kept, **read_sources(table, changed, names)}
    return GameShelf(stamps, sources, names.keys, sort_games(shelf, sources))


def rename_plays(
    own: tuple[ShelvedPlay, ...], names: NameReader, moved: set[str]
) -> tuple[ShelvedPlay, ...]:
    """The same plays, with the people of names that moved."""
    if not moved or moved.isdisjoint(name for one in own for name in one.names):
        return own
    return tuple(one.read_again(names) for one in own)


def read_sources(table: Table, changed: Iterable[Source], names: NameReader) -> Sources:
    rows = [number for kind, number in changed if kind == SESSIONS]
    campaigns = [number for kind, number in changed if kind == CAMPAIGN]
    found: dict[Source, list[ShelvedPlay]] = defaultdict(list)
    for one in load_sessions(table, rows, names) if rows else ():
        found[SESSIONS, one.number // ROW].append(one)
    for campaign, one in load_campaigns(table, campaigns, names) if campaigns else ():
        found[CAMPAIGN, campaign].append(one)
    return {source: tuple(own) for source, own in found.items()}


def sort_games(shelf: GameShelf, sources: Sources) -> Years:
    """The years, with the months anew in which a game came, went or changed."""
    changed: set[Stretch] = set()
    for one in shelf.sources.keys() | sources.keys():
        before, after = shelf.sources.get(one, ()), sources.get(one, ())
        if before is not after:
            moved = {*before} ^ {*after} if before else after
            changed |= {play.stretch for play in moved}
    months: dict[Stretch, list[ShelvedPlay]] = {one: [] for one in changed}
    for play in (play for own in sources.values() for play in own) if changed else ():
        if play.stretch in changed:
            months[play.stretch].append(play)
    return shelf.years.put(
        {
            stretch: [one.play for one in sorted(own, key=lambda one: one.order)]
            for stretch, own in months.items()
        }
    )


def stamp_sessions(table: Table) -> dict[Source, Stamp]:
    """Of each row: changes with every act in a counted session, and when one comes or goes."""
    rows = counted_sessions(table).values(row=F("pk") / ROW)
    stamps = rows.annotate(
        count=Count("pk"),
        changes=Sum("last"),
        keys=Sum("pk"),
        mix=Sum(F("last") * F("pk")),
    ).values_list("row", "count", "changes", "keys", "mix")
    return {(SESSIONS, row): tuple(rest) for row, *rest in stamps}


class CampaignStamp(NamedTuple):
    """How far a campaign is, and what alone changes the games it finished."""

    key: int
    last: int  # another after every act
    games: Stamp


def stamp_campaigns(table: Table) -> list[CampaignStamp]:
    acts = Act.objects.filter(log=OuterRef("pk"), kind__in=CHANGING)
    last = acts.order_by("-number").values("client_id")[:1]
    own = Campaign.objects.filter(table=table).annotate(changed=Subquery(last))
    columns = ("pk", "last", "changed", "what_if_after", "copy_of", "example")
    rows = own.order_by("pk").values_list(*columns)
    return [CampaignStamp(key, last, tuple(rest)) for key, last, *rest in rows]
