"""Sessions as long as anybody may make them: their pages take no longer than others."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from companion.log.record import NewAct, append_all
from companion.sessions.bounds import MOST_ENTRIES
from companion.sessions.services import start_session
from tests.attack.bad_files import PACE, measure_pace
from tests.attack.outcome import Outcome
from tests.attack.spending import spend
from tests.sessions.test_session_bounds import (
    entries,
    entries_and_undos_of_the_first,
    undos_of_undos,
)

WITHIN = 0.5  # seconds of the processor; a page of a short one takes a tenth
PAGES = ("session", "session-history")
LAST = f"?page={MOST_ENTRIES}"


def undos_of_everything(many: int) -> list[NewAct]:
    """Half of the acts undone together, brought back together, and so on."""
    acts = entries(many // 2)
    whole = list(range(1, len(acts) + 1))
    while len(acts) < many:
        acts.append(NewAct("undo", {"of": whole}))
        acts.append(NewAct("undo", {"of": [len(acts)]}))
    return acts


def seats_and_entries(many: int) -> list[NewAct]:
    pairs = zip(entries(many // 2), range(many // 2), strict=True)
    return [
        one
        for entry, nth in pairs
        for one in (entry, NewAct("set_players", {"players": 2 + nth % 2}))
    ]


SHAPES = {
    "entries": entries,
    "undos of undos": undos_of_undos,
    "undos of the first act": entries_and_undos_of_the_first,
    "undos of everything": undos_of_everything,
    "seats and entries": seats_and_entries,
}


def attack() -> Outcome:
    outcome, client = Outcome(), Client()
    short = start_session(game="imperial_settlers")
    for page in PAGES:  # loads what a running server has loaded
        client.get(reverse(page, args=[short.token]))
    for name, make in SHAPES.items():
        session = start_session(game="imperial_settlers")
        append_all(session, make(MOST_ENTRIES))
        addresses = [reverse(page, args=[session.token]) for page in PAGES]
        for path in (*addresses, addresses[-1] + LAST):
            spent = spend(lambda: client.get(path).status_code)  # noqa: B023 (done at once)
            slower = max(1.0, measure_pace() / PACE)
            held = spent.status == 200 and spent.seconds < WITHIN * slower
            outcome.note(held, f"{name}, {path}: {spent.seconds:.2f} s, {spent.status}")
    return outcome
