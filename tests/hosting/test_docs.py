"""What README, CONTRIBUTING and docs/ promise is there."""

import ast
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from companion.base.uploads import LARGEST_FILE, LARGEST_FORM
from companion.hosting import bodies, connections, copies
from companion.sessions.bounds import MOST_ENTRIES
from companion.tables.rate_limits import GUESSES, LIMITS
from tests.hosting.servers import PROJECT

PAGES = [
    PROJECT / "README.md",
    PROJECT / "CONTRIBUTING.md",
    *sorted((PROJECT / "docs").rglob("*.md")),
]
HOSTING = (PROJECT / "docs" / "hosting.md").read_text()
USING = (PROJECT / "docs" / "using.md").read_text()
CONTRIBUTING = (PROJECT / "CONTRIBUTING.md").read_text()
ROOMS = ("companion", "campaign", "scoring")


def product_modules(folder: str) -> list[Path]:
    found = (PROJECT / folder).rglob("*.py")
    return [one for one in found if "migrations" not in one.parts]


@pytest.mark.parametrize("page", PAGES, ids=lambda one: one.name)
def test_every_link_and_picture_of_a_page_is_there(page):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text())
    own = [link for link in links if not link.startswith("http")]
    assert [link for link in own if not (page.parent / link).exists()] == []


def test_the_readme_is_short_and_shows_three_pictures():
    readme = (PROJECT / "README.md").read_text()
    assert len(readme.splitlines()) < 45
    assert len(re.findall(r"!\[", readme)) == 3


@pytest.mark.parametrize("page", PAGES, ids=lambda one: one.name)
def test_every_command_a_page_names_is_there(page):
    named = re.findall(
        r"(?:empire-companion|manage\.py|start\.py) ([a-z_]{3,})", page.read_text()
    )
    assert set(named) <= {*get_commands()}


@pytest.mark.parametrize("page", PAGES, ids=lambda one: one.name)
def test_every_make_target_a_page_names_is_there(page):
    makefile = (PROJECT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z0-9]+):", makefile, re.MULTILINE))
    named = re.findall(r"(?:`|^    )(?:\w+=\S+ )*make ([a-z0-9]+)", page.read_text())
    assert set(named) <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda one: one.name)
def test_every_file_a_page_names_is_there(page):
    """A path is said from the root, from its page or within its paragraph's package."""
    named = set(
        re.findall(
            r"`((?:[\w.]+/)+[\w.]+\.(?:py|js|md|html|po|toml))`", page.read_text()
        )
    )
    assert {one for one in named if not (PROJECT / one).exists()} == set()


def read_variables() -> set[str]:
    """Every variable of the environment that the program reads."""
    text = "\n".join(one.read_text() for room in ROOMS for one in product_modules(room))
    found = re.findall(r'(?:environ\.get|read_[a-z]+)\(\s*"([A-Z_]+)"', text)
    handed_on = {"PYTHONPATH"}  # to a process of ours
    return {*found, "DATABASE_URL"} - handed_on  # which dj-database-url reads


def test_the_hosting_page_lists_every_setting_and_no_other():
    table = re.findall(r"^\| (`.*?) \|", HOSTING, re.MULTILINE)
    listed = {name for row in table for name in re.findall(r"`([A-Z_]{2,})\b", row)}
    assert listed == read_variables()


def test_the_hosting_page_tells_the_limits_that_hold():
    minutes = GUESSES.window.total_seconds() / 60
    assert f"| {GUESSES.most} in {minutes:.0f} minutes |" in HOSTING
    for what, kind in {
        "new accounts": "sign-up",
        "sessions without a table": "session",
    }.items():
        assert f"| {what} | {LIMITS[kind].most} an hour |" in HOSTING
    within = f"| entries in a session without a table | {MOST_ENTRIES:,} |"
    assert within in HOSTING
    assert f"| a form | {LARGEST_FORM // 1024} KB |" in HOSTING
    assert f"{LARGEST_FILE // 1_000_000} MB |" in HOSTING
    for who, most in (
        ("all files", bodies.MOST_HELD["files"]),
        ("files from one address", bodies.MOST_OF_ONE),
    ):
        assert f"| {who} at the same time | {most // 1_000_000} MB |" in HOSTING


def test_the_hosting_page_tells_how_long_a_client_may_take():
    asking, sending = f"{connections.ASKING:.0f}", f"{bodies.PATIENCE:.0f}"
    assert f"{asking} seconds to ask, {sending} to send" in HOSTING
    assert f"{connections.READING:.0f} in which it may read nothing" in HOSTING
    assert f"Up to {connections.MOST_WAITING} idle connections" in HOSTING


def test_the_using_page_tells_which_backups_stay():
    assert copies.LAST == 10
    assert (
        f"The last ten are kept, then the last one of each day for {copies.DAYS} days"
        f" and of each week for {copies.WEEKS} weeks." in USING
    )


def lines_of(folder: str) -> float:
    """Thousands of lines."""
    return (
        sum(len(one.read_text().splitlines()) for one in product_modules(folder)) / 1000
    )


def test_contributing_tells_about_how_large_the_rooms_are():
    told = re.findall(r"(companion/\w+|campaign|scoring) +(\d+\.\d) ", CONTRIBUTING)
    assert len(told) == 11
    parts = re.findall(
        r"(?:board|session|history|chronicle|box|files|documents|models) \d+\.\d",
        CONTRIBUTING,
    )
    told += [(f"campaign/{part.split()[0]}", part.split()[1]) for part in parts]
    wrong = {
        room: f"{size} told, {lines_of(room):.1f} there"
        for room, size in told
        if abs(lines_of(room) - float(size)) > max(0.3, 0.2 * float(size))
    }
    assert wrong == {}


def test_the_settings_name_every_variable_they_read():
    """Whoever opens the settings first finds them all on top."""
    source = ast.parse((PROJECT / "companion" / "settings.py").read_text())
    assert all(name in (ast.get_docstring(source) or "") for name in read_variables())


def diagram_sizes() -> dict[str, float]:
    """The rooms of the diagram and what it says of their size, those within a room too."""
    found: dict[str, float] = {}
    lines = CONTRIBUTING.partition("## Rooms")[2].partition("## Glossary")[0]
    for line in lines.splitlines():
        if not line.startswith("    "):
            continue
        rooms = re.findall(r"(?:^ {4}| {5})([a-z/]+) +(\d+\.\d) {3}", line)
        within = re.findall(
            r"([a-z_]+)(?:/<game>)?/? (\d+\.\d)", line.partition(":")[2]
        )
        found |= {room: float(size) for room, size in rooms}
        found |= {
            f"{rooms[0][0]}/{room}": float(size) for room, size in within if rooms
        }
    return found


def test_the_diagram_of_the_rooms_tells_their_sizes():
    """Roughly: a room may grow a little before the diagram has to follow."""
    said = diagram_sizes()
    lines = {
        room: sum(len(one.read_text().splitlines()) for one in product_modules(room))
        for room in said
    }
    off = {
        room: (said[room], count / 1000)
        for room, count in lines.items()
        if abs(said[room] - count / 1000) > max(1.0, 0.25 * said[room])
    }
    assert off == {}
    assert {"campaign", "scoring", "campaign/session", "companion/log"} <= said.keys()
    assert len(said) > 15
