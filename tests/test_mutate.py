"""The tool that changes lines: what it changes, and that a change is really run."""

import ast
import os
import subprocess
import sys

import pytest

from tools.mutate import ROOT, Mutator, all_mutants, module_name, naming_tests

CLASS_WITH_TWO = "@dataclass(frozen=True)\nclass A:\n    a = 2"


def changes(source):
    """The source with each change that can be made, one at a time."""
    found = Mutator()
    found.visit(ast.parse(source))
    made = []
    for number in range(len(found.seen)):
        made.append(ast.unparse(Mutator(number).visit(ast.parse(source))))
    return made


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", ["a <= b"]),
        ("a == b and c", ["a != b and c", "a == b or c"]),
        ("not a", ["a"]),
        ("a + 1", ["a + 2", "a - 1"]),
        ("a = True", ["a = False"]),
        ("a: int = 3", ["a: int = 4"]),
        ("a = 'text'", []),
        ("a = Example(3)", []),
        ("a in b", ["a not in b"]),
        ("@dataclass(frozen=True)\nclass A:\n    a = 1", [CLASS_WITH_TWO]),
    ],
)
def test_every_line_that_decides_is_changed_one_way_at_a_time(source, changed):
    assert changes(source) == changed


def test_the_tests_of_a_module_are_those_that_name_it():
    near, far = naming_tests("scoring/arcs/planner.py")
    assert near == [
        "tests/scoring/test_arcs_planner.py",
        "tests/sessions/test_arcs_helpers.py",
    ]
    assert "tests/scoring/test_arcs_battle.py" in far
    assert "tests/scoring/test_moves.py" in naming_tests("scoring/north_moves.py")[0]
    assert module_name("scoring/inkas/__init__.py") == "scoring.inkas"


def test_a_changed_line_is_the_one_that_runs():
    path = "scoring/arcs/planner.py"
    mutant = next(
        one
        for one in all_mutants("scoring")
        if (one.path, one.words) == (path, "3 → 4")
    )
    told = "import tools.mutate; from scoring.arcs.planner import MOST_ROLLS as n; print(n)"
    found = [
        subprocess.run(
            [sys.executable, "-c", told],
            cwd=ROOT,
            env={**os.environ, **changed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for changed in ({}, {"COMPANION_MUTANT": mutant.key})
    ]
    assert found == ["3", "4"]
