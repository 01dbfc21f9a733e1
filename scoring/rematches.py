"""A finished session knows that its people play once more, so that two phones begin one game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.acts import Declaration
from scoring.session_base import Outcome, RematchNumber, SessionAct, SessionPart
from scoring.sessions import SessionState, refuse_unless
from scoring.words import _


def check_rematch(session: SessionState) -> None:
    refuse_unless(session.finished, _("Finish this game first."))


@dataclass(frozen=True)
class PlayAgain(SessionAct):
    """The same people play once more; named by its number, so that two taps begin one game."""

    declared = Declaration(_("Rematch"), SessionPart.REMATCH)

    number: RematchNumber

    def apply(self, session: SessionState) -> Outcome:
        check_rematch(session)
        refuse_unless(
            self.number == session.rematches + 1, _("This rematch has already started.")
        )
        return replace(session, rematches=self.number), ()
