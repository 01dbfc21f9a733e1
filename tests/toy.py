"""A small engine that uses every table of a campaign, so that the log can be tried without the game."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from scoring.acts import FieldKind, listed_values
from scoring.engines import Fact
from scoring.plain import from_plain
from scoring.records import Unfit
from scoring.rules import Problem, Rule, RuleBroken

RULE = Rule("TOY-1", "toy", "1", "Enough", "Nobody spends what they don't have.")
AGES = ("ancient", "medieval", "industrial")


@dataclass(frozen=True)
class Empire:
    name: str
    knowledge: int = 0
    age: int = 0
    provinces: tuple[int, ...] = ()
    inventions: dict[str, str] = field(default_factory=dict)  # number → colour


@dataclass(frozen=True)
class State:
    empires: dict[str, Empire] = field(default_factory=dict)
    played: int = 0
    open: bool = False
    missions: tuple[int, ...] = ()

    def put(self, key: str, **changes: Any) -> State:
        empire = replace(self.empires[key], **changes)
        return replace(self, empires={**self.empires, key: empire})


def refuse(message: str) -> None:
    raise RuleBroken(Problem(message, RULE))


def found(state, data):
    if data["empire"] in state.empires:
        refuse("There is such an empire already.")
    fresh = Empire(data.get("name", data["empire"]))
    return replace(state, empires={**state.empires, data["empire"]: fresh}), ()


def open_session(state, data):
    if state.open:
        refuse("A session is open.")
    number = state.played + 1
    state = replace(state, open=True, missions=tuple(data["missions"]))
    # In a fixed order: a mapping comes back from the database in another one.
    playing, on = sorted(state.empires), data.get("on", "")
    fields = {"number": number, "playing": playing, "played_on": on}
    return state, (Fact("session", fields),)


def complete(state, data):
    if not state.open:
        refuse("No session is open.")
    fields = {
        "session": state.played + 1,
        "mission": data["mission"],
        "empire": data["empire"],
        "first": True,
        "ticks": 3,
    }
    return state, (Fact("completion", fields),)


def gain(state, data):
    empire, amount = state.empires[data["empire"]], data["amount"]
    if empire.knowledge + amount < 0:
        refuse("Not enough knowledge.")
    fields = {
        "session": state.played + 1 if state.open else None,
        "empire": data["empire"],
        "amount": amount,
        "why": "gained",
    }
    after = state.put(data["empire"], knowledge=empire.knowledge + amount)
    return after, (
        Fact("knowledge", fields),
        Fact("knowledge", {**fields, "amount": 0}),
    )


def draw(state, data):
    held = state.empires[data["empire"]].provinces
    return state.put(data["empire"], provinces=(*held, data["number"])), ()


def hold(state, data):
    """All inventions at once, so that two can swap their colours."""
    return state.put(data["empire"], inventions=dict(data["inventions"])), ()


def advance(state, data):
    age = state.empires[data["empire"]].age + data.get("by", 1)
    if age not in range(len(AGES)):
        refuse("There is no such age.")
    return state.put(data["empire"], age=age), ()


def collapse(state, data):
    return state.put(data["empire"], provinces=(), inventions={}), ()


def finish(state, data):
    if not state.open:
        refuse("No session is open.")
    if not data["scores"].keys() <= state.empires.keys():
        refuse("Somebody else scored.")
    number = state.played + 1
    state = replace(state, played=number, open=False, missions=())
    results = [
        Fact(
            "result",
            {
                "session": number,
                "empire": key,
                "score": score,
                "place": place,
                "entries": {"score": score},
            },
        )
        for place, (key, score) in enumerate(data["scores"].items(), start=1)
    ]
    ending = Fact("ending", {"session": number, "state": ToyEngine().dump(state)})
    left = [
        Fact(
            "left",
            {
                **{"session": number, "empire": key, "name": key, "age": "ancient"},
                **{"status": "alive", "fall": "", "falling": [], "maps": []},
                **{"ticks": 0, "knowledge": one.knowledge},
                **{"knowledge_on_paper": one.knowledge, "provinces_on_paper": 0},
            },
        )
        for key, one in state.empires.items()
    ]
    return state, (*results, ending, *left)


ACTS = {
    "found": found,
    "open": open_session,
    "complete": complete,
    "gain": gain,
    "draw": draw,
    "hold": hold,
    "advance": advance,
    "collapse": collapse,
    "finish": finish,
}


class ToyEngine:
    acts: ClassVar[dict[str, type]] = {}  # tests add some

    def start(self, data):
        return State()

    def check_data(self, kind, data):
        if kind not in self.acts and kind not in ACTS:
            raise Unfit("kind", f"“{kind}” is unknown")

    def apply(self, state, kind, data):
        if kind in self.acts:
            return from_plain(self.acts[kind], dict(data)).apply(state)
        if kind not in ACTS:
            raise Unfit("kind", f"“{kind}” is unknown")
        if "empire" in data and kind != "found" and data["empire"] not in state.empires:
            refuse(f"There is no empire {data['empire']}.")
        try:
            return ACTS[kind](state, data)
        except KeyError as missing:
            raise Unfit(kind, f"{missing} is missing") from None

    def owners(self, state, declared, value):
        if declared.kind != FieldKind.EMPIRE:
            return []
        return [key for key in listed_values(declared, value) if key in state.empires]

    def rows(self, state):
        rows = {}
        for key, empire in state.empires.items():
            rows |= empire_rows(key, empire)
        for position, number in enumerate(state.missions, start=1):
            key = (("session", state.played + 1), ("number", number))
            rows["mission", key] = {
                "position": position,
                "category": "economy",
                "turned": False,
                "markers": {},
            }
        return rows

    def dump(self, state):
        return {
            "empires": {
                key: {
                    "name": one.name,
                    "knowledge": one.knowledge,
                    "age": one.age,
                    "provinces": list(one.provinces),
                    "inventions": one.inventions,
                }
                for key, one in state.empires.items()
            },
            "played": state.played,
            "open": state.open,
            "missions": list(state.missions),
        }

    def load(self, data):
        empires = {
            key: Empire(**{**one, "provinces": tuple(one["provinces"])})
            for key, one in data["empires"].items()
        }
        return State(
            **{**data, "empires": empires, "missions": tuple(data["missions"])}
        )


def empire_rows(key, empire):
    rows = {
        ("empire", (("key", key),)): {
            "player": key,
            "name": empire.name,
            "faction": "romans",
            "age": AGES[empire.age],
            "status": "alive",
            "founded": 1,
        }
    }
    for age in range(empire.age + 1):
        rows["sheet", (("empire", key), ("age", AGES[age]))] = {
            "position": age + 1,
            "current": age == empire.age,
            "name": empire.name,
            "faction": "romans",
            "diplomacy": 3,
            "economy": 0,
            "science": 0,
            "boxes": (0, 1),
            "knowledge": empire.knowledge,
            "scores": [],
            "corrected": [],
        }
    for number in empire.provinces:
        rows["province", (("empire", key), ("number", number))] = {"name": ""}
    for number, colour in empire.inventions.items():
        rows["invention", (("empire", key), ("number", int(number)))] = {
            "age": "ancient",
            "colour": colour,
            "price": 40,
            "name": "",
        }
    return rows


TOY = ToyEngine()
