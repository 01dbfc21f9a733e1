"""A database that version 1 wrote opens with nothing lost, and whoever was there finds their way back.

tests/data/version_1.sqlite3.xz was written by that version: a table with its people and phones,
campaigns with every kind of act, undone and amended ones too, and sessions of every game.
version_1.exports.json.xz is what the same version told of it: exports, addresses, cookies, and
what waited on a phone. Neither is ever made anew: no later version can write them.
"""

import json
import lzma
import subprocess
import sys

import pytest

from tests.old_database import main
from tests.ready import PROJECT, own_database

pytestmark = pytest.mark.thorough
DATA = PROJECT / "tests" / "data"
STORED = json.loads(lzma.decompress((DATA / "version_1.exports.json.xz").read_bytes()))
RUN = f"from {main.__module__} import main; main()"


def run_in(folder, said):
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", RUN]
    done = subprocess.run(
        command,
        cwd=PROJECT,
        env={**own_database(folder), "PYTHONUTF8": "1"},
        input=said,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What the present code makes of the old database, in a process of its own."""
    folder = tmp_path_factory.mktemp("version_1")
    packed = (DATA / "version_1.sqlite3.xz").read_bytes()
    (folder / "companion.sqlite3").write_bytes(lzma.decompress(packed))
    (folder / "secret-key").write_text(STORED["secret_key"])
    return json.loads(run_in(folder, json.dumps(STORED)))


def test_the_old_database_holds_what_it_is_kept_for():
    """Else the other tests would prove little."""
    exports = STORED["exports"]
    campaigns = [text for name, text in exports.items() if name.startswith("campaign")]
    sessions = [text for name, text in exports.items() if name.startswith("session")]
    assert (len(campaigns), len(sessions), len(STORED["logs"])) == (4, 7, 11)
    for kind in ("undo", "amend", "finish_session", "correct_knowledge"):
        assert any(f'"kind": "{kind}"' in text for text in campaigns)
    for kind in ("undo", "amend", "finish", "archive", "cover", "add_tally"):
        assert any(f'"kind": "{kind}"' in text for text in sessions)


def without_winners(exported):
    return exported.replace('"wins": true', '"wins": false')


@pytest.mark.parametrize("name", STORED["exports"])
def test_it_is_exported_byte_by_byte_as_it_was(found, name):
    """But for winners, of whom no act tells.

    That version named one before a session was finished, and none in a game the table ended early.
    """
    now, then = found["exports"][name], STORED["exports"][name]
    if '"finished": false' in then or '"wins": true' not in then:
        now, then = without_winners(now), without_winners(then)
    assert now == then


def test_nothing_is_there_that_was_not(found):
    assert found["exports"].keys() == STORED["exports"].keys()


def test_every_log_is_rebuilt_from_its_acts_without_a_difference(found):
    assert found["rebuilt"] == dict.fromkeys(STORED["logs"], 0)


@pytest.mark.parametrize("address", STORED["addresses"])
def test_an_old_address_still_leads_there(found, address):
    answer = found["visited"][address]
    assert answer["status"] == 200, answer
    assert set(answer["by"]) <= {301, 302, 308}  # as a bookmark follows
    assert answer["says"] == STORED["addresses"][address]


def test_a_browser_is_still_who_it_was(found):
    """By its old cookies; the phone that was sent out stays out."""
    seen = {"organiser": 200, "player": 200, "spectator": 200, "sent out": 404}
    assert found["came_back"] == seen


def test_the_organiser_logs_in_with_the_same_password(found):
    assert found["logged_in"] == [302, 200]


def test_cells_that_waited_on_a_phone_are_recorded_once(found):
    for entry, sent in zip(
        STORED["waiting_cells"]["entries"], found["cells"], strict=True
    ):
        assert sent["statuses"] == [200, 200]
        assert (sent["new"], sent["kind"], sent["by"]) == (1, "set_cell", "Bára")
        assert sent["data"] == {"cell": entry["cell"], "typed": entry["typed"]}


def test_acts_that_waited_on_a_phone_are_recorded_once(found):
    assert {one["kind"] for one in found["acts"]} == {
        "complete_mission",
        "move_marker",
        "pay_upkeep",
        "write_note",
    }
    for sent in found["acts"]:
        assert sent["statuses"] == [302, 302]
        assert (sent["new"], sent["by"]) == (1, "Bára")
        assert sent["action"].endswith(f"/do/{sent['kind']}/")
    assert list(found["rebuilt_after"].values()) == [0, 0]  # the session, the campaign


def test_the_scripts_look_for_what_waits_where_an_old_page_left_it():
    """Under another name in the browser's storage it would never be sent."""
    scripts = [path.read_text() for path in (PROJECT / "static").rglob("*.js")]
    for kept_as in ("`waiting:${location.pathname}`", '"waiting-acts"'):
        assert any(kept_as in script for script in scripts)
