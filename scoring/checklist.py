"""Boxes to tick on the way: what to lay out before a game, what to do now."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scoring.helping import Around, HelperMove, KeptHelper, refuse_move
from scoring.sheet import Helper
from scoring.words import Words, _

CHECKLIST_HELPER = Helper("checklist", _("Checklist"))
MOST_TICKS = 400
BOX = re.compile(r"[\w.-]{1,80}", re.ASCII)


@dataclass(frozen=True)
class Ticked:
    boxes: tuple[str, ...] = ()  # by the key each has on its page


@dataclass(frozen=True)
class TickBox(HelperMove[Ticked]):
    """A box is ticked or not, whatever it was: two phones that tick it agree."""

    box: str
    on: bool

    def apply(self, state: Ticked, _around: Around) -> Ticked:
        refuse_move(not BOX.fullmatch(self.box), _("This box isn't on the list."))
        others = tuple(one for one in state.boxes if one != self.box)
        refuse_move(len(others) >= MOST_TICKS, _("Too many boxes are ticked."))
        return Ticked((*others, self.box) if self.on else others)

    @property
    def words(self) -> Words:
        return _("Box ticked") if self.on else _("Box unticked")


CHECKLIST = KeptHelper(
    CHECKLIST_HELPER.page, Ticked, (TickBox,), lambda _around: Ticked()
)
