"""make mutate: changes lines that decide, one at a time, and tells which changes no test notices.

A sample spread over all modules of a room is tried, as much of it as nine minutes allow: a comparison turned round,
“and” for “or”, a number one higher. SEED chooses another sample, SAMPLE how many. ALL=1 tries every change, however
long it takes; FILES="scoring/inkas/*.py" only those of some modules, TABLES=1 only those outside functions.
A change inside a function is tried in the process that has everything loaded (mutant_tests). One of
a table or a field, and whatever survived, is tried by importing the changed module in a new process,
with the tests nearest to it; with ALL=1 also with all other quick ones, before it counts as a survivor.
"""

from __future__ import annotations

import functools
import importlib
import os
import pickle
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tools.mutant_tests import (
    BUDGET,
    QUIET,
    MutantTests,
    Unshrunk,
    Watched,
    wait_for_all,
)
from tools.mutant_usage import ROOT, Usage, room_usage
from tools.mutants import Mutant, all_mutants, install_mutant, spread_sample

SAMPLE, WHOLE = 400, 540  # changes, seconds
A_DAY = 86_400.0  # for all changes
IN_PLACE = 0.6  # of the time, for changes inside functions
WRITING = 10.0  # seconds to write down what was found
BROKEN = "The tests don't run; try make test first."
STEPS = 3  # from a name to the functions that use what is made of it
HELPERS = "tests/sessions/test_*_helpers.py"  # most of them plain tests of scoring/
LIBRARIES = ("django.forms", "django.test", "django.urls", "reportlab.pdfgen.canvas")
FEW = 40  # tests of a changed module that are run before all others
NO_TESTS = 5  # what pytest answers when none was chosen
Tried = dict[Mutant, bool]  # whether a test noticed the change


def main(room: str) -> int:
    seed = int(os.environ.get("SEED", "1"))
    everything = bool(os.environ.get("ALL"))
    sample = int(os.environ.get("SAMPLE", SAMPLE))
    seconds = float(os.environ.get("SECONDS", A_DAY if everything else WHOLE))
    every = wanted_mutants(
        all_mutants(room),
        os.environ.get("FILES", ""),
        tables_only=bool(os.environ.get("TABLES")),
    )
    chosen = spread_sample(every, len(every) if everything else sample, seed)
    tried, missed = try_mutants(room, chosen, seconds, far_too=everything)
    survivors = sorted(
        (one for one, noticed in tried.items() if not noticed), key=by_line
    )
    for mutant in survivors:
        sys.stdout.write(f"{mutant.path}:{mutant.line}: {mutant.words}\n")
    modules = Counter(mutant.path for mutant in tried)
    sys.stdout.write(
        f"{len(every)} changes possible, {len(chosen)} chosen (seed {seed}), {len(tried)} tried "
        f"in {len(modules)} modules, {len(survivors)} noticed by no test.\n"
    )
    if missed:
        sys.stdout.write(
            f"There was no time for {missed} tests: what they might notice isn't counted.\n"
        )
    return bool(survivors)


def wanted_mutants(
    mutants: Sequence[Mutant], files: str, *, tables_only: bool
) -> list[Mutant]:
    """Those of files that match one of the patterns, or of all files if there is none."""
    patterns = files.split() or ["*"]
    return [
        one
        for one in mutants
        if any(fnmatch(one.path, pattern) for pattern in patterns)
        and not (tables_only and one.function)
    ]


def by_line(mutant: Mutant) -> tuple[str, int]:
    return mutant.path, mutant.line


def try_mutants(
    room: str, mutants: Sequence[Mutant], seconds: float, *, far_too: bool
) -> tuple[Tried, int]:
    """Which were noticed, as far as there was time, and how many tests there was none for.

    Whether far too: what survives the nearest tests is tried with every other quick one.
    """
    started = time.monotonic()
    inside = [mutant for mutant in mutants if mutant.function]
    tried, watched = try_in_place(room, inside, started + IN_PLACE * seconds)
    left = [mutant for mutant in mutants if not tried.get(mutant, mutant.function)]
    load_libraries()
    usage = room_usage(room)
    near = {one: nearest_tests(one, watched, usage) for one in left}
    tried |= try_all_imported(near, started + seconds)
    if far_too:
        survived = [one for one in left if tried.get(one) is False]
        far = {one: watched.quick_others(near[one]) for one in survived}
        tried |= try_each_imported(far, started + seconds)
    sure = {
        one: seen for one, seen in tried.items() if seen or not watched.may_miss(one)
    }
    return sure, watched.missed


def try_all_imported(near: dict[Mutant, list[str]], until: float) -> Tried:
    """With the nearest few tests first, because most changes need no more; then with all."""
    few = {one: tests[:FEW] for one, tests in near.items()}
    noticed = try_each_imported(few, until)
    more = {
        one: near[one][FEW:]
        for one, seen in noticed.items()
        if not seen and len(near[one]) > FEW
    }
    sure = {one: seen for one, seen in noticed.items() if one not in more}
    return sure | try_each_imported(more, until)


def try_each_imported(tests: dict[Mutant, list[str]], until: float) -> Tried:
    jobs = [functools.partial(try_imported, *one) for one in tests.items()]
    survived = wait_for_all(jobs, until)
    answers = zip(tests, survived, strict=True)
    return {one: not lived for one, lived in answers if lived is not None}


def load_libraries() -> None:
    """What every new process would import again, and nothing of the project."""
    for name in LIBRARIES:
        importlib.import_module(name)


def try_in_place(
    room: str, mutants: Sequence[Mutant], until: float
) -> tuple[Tried, Watched]:
    """In a child, because this process must import nothing of the room itself."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tried"
        job = functools.partial(write_tried, room, mutants, until, file)
        (ended,) = wait_for_all([job], until + WRITING)
        if not ended:
            busy = "The machine is too busy." if ended is None else BROKEN
            raise SystemExit(f"Nothing was tried. {busy}")
        answer: tuple[Tried, Watched] = pickle.loads(file.read_bytes())  # noqa: S301 - our child's
        return answer


def write_tried(room: str, mutants: Sequence[Mutant], until: float, file: Path) -> None:
    plugin = MutantTests(room, mutants, until)
    if pytest.main([*QUIET, *room_tests(room)], plugins=[plugin]) != 0:
        sys.exit(1)
    answers = zip(mutants, plugin.noticed, strict=True)
    tried = {mutant: noticed for mutant, noticed in answers if noticed is not None}
    file.write_bytes(pickle.dumps((tried, plugin.watched)))


def room_tests(room: str) -> list[str]:
    """The room's test files and those of the helpers, as far as they name the room."""
    package = room.split("/")[0]
    files = [*(ROOT / "tests" / package).glob("test_*.py"), *ROOT.glob(HELPERS)]
    return [
        one.relative_to(ROOT).as_posix()
        for one in sorted(files)
        if f"from {package}" in one.read_text(encoding="utf-8")
    ]


def try_imported(mutant: Mutant, tests: Sequence[str]) -> None:
    """Imports the changed module and runs the tests."""
    if not tests:
        return
    signal.setitimer(signal.ITIMER_VIRTUAL, 3 * BUDGET)
    install_mutant(mutant)
    try:
        status = pytest.main([*QUIET, *tests], plugins=[Unshrunk()])
    except Exception:  # the changed module breaks what imports it, before any test
        sys.exit(1)
    if status not in (0, NO_TESTS):
        sys.exit(1)


def nearest_tests(mutant: Mutant, watched: Watched, usage: Usage) -> list[str]:
    """Those that call the function or use the names, then what is made of these."""
    chosen = watched.quickest(watched.callers(mutant), mutant.path)
    names = mutant.names or frozenset({mutant.function_name})
    for _step in range(STEPS):
        places = usage.functions_using(names)
        several = [one for one in watched.near_to(places, names) if one not in chosen]
        chosen += watched.quickest(several, mutant.path)
        if not chosen:  # such functions make tables while a module is imported
            names |= {name.rpartition(".")[2] for _path, name, _line in places}
        names = usage.bound_with(names)
    return watched.within_budget(chosen)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "scoring"))
