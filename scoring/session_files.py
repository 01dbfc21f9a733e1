"""A session that came from a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from scoring.acts import Declaration
from scoring.records import Unfit
from scoring.session_base import FileKey, FileKind, Outcome, SessionAct, SessionPart
from scoring.sessions import SessionState, check_open
from scoring.words import _


@dataclass(frozen=True)
class ImportSession(SessionAct):
    """A game that came from a file keeps its id there, so that opening the file again adds nothing."""

    declared = Declaration(_("From a file"), SessionPart.FROM_FILE, role="organiser")

    source: FileKind
    origin: FileKey

    def apply(self, session: SessionState) -> Outcome:
        check_open(session)
        try:
            origin = str(UUID(self.origin))
        except ValueError:
            raise Unfit("origin", "must be a UUID") from None
        return replace(session, origin=origin), ()
