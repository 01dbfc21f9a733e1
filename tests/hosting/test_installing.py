"""Installed or in a clone: where files and data lie, the command, and work on the program.

The wheel itself is built, installed and used by .ci/wheel.
"""

import os
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command, get_commands
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import companion
from campaign.board import services as campaigns
from campaign.models import Campaign
from companion import asgi
from companion.hosting import command, folders, starting
from companion.hosting.uncollected import DatedStaticFiles
from companion.management.commands import demo, runserver, serve
from companion.tables.account_views import reset_command
from companion.tables.models import Account
from tests.hosting.servers import (
    PROJECT,
    Running,
    free_port,
    serving,
    wait_until_it_answers,
)

DECLARED = tomllib.loads((PROJECT / "pyproject.toml").read_text())


# Where files and data lie


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The package as a wheel leaves it."""
    package = tmp_path / "site-packages" / "companion"
    (package / "bundled").mkdir(parents=True)
    return package


@pytest.fixture(autouse=True)
def nothing_chosen(monkeypatch):
    for name in [one for one in os.environ if one.startswith("COMPANION_")]:
        monkeypatch.delenv(name)


def test_in_a_clone_files_and_data_lie_beside_the_packages():
    assert folders.resource_folder() == PROJECT
    assert folders.data_folder() == PROJECT / "var"


def test_installed_the_files_are_in_the_package_and_the_data_is_the_users(
    installed, monkeypatch, tmp_path
):
    home = tmp_path / "home"
    for name in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    assert folders.resource_folder(installed) == installed / "bundled"
    data = folders.data_folder(installed)
    assert data.is_relative_to(home)
    assert data.name == "empire-companion"


def test_a_chosen_folder_wins_everywhere(installed, monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "own"))
    assert folders.data_folder() == tmp_path / "own"
    assert folders.data_folder(installed) == tmp_path / "own"


@pytest.mark.skipif(os.name != "posix", reason="permissions are told otherwise there")
def test_a_new_data_folder_is_for_its_owner_alone(tmp_path):
    made = folders.make_data_folder(tmp_path / "share" / "data")
    assert made.stat().st_mode & 0o777 == 0o700


def test_a_data_folder_that_can_not_be_made_is_said_in_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(
        SystemExit, match=r"^Can't create the data folder .* Set COMPANION_DATA"
    ):
        folders.make_data_folder(tmp_path / "file" / "data")


# What goes into a wheel


WHEEL = DECLARED["tool"]["hatch"]["build"]["targets"]["wheel"]


def test_a_wheel_takes_every_package_but_the_tests():
    packages = {path.parent.name for path in PROJECT.glob("*/__init__.py")}
    resources = {"templates", "static", "locale"}
    assert set(WHEEL["only-include"]) == packages - {"tests"} | resources


def test_a_wheel_has_the_files_where_the_settings_look_for_them():
    for name in ("templates", "static", "locale"):
        assert WHEEL["sources"][name] == f"companion/bundled/{name}"
        assert (PROJECT / name).is_dir()


def test_the_version_stands_in_one_place():
    assert "version" in DECLARED["project"]["dynamic"]
    source = (PROJECT / DECLARED["tool"]["hatch"]["version"]["path"]).read_text()
    assert f'__version__ = "{companion.__version__}"' in source


def read_lock(name: str) -> dict[str, tuple[Requirement, list[str]]]:
    """Every package of a lock with the digests of its files."""
    text = (PROJECT / name).read_text().replace("\\\n", " ")
    found = {}
    for line in text.splitlines():
        written, *digests = line.split(" --hash=")
        one = Requirement(written.strip())
        found[canonicalize_name(one.name)] = (one, [x.strip() for x in digests])
    return found


def names_of(wanted: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(one).name) for one in wanted}


@pytest.mark.parametrize(
    "name", ["requirements.lock", "requirements-hosting.lock", "requirements-dev.lock"]
)
def test_every_locked_package_has_one_version_and_digests_and_no_address(name):
    for one, digests in read_lock(name).values():
        assert [spec.operator for spec in one.specifier] == ["=="], one
        assert one.url is None
        assert digests, one
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in digests)
    assert "://" not in (PROJECT / name).read_text()


def test_every_dependency_is_locked():
    project = DECLARED["project"]
    build = DECLARED["build-system"]["requires"]
    run, dev = read_lock("requirements.lock"), read_lock("requirements-dev.lock")
    extras = project["optional-dependencies"].values()
    tools = [one for extra in extras for one in extra]
    assert names_of([*project["dependencies"], *build]) <= set(run)
    assert names_of(tools) <= set(dev)
    hosting = read_lock("requirements-hosting.lock")
    hosted = [
        x
        for extra in ("postgres", "metrics")
        for x in project["optional-dependencies"][extra]
    ]
    assert names_of(hosted) | set(run) <= set(hosting)
    for name, (one, digests) in hosting.items():
        assert (one.specifier, digests) == (dev[name][0].specifier, dev[name][1]), name


def test_what_is_locked_fits_what_is_declared():
    project = DECLARED["project"]
    extras = project["optional-dependencies"].values()
    dev = read_lock("requirements-dev.lock")
    for wanted in (*project["dependencies"], *(x for extra in extras for x in extra)):
        asked = Requirement(wanted)
        [version] = [x.version for x in dev[canonicalize_name(asked.name)][0].specifier]
        assert asked.specifier.contains(version), wanted


# The command


@pytest.fixture
def ran(monkeypatch) -> list[list[str]]:
    """The words that Django's command line would have got."""
    seen: list[list[str]] = []
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "another.project")
    monkeypatch.setattr("django.core.management.execute_from_command_line", seen.append)
    return seen


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ([], ["serve"]),
        (["score", "arcs", "--example"], ["score", "arcs", "--example"]),
        (["help", "score"], ["help", "score"]),
    ],
)
def test_the_command_serves_or_does_what_it_is_told(ran, words, meant):
    command.main(words)
    assert ran == [["empire-companion", *meant]]
    assert os.environ["DJANGO_SETTINGS_MODULE"] == "companion.settings"


def test_the_command_says_its_version_and_where_the_data_is(ran, capsys):
    command.main(["--version"])
    told = f"Empire Companion {companion.__version__}, data in {PROJECT / 'var'}\n"
    assert capsys.readouterr().out == told
    assert ran == []


def test_the_command_names_commands_that_there_are(ran, capsys):
    command.main(["--help"])
    named = set(re.findall(r"^    (\w+)", capsys.readouterr().out, re.MULTILINE))
    assert named
    assert named <= set(get_commands())


def test_the_declared_command_is_this_one():
    [(name, place)] = DECLARED["project"]["scripts"].items()
    assert name == folders.PROGRAM
    assert place == f"{command.__name__}:{command.main.__name__}"


def test_a_forgotten_password_is_set_by_the_command_where_there_is_no_clone(settings):
    settings.IN_CLONE = False
    assert reset_command() == f'{folders.PROGRAM} changepassword "Anna"'


# Work on the program


def read_settings(monkeypatch, folder: Path, **variables: str) -> dict[str, object]:
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(PROJECT / "companion" / "settings.py"))


def test_tracebacks_are_shown_only_where_somebody_asked_for_them(monkeypatch, tmp_path):
    assert read_settings(monkeypatch, tmp_path)["DEBUG"] is False
    assert read_settings(monkeypatch, tmp_path, COMPANION_DEBUG="1")["DEBUG"] is True


@pytest.mark.parametrize(
    "public", ["COMPANION_HTTPS", "COMPANION_PROXY", "COMPANION_CERTIFICATE"]
)
def test_tracebacks_are_refused_where_strangers_come(monkeypatch, tmp_path, public):
    chosen = {"COMPANION_DEBUG": "1", public: "1"}
    with pytest.raises(SystemExit, match=r"^COMPANION_DEBUG=1 shows internal details"):
        read_settings(monkeypatch, tmp_path, **chosen)


def test_with_tracebacks_only_this_machine_is_answered_unless_told(settings):
    settings.DEBUG = True
    assert serve.chosen_address() == "127.0.0.1"


def test_a_changed_file_has_another_address(settings, tmp_path):
    settings.STATICFILES_DIRS = [tmp_path]
    style = tmp_path / "own.css"
    style.touch()
    before = DatedStaticFiles().url("own.css")
    os.utime(style, (1, 1))
    after = DatedStaticFiles().url("own.css")
    assert before.partition("?")[0] == after.partition("?")[0] == "/static/own.css"
    assert before != after


def test_pages_are_live_under_runserver():
    assert runserver.Command().get_handler() is asgi.application


@pytest.mark.parametrize("debug", [True, False])
def test_runserver_collects_files_only_where_they_are_packed(
    settings, monkeypatch, tmp_path, debug
):
    done: list[str] = []
    for room, name in (
        (starting, "bring_database_up_to_date"),
        (runserver, "collect_changed_assets"),
    ):
        monkeypatch.setattr(room, name, lambda name=name: done.append(name))
    settings.DEBUG, settings.STATIC_ROOT = debug, tmp_path / "static"
    runserver.prepare_server()
    assert done == ["bring_database_up_to_date", "collect_changed_assets"][: 2 - debug]


@pytest.fixture
def working(settings, tmp_path) -> Path:
    """The data folder of somebody who works on the program."""
    settings.DEBUG, settings.DATA_DIR = True, tmp_path
    return tmp_path


@pytest.mark.django_db
def test_the_demo_is_made_once_and_says_how_to_log_in(working, monkeypatch, capsys):
    monkeypatch.setattr(campaigns, "DEMO_SESSIONS", 1)  # all of them take seconds
    call_command("demo")
    told = capsys.readouterr().out
    call_command("demo")
    assert capsys.readouterr().out == told
    campaign = Campaign.objects.get()
    assert f":8000/campaigns/{campaign.pk}/" in told
    password = re.search(r"Anna, password (\S+)", told)
    assert password
    account = authenticate(username="Anna", password=password[1])
    assert campaign.table.memberships.get().account == account


@pytest.mark.django_db
def test_a_demo_never_comes_into_a_database_that_people_use(working):
    Account.objects.create_user("Bára", password="correct horse")
    with pytest.raises(CommandError, match="already has accounts"):
        call_command("demo")
    assert not Campaign.objects.exists()


@pytest.mark.django_db
def test_a_password_that_was_changed_by_hand_is_not_set_back(working):
    (working / "demo-password").write_text("another horse")
    Account.objects.create_user(demo.ORGANISER, password="correct horse")
    with pytest.raises(CommandError, match="already has accounts"):
        call_command("demo")


def test_at_the_table_there_is_no_account_with_a_printed_password(settings):
    with pytest.raises(CommandError, match="COMPANION_DEBUG=1"):
        call_command("demo")


@pytest.fixture(scope="module")
def developed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """What runserver answers with an empty data folder."""
    folder, port = tmp_path_factory.mktemp("developed"), free_port()
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "runserver", "--noreload"],
            cwd=PROJECT,
            env={**serving(port, folder), "COMPANION_DEBUG": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    server = Running(process, port, folder / "output")
    try:
        wait_until_it_answers(server)
        yield server
    finally:
        process.kill()
        process.wait()


@pytest.mark.thorough
def test_pages_and_files_come_without_collecting_anything(developed):
    page = developed.get("/")
    assert page.status == 200
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    style = re.search(r'href="(/static/[^"]+\.css\?\d+)"', page.body.decode())
    assert style
    assert developed.get(style[1]).status == 200
    assert "Warning" not in developed.output.read_text()


@pytest.mark.thorough
def test_what_went_wrong_is_shown_in_the_browser(developed):
    """The page has a style of its own, so it comes without the policy of ours."""
    answer = developed.get("/there-is-no-such-page")
    assert (answer.status, answer.headers["Content-Security-Policy"]) == (404, None)
    assert b"URLconf" in answer.body
