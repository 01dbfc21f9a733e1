"""Which rules a log may be kept under."""

from scoring.engines import Engine
from scoring.rise_of_empire.engine import ENGINE as CAMPAIGN

ENGINES: dict[str, Engine] = {"campaign": CAMPAIGN}
