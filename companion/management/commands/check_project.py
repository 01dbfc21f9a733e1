"""Runs every check of the project and tells which of them failed."""

import json
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


def lint_container() -> str:
    """Only where the linter is installed: not every platform has it."""
    hadolint = Path(sysconfig.get_path("scripts")) / "hadolint"
    return run_step(str(hadolint), "Dockerfile") if hadolint.exists() else ""


STEPS: dict[str, Step] = {
    "lint": module_step("ruff", "check", "."),
    "format": module_step("ruff", "format", "--check", "."),
    "types": module_step("mypy"),
    "rooms": program_step("lint-imports", "--no-cache"),
    "dead code": dead_code,
    "scripts": program_step("oxlint", "static", "templates/home/device/sw.js"),
    "container": lint_container,
    "templates": module_step("djlint", "templates", "--lint", "--quiet"),
    "settings": manage_step("check", "--deploy", "--fail-level", "WARNING"),
    "migrations": manage_step("makemigrations", "--check", "--dry-run"),
    "translations": check_translations,
}


OUTDATED = ("pip", "list", "--outdated", "--format", "json", "--exclude-editable")
NOT_OURS = ("--exclude", "pip", "--exclude", "setuptools")  # they come with Python
IN_A_HURRY = ("--timeout", "5", "--retries", "0", "--disable-pip-version-check")
AT_MOST = 10  # seconds an index has left to answer when all else is done


def ask_for_newer() -> subprocess.Popen[str]:
    """Asks an index beside the other checks, because that takes a while."""
    return subprocess.Popen(  # noqa: S603 - only the command above
        [sys.executable, "-m", *OUTDATED, *NOT_OURS, *IN_A_HURRY],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def tell_outdated(asking: subprocess.Popen[str]) -> str:
    """Which packages have a newer version, or that nobody knows here; neither is a fault."""
    try:
        found = json.loads(asking.communicate(timeout=AT_MOST)[0])
    except (subprocess.TimeoutExpired, ValueError):
        asking.kill()
        return "not known, no index answers"
    newer = (
        f"{one['name']} {one['version']} → {one['latest_version']}" for one in found
    )
    return ", ".join(newer) or "none"


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        asking = ask_for_newer()
        failed = [name for name, step in STEPS.items() if not self.passes(name, step)]
        self.stdout.write(f"{'outdated':<14}{tell_outdated(asking)}")
        if failed:
            sys.exit(f"{len(failed)} of {len(STEPS)} failed: {', '.join(failed)}.")

    def passes(self, name: str, step: Step) -> bool:
        problem = step()
        self.stdout.write(f"{name:<14}{'failed' if problem else 'ok'}")
        if problem:
            self.stdout.write(problem)
        self.stdout.flush()
        return not problem
