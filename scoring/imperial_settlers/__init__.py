"""Imperial Settlers, alone or at a table."""

from scoring.imperial_settlers.game import (
    COLLECTED_A_ROUND,
    EXAMPLE,
    FACTION_NAMES,
    GAME,
    HELPERS,
    LINES,
    TIE_BREAKS,
    WITH_EXPANSION,
    SettlersBoard,
    SettlersSeat,
    is_virtual_player_beaten,
    problems,
    remarks,
)
from scoring.imperial_settlers.rulebook import (
    FACTIONS,
    LEFT_OVER,
    ONLY_LOCATIONS,
    SOLO,
)

__all__ = [
    "COLLECTED_A_ROUND",
    "EXAMPLE",
    "FACTIONS",
    "FACTION_NAMES",
    "GAME",
    "HELPERS",
    "LEFT_OVER",
    "LINES",
    "ONLY_LOCATIONS",
    "SOLO",
    "TIE_BREAKS",
    "WITH_EXPANSION",
    "SettlersBoard",
    "SettlersSeat",
    "is_virtual_player_beaten",
    "problems",
    "remarks",
]
