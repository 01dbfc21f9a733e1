"""The tool that changes lines: what it changes, and that a change is really run."""

import ast
import pickle
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from types import SimpleNamespace

import pytest

from scoring.arcs.battle import Attackers, Defenders
from scoring.arcs.battle_goal import MOST_ROLLS, Goal, Planner
from tools.mutant_tests import (
    BUDGET,
    Watched,
    change_functions,
    functions_of,
    names_module,
    names_room,
    names_used,
    wait_for_all,
    watch_items,
)
from tools.mutant_usage import ROOT, Usage
from tools.mutants import Mutant, Mutator, all_mutants, module_name, spread_sample
from tools.mutate import (
    SAMPLE,
    nearest_tests,
    room_tests,
    try_imported,
    wanted_mutants,
)

FOREVER = float("inf")
CHANGED_ROLLS = MOST_ROLLS + 1
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
        ("zip(a, b, strict=True)", []),
        ("random.randint(0, 5)", []),
        ("table.random.random() < 0.15", []),
        ("a.pick(0) < 1", ["a.pick(1) < 1", "a.pick(0) < 2", "a.pick(0) <= 1"]),
        ("@dataclass(frozen=True)\nclass A:\n    a = 1", [CLASS_WITH_TWO]),
    ],
)
def test_every_line_that_decides_is_changed_one_way_at_a_time(source, changed):
    assert changes(source) == changed


def find_mutant(path, words, name):
    """A change of a function, or of the statement that binds a name."""
    return next(
        one
        for one in all_mutants(path)
        if one.words == words
        and (name in one.names or (one.function and one.function[0] == name))
    )


def test_a_change_knows_its_function_or_the_names_it_makes():
    planner = "scoring/arcs/battle_goal.py"
    assert find_mutant(planner, "3 → 4", "MOST_ROLLS").function is None
    inside = find_mutant(planner, "1 → 2", "Planner.building_hits")
    assert inside.function == ("Planner.building_hits", inside.function[1])
    assert inside.function[1] <= inside.line
    field = find_mutant("scoring/imperial_settlers/round_marker.py", "1 → 2", "round")
    assert field.names == {"RoundMarker", "round"}


def test_a_sample_takes_as_many_of_every_module_and_the_same_for_a_seed():
    mutants = [Mutant("a", number, 1, "") for number in range(50)]
    mutants += [Mutant("b", number, 1, "") for number in range(3)]
    sample = spread_sample(mutants, 10, seed=1)
    assert Counter(one.path for one in sample) == {"a": 7, "b": 3}
    assert sample == spread_sample(mutants, 10, seed=1) != spread_sample(mutants, 10, 2)
    assert len(spread_sample(mutants, 100, seed=1)) == 53


def test_the_changes_of_some_files_or_outside_functions_can_be_chosen():
    table = Mutant("a/one.py", 0, 1, "", names=frozenset({"TABLE"}))
    inside = Mutant("a/one.py", 1, 5, "", function=("first", 4))
    other = Mutant("b/two.py", 0, 1, "", names=frozenset({"B"}))
    every = [table, inside, other]
    assert wanted_mutants(every, "", tables_only=False) == every
    assert wanted_mutants(every, "", tables_only=True) == [table, other]
    assert wanted_mutants(every, "a/*.py", tables_only=False) == [table, inside]
    assert wanted_mutants(every, "a/* b/*", tables_only=False) == every


def test_a_changed_function_is_the_one_that_runs():
    mutant = find_mutant(
        "scoring/arcs/battle_goal.py", "1 → 2", "Planner.building_hits"
    )
    battle = Attackers(2), Defenders(0, 0, 0, 1), Goal("building")

    def hits_needed(expected):
        assert Planner(*battle).building_hits == expected

    def change():
        change_functions(mutant, functions_of("scoring"))
        hits_needed(2)

    hits_needed(1)
    assert wait_for_all([change, partial(hits_needed, 1)], FOREVER) == [True, True]
    hits_needed(1)  # the change was made in a process of its own


def test_a_job_that_fails_or_is_not_begun_is_told_from_one_that_ends_well():
    jobs = [lambda: None, lambda: sys.exit(1)]
    assert wait_for_all(jobs, FOREVER) == [True, False]
    assert wait_for_all(jobs, 0.0) == [None, None]


def test_a_job_that_is_still_running_when_the_time_is_over_is_stopped():
    begun = time.monotonic()
    jobs = [lambda: time.sleep(300), lambda: time.sleep(300)]
    assert wait_for_all(jobs, begun + 0.2) == [None, None]
    assert time.monotonic() - begun < 200


def test_tests_there_is_no_time_to_watch_are_counted(tmp_path):
    file = tmp_path / "watched"
    items = [SimpleNamespace(nodeid="tests/scoring/test_worth.py::a")] * 3
    job = partial(watch_items, items, "scoring", str(file), until=0.0)
    assert wait_for_all([job], FOREVER) == [True]
    watched = pickle.loads(file.read_bytes())
    assert (watched.missed, watched.calls) == (3, {})
    assert watched.may_miss(Mutant("scoring/worth.py", 0, 1, ""))
    assert not watched.may_miss(Mutant("scoring/seats.py", 0, 1, ""))


def test_a_changed_table_is_the_one_that_is_imported():
    mutant = find_mutant("scoring/arcs/battle_goal.py", "3 → 4", "MOST_ROLLS")
    told = (
        "from tools.mutants import Mutant, install_mutant\n"
        "install_mutant(Mutant({path!r}, {number}, 0, ''))\n"
        "from scoring.arcs.battle_goal import MOST_ROLLS; print(MOST_ROLLS)"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", told.format(path=mutant.path, number=number)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for number in (mutant.number, -1)
    ]
    assert found == ["4", "3"]


def test_a_change_that_breaks_an_import_is_noticed_without_a_traceback(
    monkeypatch, capfd
):
    def break_import(*_arguments, **_options):
        raise ImportError

    monkeypatch.setattr("pytest.main", break_import)
    job = partial(try_imported, Mutant("scoring/worth.py", 0, 1, ""), ["a test"])
    assert wait_for_all([job], FOREVER) == [False]
    assert capfd.readouterr().err == ""


def test_what_is_loaded_before_holds_nothing_that_could_be_changed():
    told = (
        "import sys; from tools.mutate import load_libraries; load_libraries()\n"
        "print({'scoring', 'companion', 'campaign'} & set(sys.modules))"
    )
    found = subprocess.run(
        [sys.executable, "-c", told],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "set()"


def test_the_nearest_tests_come_first_and_only_as_many_as_there_is_time_for():
    usage = Usage(
        {("m", "first", 1): frozenset({"TABLE"}), ("m", "second", 9): frozenset({"B"})},
        ((frozenset({"B"}), frozenset({"TABLE"})),),
    )
    calls = {
        "slow": {("m", "first", 1)},
        "quick": {("m", "first", 1)},
        "far": {("m", "second", 9)},
        "other": {("m", "third", 20)},
    }
    watched = Watched(calls, {"slow": 1.0, "quick": 0.1, "far": 0.1, "other": 0.1})
    table = Mutant("m", 0, 1, "", names=frozenset({"TABLE"}))
    assert nearest_tests(table, watched, usage) == ["quick", "slow", "far"]
    inside = Mutant("m", 0, 9, "", function=("second", 9))
    assert nearest_tests(inside, watched, usage) == ["far"]
    uncalled = Mutant("m", 0, 30, "", function=("A.B", 30))  # while tests run
    assert nearest_tests(uncalled, watched, usage) == ["far"]
    watched.seconds["slow"] = BUDGET
    assert nearest_tests(table, watched, usage) == ["quick", "far"]
    watched.names["other"] = frozenset({"TABLE"})  # reads it, and calls nobody who does
    assert nearest_tests(table, watched, usage) == ["quick", "other", "far"]


def test_the_quick_tests_that_are_not_near_are_there_for_what_survives():
    watched = Watched({}, {"slow": 1.0, "near": 0.01, "second": 0.1, "first": 0.02})
    assert watched.quick_others(["near"]) == ["first", "second"]


def test_a_number_read_while_importing_leads_to_the_table_made_with_it():
    made = frozenset({"LENGTH"})
    usage = Usage(
        {("m", "make_track", 1): made, ("m", "read", 9): frozenset({"LAYOUT"})},
        ((frozenset({"LAYOUT"}), frozenset({"make_track"})),),
    )
    watched = Watched({"reads": {("m", "read", 9)}}, {"reads": 0.1})
    number = Mutant("m", 0, 1, "", names=made)
    assert nearest_tests(number, watched, usage) == ["reads"]


def test_the_names_a_test_uses_are_those_of_its_own_lines(request):
    numbers = [SAMPLE for _each in range(2)]
    assert numbers == [SAMPLE, SAMPLE]
    assert {"SAMPLE", "range"} <= names_used(request.node)
    assert "BUDGET" not in names_used(request.node)


def hits_of_nobody():
    return Defenders().standing


def test_a_table_made_in_the_test_s_file_leads_to_what_it_is_made_of(request):
    assert CHANGED_ROLLS == 4
    assert {"CHANGED_ROLLS", "MOST_ROLLS"} <= names_used(request.node)
    assert hits_of_nobody() == 0  # neither does a helper hide what it reads
    assert "Defenders" in names_used(request.node)


def test_tests_of_files_that_import_the_module_come_before_quicker_ones():
    near, far = "tests/scoring/test_worth.py::a", "tests/scoring/test_inkas.py::b"
    watched = Watched({}, {near: 2.0, far: 0.1})
    assert watched.quickest([far, near], "scoring/worth.py") == [near, far]
    assert watched.quickest([near, far], "scoring/seats.py") == [far, near]
    assert names_module("tests/sessions/test_arcs_helpers.py", "scoring/arcs/city.py")


@pytest.mark.parametrize(
    ("file", "near"),
    [
        ("tests/sessions/test_settlers_helpers.py", True),
        ("tests/scoring/test_arcs_planner.py", False),
    ],
)
@pytest.mark.parametrize("module", ["", "/rounds.py"])
def test_tests_of_files_that_import_the_room_are_watched_first(file, near, module):
    item = SimpleNamespace(nodeid=f"{file}::test_something")
    assert names_room(item, f"scoring/imperial_settlers{module}") is near


def test_the_tests_of_a_room_are_its_own_and_those_of_the_helpers():
    files = room_tests("scoring/arcs/battle_goal.py")
    assert "tests/scoring/test_arcs_planner.py" in files
    assert "tests/sessions/test_arcs_helpers.py" in files
    assert not [file for file in files if "e2e" in file or "paper" in file]
    assert module_name("scoring/inkas/__init__.py") == "scoring.inkas"
