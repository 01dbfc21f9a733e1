"""The campaign and everything that can be read off its log."""

# Django finds the models of an app here; these keep the label of this one.
import companion.log.models
import companion.sessions.models  # noqa: F401
from campaign.models.campaign import Campaign, DeletedCampaign
from campaign.models.facts import (
    Completion,
    EmpireAfterSession,
    KnowledgeEntry,
    Result,
    Session,
    SessionEnd,
)
from campaign.models.photos import Photo
from campaign.models.pictures import (
    Empire,
    EmpireSheet,
    HeldInvention,
    HeldProvince,
    MissionInPlay,
)
from campaign.models.sharing import SharedSession
from campaign.models.table_log import TableLog

__all__ = [
    "Campaign",
    "Completion",
    "DeletedCampaign",
    "Empire",
    "EmpireAfterSession",
    "EmpireSheet",
    "HeldInvention",
    "HeldProvince",
    "KnowledgeEntry",
    "MissionInPlay",
    "Photo",
    "Result",
    "Session",
    "SessionEnd",
    "SharedSession",
    "TableLog",
]
