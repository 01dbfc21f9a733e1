"""Which acts of a log count, and what they add up to. Pure: it knows no database.

An undo takes acts out, an amendment puts another content in an act's own place. A repair is one of
both that also says what stands in the place of the acts that would fall with it. All are acts
themselves and can be undone. Nothing is ever deleted, so any of it can come back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from scoring.engines import Data, Engine, Fact, State
from scoring.records import Unfit
from scoring.rules import Problem, RuleBroken

MOST_IN_PLACE = 200  # acts that a repair puts in the place of one
MOST_ANSWERED = 10_000
AnyAct = TypeVar("AnyAct", bound="RecordedAct")
UNDO, AMEND, REPAIR = "undo", "amend", "repair"
# The acts that change what other acts say: what they must hold, and what they may.
REWRITING = {
    UNDO: ({"of"}, {"of"}),
    AMEND: ({"of", "by"}, {"of", "by", "without"}),
    REPAIR: ({"of", "instead"}, {"of", "by", "instead", "then", "answered"}),
}


class RecordedAct(Protocol):
    """An act as somebody recorded it."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def data(self) -> Data: ...


@dataclass(frozen=True)
class EffectiveAct:
    """An act that counts, with the content that counts."""

    number: int
    kind: str
    data: Data


@dataclass(frozen=True)
class FallenAct:
    """An act that doesn't hold any more, and why."""

    number: int
    kind: str
    broken: RuleBroken | Unfit

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the rules say against it; none where its content doesn't fit at all."""
        return self.broken.problems if isinstance(self.broken, RuleBroken) else ()

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}: {'; '.join(map(str, self.broken.args))}"


class WouldFall(RuleBroken):
    """Raised with every act that would no longer hold; nothing was changed."""

    def __init__(self, fallen: Iterable[FallenAct]) -> None:
        self.fallen = tuple(fallen)
        super().__init__(*(found for act in self.fallen for found in act.problems))
        self.args = tuple(map(str, self.fallen))

    @property
    def numbers(self) -> list[int]:
        return [act.number for act in self.fallen]


def undone_by(acts: Sequence[RecordedAct]) -> dict[int, list[int]]:
    """The numbers of the acts that are undone, each with those of the acts that undid it.

    An undo that is undone itself takes out nothing. Part of a log will do, as long as it has
    all undos and amendments of the acts in question.
    """
    gone: dict[int, list[int]] = {}
    for act in reversed(acts):
        if act.number not in gone:
            for number in numbers_undone_by(act):
                gone.setdefault(number, []).append(act.number)
    return gone


def undone_numbers(acts: Sequence[RecordedAct]) -> set[int]:
    return set(undone_by(acts))


def numbers_undone_by(act: RecordedAct) -> list[int]:
    if act.kind == UNDO:
        return list(act.data["of"])
    if act.kind == REPAIR:
        asked = [] if amends(act) else list(act.data["of"])
        left = (int(one) for one, said in act.data["instead"].items() if not said)
        return [*asked, *left]
    return list(act.data.get("without", ())) if act.kind == AMEND else []


def amends(act: RecordedAct) -> bool:
    """Whether it puts another content in an act's place."""
    return act.kind == AMEND or (act.kind == REPAIR and "by" in act.data)


def standing_amendments(acts: Sequence[AnyAct]) -> dict[int, AnyAct]:
    """The latest amendment that counts, by the number of the act it changes in the end."""
    gone, roots = undone_by(acts), amendment_roots(acts)
    return {
        roots[act.number]: act for act in acts if amends(act) and act.number not in gone
    }


@dataclass(frozen=True)
class RepairedPlace:
    """What a repair put in the place of an act."""

    by: int  # the number of the repair
    acts: tuple[EffectiveAct, ...]


def standing_repairs(acts: Sequence[RecordedAct]) -> dict[int, RepairedPlace]:
    """What stands in the place of acts, by their numbers; a later edit of the act counts instead."""
    gone, edited = undone_by(acts), standing_amendments(acts)
    found = {
        number: place
        for act in acts
        if act.kind == REPAIR and act.number not in gone
        for number, place in repaired_places(act)
        if number not in gone
    }
    return {
        number: place
        for number, place in found.items()
        if number not in edited or edited[number].number <= place.by
    }


def put_acts(act: RecordedAct) -> list[Data]:
    """All acts that a repair puts in the place of others; other acts put none."""
    if act.kind != REPAIR:
        return []
    told = [one for said in act.data["instead"].values() for one in said]
    return [*told, *act.data.get("then", [])]


def repaired_places(act: RecordedAct) -> Iterator[tuple[int, RepairedPlace]]:
    """The places a repair decided about; what comes after all of them stands in its own."""
    told = [(int(number), said) for number, said in act.data["instead"].items()]
    for number, said in [*told, (act.number, act.data.get("then", []))]:
        if said:
            content = (EffectiveAct(number, one["kind"], one["data"]) for one in said)
            yield number, RepairedPlace(act.number, tuple(content))


def effective_acts(acts: Sequence[RecordedAct]) -> list[EffectiveAct]:
    """The acts that count, each in its own place with the latest content that stands.

    Of a part of a log also what repairs put in the place of acts that aren't in it.
    """
    gone, instead, repaired = (
        undone_by(acts),
        standing_amendments(acts),
        standing_repairs(acts),
    )
    plain = [
        EffectiveAct(act.number, act.kind, effective_data(act, instead))
        for act in acts
        if act.number not in gone
        and act.kind not in REWRITING
        and act.number not in repaired
    ]
    if not repaired:
        return plain
    put = [one for place in repaired.values() for one in place.acts]
    return sorted([*plain, *put], key=lambda one: one.number)


def effective_data(act: RecordedAct, instead: Mapping[int, RecordedAct]) -> Data:
    """The content of an act that counts: its own, or what an amendment put in its place."""
    amendment = instead.get(act.number)
    said: Data = amendment.data["by"] if amendment else act.data
    return said


def amended_number(acts: Sequence[RecordedAct], act: RecordedAct) -> int:
    """The number of the act that an amendment changes in the end."""
    if not amends(act):
        return act.number
    number: int = act.data["of"]
    return amendment_roots(acts).get(number, number)


def amendment_roots(acts: Sequence[RecordedAct]) -> dict[int, int]:
    """For every amendment the number of the act it changes in the end."""
    roots: dict[int, int] = {}
    for act in acts:
        if amends(act):
            number: int = act.data["of"]
            roots[act.number] = roots.get(number, number)
    return roots


def check_rewriting(acts: Sequence[RecordedAct], act: RecordedAct) -> None:
    """Refuses an undo or amendment of what isn't there; acts number from 1 without a gap."""
    needed, known = REWRITING[act.kind]
    if not needed <= act.data.keys() <= known:
        raise Unfit(act.kind, f"must hold {' and '.join(sorted(needed))}")
    for name in ("of", "without"):
        check_numbers(acts, name, act)
    if amends(act):
        check_amendment(acts, act.data)
    if act.kind == REPAIR:
        check_repair(acts, act)


def check_numbers(acts: Sequence[RecordedAct], name: str, act: RecordedAct) -> None:
    given = act.data.get(name, [])
    numbers = [given] if amends(act) and name == "of" else given
    if not isinstance(numbers, list) or (name == "of" and not numbers):
        raise Unfit(name, "must be a list of act numbers")
    if len(numbers) > max(len(acts), 1):
        raise Unfit(name, "names more acts than there are")
    for number in numbers:
        if type(number) is not int or not 1 <= number <= len(acts):
            raise Unfit(name, f"there is no act {number}")


def check_still_counts(acts: Sequence[RecordedAct], act: RecordedAct) -> None:
    """Refuses to undo or amend what is undone already.

    Only for what somebody asks for: an undo that takes others along may name one
    that it brings back itself, and takes out again at once.
    """
    of = act.data["of"]
    gone = undone_numbers(acts)
    for number in [of] if amends(act) else of:
        if number in gone:
            raise Unfit("of", f"act {number} is undone already")


def check_amendment(acts: Sequence[RecordedAct], data: Data) -> None:
    if not isinstance(data["by"], Mapping):
        raise Unfit("by", "must be an object")
    if (kind := acts[data["of"] - 1].kind) in (UNDO, REPAIR):
        raise Unfit("of", f"act {data['of']} is of the kind {kind}: undo it instead")


def check_repair(acts: Sequence[RecordedAct], act: RecordedAct) -> None:
    """Refuses a repair that says something about no act, or about an undo."""
    instead = act.data["instead"]
    if not isinstance(instead, Mapping) or len(instead) > len(acts):
        raise Unfit("instead", "must be an object with act numbers as keys")
    for key, said in instead.items():
        number = int(key) if key.isascii() and key.isdigit() and len(key) < 10 else 0
        if not 1 <= number <= len(acts) or str(number) != key:
            raise Unfit("instead", f"there is no act {key}")
        if acts[number - 1].kind in (UNDO, AMEND):
            raise Unfit("instead", f"act {key} changes others: undo it instead")
        check_put_acts(f"instead.{key}", said)
    check_put_acts("then", act.data.get("then", []))
    answered = act.data.get("answered", 0)
    if type(answered) is not int or not 0 <= answered <= MOST_ANSWERED:
        raise Unfit("answered", "must be a number of answers")


def check_put_acts(where: str, said: Any) -> None:
    if not isinstance(said, list) or len(said) > MOST_IN_PLACE:
        raise Unfit(where, "must be a short list of acts")
    for one in said:
        if not isinstance(one, Mapping) or {*one} != {"kind", "data"}:
            raise Unfit(where, "every act must hold data and kind")
        if not isinstance(one["kind"], str) or one["kind"] in REWRITING:
            raise Unfit(where, "no undo, edit or repair can stand there")
        if not isinstance(one["data"], Mapping):
            raise Unfit(where, "data must be an object")


@dataclass
class Replay(Generic[State]):
    """The states and facts that acts lead to, and the acts that no longer hold."""

    states: list[State]  # the first one, then the state after each act that holds
    facts: list[tuple[int, Fact]] = field(default_factory=list)  # by act number
    fallen: list[FallenAct] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.states[-1]


def replay_acts(
    engine: Engine[State], state: State, acts: Iterable[EffectiveAct]
) -> Replay[State]:
    played = Replay([state])
    for act in acts:
        try:
            after, facts = engine.apply(played.state, act.kind, act.data)
        except (RuleBroken, Unfit) as broken:
            played.fallen.append(FallenAct(act.number, act.kind, broken))
        else:
            played.states.append(after)
            played.facts += [(act.number, fact) for fact in facts]
    return played
