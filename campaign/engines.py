"""Which rules a log may be kept under."""

from typing import Any

from scoring.engines import Engine
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.sessions import ENGINE as SESSION

ENGINES: dict[str, Engine[Any]] = {"campaign": CAMPAIGN, "session": SESSION}
__all__ = ["CAMPAIGN", "ENGINES", "SESSION"]
