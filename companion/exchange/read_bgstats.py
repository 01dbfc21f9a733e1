"""An export of BG Stats: the games we know, with whatever its scores are written like.

What it says is taken as it is; only what can't be a result of ours is refused, each play with its reason.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import override

from campaign.files.tables import NoFile
from companion.base.json_input import parse_json
from companion.base.wording import translate
from companion.exchange.bgstats import BGG_IDS
from companion.exchange.bgstats_file import LANGUAGES, NORTH_ROWS
from companion.exchange.given import (
    MOST_PLAYS,
    MOST_SEATS,
    BadPlay,
    GivenFile,
    GivenPlay,
    check_play,
    detail_cells,
    read_day,
    read_end,
    read_id,
    read_text,
    tell_where,
)
from companion.exchange.read_ours import too_many_plays
from scoring.empires_of_the_north import MATERIALS_PER_POINT
from scoring.entries import LONGEST
from scoring.final_scores import ALONE_KEY, FINAL_SCORE, LOST, WON, WON_TIE
from scoring.games import GAMES
from scoring.records import Unfit
from scoring.typed import YES

BG_STATS = "BG Stats"
EMPIRE, NORTH = "rise_of_empire", "empires_of_the_north"
GAMES_BY_ID = {number: slug for slug, number in BGG_IDS.items() if slug != EMPIRE}
# Names people give our games there, beside our own.
MORE_NAMES = {
    "imperialsettlersriseoftheempire": EMPIRE,
    "riseoftheinkas": "inkas",
    "imperialsettlersempiresofthenorth": NORTH,
}
PART = re.compile(r"[+-]?\s*\d{1,7}(?:[.,]\d{1,6})?", re.ASCII)
LARGE = re.compile(r"[+-]?\d{8,}", re.ASCII)
LONGEST_SCORE = 100
LONGEST_SHEET = 200_000  # characters of a score sheet
# Our entries for the app's rows, and how many pieces a point stands for.
NORTH_ENTRIES = dict(
    zip(
        NORTH_ROWS,
        (("track", 1), ("cards", 1), ("materials", MATERIALS_PER_POINT), ("gold", 1)),
        strict=True,
    )
)
Record = Mapping[str, Any]


def is_bgstats(data: Any) -> bool:
    return isinstance(data, dict) and isinstance(data.get("plays"), list)


def read_bgstats_file(data: Record, known: Container[UUID]) -> GivenFile:
    """Every play of a game we know; the others are only counted."""
    if len(data["plays"]) > MOST_PLAYS:
        raise too_many_plays()
    games, players, places = (
        by_number(data.get(key)) for key in ("games", "players", "locations")
    )
    if not games:
        raise NoFile(_("There are no games in this file."))
    file = GivenFile(BG_STATS, known)
    for number, play in enumerate(data["plays"], start=1):
        own = play if isinstance(play, dict) else {}
        game = find_record(games, own.get("gameRefId"))
        slug = find_game(game, own)
        if not slug:
            file.count_other(read_text(game.get("name"), LONGEST) or "?")
            continue
        place = _("Play %(number)s") % {"number": number}
        where = tell_where(place, slug, own.get("playDate"))
        try:
            file.take(read_play(where, slug, own, players, places))
        except BadPlay as bad:
            file.refuse(where, str(bad))
    return file


def by_number(records: Any) -> dict[Any, Record]:
    listed = records if isinstance(records, list) else []
    found = (one for one in listed if isinstance(one, dict))
    return {one["id"]: one for one in found if isinstance(one.get("id"), int)}


def find_record(records: Mapping[Any, Record], number: Any) -> Record:
    """What a play refers to by its number; nothing for a list or anything else that is none."""
    return records.get(number, {}) if isinstance(number, int) else {}


def find_game(game: Record, play: Record) -> str:
    """Which of our games this is; an expansion that is named as the board wins."""
    name = plain_letters(str(game.get("name") or ""))
    known = known_names()
    number = game.get("bggId")
    listed = GAMES_BY_ID.get(number) if isinstance(number, int) else None
    slug = listed or known.get(name, "")
    board = plain_letters(str(play.get("board") or ""))
    own = tuple(one for one, slug in known.items() if slug == EMPIRE)
    is_empire = slug == "imperial_settlers" and board.startswith(own)
    return EMPIRE if is_empire else slug


@cache
def known_names() -> dict[str, str]:
    """Our games by their names in every language, in plain letters."""
    found = dict(MORE_NAMES)
    for language in LANGUAGES:
        with override(language):
            names = {plain_letters(translate(one.name)): one for one in GAMES.values()}
            found |= {name: game.slug for name, game in names.items()}
    return found


def plain_letters(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text[:200]).casefold()
    return "".join(one for one in folded if one.isalnum())


def read_play(
    where: str,
    slug: str,
    play: Record,
    players: Mapping[Any, Record],
    places: Mapping[Any, Record],
) -> GivenPlay:
    if play.get("ignored") is True:
        raise BadPlay(_("It is ignored in BG Stats."))
    seats = seated_scores(play)
    found = (find_record(players, one.get("playerRefId")) for one in seats)
    names = tuple(map(player_name, found))
    place = find_record(places, play.get("locationRefId"))
    details = detail_cells(
        played_on=read_day(play.get("playDate")),
        minutes=play.get("durationMin"),
        where=place.get("name"),
        note=play.get("comments"),
    )
    winners = tuple(n for n, one in enumerate(seats) if one.get("winner") is True)
    if winners and not any(str(one.get("score") or "").strip() for one in seats):
        raise BadPlay(_("It says who won, but no scores. We count by points."))
    scores = [
        read_score(one.get("score"), name)
        for one, name in zip(seats, names, strict=True)
    ]
    given = GivenPlay(
        where=where,
        id=read_id(play.get("uuid")),
        game=slug,
        names=names,
        cells={**details, **total_cells(scores, winners)},
        totals_only=True,
        winners=winners,
        ended=read_end(play.get("playDate"), details["played_on"]),
    )
    return replace_by_rows(given, play, seats, scores) or given


def seated_scores(play: Record) -> list[Record]:
    """The players in the order of their seats, where the file says it."""
    listed = play.get("playerScores")
    found: list[Record] = (
        [one for one in listed[:MOST_SEATS] if isinstance(one, dict)]
        if isinstance(listed, list)
        else []
    )
    if not found:
        raise BadPlay(_("Nobody played."))
    order = [one.get("seatOrder") for one in found]
    known = all(type(one) is int and one > 0 for one in order)
    return sorted(found, key=lambda one: int(one["seatOrder"])) if known else found


def player_name(player: Record) -> str:
    """The name somebody has there; nothing for a guest whom nobody knows."""
    if player.get("isAnonymous") is True:
        return ""
    return read_text(player.get("name"), LONGEST)


def read_score(given: Any, name: str) -> int:
    """A whole number, or a sum like 15+16+8-30; the app keeps what people typed."""
    text = "" if given is None else str(given).strip()
    if not text:
        raise BadPlay(_("There is no score for %(name)s.") % {"name": name or "?"})
    if LARGE.fullmatch(text):
        said = _("“%(text)s” is too large (%(name)s).")
        raise BadPlay(said % {"text": read_text(text, 40), "name": name or "?"})
    total = add_up(text)
    if total is None or total != int(total):
        said = _("“%(text)s” isn't a whole number (%(name)s).")
        raise BadPlay(said % {"text": read_text(text, 40), "name": name or "?"})
    return int(total)


def add_up(text: str) -> Decimal | None:
    """The sum of what was typed; None for what isn't one. A sign at the end says nothing."""
    plain = text.replace("−", "-").replace("–", "-").strip().rstrip("+- ").strip()
    if len(plain) > LONGEST_SCORE or not plain:
        return None
    parts = list(PART.finditer(plain))
    between = PART.sub("", plain)
    signed = all(one[0][0] in "+-" for one in parts[1:])
    if not parts or between.strip() or not signed:
        return None
    numbers = (one[0].replace(" ", "").replace(",", ".") for one in parts)
    return sum((Decimal(one) for one in numbers), Decimal(0))


def total_cells(scores: Sequence[int], winners: Sequence[int]) -> dict[str, str]:
    """Final scores only; who won a tie or a game alone is as the file says."""
    cells = {f"1s{seat}-{FINAL_SCORE}": str(one) for seat, one in enumerate(scores)}
    if len(scores) == 1:
        return {**cells, f"1s0-{ALONE_KEY}": WON if winners else LOST}
    first = [seat for seat, one in enumerate(scores) if one == max(scores)]
    broke = [seat for seat in first if seat in winners]
    if len(first) > 1 and len(broke) == 1:
        cells[f"1s{broke[0]}-{WON_TIE}"] = YES
    return cells


# The score sheet of Empires of the North


def replace_by_rows(
    given: GivenPlay,
    play: Record,
    seats: Sequence[Record],
    scores: Sequence[int],
) -> GivenPlay | None:
    """The play with every row of its sheet; None where the rows don't give its scores."""
    cells = read_north_rows(play, seats) if given.game == NORTH else {}
    if not cells:
        return None
    details = {key: one for key, one in given.cells.items() if "-" not in key}
    whole = replace(given, cells={**details, **cells}, totals_only=False)
    try:
        check_play(whole)
    except BadPlay:
        return None
    same = whole.sheet.totals == tuple(scores) and not whole.other_winner
    return whole if same else None


def read_north_rows(play: Record, seats: Sequence[Record]) -> dict[str, str]:
    keys = [str(parse_text(one.get("metaData")).get("scoreUuid")) for one in seats]
    cells = {}
    for row in sheet_rows(parse_text(play.get("scoresheet"))):
        entry = NORTH_ENTRIES.get(str(row.get("templateId")))
        scores = row.get("scores")
        if entry is None or not isinstance(scores, dict):
            continue
        for seat, key in enumerate(keys):
            points = add_up(str(scores.get(key) or "0"))
            if points is None or points < 0 or points != int(points):
                return {}
            cells[f"1s{seat}-{entry[0]}"] = str(int(points) * entry[1])
    return cells


def sheet_rows(sheet: Record) -> list[Record]:
    groups = sheet.get("groups") or sheet.get("rounds")
    listed = groups if isinstance(groups, list) else []
    rows = [one.get("rows") for one in listed if isinstance(one, dict)]
    return [
        row
        for own in rows
        if isinstance(own, list)
        for row in own
        if isinstance(row, dict)
    ]


def parse_text(text: Any) -> Record:
    """JSON that stands in a text; nothing where it is none."""
    if not isinstance(text, str) or len(text) > LONGEST_SHEET:
        return {}
    try:
        found = parse_json(text.encode())
    except (Unfit, UnicodeEncodeError):
        return {}
    return found if isinstance(found, dict) else {}
