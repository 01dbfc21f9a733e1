"""The hall of fame in a few plain lines, for a page that is kept without a server."""

from __future__ import annotations

from dataclasses import dataclass

from companion.records.book import RecordBook
from companion.records.game_page import show_game
from companion.records.hall_page import RankLine, rank_lines
from companion.records.paper_parts import ListLine
from companion.records.record_papers import record_line


@dataclass(frozen=True)
class KeptHall:
    ranks: tuple[RankLine, ...]
    games: tuple[tuple[str, tuple[ListLine, ...]], ...]  # each with its records


def gather_hall(book: RecordBook) -> KeptHall:
    games = (
        (slug, tuple(map(record_line, show_game(book, slug).records)))
        for slug in book.table().games
    )
    return KeptHall(tuple(rank_lines(book)), tuple(one for one in games if one[1]))
