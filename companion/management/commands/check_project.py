"""Runs every check of the project and tells which of them failed."""

import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from companion.hosting import catalogue as messages

# A step returns what is wrong, or nothing.
Step = Callable[[], str]


def run_step(*command: str) -> str:
    done = subprocess.run(  # noqa: S603 - only the commands below
        command,
        cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return (done.stdout.strip() or "failed silently") if done.returncode else ""


def module_step(*arguments: str) -> Step:
    return partial(run_step, sys.executable, "-m", *arguments)


def manage_step(*arguments: str) -> Step:
    return partial(run_step, sys.executable, "manage.py", *arguments)


def program_step(name: str, *arguments: str) -> Step:
    """One that was installed beside this Python and can't be run as a module."""
    return partial(
        run_step, str(Path(sysconfig.get_path("scripts")) / name), *arguments
    )


def check_translations() -> str:
    try:
        return "\n".join(messages.project_faults(settings.BASE_DIR))
    except messages.NoGettext as problem:
        return str(problem)


UNUSED = re.compile(r"unused \w+ '(\w+)'")


def dead_code() -> str:
    """What nothing in Python uses and no template names."""
    pages = (settings.BASE_DIR / "templates").rglob("*.*")
    named = set(re.findall(r"\w+", " ".join(page.read_text() for page in pages)))
    lines = run_step(sys.executable, "-m", "vulture").splitlines()
    return "\n".join(
        line
        for line in lines
        if not (found := UNUSED.search(line)) or found[1] not in named
    )


STEPS: dict[str, Step] = {
    "lint": module_step("ruff", "check", "."),
    "format": module_step("ruff", "format", "--check", "."),
    "types": module_step("mypy"),
    "rooms": program_step("lint-imports", "--no-cache"),
    "dead code": dead_code,
    "scripts": program_step("oxlint", "static", "templates/home/device/sw.js"),
    "templates": module_step("djlint", "templates", "--lint", "--quiet"),
    "settings": manage_step("check", "--deploy", "--fail-level", "WARNING"),
    "migrations": manage_step("makemigrations", "--check", "--dry-run"),
    "translations": check_translations,
}


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        failed = [name for name, step in STEPS.items() if not self.passes(name, step)]
        if failed:
            sys.exit(f"{len(failed)} of {len(STEPS)} failed: {', '.join(failed)}.")

    def passes(self, name: str, step: Step) -> bool:
        problem = step()
        self.stdout.write(f"{name:<14}{'failed' if problem else 'ok'}")
        if problem:
            self.stdout.write(problem)
        self.stdout.flush()
        return not problem
