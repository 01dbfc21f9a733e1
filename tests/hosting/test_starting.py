"""The first start on a laptop and the next ones: what is installed, when, and what is handed over to."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import start
from tests.hosting.servers import PROJECT

PLAIN: frozenset[str] = frozenset()
DEV = start.DEVELOPMENT_EXTRAS


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text(
        '[project]\ndependencies = ["one"]\n'
        '[project.optional-dependencies]\ndev = ["two"]\npostgres = ["three"]\n'
    )
    (folder / "requirements.lock").write_text("one==1\n")
    (folder / "requirements-dev.lock").write_text("one==1\ntwo==2\nthree==3\n")
    return folder


@pytest.fixture
def environment(project: Path) -> Path:
    """An environment made by this Python, with nothing installed in it."""
    folder = project / ".venv"
    start.programs(folder).mkdir(parents=True)
    start.python_of(folder).touch()
    return folder


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The commands that would have been run."""
    seen: list[list[str]] = []
    monkeypatch.setattr(start, "run", lambda command, failure: seen.append(command))
    return seen


def stamp(environment: Path, extras: frozenset[str], **other: str) -> None:
    made = start.new_stamp(environment, environment.parent, extras)
    start.write_stamp(environment, {**made, **other})


def test_a_second_start_installs_nothing(project, environment, commands):
    stamp(environment, PLAIN)
    start.prepare(environment, project, PLAIN)
    assert commands == []


def test_the_development_tools_cover_a_plain_start(project, environment, commands):
    stamp(environment, DEV)
    start.prepare(environment, project, PLAIN)
    assert commands == []


def with_tools(project: Path) -> list[str]:
    """What the first of two installations takes when the tools come too."""
    return ["-r", str(project / "requirements-dev.lock")]


def test_a_plain_start_does_not_cover_the_development_tools(
    project, environment, commands
):
    stamp(environment, PLAIN)
    start.prepare(environment, project, DEV)
    assert [command[-2:] for command in commands[:-1]] == [with_tools(project)]
    assert start.is_ready(environment, project, DEV)


def test_a_changed_lock_is_installed_with_the_tools_that_were_there(
    project, environment, commands
):
    stamp(environment, DEV)
    (project / "requirements.lock").write_text("one==1.1\n")
    start.prepare(environment, project, PLAIN)
    assert [command[-2:] for command in commands[:-1]] == [with_tools(project)]
    assert start.is_ready(environment, project, DEV)


def test_a_changed_dependency_is_installed(project, environment, commands):
    stamp(environment, PLAIN)
    (project / "pyproject.toml").write_text('[project]\ndependencies = ["one>1"]\n')
    start.prepare(environment, project, PLAIN)
    needed, itself = commands
    assert needed[-3:] == ["--require-hashes", "-r", str(project / "requirements.lock")]
    assert itself[-4:] == [
        *("--no-deps", "--no-build-isolation"),
        *("-e", str(project)),
    ]


def test_the_settings_of_a_tool_install_nothing(project, environment, commands):
    stamp(environment, PLAIN)
    with (project / "pyproject.toml").open("a") as file:
        file.write("[tool.ruff]\n")
    start.prepare(environment, project, PLAIN)
    assert commands == []


@pytest.mark.parametrize("broken", ["no python", "no stamp", "other python"])
def test_an_environment_that_cannot_be_trusted_is_made_anew(
    project, environment, commands, broken
):
    stamp(environment, PLAIN)
    if broken == "no python":
        start.python_of(environment).unlink()
    elif broken == "no stamp":
        start.stamp_path(environment).unlink()
    else:
        stamp(environment, PLAIN, python="3.9")
    start.prepare(environment, project, PLAIN)
    assert "--clear" in commands[0]
    assert len(commands) == 3  # the environment, what it needs, the project itself


def test_in_a_moved_folder_the_server_starts_without_the_internet(
    project, environment, commands
):
    stamp(environment, DEV, place="/where/it/was/.venv")
    start.prepare(environment, project, PLAIN)
    assert commands == []


def test_in_a_moved_folder_the_tools_are_installed_anew(project, environment, commands):
    stamp(environment, DEV, place="/where/it/was/.venv")
    start.prepare(environment, project, DEV)
    assert "--clear" in commands[0]
    assert commands[1][-2:] == with_tools(project)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere it is a process of its own")
@pytest.mark.parametrize(
    ("words", "run"),
    [
        ([], ["python", "manage.py", "serve"]),
        (["score", "arcs"], ["python", "manage.py", "score", "arcs"]),
        (["--dev", "ruff", "check"], ["ruff", "check"]),
    ],
)
def test_it_hands_over_to_the_command_or_to_a_tool(
    environment, monkeypatch, words, run
):
    (start.programs(environment) / "ruff").touch()
    for path in start.programs(environment).iterdir():
        path.chmod(0o755)
    ran: list[list[str]] = []
    monkeypatch.setattr(start, "ENVIRONMENT", environment)
    monkeypatch.setattr(start, "prepare", lambda *given: None)
    monkeypatch.setattr(start.os, "execve", lambda path, words, env: ran.append(words))
    monkeypatch.setattr(start.subprocess, "Popen", lambda *given, **named: None)
    monkeypatch.setattr(start, "wait_for", lambda process: 0)
    start.start(words)
    [(program, *given)] = ran
    assert Path(program) == start.programs(environment) / run[0]
    assert [Path(one).name for one in given] == run[1:]


def test_a_tool_that_is_not_there_is_named(environment, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(start.CannotStart, match="no command ruff in"):
        start.hand_over(environment, ["ruff"])


def test_an_installation_cut_short_leaves_no_stamp(project, environment, monkeypatch):
    def interrupted(command: list[str], failure: str) -> None:
        raise KeyboardInterrupt

    stamp(environment, PLAIN)
    monkeypatch.setattr(start, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        start.install(environment, project, DEV)
    assert not start.can_be_added_to(environment)
    assert not start.is_ready(environment, project, PLAIN)


def test_a_failed_installation_says_why_and_keeps_what_was_there(
    project, environment, monkeypatch
):
    stamp(environment, PLAIN)
    fails = [sys.executable, "-c", "raise SystemExit('no route to the packages')"]
    monkeypatch.setattr(start, "installer", lambda environment: fails)
    with pytest.raises(start.CannotStart, match=r"(?s)no route.*needs the internet"):
        start.prepare(environment, project, DEV)
    assert start.is_ready(environment, project, PLAIN)


def test_a_python_without_venv_is_told_the_missing_package(monkeypatch):
    monkeypatch.setattr(start.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(start.CannotStart, match="python3-venv"):
        start.check_venv()


def test_an_old_python_gets_one_sentence():
    # With --help, so that a start that should have been refused does nothing.
    source = (
        "import runpy, sys; sys.version_info = (3, 8, 18); sys.argv[1:] = ['--help'];"
        "runpy.run_path('start.py', run_name='__main__')"
    )
    ended = subprocess.run(
        [sys.executable, "-c", source], cwd=PROJECT, capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert (
        ended.stderr
        == "Empire Companion needs Python 3.11 or newer, but this is Python 3.8.\n"
    )


def test_an_old_python_can_read_the_script():
    ast.parse((PROJECT / "start.py").read_text(), feature_version=(3, 7))
