"""JSON in one order: SQLite keeps the keys as they were written, PostgreSQL puts them in its own."""

from json import JSONDecoder
from operator import itemgetter
from typing import Any, Self

KEY = itemgetter(0)


class SortedKeys(JSONDecoder):
    """Reads the same object in the same order from either, so that a replay is the same on both."""

    _plain: Self | None = None

    def __new__(cls, **options: Any) -> Self:
        """One for all who give no options: every value of a column would make its own."""
        if options or cls is not SortedKeys:
            return super().__new__(cls)
        if cls._plain is None:
            cls._plain = super().__new__(cls)
        return cls._plain

    def __init__(self, **options: Any) -> None:
        if "scan_once" not in vars(self):
            super().__init__(**{**options, "object_pairs_hook": sort_by_key})


def sort_by_key(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return dict(sorted(pairs, key=KEY))
