"""Every colour a text is written in can be read on every ground it stands on, by day and by night."""

import re
from pathlib import Path

import pytest

from companion.sessions import looks
from scoring.entries import entries_of
from scoring.games import GAMES

STATIC = Path(__file__).parents[2] / "static"
COLOUR = re.compile(r"--([\w-]+): var\(--day, (#\w{6})\) var\(--night, (#\w{6})\);")
TINT = re.compile(r"\.(tint-\w+) \{(.*?)\}")
READABLE, VISIBLE = 4.5, 3.0  # WCAG AA: for texts, for edges of what can be pressed
SHEETS = (
    "home/companion.css",
    "sessions/looks.css",
    "tables/seats.css",
    "paper/sheet.css",
)
GROUNDS = ("ground", "surface", "raised")
TEXTS = ("ink", "quiet", "accent", "bad", "good", "diplomacy", "economy", "science")


@pytest.fixture(scope="module")
def colours():
    """Each property's colour by day and by night."""
    found = {}
    for name in SHEETS:
        for key, *pair in COLOUR.findall((STATIC / name).read_text()):
            found[key] = dict(zip(("day", "night"), pair, strict=True))
    return found


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4
        for one in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def pairs():
    games = [f"game-{slug}" for slug in looks.LOOKS]
    for text in (*TEXTS, "game", *games):
        for ground in GROUNDS:
            yield text, ground, READABLE
    yield "on-accent", "accent", READABLE
    yield "bad", "bad-surface", READABLE
    yield "ink", "bad-surface", READABLE
    for seat in "abcdef":
        yield "on-seat", f"seat-{seat}", READABLE
    for soft in ("diplomacy", "economy", "science"):
        yield soft, f"{soft}-soft", READABLE
        yield "ink", f"{soft}-soft", READABLE
        yield "quiet", f"{soft}-soft", READABLE
    for ground in GROUNDS:
        yield "control", ground, VISIBLE


@pytest.mark.parametrize("light", ["day", "night"])
@pytest.mark.parametrize(("text", "ground", "least"), list(pairs()))
def test_what_is_written_can_be_read(colours, light, text, ground, least):
    reached = contrast(colours[text][light], colours[ground][light])
    assert reached >= least, f"{text} on {ground}: {reached:.2f}"


@pytest.mark.parametrize("light", ["day", "night"])
def test_a_persons_letter_can_be_read_on_their_colour(light):
    at = ("day", "night").index(light)
    tints = TINT.findall((STATIC / "tables/tables.css").read_text())
    assert len(tints) == 8
    for name, body in tints:
        seat, written = (tint_colour(body, key)[at] for key in ("seat", "on-seat"))
        assert contrast(seat, written) >= READABLE, name


def tint_colour(body, key):
    value = re.search(rf"--{key}: ([^;]+);", body)[1]
    found = re.findall(r"#\w{6}", value)
    return found if len(found) == 2 else found * 2


def test_the_style_sheet_of_games_is_the_one_their_list_writes():
    assert looks.STYLE_SHEET.read_text() == looks.style_sheet()


def test_every_game_has_its_own_colour_and_emblem():
    assert set(looks.LOOKS) == set(GAMES)
    assert len({one.emblem for one in looks.LOOKS.values()}) == len(GAMES)
    assert len({one.day for one in looks.LOOKS.values()}) == len(GAMES)
    assert looks.find_look("toy") == looks.OTHER


# Rise of the Empire shares the list of Imperial Settlers.
SHARED = {
    "imperial_settlers": ("imperial_settlers", "rise_of_empire"),
    "rise_of_empire": ("imperial_settlers", "rise_of_empire"),
}

# What lies in a supply: only helpers ask for it.
IN_SUPPLY = {"worker", "wood", "stone", "food", "raze", "defence"}


def counted_in(game):
    """Everything a row of its score sheet or of its pad can be about."""
    entries = {**entries_of(game.board), **entries_of(game.seat)}
    rows = (*entries.values(), *game.lines, *game.tie_breaks)
    return {*entries, *(one.label for one in rows)}


@pytest.mark.parametrize("slug", looks.LOOKS)
def test_a_sign_stands_beside_something_the_game_counts(slug):
    games = [GAMES[one] for one in SHARED.get(slug, (slug,))]
    counted = set().union(*map(counted_in, games))
    assert set(looks.LOOKS[slug].signs) <= counted | IN_SUPPLY
