"""A log's acts as its history shows them: what counts, what was undone, what was amended.

Only undos and amendments say which acts count, so they are read for every page and nothing else is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from django.utils.translation import gettext, ngettext

from companion.base.joined_rows import Joined, JoinedRows
from companion.base.wording import translate
from companion.log.act_forms import PARTS_MAKERS
from companion.log.act_words import (
    ActWords,
    Change,
    Names,
    describe_act,
    kind_label,
    show_beside_label,
)
from companion.log.models import Act, Log
from companion.log.replay import (
    AMEND,
    REPAIR,
    REWRITING,
    UNDO,
    EffectiveAct,
    RecordedAct,
    RepairedPlace,
    amends,
    effective_data,
    standing_amendments,
    standing_repairs,
    undone_by,
    undone_numbers,
)
from scoring.acts import ActField, act_fields
from scoring.engines import Data, Engine

# What acts made true, by their numbers.
LookUp: TypeAlias = Callable[[Sequence[Act]], Mapping[int, Sequence[Change]]]


@dataclass(frozen=True)
class ActStanding:
    """Which acts are taken out, by which others, and which have another content now."""

    by: Mapping[int, tuple[int, ...]]
    instead: Mapping[int, Act]
    repaired: Mapping[int, RepairedPlace] = field(default_factory=dict)
    rewriting: tuple[Act, ...] = ()  # the acts that did so

    def counted(self, act: Act) -> tuple[EffectiveAct, ...]:
        """What counts in its place: itself, what a repair put there, or nothing."""
        if act.number in self.by:
            return ()
        if place := self.repaired.get(act.number):
            return place.acts
        if act.kind in REWRITING:
            return ()
        return (EffectiveAct(act.number, act.kind, self.said(act)),)

    def said(self, act: Act) -> Data:
        """The content that counts."""
        return effective_data(act, self.instead)


def acts_of_kinds(log: Log, kinds: Collection[str]) -> list[Act]:
    """In order. Sorted here: asked for them in order, SQLite would walk through the whole log."""
    found = (act for (act,) in rows_of_kinds(len(kinds)).fetch(log.pk, *kinds))
    return sorted(found, key=lambda act: act.number)


@lru_cache(maxsize=16)
def rows_of_kinds(many: int) -> JoinedRows:
    """Every page that tells acts asks for those that rewrite others."""
    kinds = ", ".join(["%s"] * many)
    rest = f"FROM {Act._meta.db_table} act WHERE log_id = %s AND kind IN ({kinds})"
    return JoinedRows(rest, Joined(Act, "act"))


class PastAct(NamedTuple):
    """What a replay needs of an act, where thousands are read."""

    number: int
    kind: str
    data: Data


def read_past_acts(log: Log, kinds: Collection[str] = ()) -> list[PastAct]:
    """In order; all of them, or those of some kinds."""
    acts = log.acts.filter(kind__in=kinds) if kinds else log.acts.all()
    rows = acts.order_by().values_list("number", "kind", "data")
    return sorted((PastAct(*row) for row in rows), key=lambda act: act.number)


def find_undone(log: Log) -> set[int]:
    """The numbers of the acts that are undone."""
    return undone_numbers(read_past_acts(log, REWRITING))


def act_standing(log: Log) -> ActStanding:
    acts = acts_of_kinds(log, REWRITING)
    by = {one: tuple(sorted(undoing)) for one, undoing in undone_by(acts).items()}
    amended, repaired = standing_amendments(acts), standing_repairs(acts)
    return ActStanding(by, amended, repaired, tuple(acts))


def rewritten_numbers(act: RecordedAct) -> tuple[int, ...]:
    """The acts an undo, an amendment or a repair is about."""
    if act.kind == UNDO:
        return tuple(act.data["of"])
    if act.kind == REPAIR:
        return (*asked_numbers(act), *sorted(map(int, act.data["instead"])))
    return (act.data["of"], *act.data.get("without", ())) if act.kind == AMEND else ()


def asked_numbers(act: RecordedAct) -> tuple[int, ...]:
    """The acts somebody wanted to undo or to edit when a repair was made."""
    return (act.data["of"],) if amends(act) else tuple(act.data["of"])


def tell_answers(act: Act) -> str:
    """How many questions people answered for a repair; of older ones, how many entries it decided."""
    decided = len(act.data["instead"]) + bool(act.data.get("then"))
    many = act.data.get("answered", decided)
    if not many:
        return gettext("the rest kept as played")
    text = ngettext("%(count)s decision", "%(count)s decisions", many)
    return text % {"count": many}


@dataclass(frozen=True)
class ActLine:
    """An act with everything a reader wants to know of it."""

    act: Act
    told: ActWords
    gone_by: tuple[int, ...] = ()
    amended_by: int | None = None
    changes: tuple[Change, ...] = ()
    refers: tuple[int, ...] = ()  # the acts it takes back or amends
    repaired_by: int | None = None


@dataclass(frozen=True)
class Teller:
    """Tells acts of one log; what all its lines need is looked up once."""

    log: Log
    engine: Engine[Any]
    state: Any
    names: Names
    standing: ActStanding
    look_up: LookUp = lambda _acts: {}
    place: Callable[[int], str] = lambda _number: ""  # where in the log an act lies
    # What an edit means where that is more than the entries it is about.
    meaning: Callable[[Act], str] = lambda _act: ""

    def lines(self, acts: Sequence[Act]) -> list[ActLine]:
        made = self.look_up(acts) if acts else {}
        kinds = self.kinds(acts)
        return [self.line(act, made.get(act.number, ()), kinds) for act in acts]

    def kinds(self, acts: Sequence[Act]) -> dict[int, str]:
        """What the acts are that these take back or amend."""
        numbers = {number for act in acts for number in rewritten_numbers(act)}
        found = self.log.acts.filter(number__in=numbers) if numbers else ()
        return {act.number: act.kind for act in found}

    def line(
        self,
        act: Act,
        made: Iterable[Change] = (),
        kinds: Mapping[int, str] | None = None,
    ) -> ActLine:
        gone_by = self.standing.by.get(act.number, ())
        if act.kind in REWRITING:
            kinds = self.kinds([act]) if kinds is None else kinds
            tell = self.tell_repair if act.kind == REPAIR else self.list_acts
            told = ActWords(kind_label(self.engine, act.kind), (), tell(act, kinds))
            return ActLine(act, told, gone_by, refers=rewritten_numbers(act))
        amendment = self.standing.instead.get(act.number)
        repaired = self.standing.repaired.get(act.number)
        return ActLine(
            act,
            describe_act(self.engine, act.kind, self.standing.said(act), self.names),
            gone_by,
            amendment.number if amendment else None,
            (*self.amendment_changes(act), *self.repair_changes(act), *made),
            repaired_by=repaired.by if repaired else None,
        )

    def list_acts(self, act: Act, kinds: Mapping[int, str]) -> str:
        return self.meaning(act) or ", ".join(
            f"{one} {kind_label(self.engine, kinds.get(one, ''))}"
            for one in rewritten_numbers(act)
        )

    def tell_repair(self, act: Act, kinds: Mapping[int, str]) -> str:
        """What was changed first, and how much people decided for it."""
        asked = [
            " ".join(filter(None, (self.place(one), str(one), label)))
            for one in asked_numbers(act)
            for label in [kind_label(self.engine, kinds.get(one, ""))]
        ]
        sentence = (
            gettext("Edited: %(entry)s")
            if amends(act)
            else gettext("Undone: %(entry)s")
        )
        said = sentence % {"entry": ", ".join(asked)}
        return f"{said} · {tell_answers(act)}"

    def repair_changes(self, act: Act) -> list[Change]:
        """What a repair put in its place, or before it."""
        place = self.standing.repaired.get(act.number)
        if place is None:
            return []
        own = EffectiveAct(act.number, act.kind, self.standing.said(act))
        put = [self.tell_put(one) for one in place.acts if one != own]
        label = gettext("Before it") if own in place.acts else gettext("Instead")
        return [Change("", label, "", "; ".join(put))]

    def tell_put(self, act: EffectiveAct) -> str:
        told = describe_act(self.engine, act.kind, act.data, self.names)
        return " · ".join(filter(None, (told.what, *told.whom, told.how)))

    def amendment_changes(self, act: Act) -> list[Change]:
        """Field by field what an amendment put in the place of what was first said."""
        if act.number not in self.standing.instead:
            return []
        return self.differences(act, act.data, self.standing.said(act))

    def differences(self, act: Act, before: Data, after: Data) -> list[Change]:
        """Two contents of an act, field by field."""
        if act.kind not in self.engine.acts:
            return []
        return [
            Change("", *one)
            for name, declared in act_fields(self.engine.acts[act.kind]).items()
            for one in field_differences(
                declared, before.get(name), after.get(name), self.names
            )
        ]


def field_differences(
    declared: ActField, old: Any, new: Any, names: Names
) -> list[tuple[str, str, str]]:
    """What differs of a field: its name, before and after; of many counts each that does."""
    if declared.kind in PARTS_MAKERS:
        labels = {
            key: label for key, (_f, label) in PARTS_MAKERS[declared.kind]().items()
        }
        return part_differences(labels, old or {}, new or {})
    was, now = (show_beside_label(declared, one, names) for one in (old, new))
    return [(translate(declared.label), was, now)] if was != now else []


def part_differences(
    labels: Mapping[str, str], old: Data, new: Data
) -> list[tuple[str, str, str]]:
    return [
        (translate(label), str(old.get(key, 0)), str(new.get(key, 0)))
        for key, label in labels.items()
        if old.get(key, 0) != new.get(key, 0)
    ]
