"""Which rules a log may be kept under; each room registers its own when Django starts."""

from typing import Any

from scoring.engines import Engine

ENGINES: dict[str, Engine[Any]] = {}


def register_engine(name: str, engine: Engine[Any]) -> None:
    ENGINES[name] = engine
