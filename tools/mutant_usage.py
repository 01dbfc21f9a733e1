"""Which names the functions and statements of a room use, and which those of a test file."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def bound_names(statement: ast.stmt) -> frozenset[str]:
    if isinstance(statement, ast.ClassDef | ast.FunctionDef):
        return frozenset({statement.name})
    return frozenset(
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )


@dataclass(frozen=True)
class Usage:
    """Which names each function of a room uses, and which statement makes names of others."""

    functions: dict[tuple[str, str, int], frozenset[str]]
    statements: tuple[tuple[frozenset[str], frozenset[str]], ...]  # bound, used

    def functions_using(self, names: frozenset[str]) -> set[tuple[str, str, int]]:
        return {place for place, used in self.functions.items() if used & names}

    def bound_with(self, names: frozenset[str]) -> frozenset[str]:
        """These names and those of every statement that uses one of them."""
        return names.union(*(bound for bound, used in self.statements if used & names))


def room_usage(room: str) -> Usage:
    place = ROOT / (room if (ROOT / room).is_dir() else Path(room).parent)
    functions, statements = {}, []
    for file in sorted(place.rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        for classes, node in statements_of(ast.parse(file.read_text("utf-8")).body):
            if isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                functions[path, ".".join((*classes, node.name)), first] = used_names(
                    node
                )
            else:
                statements.append((bound_names(node) | {*classes}, used_names(node)))
    return Usage(functions, tuple(statements))


def statements_of(
    body: Iterable[ast.stmt], classes: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], ast.stmt]]:
    """Those of a module and of its classes, with the names of these."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from statements_of(node.body, (*classes, node.name))
        else:
            yield classes, node


def used_names(node: ast.AST) -> frozenset[str]:
    nodes = list(ast.walk(node))
    return frozenset(
        {one.id for one in nodes if isinstance(one, ast.Name)}
        | {one.attr for one in nodes if isinstance(one, ast.Attribute)}
    )


def names_reached(file: str, name: str) -> frozenset[str]:
    """What a statement of a file uses, and what those of its names that the file makes itself use."""
    made = names_by_statement(file)
    reached, waiting = frozenset[str](), {name}
    while waiting:
        used = frozenset[str]().union(*(made.get(one, frozenset()) for one in waiting))
        waiting = set(used - reached)
        reached |= used
    return reached


@functools.cache
def names_by_statement(file: str) -> dict[str, frozenset[str]]:
    """Of each name a file's own statements make, the names they use."""
    path = ROOT / file
    body = ast.parse(path.read_text(encoding="utf-8")).body if path.is_file() else []
    made: dict[str, frozenset[str]] = {}
    for statement in body:
        for name in bound_names(statement):
            made[name] = made.get(name, frozenset()) | used_names(statement)
    return made
