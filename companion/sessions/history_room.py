"""What the history of a session shows: every act with what it changed at the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from companion.base.wording import translate
from companion.log.act_words import ActWords
from companion.log.history import ActLine, act_standing
from companion.log.history_pages import HistoryRoom
from companion.log.models import Act
from companion.sessions.models import GameSession
from companion.sessions.services import session_state
from companion.sessions.words import DescribedAct, describe_acts
from scoring.session_acts import SESSION_ENGINE
from scoring.words import _


def session_frame(session: GameSession) -> dict[str, Any]:
    game = session_state(session).rules
    return {"session": session, "game": game, "log_name": translate(game.name)}


def session_lines(session: GameSession, acts: Sequence[Act]) -> list[ActLine]:
    """Told from the start on: what a cell held before, only the acts before it know."""
    everything = list(session.acts.order_by("number"))
    told = describe_acts(SESSION_ENGINE.start(session.start), everything)
    words = {one.act.number: one for one in told}
    by = act_standing(session).by
    return [
        ActLine(
            act,
            ActWords(words[act.number].what, (), show_change(words[act.number])),
            by.get(act.number, ()),
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
