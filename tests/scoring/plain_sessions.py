"""A session of any game without a database: begun, filled in, and read as lists read it."""

from scoring.session_acts import SESSION_ENGINE

SETTLERS, ARCS, NORTH = "imperial_settlers", "arcs", "empires_of_the_north"


def begun(game=SETTLERS, players=2, **more):
    return SESSION_ENGINE.start({"game": game, "players": players, **more})


def do(session, kind, **data):
    return SESSION_ENGINE.apply(session, kind, data)[0]


def put(session, cells):
    for cell, value in cells.items():
        session = do(session, "set_cell", cell=cell, typed=value)
    return session


def ended(session):
    return do(put(session, {"1s0-track": "5"}), "finish")


def seats_of(session):
    return [
        row for key, row in SESSION_ENGINE.rows(session).items() if key[0] == "seat"
    ]
