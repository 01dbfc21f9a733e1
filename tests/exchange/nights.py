"""Finished sessions of every game, with their examples' entries."""

from companion.log.record import NewAct, append_all
from companion.sessions.services import start_session
from scoring.entries import Kind, entries_of
from scoring.games import GAMES
from scoring.typed import YES


def typed_value(entry, value):
    return YES if entry.kind is Kind.FLAG else str(value)


def example_cells(game):
    """What people would have typed to get the game's example."""
    cells = {f"name{n}": name for n, name in enumerate(game.example.players)}
    for tally in game.example.tallies:
        records = {f"{tally.number}b": tally.board}
        records |= {f"{tally.number}s{n}": seat for n, seat in enumerate(tally.seats)}
        for prefix, record in records.items():
            for key, entry in entries_of(type(record)).items():
                value = getattr(record, key)
                asked = entry.is_asked(len(tally.seats), tally.number)
                if asked and value != entry.default:
                    cells[f"{prefix}-{key}"] = typed_value(entry, value)
    return cells


def finished_night(table, game="imperial_settlers", *, finish=True, **cells):
    """A finished session with the example's entries, or others."""
    rules = GAMES[game]
    session = start_session(
        game=game,
        table=table,
        players=len(rules.example.players),
        tallies=len(rules.example.tallies),
        cells={**example_cells(rules), **cells},
    )
    if finish:
        append_all(session, [NewAct("finish", {})])
        session.refresh_from_db()
    return session


def every_game_finished(table):
    return [finished_night(table, game) for game in GAMES]
