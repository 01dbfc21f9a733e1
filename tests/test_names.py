"""Names say what a function does, asks or returns, no class has a namesake, and nothing grows too long."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

MOST_LINES_OF_MODULE, MOST_LINES_OF_FUNCTION = 400, 40
MOST_LINES_OF_TESTS = 500
PROJECT = Path(__file__).resolve().parents[1]
ROOMS = ("companion", "campaign", "scoring")
NAMED_BY_DJANGO = {"Command"}

# One word that ends like a participle, or one of the irregular ones.
PARTICIPLE = re.compile(r"[a-z]+(ed|wn|ld|nd|pt|ught)")
IRREGULAR = re.compile(
    "beaten|become|begun|broken|chosen|dealt|done|fallen|felt|forbidden|given|gone|heard|hidden"
    "|laid|left|lost|made|meant|met|paid|risen|said|seen|sent|shrunk|spent|spoken|stolen|struck"
    "|taken|thrown|torn|undone|won|worn|written"
)
VERBS_AND_NOUNS = re.compile(
    "accept|adapt|add|amend|append|attempt|band|bend|bind|bond|build|command|demand|end|exceed"
    "|extend|feed|field|find|fold|fund|ground|hand|hold|kind|land|lend|mend|need|proceed|read"
    "|rebuild|round|seed|send|shield|speed|spend|stand|unfold|wind|word|yield"
)
# Words that leave open what a function does or gives back.
VAGUE = re.compile("do|given|keep|parts?|say|show|tell")


def is_vague(name: str) -> bool:
    if VERBS_AND_NOUNS.fullmatch(name):
        return False
    patterns = (PARTICIPLE, IRREGULAR, VAGUE)
    return any(pattern.fullmatch(name) for pattern in patterns)


def sources() -> list[Path]:
    found = (path for room in ROOMS for path in (PROJECT / room).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> list[str]:
    tree = parse(path)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node.name for node in tree.body if isinstance(node, kinds)]


def longer_than(most: int, paths: Iterable[Path]) -> dict[str, int]:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for path in paths}
    return {
        str(path.relative_to(PROJECT)): length
        for path, length in lengths.items()
        if length > most
    }


def test_no_module_is_too_long_to_be_read() -> None:
    assert longer_than(MOST_LINES_OF_MODULE, sources()) == {}


def test_no_file_of_tests_is_too_long_to_find_a_test_in() -> None:
    assert longer_than(MOST_LINES_OF_TESTS, (PROJECT / "tests").rglob("*.py")) == {}


def test_no_function_is_too_long_to_be_read() -> None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    long = [
        f"{path.relative_to(PROJECT)}: {node.name}"
        for path in sources()
        for node in ast.walk(parse(path))
        if isinstance(node, kinds)
        and (node.end_lineno or 0) - node.lineno >= MOST_LINES_OF_FUNCTION
    ]
    assert long == []


@pytest.mark.parametrize(
    ("name", "vague"),
    [
        ("kept", True),
        ("listed", True),
        ("drawn", True),
        ("shrunk", True),
        ("told", True),
        ("tell", True),
        ("find", False),
        ("read", False),
        ("is_expired", False),
        ("counted_rows", False),
        ("table_glance", False),
    ],
)
def test_a_bare_participle_is_told_from_a_name(name: str, vague: bool) -> None:
    assert is_vague(name) is vague


def test_functions_say_what_they_do_ask_or_return() -> None:
    vague = [
        f"{path.relative_to(PROJECT)}: {name}"
        for path in sources()
        for name in functions(path)
        if is_vague(name)
    ]
    assert vague == []


def test_no_two_classes_have_the_same_name() -> None:
    places = defaultdict(list)
    for path in sources():
        for node in parse(path).body:
            if isinstance(node, ast.ClassDef) and node.name not in NAMED_BY_DJANGO:
                places[node.name].append(str(path.relative_to(PROJECT)))
    assert {name: here for name, here in places.items() if len(here) > 1} == {}


def test_no_class_is_imported_under_another_name() -> None:
    """One class, one name: a clash is a reason to rename, not to hide one of the two."""
    aliased = [
        f"{path.relative_to(PROJECT)}: {alias.name} as {alias.asname}"
        for path in sources()
        for node in ast.walk(parse(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(ROOMS)
        for alias in node.names
        if alias.asname not in (None, alias.name)
        and re.fullmatch(r"[A-Z]\w*[a-z]\w*", alias.name)
    ]
    assert aliased == []
