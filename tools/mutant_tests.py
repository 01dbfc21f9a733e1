"""A pytest plugin that watches which test calls which function, then tries changes of functions.

Everything is imported and collected once. Each change is tried in a fork of that process, where the
function gets its changed code and the tests that call it run, the quickest first, until one fails.
"""

from __future__ import annotations

import functools
import gc
import os
import pickle
import re
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from types import CodeType, FrameType, FunctionType

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from tools.mutant_usage import ROOT, names_reached
from tools.mutants import Mutant, module_name, mutated_tree

Place = tuple[str, str, int]  # path, qualified name, first line
LONGEST_TEST = 3.0  # seconds; a longer one is not worth its time here
QUICK_TEST = 0.1  # almost all of them
BUDGET = 20.0  # of tests for one change
FOREVER = float("inf")
WATCHING = (
    0.5  # of the time for changes inside functions, for watching the tests before
)
QUIET = ("-q", "-s", "-x", "-p", "no:cacheprovider", "-m", "not database")


@dataclass
class Watched:
    """Which functions each test calls, which names it uses, and how long it takes."""

    calls: dict[str, set[Place]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    names: dict[str, frozenset[str]] = field(default_factory=dict)
    missed: int = 0  # tests there was no time for
    missed_files: frozenset[str] = frozenset()

    def quickest(self, tests: Sequence[str], path: str) -> list[str]:
        """Those that fit in the budget: first of files that name the module, the quickest first."""

        def order(test: str) -> tuple[bool, float]:
            return not names_module(test.split("::")[0], path), self.seconds[test]

        return self.within_budget(sorted(tests, key=order))

    def within_budget(self, tests: Sequence[str]) -> list[str]:
        spent = accumulate(self.seconds[test] for test in tests)
        return [test for test, sum_ in zip(tests, spent, strict=True) if sum_ <= BUDGET]

    def quick_others(self, tests: Sequence[str]) -> list[str]:
        """All quick tests but these, the quickest first."""
        near = set(tests)
        quick = [one for one, spent in self.seconds.items() if spent <= QUICK_TEST]
        return sorted(
            (one for one in quick if one not in near), key=self.seconds.__getitem__
        )

    def near_to(self, places: set[Place], names: frozenset[str]) -> list[str]:
        """The tests that call one of these functions, or use one of these names themselves."""
        return [
            test
            for test, called in self.calls.items()
            if called & places or self.names.get(test, frozenset()) & names
        ]

    def may_miss(self, mutant: Mutant) -> bool:
        """Whether tests there was no time for lie in a file that imports the changed module."""
        return any(names_module(file, mutant.path) for file in self.missed_files)

    def callers(self, mutant: Mutant) -> list[str]:
        if not mutant.function:
            return []
        place = (mutant.path, *mutant.function)
        return [test for test, called in self.calls.items() if place in called]


@functools.cache
def names_module(file: str, path: str) -> bool:
    """Whether a test file imports a module, or something from it."""
    package, _dot, leaf = module_name(path).rpartition(".")
    imported = rf"^from {package}(\.{leaf} import| import [^\n]*\b{leaf}\b)"
    return bool(re.search(imported, read_source(file), re.MULTILINE))


def names_room(item: pytest.Item, room: str) -> bool:
    """Whether a test's file imports the room, or the package its module lies in."""
    name = module_name(room)
    package = name.rpartition(".")[0] if room.endswith(".py") else name
    return package in read_source(item.nodeid.split("::")[0])


@functools.cache
def read_source(file: str) -> str:
    path = ROOT / file
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def wait_for_all(jobs: Sequence[Callable[[], None]], until: float) -> list[bool | None]:
    """Each job in a process of its own, one per core: whether it ended well, None if not in time."""
    ended: list[bool | None] = [None] * len(jobs)
    running: dict[int, tuple[int, int]] = {}  # by the pipe that closes: process, job
    for number, job in enumerate(jobs):
        if len(running) >= (os.cpu_count() or 1):
            note_ends(running, ended, until)
        if time.monotonic() > until:
            break
        process, pipe = fork_job(job)
        running[pipe] = process, number
    while running:
        note_ends(running, ended, until)
    return ended


def note_ends(
    running: dict[int, tuple[int, int]], ended: list[bool | None], until: float
) -> None:
    """Waits until one has ended at least; what runs when the time is over is stopped."""
    left = until - time.monotonic()
    done = select.select(
        list(running), [], [], max(0.0, left) if left < FOREVER else None
    )[0]
    for pipe in done or list(running):
        process, number = running.pop(pipe)
        if not done:
            os.kill(process, signal.SIGKILL)
        os.close(pipe)
        status = os.waitpid(process, 0)[1]
        ended[number] = status == 0 if done else None


def fork_job(job: Callable[[], None]) -> tuple[int, int]:
    """Runs it silently in a child that never comes back; an exception is a bad end."""
    pipe, held = os.pipe()  # the child's end closes with it
    process = os.fork()
    if process:
        os.close(held)
        return process, pipe
    status = 1
    heard = os.fdopen(os.dup(2), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    try:
        job()
        status = 0
    except Exception:
        traceback.print_exc(file=heard)
    finally:
        heard.close()
        os._exit(status)


def without_shrinking() -> None:
    """A property that fails has failed; what its smallest example is nobody asks here."""
    phases = (Phase.explicit, Phase.generate)
    quick = settings(phases=phases, database=None, derandomize=True)
    settings.register_profile("mutate", quick)
    settings.load_profile("mutate")


class Unshrunk:
    """A plugin for tests that are run to see whether they fail."""

    def pytest_collection(self) -> None:
        without_shrinking()

    def pytest_itemcollected(self, item: pytest.Item) -> None:
        """A plain test in a file of pages needs no database, even if the file is marked so."""
        if "client" in getattr(item, "fixturenames", ()):
            item.add_marker("database")
            return
        for node in (item, item.getparent(pytest.Module)):
            marks = node.own_markers if node else []
            marks[:] = [mark for mark in marks if mark.name != "django_db"]


class MutantTests(Unshrunk):
    """The plugin: its answer for each change is whether some test failed."""

    def __init__(self, room: str, mutants: Sequence[Mutant], until: float) -> None:
        self.room, self.mutants, self.until = room, mutants, until
        self.watching_until = until - (1 - WATCHING) * (until - time.monotonic())
        self.watched = Watched()
        self.noticed: list[bool | None] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.watch_all(session.items)
        items = {item.nodeid: item for item in session.items}
        functions = functions_of(self.room)
        gc.freeze()  # a child that collects would copy all of it
        jobs = [
            functools.partial(self.try_change, mutant, items, functions)
            for mutant in self.mutants
        ]
        survived = wait_for_all(jobs, self.until)
        self.noticed = [None if one is None else not one for one in survived]
        return True

    def watch_all(self, items: Sequence[pytest.Item]) -> None:
        """Those of files that name the room come first: there may be no time for all."""
        items = sorted(items, key=lambda item: not names_room(item, self.room))
        count = os.cpu_count() or 1
        with tempfile.TemporaryDirectory() as folder:
            files = [os.path.join(folder, str(part)) for part in range(count)]  # noqa: PTH118
            jobs = [
                functools.partial(
                    watch_items,
                    items[part::count],
                    self.room,
                    file,
                    self.watching_until,
                )
                for part, file in enumerate(files)
            ]
            if not all(wait_for_all(jobs, self.until)):
                raise RuntimeError("the tests could not be watched")
            for file in files:
                with open(file, "rb") as written:  # noqa: PTH123
                    one: Watched = pickle.load(written)  # noqa: S301 - our own child's
                self.watched.calls |= one.calls
                self.watched.names |= one.names
                self.watched.seconds |= one.seconds
                self.watched.missed += one.missed
                self.watched.missed_files |= one.missed_files

    def try_change(
        self,
        mutant: Mutant,
        items: dict[str, pytest.Item],
        functions: dict[Place, list[FunctionType]],
    ) -> None:
        tests = self.watched.quickest(self.watched.callers(mutant), mutant.path)
        change_functions(mutant, functions)
        signal.setitimer(signal.ITIMER_VIRTUAL, 3 * BUDGET)  # ends a loop without end
        for test in tests:
            if not passes(items[test]):
                sys.exit(1)


def passes(item: pytest.Item) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def functions_of(room: str) -> dict[Place, list[FunctionType]]:
    """Every function of the room there is, by its place; what they remember is forgotten."""
    found: dict[Place, list[FunctionType]] = {}
    gc.unfreeze()  # what was frozen is not among the objects
    for one in gc.get_objects():
        # type(), because isinstance() would wake Django's lazy objects.
        if type(one) is functools._lru_cache_wrapper:
            one.cache_clear()
        if type(one) is FunctionType and (place := place_of(one.__code__, room)):
            found.setdefault(place, []).append(one)
    return found


def place_of(code: CodeType, room: str) -> Place | None:
    start = f"{ROOT}{os.sep}"
    path = code.co_filename.removeprefix(start)
    if not path.startswith(room) or path == code.co_filename:
        return None
    return path, code.co_qualname, code.co_firstlineno


def change_functions(
    mutant: Mutant, functions: dict[Place, list[FunctionType]]
) -> None:
    tree, _mutator = mutated_tree(mutant.path, mutant.number)
    whole = compile(tree, str(ROOT / mutant.path), "exec", dont_inherit=True)
    assert mutant.function  # noqa: S101 - only such changes are tried here
    for code in codes_within(whole):
        if (code.co_qualname, code.co_firstlineno) == mutant.function:
            for function in functions.get((mutant.path, *mutant.function), []):
                function.__code__ = code


def codes_within(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from codes_within(one)


def watch_items(
    items: Sequence[pytest.Item], room: str, file: str, until: float
) -> None:
    """Runs the tests, once and while there is time, and writes down what they called."""
    watched = Watched()
    signal.signal(signal.SIGVTALRM, give_up)
    for number, item in enumerate(items):
        if time.monotonic() > until:
            watched.missed = len(items) - number
            left = (one.nodeid.split("::")[0] for one in items[number:])
            watched.missed_files = frozenset(left)
            break
        following = items[number + 1] if number + 1 < len(items) else None
        calls, seconds = watch_item(item, following, room)
        if calls is not None:
            watched.calls[item.nodeid], watched.seconds[item.nodeid] = calls, seconds
            watched.names[item.nodeid] = names_used(item)
    with open(file, "wb") as written:  # noqa: PTH123
        pickle.dump(watched, written)


def names_used(item: pytest.Item) -> frozenset[str]:
    """What the test's own lines name, and what the tables and helpers of its file are made of."""
    name = getattr(item, "originalname", None) or item.name
    return names_reached(item.nodeid.split("::")[0], name)


def give_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def watch_item(
    item: pytest.Item, following: pytest.Item | None, room: str
) -> tuple[set[Place] | None, float]:
    """What a test calls of the room, None if it fails or takes too long."""
    codes: set[CodeType] = set()
    started = time.process_time()  # the machine may be busy with something else

    def note_call(frame: FrameType, _event: str, _argument: object) -> None:
        codes.add(frame.f_code)  # no line of it is followed

    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_TEST)
    sys.settrace(note_call)
    try:
        reports = runtestprotocol(item, log=False, nextitem=following)
    except TimeoutError:  # between two parts of a test
        return None, LONGEST_TEST
    finally:
        sys.settrace(None)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    seconds = time.process_time() - started
    if any(not report.passed for report in reports):
        return None, seconds
    places = (place_of(code, room) for code in codes)
    return {place for place in places if place}, seconds
