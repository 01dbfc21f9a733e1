"""manage.py score, as another program would call it."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import execute_from_command_line

from scoring.games import GAMES

PROJECT = Path(__file__).resolve().parents[2]
every_game = pytest.mark.parametrize("slug", GAMES)
TWO = {
    "players": ["Anna", "Bára"],
    "tallies": [{"seats": [{"track": 41}, {"track": 40}]}],
}


class Done(NamedTuple):
    returncode: int
    stdout: bytes
    stderr: bytes


def run(*words, given=b""):
    """Runs the command in this process, with its own standard streams."""
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    streams = [io.TextIOWrapper(io.BytesIO(one), "utf-8") for one in (data, b"", b"")]
    code = 0
    with pytest.MonkeyPatch.context() as patch:
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        try:
            execute_from_command_line(["manage.py", "score", *map(str, words)])
        except SystemExit as ended:
            code = ended.code
        for stream in streams[1:]:
            stream.flush()
    return Done(code, *(stream.buffer.getvalue() for stream in streams[1:]))


@pytest.mark.thorough
def test_another_program_can_call_it():
    command = [sys.executable, PROJECT / "manage.py", "score", "imperial_settlers"]
    data = json.dumps(TWO).encode()
    done = subprocess.run(command, input=data, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["totals"] == [41, 40]
    nonsense = subprocess.run(command, input=b"{", capture_output=True, check=False)
    assert nonsense.returncode == 2
    assert b"Traceback" not in nonsense.stderr


def refusal(*words, given=b""):
    """The one line it says when it can't read what it was given."""
    done = run(*words, given=given)
    assert done.returncode == 2
    assert done.stdout == b""
    (line,) = done.stderr.decode().splitlines()
    return line


@every_game
def test_the_example_can_be_scored(slug):
    example = run(slug, "--example")
    done = run(slug, given=example.stdout)
    assert done.returncode == 0
    sheet = json.loads(done.stdout)
    for seat, total in enumerate(sheet["totals"]):
        assert total == sum(row["points"][seat] for row in sheet["rows"])
    assert all(row["rule"] and row["label"] for row in sheet["rows"])
    assert sorted(sheet["places"])[0] == 1
    assert isinstance(sheet["over"], bool)
    assert sheet["problems"] == []


@every_game
def test_the_schema_is_json_schema(slug):
    done = run(slug, "--schema")
    assert done.returncode == 0
    assert json.loads(done.stdout)["$schema"].startswith("https://json-schema.org/")


def test_a_file_does_as_well_as_standard_input(tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(TWO))
    named, piped = run("imperial_settlers", file), run("imperial_settlers", given=TWO)
    assert named.stdout == piped.stdout
    assert json.loads(named.stdout)["totals"] == [41, 40]
    assert json.loads(named.stdout)["winners"] == [0]


def test_broken_rules_are_all_told_as_json():
    seats = [
        {"track": 1, "people": "romans", "faction": 31},
        {"people": "Romans", "shrine": 2},
    ]
    done = run("imperial_settlers", given={**TWO, "tallies": [{"seats": seats}]})
    assert done.returncode == 1
    problems = json.loads(done.stdout)["problems"]
    assert [(one["rule"], one["seat"]) for one in problems] == [
        ("IS-6", 1),
        ("IS-8", 0),
        ("IS-2", 1),
    ]


def test_labels_come_in_czech_when_asked_for():
    done = run("imperial_settlers", "--language", "cs", given=TWO)
    assert json.loads(done.stdout)["rows"][0]["label"] == "Body na počítadle"


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (b"", "not valid JSON"),
        (b"{nope", "not valid JSON"),
        (b"\xff\xfe\xfd", "UTF-8"),
        (b"[" * 100_000, "nested"),
        (b"9" * 5000, "digits"),
        (b'{"players": ["a", "b"], "players": ["c", "d"]}', "“players” is given twice"),
        (
            b'{"players": ["a", "b"], "tallies": [{"seats": [{"track": NaN}, {}]}]}',
            "NaN",
        ),
        (b"[]", "must be an object"),
        ({**TWO, "date": "today"}, "“date” is unknown"),
        ({"players": ["a", "b"]}, "“tallies” is missing"),
        ({**TWO, "players": ["a"]}, "tallies[0].seats: must have 1 items, not 2"),
        ({**TWO, "players": ["a"] * 5}, "players: must have 1 to 4 items"),
        ({**TWO, "players": ["a", 2]}, "players[1]: must be a text"),
        ({**TWO, "players": ["a", "\ud800"]}, "players[1]: must be a text"),
        ({**TWO, "tallies": TWO["tallies"] * 2}, "tallies: must have 1 items, not 2"),
        ({**TWO, "tallies": [{}]}, "tallies[0]: “seats” is missing"),
        (
            {**TWO, "tallies": [{"seats": [{"trak": 1}, {}]}]},
            "seats[0]: “trak” is unknown",
        ),
        (
            {**TWO, "tallies": [{"seats": [{"track": "1"}, {}]}]},
            "seats[0].track: must be a whole",
        ),
        (
            {**TWO, "tallies": [{"seats": [{"track": True}, {}]}]},
            "seats[0].track: must be a whole",
        ),
        ({**TWO, "tallies": [{"seats": [{"track": -1}, {}]}]}, "from 0 to 999"),
        ({**TWO, "tallies": [{"seats": [{"track": 10**9}, {}]}]}, "from 0 to 999"),
        (
            {**TWO, "tallies": [{"board": {"tie": "x"}, "seats": [{}, {}]}]},
            "board.tie: must be one of",
        ),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(given, named):
    assert named in refusal("imperial_settlers", given=given)


def test_an_unknown_game_and_a_missing_file_are_named():
    assert "Unknown game “chess”" in refusal("chess")
    assert "can't read" in refusal("arcs", "no/such/file.json")
    assert "can't read" in refusal("arcs", PROJECT)
