"""`make check` says which packages have a newer version, and is content where nobody can tell."""

import json
import subprocess
import sys

import pytest

from companion.management.commands.check_project import ask_for_newer, tell_outdated


def says(text: str) -> subprocess.Popen[str]:
    """A program that says this instead of pip."""
    words = [sys.executable, "-c", "import sys; print(sys.argv[1])", text]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def test_newer_versions_are_named():
    found = [{"name": "django", "version": "5.2.19", "latest_version": "5.2.20"}]
    assert tell_outdated(says(json.dumps(found))) == "django 5.2.19 → 5.2.20"
    assert tell_outdated(says("[]")) == "none"


@pytest.mark.parametrize("said", ["", "no module named pip"])
def test_without_an_answer_nobody_knows(said):
    assert tell_outdated(says(said)) == "not known, no index answers"


def test_who_answers_too_late_is_not_waited_for(monkeypatch):
    module = "companion.management.commands.check_project"
    monkeypatch.setattr(f"{module}.AT_MOST", 0.1)
    words = [sys.executable, "-c", "import time; time.sleep(60)"]
    asking = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert tell_outdated(asking) == "not known, no index answers"
    assert asking.wait(timeout=10)


def test_pip_is_asked_for_what_is_installed_here():
    asking = ask_for_newer()
    asking.kill()
    asking.communicate()
    assert asking.args[:3] == [sys.executable, "-m", "pip"]
