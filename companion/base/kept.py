"""What costs work is made once and kept in this process, the latest of it, up to a bound of bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Event, Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class KeptOnce(Generic[T]):
    """Values by key. Who asks for one that is being made waits for it instead of making it again."""

    def __init__(self, most_bytes: int, size_of: Callable[[T], int]) -> None:
        self.most_bytes, self.size_of = most_bytes, size_of
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._being_made: dict[Hashable, Event] = {}
        self._bytes = 0
        self._lock = Lock()

    def get_or_make(self, key: Hashable, make: Callable[[], T | None]) -> T | None:
        """What is kept under the key, or is made now; what comes out as None isn't kept."""
        kept, other, own = self._find(key)
        if own:
            return self._make_first(key, make, own)
        if other:
            other.wait()
            kept, _other, _own = self._find(key, wait=False)
        # Nothing where it came to nothing, or was too large to keep.
        return make() if kept is None else kept

    def _find(
        self, key: Hashable, *, wait: bool = True
    ) -> tuple[T | None, Event | None, Event | None]:
        """What is kept, or who makes it: another, or whoever asks."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key], None, None
            if not wait:
                return None, None, None
            if key in self._being_made:
                return None, self._being_made[key], None
            own = self._being_made[key] = Event()
            return None, None, own

    def _make_first(
        self, key: Hashable, make: Callable[[], T | None], done: Event
    ) -> T | None:
        try:
            made = make()
            if made is not None:
                self._keep(key, made)
            return made
        finally:
            with self._lock:
                del self._being_made[key]
            done.set()

    def _keep(self, key: Hashable, made: T) -> None:
        size = self.size_of(made)
        if size > self.most_bytes:
            return
        with self._lock:
            self._kept[key] = made
            self._bytes += size
            while self._bytes > self.most_bytes:
                _key, oldest = self._kept.popitem(last=False)
                self._bytes -= self.size_of(oldest)

    def has_any(self, fits: Callable[[Hashable], bool]) -> bool:
        """Whether something is kept under a key that fits."""
        with self._lock:
            return any(map(fits, self._kept))

    def forget_everything(self) -> None:
        with self._lock:
            self._kept.clear()
            self._bytes = 0
