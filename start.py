#!/usr/bin/env python3
"""Starts Empire Companion with nothing but Python.

    python3 start.py                      serve the companion
    python3 start.py --dev pytest -q      run a development tool

The first run makes an environment in .venv and installs into it, which needs the internet once.
"""

# This file has to be read by any Python 3.7 or later, if only to say that it is too old.
from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)
DEVELOPMENT_EXTRAS = frozenset({"dev", "postgres"})
PROJECT = Path(__file__).resolve().parent
ENVIRONMENT = PROJECT / ".venv"
NOT_INSTALLED = (
    "The installation failed; the first start needs the internet once,"
    " so check the connection and start again."
)


class CannotStart(Exception):
    """Something is missing; the message is the one sentence people get to read."""


def dotted(version: tuple[int, ...]) -> str:
    """The part of a version that packages depend on."""
    return f"{version[0]}.{version[1]}"


def check_python(version: tuple[int, ...]) -> None:
    if version < OLDEST_PYTHON:
        raise CannotStart(
            f"Empire Companion needs Python {dotted(OLDEST_PYTHON)} or newer,"
            f" and this is Python {dotted(version)}."
        )


def check_venv() -> None:
    # Debian and Ubuntu ship Python without the part that makes environments.
    if not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
        raise CannotStart(
            "This Python can't make environments: install the package python3-venv"
            " (on Debian or Ubuntu: sudo apt install python3-venv) and start again."
        )


def declared(project: Path) -> dict[str, list[str]]:
    """The requirements of the application, under an empty name, and those of each extra."""
    import tomllib

    with (project / "pyproject.toml").open("rb") as file:
        table = tomllib.load(file)["project"]
    return {"": table["dependencies"], **table.get("optional-dependencies", {})}


def fingerprint(project: Path) -> str:
    """Changes whenever another set of packages would be installed."""
    requirements = json.dumps(declared(project), sort_keys=True)
    constraints = (project / "constraints.txt").read_text(encoding="utf-8")
    return hashlib.sha256((requirements + constraints).encode()).hexdigest()


def stamp_path(environment: Path) -> Path:
    return environment / "installed.json"


def read_stamp(environment: Path) -> dict[str, object]:
    """What was installed to the end; empty when nothing was."""
    try:
        stamp = json.loads(stamp_path(environment).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(environment: Path, stamp: dict[str, object]) -> None:
    stamp_path(environment).write_text(json.dumps(stamp), encoding="utf-8")


def stamp_of(project: Path, extras: frozenset[str]) -> dict[str, object]:
    return {
        "python": dotted(sys.version_info),
        "fingerprint": fingerprint(project),
        "extras": sorted(extras),
    }


def stamped_extras(environment: Path) -> frozenset[str]:
    return frozenset(read_stamp(environment).get("extras", ()))


def is_usable(environment: Path) -> bool:
    """Whether packages may be added to what is there.

    Without a stamp an installation was cut short, and what it left can't be told from
    whole packages.
    """
    made_with = read_stamp(environment).get("python")
    return (
        made_with == dotted(sys.version_info)
        and program(environment, "python").exists()
    )


def is_ready(environment: Path, project: Path, extras: frozenset[str]) -> bool:
    if not is_usable(environment):
        return False
    same = read_stamp(environment).get("fingerprint") == fingerprint(project)
    return same and extras <= stamped_extras(environment)


def programs(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin")


def program(environment: Path, name: str) -> Path:
    return programs(environment) / (name + ".exe" if os.name == "nt" else name)


def prepare(environment: Path, project: Path, extras: frozenset[str]) -> None:
    if is_ready(environment, project, extras):
        return
    print(
        "Installing what Empire Companion needs: about a minute, only the first time.",
        flush=True,
    )
    if not is_usable(environment):
        check_venv()
        make(environment)
    install(environment, project, extras | stamped_extras(environment))


def make(environment: Path) -> None:
    run(
        [sys.executable, "-m", "venv", "--clear", str(environment)],
        "The environment in .venv could not be made.",
    )


def install(environment: Path, project: Path, extras: frozenset[str]) -> None:
    """Takes the stamp away first, so that an installation cut short leaves none."""
    before = read_stamp(environment)
    stamp_path(environment).unlink(missing_ok=True)
    try:
        run([*installer(environment), *requirements(project, extras)], NOT_INSTALLED)
    except CannotStart:
        # Giving up, unlike being killed, leaves the packages as they were.
        write_stamp(environment, before)
        raise
    write_stamp(environment, stamp_of(project, extras))


def installer(environment: Path) -> list[str]:
    python = str(program(environment, "python"))
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", python]
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    return [python, "-m", "pip", "install", *quiet]


def requirements(project: Path, extras: frozenset[str]) -> list[str]:
    wanted = declared(project)
    chosen = [line for name in ("", *sorted(extras)) for line in wanted.get(name, [])]
    return ["-c", str(project / "constraints.txt"), *chosen]


def run(command: list[str], failure: str) -> None:
    """Runs silently; the last lines are shown when it fails."""
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        last_lines = done.stdout.strip().splitlines()[-5:]
        raise CannotStart("\n".join([*last_lines, failure]))


def command_in(environment: Path, words: list[str]) -> list[str]:
    path = str(programs(environment)) + os.pathsep + os.environ.get("PATH", "")
    found = shutil.which(words[0], path=path)
    if not found:
        raise CannotStart(f"There is no command {words[0]} in .venv.")
    return [found, *words[1:]]


def variables_in(environment: Path) -> dict[str, str]:
    variables = {**os.environ, "VIRTUAL_ENV": str(environment)}
    variables.pop("PYTHONHOME", None)
    path = [str(programs(environment)), os.environ.get("PATH", "")]
    return {**variables, "PATH": os.pathsep.join(path)}


def hand_over(command: list[str], variables: dict[str, str]) -> int:
    try:
        if os.name == "posix":
            os.execve(command[0], command, variables)
        return wait_for(subprocess.Popen(command, env=variables))
    except OSError as error:
        # The tools of an environment that was moved still name the old place.
        raise CannotStart(
            f"{command[0]} can't be run ({error.strerror}):"
            " delete the folder .venv and start again."
        ) from error


def wait_for(process: subprocess.Popen[bytes]) -> int:
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # The same Ctrl+C reached the process, which is closing down.


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="start.py", description="Starts Empire Companion."
    )
    parser.add_argument(
        "--dev",
        nargs=argparse.REMAINDER,
        metavar="COMMAND",
        help="run a command with the development tools instead of serving",
    )
    return parser.parse_args(arguments)


def start(arguments: list[str]) -> int:
    tool = parsed(arguments).dev
    extras = frozenset() if tool is None else DEVELOPMENT_EXTRAS
    prepare(ENVIRONMENT, PROJECT, extras)
    if tool == []:
        return 0
    serve = [str(program(ENVIRONMENT, "python")), str(PROJECT / "manage.py"), "serve"]
    command = command_in(ENVIRONMENT, tool) if tool else serve
    return hand_over(command, variables_in(ENVIRONMENT))


def main() -> int:
    try:
        check_python(sys.version_info)
        return start(sys.argv[1:])
    except CannotStart as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
