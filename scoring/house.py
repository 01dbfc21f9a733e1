"""What the companion itself asks of a table, beside the rulebooks."""

from __future__ import annotations

from scoring.rules import OURS, Problem, Rule
from scoring.words import _

HOUSE = Rule(
    "TABLE-1",
    OURS,
    "",
    _("Open and finished sessions"),
    _("You can change an open session. Reopen a finished one first."),
    _("Our own rule, not the game's."),
)
OUT_OF_DATE = Problem(
    _("This has changed in the meantime. Reload the page and try again."),
    HOUSE,
)
NOT_FOR_OTHERS = Problem(
    _("At this table everyone enters only their own numbers."), HOUSE
)
