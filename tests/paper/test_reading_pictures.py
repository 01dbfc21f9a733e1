"""Reading a picture of codes is bounded: further looks only while there is time, then an end."""

import os
import signal
import subprocess
import sys
from io import BytesIO
from itertools import repeat

import pytest
from PIL import Image

from companion.paper.code_reader import all_looks
from companion.paper.reading_apart import import_path

CHILD = "from companion.paper import reading_apart as apart"


def photo(wide=80, high=60):
    written = BytesIO()
    Image.new("L", (wide, high), 200).save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize(
    ("left", "looks"),
    [
        ([False], 1),  # as it is
        ([True, False], 2),  # its shadows evened out
        ([True, True, False], 3),  # the first part, larger
        (repeat(True), 8),
    ],
)
def test_another_look_is_taken_only_while_there_is_time(left, looks):
    answers = iter(left)
    assert len(list(all_looks(photo(), lambda: next(answers)))) == looks


def test_the_parts_looked_at_are_half_as_large_again():
    _whole, _even, *parts = all_looks(photo(wide=90, high=80), lambda: True)
    assert {part.size for part in parts} == {(90, 60)}  # of 60 × 40


def run_child(code):
    return subprocess.run(
        [sys.executable, "-c", f"{CHILD}; {code}"],
        env={**os.environ, "PYTHONPATH": import_path()},
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(os.name != "posix", reason="other systems know no such limits")
def test_what_takes_too_long_is_ended_to_a_fraction_of_a_second():
    done = run_child("apart.MOST_SECONDS = 0.15; apart.limit_work(2)\nwhile True: pass")
    assert done.returncode == -signal.SIGPROF


def test_the_time_for_a_file_counts_from_the_start_of_the_process():
    done = run_child("print(apart.is_time_left(0.0), apart.is_time_left(1000.0))")
    assert done.stdout.split() == [b"False", b"True"]
