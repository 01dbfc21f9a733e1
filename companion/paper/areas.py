"""Where things go: rectangles that are cut up into smaller ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Area(NamedTuple):
    """A rectangle to draw into."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> float:
        return self.x + self.width / 2

    @property
    def middle(self) -> float:
        return self.y + self.height / 2

    def inset(self, across: float, down: float | None = None) -> Area:
        down = across if down is None else down
        return Area(
            self.x + across,
            self.y + down,
            max(0.0, self.width - 2 * across),
            max(0.0, self.height - 2 * down),
        )

    def below(self, height: float) -> Area:
        """What is left under a heading of this height."""
        return Area(self.x, self.y + height, self.width, max(0.0, self.height - height))

    def beside(self, width: float) -> Area:
        """What is left to the right of something this wide."""
        return Area(self.x + width, self.y, max(0.0, self.width - width), self.height)

    def top(self, height: float) -> Area:
        return Area(self.x, self.y, self.width, height)

    def left(self, width: float) -> Area:
        return Area(self.x, self.y, width, self.height)

    def columns(self, count: int, gap: float = 0.0) -> tuple[Area, ...]:
        width = (self.width - gap * (count - 1)) / count
        return tuple(
            Area(self.x + number * (width + gap), self.y, width, self.height)
            for number in range(count)
        )

    def rows(self, count: int, gap: float = 0.0) -> tuple[Area, ...]:
        height = (self.height - gap * (count - 1)) / count
        return tuple(
            Area(self.x, self.y + number * (height + gap), self.width, height)
            for number in range(count)
        )

    def share_width(
        self, widths: Sequence[float], gap: float = 0.0
    ) -> tuple[Area, ...]:
        """Columns as wide as they ask for, all of them stretched or squeezed alike."""
        room = max(0.0, self.width - gap * (len(widths) - 1))
        share, x, areas = room / max(1.0, sum(widths)), self.x, []
        for wanted in widths:
            areas.append(Area(x, self.y, wanted * share, self.height))
            x = areas[-1].right + gap
        return tuple(areas)
