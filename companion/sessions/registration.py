"""What the lower rooms must know of sessions."""

from companion.log.engines import register_engine
from companion.log.history_pages import register_history
from companion.log.projection import Projection, register_projections
from companion.log.record import recorded
from companion.log.versions import register_table_logs
from companion.sessions.aids.checklist import read_tick
from companion.sessions.aids.open_game import find_open_session, register_open_game
from companion.sessions.aids.typed_moves import register_typed_move
from companion.sessions.finding import find_session, find_session_key
from companion.sessions.history_room import SESSION_HISTORY
from companion.sessions.models import GameSession, SeatTaken, SessionCard
from companion.sessions.moving import follow_moves
from companion.sessions.sharing import find_session_result, register_shared_results
from companion.tables.access import register_finder
from scoring.checklist import CHECKLIST
from scoring.session_acts import SESSION_ENGINE


def register() -> None:
    register_engine("session", SESSION_ENGINE)
    register_history("session", SESSION_HISTORY)
    recorded.connect(follow_moves)
    register_finder("session", find_session, key_finder=find_session_key)
    register_open_game("session", find_open_session)
    register_shared_results(find_session_result)
    register_typed_move(CHECKLIST.page, "tick", read_tick)
    register_table_logs(GameSession)
    register_projections(
        {
            "card": Projection(SessionCard, (), owner="session"),
            "seat": Projection(SeatTaken, ("position",), owner="session"),
        }
    )
