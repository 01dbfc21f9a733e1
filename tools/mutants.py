"""The changes that make mutate tries: what can be changed, and how a changed module is run."""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from types import ModuleType

from tools.mutant_usage import ROOT, bound_names

DECIDES_NOTHING = {"Example", "TypeVar"}  # a game to look at; a kind of type
SHOWS_ONLY = {
    "strict",
    "rare",
    "quiet",
    "told",
    "typed",
    "folded",
}  # how something is shown
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}


@dataclass(frozen=True)
class Mutant:
    """One change: in which file, which of its possible changes, and where that is."""

    path: str
    number: int
    line: int
    words: str
    function: tuple[str, int] | None = None  # its name and first line, if it is in one
    names: frozenset[str] = frozenset()  # otherwise those its statement binds

    @property
    def function_name(self) -> str:
        return self.function[0].rpartition(".")[2] if self.function else ""


@dataclass(frozen=True)
class Surroundings:
    """The outermost function around a change, or the names its statement binds."""

    function: tuple[str, int] | None = None
    names: frozenset[str] = frozenset()


def is_chance(node: ast.expr) -> bool:
    """A call of random.something or table.random.something: what it brings decides no rule."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    source = node.func.value
    name = source.attr if isinstance(source, ast.Attribute) else None
    return (source.id if isinstance(source, ast.Name) else name) == "random"


class Mutator(ast.NodeTransformer):
    """Makes the change of one number, or none, and remembers all it could have made."""

    def __init__(self, wanted: int | None = None) -> None:
        self.wanted = wanted
        self.seen: list[tuple[int, str, Surroundings]] = []
        self.classes: tuple[str, ...] = ()
        self.place = Surroundings()

    def is_wanted(self, node: ast.expr, words: str) -> bool:
        self.seen.append((node.lineno, words, self.place))
        return self.wanted == len(self.seen) - 1

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:  # a type decides nothing
            node.value = self.visit(node.value)
        return node

    def visit_Module(self, node: ast.Module) -> ast.AST:
        node.body = [self.visit_statement(one) for one in node.body]
        return node

    def visit_statement(self, node: ast.stmt) -> ast.stmt:
        """One of a module or a class, which binds names."""
        before = self.place
        if not before.function:
            self.place = Surroundings(names=before.names | bound_names(node))
        changed: ast.stmt = self.visit(node)
        self.place = before
        return changed

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.classes = (*self.classes, node.name)
        node.body = [self.visit_statement(one) for one in node.body]  # no decorators
        self.classes = self.classes[:-1]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        before = self.place
        if not before.function:
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            self.place = Surroundings((".".join((*self.classes, node.name)), first))
        node.body = [self.visit(one) for one in node.body]
        self.place = before
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in DECIDES_NOTHING:
            return node
        return node if is_chance(node) else self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        return node if node.arg in SHOWS_ONLY else self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if is_chance(node.left):  # exactly as likely is as good as never
            return node
        for place, operator in enumerate(node.ops):
            other = COMPARED[type(operator)]
            words = f"{type(operator).__name__} → {other.__name__}"
            if self.is_wanted(node, words):
                node.ops[place] = other()
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        conjunction = isinstance(node.op, ast.And)
        if self.is_wanted(node, "and → or" if conjunction else "or → and"):
            node.op = ast.Or() if conjunction else ast.And()
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and self.is_wanted(node, "not dropped"):
            return node.operand
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        other = COUNTED.get(type(node.op))
        words = f"{type(node.op).__name__} → {other.__name__}" if other else ""
        if other and self.is_wanted(node, words):
            node.op = other()
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, bool):
            changed: int = not node.value
        elif isinstance(node.value, int):
            changed = node.value + 1
        else:
            return node
        words = f"{node.value} → {changed}"
        return (
            ast.copy_location(ast.Constant(changed), node)
            if self.is_wanted(node, words)
            else node
        )


def mutated_tree(path: str, number: int | None = None) -> tuple[ast.Module, Mutator]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"), path)
    mutator = Mutator(number)
    changed: ast.Module = mutator.visit(tree)
    return ast.fix_missing_locations(changed), mutator


def all_mutants(room: str) -> list[Mutant]:
    """Every change in a room, or in one of its modules."""
    place = ROOT / room
    files = [place] if place.is_file() else place.rglob("*.py")
    paths = sorted(one.relative_to(ROOT).as_posix() for one in files)
    return [
        Mutant(path, number, line, words, place.function, place.names)
        for path in paths
        for number, (line, words, place) in enumerate(mutated_tree(path)[1].seen)
    ]


def spread_sample(mutants: Iterable[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many of them by chance, with as many of every module as of any other."""
    chance = Random(seed)  # noqa: S311 - no secret
    by_path: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_path.setdefault(mutant.path, []).append(mutant)
    for several in by_path.values():
        chance.shuffle(several)
    longest = max(map(len, by_path.values()), default=0)
    turns = [
        several[turn]
        for turn in range(longest)
        for several in by_path.values()
        if turn < len(several)
    ]
    return turns[:size]


# Running with one change


class MutantLoader(importlib.abc.SourceLoader):
    def __init__(self, name: str, path: str, number: int) -> None:
        self.name, self.path, self.number = name, path, number

    def get_filename(self, _fullname: str) -> str:
        return str(ROOT / self.path)

    def get_data(self, path: str | bytes) -> bytes:
        if str(path) != self.get_filename(self.name):
            raise OSError(path)  # no compiled file is read or written
        return ast.unparse(mutated_tree(self.path, self.number)[0]).encode()


class MutantFinder(importlib.abc.MetaPathFinder):
    def __init__(self, path: str, number: int) -> None:
        self.path, self.number = path, number
        self.module = module_name(path)

    def find_spec(
        self,
        fullname: str,
        _path: Sequence[str] | None,
        _target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        loader = MutantLoader(fullname, self.path, self.number)
        return importlib.util.spec_from_file_location(
            fullname, ROOT / self.path, loader=loader
        )


def module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def install_mutant(mutant: Mutant) -> None:
    """Whoever imports its module from now on gets the changed one."""
    sys.meta_path.insert(0, MutantFinder(mutant.path, mutant.number))
