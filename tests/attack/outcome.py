"""What came of one class of attacks."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Outcome:
    tried: int = 0
    failed: list[str] = field(default_factory=list)

    def note(self, held: bool, told: str) -> None:
        self.tried += 1
        if not held:
            self.failed.append(told)
