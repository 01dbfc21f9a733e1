"""How much a session holds that belongs to no table: anybody may begin one."""

from __future__ import annotations

from scoring.house import HOUSE
from scoring.rules import Problem, RuleBroken
from scoring.session_acts import SESSION_ENGINE
from scoring.session_base import SessionPart
from scoring.words import _, make_message

MOST_ENTRIES = 2000  # one every five seconds for almost three hours
ROOM_TO_FINISH = 100  # more for what isn't entered: to correct, finish or move it
PARTS = (
    *(SessionPart.ENTRIES, SessionPart.LINE_UP),
    *(SessionPart.FINAL_SCORES, SessionPart.HELP),
)
ENTERING = frozenset(
    kind for kind, act in SESSION_ENGINE.acts.items() if act.declared.step in PARTS
)
FULL = make_message(
    _("This game is full: %(most)s entries. Finish it and start another."),
    most=MOST_ENTRIES,
)


def check_free_session(last: int, kind: str) -> None:
    """Refuses one more act of this kind after so many."""
    if last >= MOST_ENTRIES + (0 if kind in ENTERING else ROOM_TO_FINISH):
        raise RuleBroken(Problem(FULL, HOUSE))
