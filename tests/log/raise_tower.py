"""An act of the toy engine in a module of its own: everything pages need stands here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from scoring.acts import ActField, Declaration, FieldKind
from tests.toy import State, ToyEngine

STONES = {"grey": "grey stone", "white": "white stone"}


@dataclass(frozen=True)
class RaiseTower:
    """An empire builds upwards."""

    declared: ClassVar[Declaration] = Declaration(
        "Tower raised", "play", role="organiser", group="buildings"
    )

    empire: Annotated[str, ActField("Empire", FieldKind.EMPIRE, typed=False)]
    floors: Annotated[
        int, ActField("Floors", FieldKind.COUNT, most=9, words="floors: %(value)s")
    ]
    stone: Annotated[str, ActField("Stone", FieldKind.PICK, STONES)] = "grey"

    def apply(self, state: State):
        return state.put(self.empire, knowledge=self.floors), ()


class TowerEngine(ToyEngine):
    acts: ClassVar[dict[str, type]] = {"raise_tower": RaiseTower}
