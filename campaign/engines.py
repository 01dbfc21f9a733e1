"""Which rules a log may be kept under."""

from scoring.engines import Engine
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN
from scoring.sessions import ENGINE as SESSION

ENGINES: dict[str, Engine] = {"campaign": CAMPAIGN, "session": SESSION}
