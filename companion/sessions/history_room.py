"""What the history of a session shows: every act with what it changed at the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from companion.base.wording import translate
from companion.log.act_words import ActWords
from companion.log.history import ActLine, read_past_acts
from companion.log.history_pages import HistoryRoom
from companion.log.models import Act
from companion.log.replay import undone_by
from companion.sessions.models import GameSession
from companion.sessions.retelling import tell_acts
from companion.sessions.services import session_state
from companion.sessions.words import DescribedAct
from scoring.session_acts import SESSION_ENGINE
from scoring.words import _


def session_frame(session: GameSession) -> dict[str, Any]:
    game = session_state(session).rules
    return {"session": session, "game": game, "log_name": translate(game.name)}


def session_lines(session: GameSession, acts: Sequence[Act]) -> list[ActLine]:
    past = read_past_acts(session)
    start, now = (
        SESSION_ENGINE.start(session.start),
        SESSION_ENGINE.load(session.state),
    )
    words = tell_acts(start, now, past, acts)
    gone = undone_by(past)
    return [
        ActLine(
            act,
            ActWords(words[act.number].what, (), show_change(words[act.number])),
            tuple(sorted(gone.get(act.number, ()))),
        )
        for act in acts
    ]


def show_change(described: DescribedAct) -> str:
    if not described.before:
        return described.after
    return f"{described.before} → {described.after or '–'}"


def is_closed(session: GameSession) -> bool:
    state = session_state(session)
    return state.finished or state.archived


SESSION_HISTORY = HistoryRoom(
    header="sessions/_history_header.html",
    empty=_("Nothing has been entered yet."),
    frame=session_frame,
    lines=session_lines,
    home=lambda session: reverse("session-history", args=[session.token]),
    undo=lambda session, act: reverse("session-undo", args=[session.token, act]),
    closed=is_closed,
)
