"""How a campaign is pressed for paper: few codes, every byte again, and old papers too."""

import hashlib
import json
import random
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from uuid import UUID, uuid4, uuid5

import pytest

from campaign.board.services import nth_id
from campaign.files import paper_backup
from campaign.files.paper_backup import (
    SECOND,
    SIZES,
    campaign_pieces,
    press_file,
    press_part,
    unpress_file,
)
from campaign.management.commands.simulate import simulated_lines
from companion.base.uploads import LARGEST_FILE
from companion.log.short_ids import from_half, is_short, short_id
from companion.paper.code_pieces import BadPieces

OLD = Path(__file__).parents[1] / "data"
EXAMPLE = "22727ac60b80b5fd2b04045d7d430f3af20fb9f67de01a21b8c118725783e390"


@cache
def simulated():
    return tuple(simulated_lines(sessions=8, players=4, seed=1))


@cache
def played_lines():
    """Eight sessions of four people as they are at a table: nobody acts on the full minute."""
    chance = random.Random(5)
    header, *acts = map(dict, simulated())
    at = datetime.fromisoformat(acts[0]["at"])
    request = UUID(int=chance.getrandbits(128), version=4)
    for number, act in enumerate(acts, start=1):
        at += timedelta(microseconds=chance.randrange(500_000, 120_000_000))
        act |= {"at": at.isoformat(), "client_id": str(nth_id(request, number))}
    return header, *acts


def as_file(lines):
    written = (json.dumps(one, sort_keys=True, ensure_ascii=False) for one in lines)
    return "".join(f"{line}\n" for line in written).encode()


def test_eight_sessions_of_four_take_at_most_eight_codes():
    file = as_file(played_lines())
    assert len(campaign_pieces(file)) <= 8  # with the spare one
    assert unpress_file(press_file(file)) == file


def test_with_ids_made_elsewhere_they_take_eight_and_a_spare_one():
    file = as_file(simulated())
    assert len(campaign_pieces(file)) <= 9
    assert unpress_file(press_file(file)) == file


@pytest.mark.parametrize("number", [1, 2])
def test_papers_of_every_way_of_pressing_are_read_forever(number):
    pressed = (OLD / f"paper_backup_{number}.bin").read_bytes()
    assert hashlib.sha256(unpress_file(pressed)).hexdigest() == EXAMPLE


def test_the_words_papers_are_pressed_with_never_change():
    digest = hashlib.sha256(paper_backup.known_words()).hexdigest()
    assert digest == "d609006ce9dffb6b249aed27feeb82f75807159d2d5470802318256215a2bc9b"


def change_act(lines, **change):
    header, first, *rest = lines
    return header, {**first, **change}, *rest


ODD = {
    "times before 1970": {"at": "1969-12-31T23:59:59.999999+00:00"},
    "names of other scripts": {"by": "安娜 👑", "for": "ממלכה"},
    "content nobody foresaw": {"data": {"a": [{"b": {}}, [], None, 1.5, True, "\n"]}},
    "an unknown kind": {"kind": "fly_to_the_moon"},
}


@pytest.mark.parametrize("change", ODD.values(), ids=ODD)
def test_whatever_a_log_holds_comes_back_in_few_bytes(change):
    file = as_file(change_act(played_lines(), **change))
    pressed = press_file(file)
    assert pressed.startswith(SECOND)
    assert unpress_file(pressed) == file


def test_a_log_without_acts_comes_back():
    file = as_file(played_lines()[:1])
    assert unpress_file(press_file(file)) == file


ACT = {
    "number": 1,
    "kind": "finish_session",
    "data": {},
    "by": "",
    "for": "",
    "at": "2026-01-01T10:00:00+00:00",
    "client_id": "0123456789abcdef0123456789abcdef",
}
FOREIGN = {
    "other blanks": b'{"campaign":"Ours"}\n',
    "a line too few": b'{"campaign": "Ours"}',
    "no text": b"\x00\xff",
    "no object": b"1\n2\n",
    "an id written otherwise": as_file([{}, ACT]),
    "another zone": as_file([{}, {**ACT, "at": "2026-01-01T10:00:00+02:00"}]),
    "a time nobody knows": as_file([{}, {**ACT, "at": "yesterday"}]),
    "a time without a zone": as_file([{}, {**ACT, "at": "2026-01-01"}]),
    "more than an act says": as_file([{}, {**ACT, "more": 1}]),
    "an act without a kind": as_file([{}, {"number": 1}]),
}


@pytest.mark.parametrize("file", FOREIGN.values(), ids=FOREIGN)
def test_files_written_by_others_are_pressed_the_first_way(file):
    pressed = press_file(file)
    assert not pressed.startswith(SECOND)
    assert unpress_file(pressed) == file


# Papers made to harm


def pack_parts(text, times=b"", ids=b"", cut=None):
    parts = [
        press_part(text, paper_backup.known_words()),
        *map(press_part, (times, b"", ids)),
    ]
    whole = SECOND + SIZES.pack(*map(len, parts)) + b"".join(parts)
    return whole[:cut]


def lean_text(new=(), opening=0, people=("",), by="a", behalf="a", kinds="s", rows=()):
    said = [list(new), opening, list(people), by, behalf, kinds, list(rows)]
    return json.dumps(said).encode()


ONE = {"times": bytes(8), "ids": bytes(8)}
WIDE = ["wide", "k" * 100_000]
HARMFUL = {
    "nothing": SECOND,
    "cut short": pack_parts(lean_text(rows=[[0]]), cut=60, **ONE),
    "no JSON": pack_parts(b"["),
    "too deep": pack_parts(b"[" * 50_000),
    "very many lists": pack_parts(b"[" + b"[]," * 1_000_000 + b"0]"),
    "a bomb": pack_parts(b" " * (LARGEST_FILE + 1)),
    "too few parts": pack_parts(b"[[],0]"),
    "no shape of that number": pack_parts(lean_text(rows=[[9999]]), **ONE),
    "more values than keys": pack_parts(lean_text([["a"]], rows=[[70, 1]]), **ONE),
    "more rows than times": pack_parts(lean_text(rows=[[0], [0]]), **ONE),
    "half a time": pack_parts(lean_text(), times=b"123", ids=bytes(8)),
    "a time after the last one": pack_parts(
        lean_text([["a"]], rows=[[70]]), times=b"\x7f" * 8, ids=bytes(8)
    ),
    "half an id": pack_parts(
        lean_text([["a"]], rows=[[70]]), times=bytes(8), ids=b"1234"
    ),
    "an id left over": pack_parts(
        lean_text([["a"]], rows=[[70]]), times=bytes(8), ids=bytes(24)
    ),
    "nobody's letter": pack_parts(lean_text([["a"]], by="é", rows=[[70]]), **ONE),
    "keys that grow": pack_parts(lean_text([WIDE], [0, *[[71, 0, 0]] * 200])),
    "lines that grow": pack_parts(
        lean_text([["a"]], 0, ["n" * 100_000], "a" * 200, "a" * 200, "s" * 200)[:-2]
        + json.dumps([[70]] * 200).encode()
        + b"]",
        times=bytes(1600),
        ids=bytes(1600),
    ),
}


@pytest.mark.parametrize("pressed", HARMFUL.values(), ids=HARMFUL)
def test_papers_made_to_harm_are_refused(pressed):
    with pytest.raises(BadPieces):
        unpress_file(pressed)


# Ids of which half is printed


def test_half_of_a_short_id_is_enough():
    own = short_id(uuid5(uuid4(), "x"))
    assert is_short(own)
    assert from_half(own.bytes[:8]) == own
    assert (own.version, own.variant) == (5, uuid4().variant)


def test_an_id_made_elsewhere_is_not_short():
    assert not is_short(uuid4())


def test_short_ids_stay_apart():
    base = uuid4()
    assert len({short_id(uuid5(base, str(nth))) for nth in range(2000)}) == 2000
