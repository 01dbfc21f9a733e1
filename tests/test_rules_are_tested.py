"""The check that every rule has a test which names it."""

from pathlib import Path

import pytest

from tests import rules

pytest_plugins = "pytester"

CONFTEST = """
from tests import rules

def pytest_collection_modifyitems(session, config, items):
    rules.check_all_tested(session, config, items)
"""
SCORING = "def declared_rules(): return {'X-1': None, 'X-2': None, 'X-10': None}\n"
TEST = """
import pytest

@pytest.mark.rule({ids})
def test_something(): pass

def test_unmarked(): pass
"""


@pytest.fixture
def suite(pytester, monkeypatch):
    """A project of its own that declares three rules and tests some of them."""
    pytester.makeini(
        "[pytest]\npythonpath = .\ntestpaths = tests\nmarkers = rule(*ids): proves\n"
    )
    for folder in ("tests", "scoring"):
        pytester.mkpydir(folder)
    Path("scoring/rules.py").write_text(SCORING)
    Path("tests/conftest.py").write_text(CONFTEST)
    Path("tests/rules.py").write_text(Path(rules.__file__).read_text())

    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")

    def run(*arguments: str, ids: str):
        Path("tests/test_it.py").write_text(TEST.format(ids=ids))
        return pytester.runpytest_subprocess(*arguments)

    return run


@pytest.mark.thorough
@pytest.mark.parametrize("asked", [(), ("tests",), (".",), ("tests/", "-v")])
def test_a_whole_run_fails_and_names_the_rules_without_a_test(suite, asked):
    result = suite(*asked, ids="'X-2'")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        ["*Rules of scoring/ that no test is marked with: X-1, X-10."]
    )


def test_a_whole_run_fails_and_names_the_marks_nobody_declares(suite):
    result = suite(ids="'X-1', 'X-2', 'X-3', 'X-10'")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*marked with rules nobody declares: X-3."])


def test_a_whole_run_passes_when_every_rule_has_a_test(suite):
    suite(ids="'X-1', 'X-2', 'X-10'").assert_outcomes(passed=2)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "asked",
    [
        ("tests/test_it.py",),
        ("-k", "something"),
        ("tests", "--deselect", "tests/test_it.py::test_unmarked"),
        ("tests/test_it.py::test_something",),
    ],
)
def test_a_part_of_the_suite_is_not_judged(suite, asked):
    assert suite(*asked, ids="'X-2'").ret == pytest.ExitCode.OK


def test_a_file_that_cannot_be_read_is_reported_rather_than_the_rules_it_proves(suite):
    Path("tests/test_broken.py").write_text("import nowhere_to_be_found\n")
    result = suite(ids="'X-2'")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*nowhere_to_be_found*"])


def test_both_complaints_are_made_together_and_in_order():
    assert rules.complaints(["A-2", "A-10", "B-1"], ["B-1", "B-2"]) == [
        "Rules of scoring/ that no test is marked with: A-2, A-10.",
        "Tests are marked with rules nobody declares: B-2.",
    ]


def test_nothing_is_said_when_the_rules_and_the_marks_agree():
    assert rules.complaints(["A-1"], {"A-1"}) == []
