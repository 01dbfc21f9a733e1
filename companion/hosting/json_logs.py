"""The log as lines of JSON, for programs that collect them: never a name, a code or a path."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.hosting.observing import Observed

REQUESTS = "companion.requests"
# What these say of themselves holds nothing of anybody; others put paths and names into theirs.
TRUSTED = ("companion.hosting.", "companion.management.")
log = logging.getLogger(REQUESTS)


def log_request(observed: Observed) -> None:
    told = {
        "request": observed.id,
        "method": observed.method,
        "route": observed.route,
        "status": observed.status,
        "ms": round(observed.seconds * 1000, 1),
        "role": observed.role or None,
        "table": observed.table,
    }
    log.info("request", extra={"told": told})


class JsonFormatter(logging.Formatter):
    """A line tells what happened and where in the program, not to whom or with what."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": safe_text(record),
            **getattr(record, "told", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line |= describe_error(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def safe_text(record: logging.LogRecord) -> str:
    """The message of ours, or the first line of another's as it stands in its source."""
    if record.name.startswith(TRUSTED):
        return record.getMessage()
    if record.name.startswith("django.security."):  # which quotes what was sent
        return record.name.rpartition(".")[2]
    return str(record.msg).partition("\n")[0]


def describe_error(error: BaseException | None) -> dict[str, Any]:
    """Its kind and where it came from; its text may quote what somebody typed."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    where = [f"{one.filename}:{one.lineno} {one.name}" for one in frames]
    return {"error": type(error).__name__, "where": where}


def json_logging() -> dict[str, Any]:
    """For Django's setting LOGGING: everything worth a warning, and every request."""
    handler = {"class": "logging.StreamHandler", "formatter": "json"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": f"{__name__}.JsonFormatter"}},
        "handlers": {"json": {**handler, "stream": "ext://sys.stdout"}},
        "root": {"handlers": ["json"], "level": "WARNING"},
        "loggers": {
            REQUESTS: {"level": "INFO"},
            "companion.management": {"level": "INFO"},
            # Of every 404 too; the request's own line says it.
            "django.request": {"level": "CRITICAL"},
        },
    }
