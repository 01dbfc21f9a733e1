"""The acts of a log as documentation, written from their declarations."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import getdoc
from typing import Any

from scoring.acts import ActField, Declared, act_fields, required_fields
from scoring.engines import Engine

NOTE = (
    "<!-- Written by `python manage.py write_act_docs` from the acts' declarations. -->"
)


def acts_page(title: str, engine: Engine[Any]) -> str:
    """One section per act: what it is, who may do it, and what its content holds."""
    sections = ("\n".join(act_section(kind, act)) for kind, act in engine.acts.items())
    return "\n\n".join([f"# {title}", NOTE, *sections]) + "\n"


def act_section(kind: str, act: type[Declared]) -> Iterator[str]:
    declared = act.declared
    yield f"## `{kind}`: {declared.label}"
    yield ""
    if about := own_docstring(act):
        yield about
        yield ""
    offered = f"; offered under “{declared.step}”" if declared.step else ""
    yield f"Needs the role {declared.role}{offered}."
    if fields := act_fields(act):
        yield ""
        yield "| field | what | kind |"
        yield "| --- | --- | --- |"
        for name, one in fields.items():
            needed = "" if name in required_fields(act) else ", may be missing"
            yield f"| `{name}` | {one.label} | {field_kind(one)}{needed} |"


def own_docstring(act: type[Declared]) -> str:
    """What its author says of it; a dataclass without a docstring has a made one."""
    written = getdoc(act) or ""
    return "" if written.startswith(f"{act.__name__}(") else written.partition("\n")[0]


def field_kind(declared: ActField) -> str:
    several = "list of " if declared.several else ""
    counted = ", counted from 0" if declared.first else ""
    keys = ", ".join(f"`{key}`" for key in declared.choices)
    return f"{several}{declared.kind}{counted}{f': {keys}' if keys else ''}"
