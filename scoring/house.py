"""What the companion itself asks of a table, beside the rulebooks."""

from __future__ import annotations

from scoring.rules import Problem, Rule
from scoring.words import _

HOUSE = Rule(
    "TABLE-1",
    _("Empire Companion"),
    "",
    _("Open and finished sessions"),
    _("Entries go into an open session; a finished one can be opened again."),
    _("An agreement of this companion, not a rule of a game."),
)
OUT_OF_DATE = Problem(
    _("This can't be done any more: the page was out of date. Look at it afresh."),
    HOUSE,
)
NOT_FOR_OTHERS = Problem(
    _("At this table everybody enters only for themselves."), HOUSE
)
