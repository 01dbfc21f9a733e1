"""What the lower rooms must know of a campaign: its rules, its rows, how it is found."""

from django.http import HttpRequest

from campaign.box.box_history import BOX_HISTORY
from campaign.box.keeping import follow_campaign
from campaign.chronicle.sharing import find_campaign_result
from campaign.history.room import CAMPAIGN_HISTORY
from campaign.history.vocabulary import MAKERS, PARTS_MAKERS, SHOWERS
from campaign.models import (
    Campaign,
    Completion,
    Empire,
    EmpireAfterSession,
    EmpireSheet,
    HeldInvention,
    HeldProvince,
    KnowledgeEntry,
    MissionInPlay,
    Result,
    Session,
    SessionEnd,
    TableLog,
)
from campaign.session.open_game import find_open_campaign
from companion.base.joined_rows import Joined, JoinedRows
from companion.log.act_forms import register_makers
from companion.log.act_words import register_showers
from companion.log.engines import register_engine
from companion.log.history_pages import register_history
from companion.log.models import Log
from companion.log.projection import (
    Projection,
    register_projections,
    register_reference,
)
from companion.log.record import recorded
from companion.log.versions import register_table_logs
from companion.sessions.aids.open_game import register_open_game
from companion.sessions.sharing import register_shared_results
from companion.tables.access import Here, here_at, register_finder
from companion.tables.models import Table
from scoring.rise_of_empire.engine import ENGINE
from scoring.tables.engine import ENGINE as TABLE

# Parents first: rows are written in this order.
TABLES = {
    "empire": Projection(Empire, ("key",), parent=True),
    "session": Projection(Session, ("number",), parent=True),
    "sheet": Projection(
        EmpireSheet, ("empire", "age"), contested=("position", "current")
    ),
    "province": Projection(HeldProvince, ("empire", "number")),
    "invention": Projection(HeldInvention, ("empire", "number"), contested=("colour",)),
    "mission": Projection(
        MissionInPlay, ("session", "number"), contested=("position",)
    ),
    "completion": Projection(Completion, ("session", "mission", "empire")),
    "knowledge": Projection(KnowledgeEntry, ("act", "nth")),
    "result": Projection(Result, ("session", "empire")),
    "ending": Projection(SessionEnd, ("session",)),
    "left": Projection(EmpireAfterSession, ("session", "empire")),
}


def register() -> None:
    register_engine("campaign", ENGINE)
    register_history("campaign", CAMPAIGN_HISTORY)
    register_engine("table", TABLE)
    register_history("table", BOX_HISTORY)
    recorded.connect(follow_campaign)
    register_showers(SHOWERS)
    register_makers(MAKERS, PARTS_MAKERS)
    register_finder("campaign", find_campaign)
    register_open_game("campaign", find_open_campaign)
    register_shared_results(find_campaign_result)
    register_table_logs(Campaign, TableLog)
    register_projections(TABLES)
    register_reference("empire", Empire, "campaign", "key")
    register_reference("session", Session, "campaign", "number")


def join_campaign() -> JoinedRows:
    log, own = Log._meta.db_table, Campaign._meta.db_table
    rest = f"""FROM {own} campaign JOIN {log} log ON log.id = campaign.log_ptr_id
JOIN {Table._meta.db_table} seated ON seated.id = campaign.table_id
WHERE campaign.log_ptr_id = %s"""
    whole = Joined(Campaign, "campaign", {log: "log"}, frozenset({"start", "state"}))
    return JoinedRows(rest, whole, Joined(Table, "seated"))


BY_KEY = join_campaign()


def find_campaign(
    request: HttpRequest, key: int
) -> tuple[Campaign | None, Here | None]:
    campaign, table = next(BY_KEY.fetch(key), (None, None))
    if campaign is None:
        return None, None
    campaign.table = table
    return campaign, here_at(request, table.pk, table)
