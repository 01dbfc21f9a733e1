"""make mutate: changes lines that decide, one at a time, and tells which changes no test notices.

A sample of all changes is tried, within a few minutes: a comparison turned round, “and” for “or”,
a number one higher. Each is run against the plain tests that name its module. As a pytest plugin
(-p tools.mutate) this module puts the changed source in the place of the real one.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
MUTANT = "COMPANION_MUTANT"  # where:number, in the environment of one run
ONE_RUN, WHOLE = 120, 540  # seconds
NO_TESTS = 5  # what pytest answers when none was chosen
DECIDES_NOTHING = {"Example", "print"}  # a game to look at
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

    @property
    def key(self) -> str:
        return f"{self.path}:{self.number}"


class Mutator(ast.NodeTransformer):
    """Makes the change of one number, or none, and remembers all it could have made."""

    def __init__(self, wanted: int | None = None) -> None:
        self.wanted = wanted
        self.seen: list[tuple[int, str]] = []

    def is_wanted(self, node: ast.expr, words: str) -> bool:
        self.seen.append((node.lineno, words))
        return self.wanted == len(self.seen) - 1

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:  # a type decides nothing
            node.value = self.visit(node.value)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = [self.visit(one) for one in node.body]  # not its decorators
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.body = [self.visit(one) for one in node.body]
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in DECIDES_NOTHING:
            return node
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
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
            changed: object = not node.value
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


def mutated_tree(path: str, number: int | None) -> tuple[ast.Module, Mutator]:
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
        Mutant(path, number, line, words)
        for path in paths
        for number, (line, words) in enumerate(mutated_tree(path, None)[1].seen)
    ]


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


if MUTANT in os.environ:
    WHERE, NUMBER = os.environ[MUTANT].rsplit(":", 1)
    sys.meta_path.insert(0, MutantFinder(WHERE, int(NUMBER)))


# Trying a sample


def naming_tests(path: str) -> tuple[list[str], list[str]]:
    """The test files that name the module, and the others that name its package."""
    module = module_name(path)
    package, _dot, leaf = module.rpartition(".")
    sources = {
        one.relative_to(ROOT).as_posix(): one.read_text(encoding="utf-8")
        for one in sorted((ROOT / "tests").rglob("test_*.py"))
        if "e2e" not in one.parts and one.name != "test_mutate.py"
    }
    near = [
        test
        for test, source in sources.items()
        if module in source or (f"from {package} import" in source and leaf in source)
    ]
    inner = "." in package  # a room's own name is in every test
    far = [test for test, source in sources.items() if inner and package in source]
    return near, [test for test in far if test not in near]


def is_noticed(mutant: Mutant) -> bool:
    """Whether some plain test fails with this change, those nearest to it first."""
    return any(fails(mutant, tests) for tests in naming_tests(mutant.path) if tests)


def fails(mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether a test fails; one that runs too long fails too, where none is plain none does."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "tools.mutate"]
    command += ["-p", "no:cacheprovider", "-m", "not database", *tests]
    try:
        done = subprocess.run(  # noqa: S603 - our own tests
            command,
            cwd=ROOT,
            env={**os.environ, MUTANT: mutant.key},
            capture_output=True,
            timeout=ONE_RUN,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, NO_TESTS)


def try_sample(
    mutants: Sequence[Mutant], seconds: float
) -> Iterator[tuple[Mutant, bool]]:
    """Each in turn on every core, until there is no time for another."""
    until = time.monotonic() + seconds

    def attempt(mutant: Mutant) -> tuple[Mutant, bool | None]:
        late = time.monotonic() > until - ONE_RUN / 2
        return mutant, None if late else is_noticed(mutant)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutant, noticed in pool.map(attempt, mutants):
            if noticed is not None:
                yield mutant, noticed


def main(room: str) -> int:
    seed = int(os.environ.get("SEED", "1"))
    sample = int(os.environ.get("SAMPLE", "120"))
    mutants = all_mutants(room)
    chosen = Random(seed).sample(mutants, min(sample, len(mutants)))  # noqa: S311 - no secret
    survivors, tried = [], 0
    for mutant, noticed in try_sample(chosen, float(os.environ.get("SECONDS", WHOLE))):
        tried += 1
        if not noticed:
            survivors.append(mutant)
            sys.stdout.write(f"{mutant.path}:{mutant.line}: {mutant.words}\n")
            sys.stdout.flush()
    sys.stdout.write(
        f"{len(mutants)} changes possible, {tried} tried (seed {seed}), "
        f"{len(survivors)} noticed by no test.\n"
    )
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "scoring"))
