#!/usr/bin/env python3
"""Starts Empire Companion from its folder with nothing but Python.

    python3 start.py                   serve the companion
    python3 start.py COMMAND ...       run another of its commands, for example score arcs --example
    python3 start.py --dev TOOL ...    run a development tool, for example pytest

The first run installs everything into .venv and needs the internet once.
"""

# This file has to be read by any Python 3.7 or later, if only to say that it is too old.
from __future__ import annotations

import hashlib
import importlib.util
import json
import locale
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)
DEVELOPMENT_EXTRAS = frozenset({"dev", "postgres"})
# Every package with its version and the digests of its files: to run it, and to work on it.
LOCKS = RUN_LOCK, DEV_LOCK = ("requirements.lock", "requirements-dev.lock")
PROJECT = Path(__file__).resolve().parent
ENVIRONMENT = PROJECT / ".venv"


# Before anything is installed there is no catalogue: what this file says stands here in Czech.
CZECH = {
    "Empire Companion needs Python {} or newer, but this is Python {}.": (
        "Empire Companion potřebuje Python {} nebo novější, tohle je Python {}."
    ),
    "This Python can't create environments. Install python3-venv"
    " (on Debian or Ubuntu: sudo apt install python3-venv) and start again.": (
        "Tenhle Python neumí vytvořit prostředí. Nainstalujte python3-venv"
        " (na Debianu a Ubuntu: sudo apt install python3-venv) a spusťte to znovu."
    ),
    "Installing Empire Companion. This takes about a minute, only the first time.": (
        "Empire Companion se instaluje. Trvá to asi minutu, jen poprvé."
    ),
    "Could not create the environment in .venv.": (
        "Prostředí v .venv se nepodařilo vytvořit."
    ),
    "The installation failed. The first start needs the internet."
    " Check the connection and start again.": (
        "Instalace se nezdařila. První spuštění potřebuje internet."
        " Zkontrolujte připojení a spusťte to znovu."
    ),
    "There is no command {} in .venv.": "Příkaz {} v .venv není.",
}
CZECH_HELP = """\
Spustí Empire Companion z jeho složky, stačí k tomu Python.

    python3 start.py                   spustit
    python3 start.py PŘÍKAZ ...        spustit jiný příkaz, například score arcs --example
    python3 start.py --dev NÁSTROJ ... spustit vývojový nástroj, například pytest

První spuštění všechno nainstaluje do .venv a jednou potřebuje internet."""


def speaks_czech() -> bool:
    """Whether the terminal is Czech and can show its letters; the program itself asks the same way."""
    named = filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG")))
    called = next(named, None) or locale.getlocale()[0] or ""
    try:
        "ěščřžýáíéůúďťň".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return called.lower().startswith(("cs", "czech"))


def say(text: str, *values: str) -> str:
    """The text in the language of the terminal."""
    return (CZECH[text] if speaks_czech() else text).format(*values)


class CannotStart(Exception):
    """Something is missing; the message is the one sentence people get to read."""


def dotted(version: tuple[int, ...]) -> str:
    """The part of a version that packages depend on."""
    return f"{version[0]}.{version[1]}"


def check_python(version: tuple[int, ...]) -> None:
    if version < OLDEST_PYTHON:
        said = "Empire Companion needs Python {} or newer, but this is Python {}."
        raise CannotStart(say(said, dotted(OLDEST_PYTHON), dotted(version)))


def check_venv() -> None:
    # Debian and Ubuntu ship Python without the part that makes environments.
    if not all(map(importlib.util.find_spec, ("venv", "ensurepip"))):
        raise CannotStart(
            say(
                "This Python can't create environments. Install python3-venv"
                " (on Debian or Ubuntu: sudo apt install python3-venv) and start again."
            )
        )


# A stamp in the environment says what is installed there: asking pip would take seconds.


def new_stamp(environment: Path, project: Path, extras: frozenset[str]) -> dict:
    return {
        "python": dotted(sys.version_info),
        "place": str(environment),
        "fingerprint": fingerprint(project),
        "extras": sorted(extras),
    }


def fingerprint(project: Path) -> str:
    """Changes whenever something else would be installed."""
    import tomllib

    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    locks = [(project / name).read_text(encoding="utf-8") for name in LOCKS]
    parts = [declared.get("build-system"), declared["project"], *locks]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def stamp_path(environment: Path) -> Path:
    return environment / "installed.json"


def read_stamp(environment: Path) -> dict:
    """Empty where no installation came to its end: what it left can't be told from whole packages."""
    try:
        return dict(json.loads(stamp_path(environment).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return {}


def write_stamp(environment: Path, stamp: dict) -> None:
    stamp_path(environment).write_text(json.dumps(stamp), encoding="utf-8")


def is_ready(environment: Path, project: Path, extras: frozenset[str]) -> bool:
    there, wanted = read_stamp(environment), new_stamp(environment, project, extras)
    # In a folder that was moved the server still runs, but the tools name the old place.
    same = ["python", "fingerprint", *(["place"] if extras else [])]
    return (
        python_of(environment).exists()
        and all(there.get(key) == wanted[key] for key in same)
        and extras <= frozenset(there.get("extras", ()))
    )


def can_be_added_to(environment: Path) -> bool:
    there = read_stamp(environment)
    made = (there.get("python"), there.get("place"))
    own = (dotted(sys.version_info), str(environment))
    return made == own and python_of(environment).exists()


# Installing


def programs(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin")


def python_of(environment: Path) -> Path:
    return programs(environment) / ("python.exe" if os.name == "nt" else "python")


def prepare(environment: Path, project: Path, extras: frozenset[str]) -> None:
    if is_ready(environment, project, extras):
        return
    said = (
        "Installing Empire Companion. This takes about a minute, only the first time."
    )
    print(say(said), flush=True)
    # Whoever had the development tools keeps them.
    wanted = extras | frozenset(read_stamp(environment).get("extras", ()))
    if not can_be_added_to(environment):
        check_venv()
        run(
            [sys.executable, "-m", "venv", "--clear", str(environment)],
            say("Could not create the environment in .venv."),
        )
    install(environment, project, wanted)


def install(environment: Path, project: Path, extras: frozenset[str]) -> None:
    """Takes the stamp away first, so that an installation cut short leaves none."""
    before = read_stamp(environment)
    stamp_path(environment).unlink(missing_ok=True)
    try:
        for wanted in (locked_packages(project, extras), project_itself(project)):
            run(
                [*installer(environment), *wanted],
                say(
                    "The installation failed. The first start needs the internet."
                    " Check the connection and start again."
                ),
            )
    except CannotStart:
        # Giving up, unlike being killed, leaves the packages as they were.
        write_stamp(environment, before)
        raise
    write_stamp(environment, new_stamp(environment, project, extras))


def installer(environment: Path) -> list[str]:
    python, uv = str(python_of(environment)), shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", python]
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    return [python, "-m", "pip", "install", *quiet]


def locked_packages(project: Path, extras: frozenset[str]) -> list[str]:
    """Everything it needs, and nothing whose digest isn't known."""
    lock = DEV_LOCK if extras else RUN_LOCK
    return ["--require-hashes", "-r", str(project / lock)]


def project_itself(project: Path) -> list[str]:
    """The project where it is, so that a change in the source needs no installation."""
    return ["--no-deps", "--no-build-isolation", "-e", str(project)]


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


# Handing over


def hand_over(environment: Path, command: list[str]) -> int:
    path = os.pathsep.join([str(programs(environment)), os.environ.get("PATH", "")])
    variables = {**os.environ, "VIRTUAL_ENV": str(environment), "PATH": path}
    variables.pop("PYTHONHOME", None)
    found = shutil.which(command[0], path=path)
    if not found:
        raise CannotStart(say("There is no command {} in .venv.", command[0]))
    words = [found, *command[1:]]
    if os.name == "posix":
        os.execve(found, words, variables)
    return wait_for(subprocess.Popen(words, env=variables))


def wait_for(process: subprocess.Popen[bytes]) -> int:
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # The same Ctrl+C reached the process, which is closing down.


def start(words: list[str]) -> int:
    if words in (["--help"], ["-h"]):
        print(CZECH_HELP if speaks_czech() else __doc__.strip())
        return 0
    tool = words[1:] if words[:1] == ["--dev"] else None
    extras = frozenset() if tool is None else DEVELOPMENT_EXTRAS
    prepare(ENVIRONMENT, PROJECT, extras)
    if tool == []:
        return 0
    own = ["python", str(PROJECT / "manage.py"), *(words or ["serve"])]
    return hand_over(ENVIRONMENT, tool or own)


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
