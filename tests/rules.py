"""A run of the whole suite fails while a declared rule has no test, or a test proves an unknown one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from scoring import rules

SELECTING = ("keyword", "deselect", "ignore", "ignore_glob", "lf")
TESTS = Path(__file__).parent


def check_all_tested(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    if session.testsfailed or not everything(config):
        return
    wrong = complaints(rules.declared_rules(), marked(items))
    if wrong:
        raise pytest.UsageError(*wrong)


def everything(config: pytest.Config) -> bool:
    """Whether the whole folder of tests was asked for, nothing left out."""
    if any(config.getoption(option, None) for option in SELECTING):
        return False
    asked = [(config.invocation_params.dir / one).resolve() for one in config.args]
    return any(folder == TESTS or folder in TESTS.parents for folder in asked)


def marked(items: Iterable[pytest.Item]) -> set[str]:
    marks = [mark for item in items for mark in item.iter_markers("rule")]
    return {rule for mark in marks for rule in mark.args}


def complaints(declared: Iterable[str], proved: Iterable[str]) -> list[str]:
    untested, unknown = set(declared) - set(proved), set(proved) - set(declared)
    said = []
    if untested:
        said.append(
            f"Rules of scoring/ that no test is marked with: {listed(untested)}."
        )
    if unknown:
        said.append(f"Tests are marked with rules nobody declares: {listed(unknown)}.")
    return said


def listed(ids: Iterable[str]) -> str:
    """By game, then by number: ARC-9 before ARC-10."""

    def key(one: str) -> tuple[str, int, str]:
        game, _, number = one.partition("-")
        return game, int(number) if number.isdecimal() else 0, one

    return ", ".join(sorted(ids, key=key))
