"""What is kept: logs of acts, and everything that can be read off them."""

from campaign.models.facts import (
    Completion,
    KnowledgeEntry,
    Result,
    Session,
    SessionEnd,
)
from campaign.models.log import Act, Campaign, Log
from campaign.models.pictures import (
    Empire,
    EmpireSheet,
    HeldInvention,
    HeldProvince,
    MissionInPlay,
)
from campaign.models.sessions import GameSession, SeatTaken, SessionCard

__all__ = [
    "Act",
    "Campaign",
    "Completion",
    "Empire",
    "EmpireSheet",
    "GameSession",
    "HeldInvention",
    "HeldProvince",
    "KnowledgeEntry",
    "Log",
    "MissionInPlay",
    "Result",
    "SeatTaken",
    "Session",
    "SessionCard",
    "SessionEnd",
]
