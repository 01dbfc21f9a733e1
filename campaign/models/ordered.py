"""For the migrations, which name this place."""

from companion.log.ordered import SortedKeys

__all__ = ["SortedKeys"]
