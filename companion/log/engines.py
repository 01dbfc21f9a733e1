"""Which rules a log may be kept under; each room registers its own when Django starts."""

from typing import Any

from scoring.engines import Engine

ENGINES: dict[str, Engine[Any]] = {}


def register_engine(name: str, engine: Engine[Any]) -> None:
    ENGINES[name] = engine


def is_folded(kind: str) -> bool:
    """Whether acts of this kind are a helper's, which the history folds away."""
    found = (engine.acts.get(kind) for engine in ENGINES.values())
    return any(act is not None and act.declared.folded for act in found)
