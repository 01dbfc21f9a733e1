"""JSON in one order: SQLite keeps the keys as they were written, PostgreSQL puts them in its own."""

from json import JSONDecoder
from operator import itemgetter
from typing import Any


class SortedKeys(JSONDecoder):
    """Reads the same object in the same order from either, so that a replay is the same on both."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "object_pairs_hook": sort_by_key})


def sort_by_key(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return dict(sorted(pairs, key=itemgetter(0)))
