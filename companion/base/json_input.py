"""JSON given to commands: read and parsed, or refused in one sentence."""

import json
import sys
from pathlib import Path
from typing import Any

from scoring.entries import LONGEST
from scoring.records import Unfit

UNREADABLE = 2  # exit code: this is nothing we know; 1 says that it breaks a rule


def read_input(file: str) -> bytes:
    """The content of a file, or of standard input for “-”."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Unfit("", f"can't read {file}: {error.strerror}") from None


def parse_json(raw: bytes) -> Any:
    try:
        return json.loads(
            raw, object_pairs_hook=refuse_repeated_keys, parse_constant=refuse_constant
        )
    except Unfit:
        raise
    except UnicodeDecodeError:
        why = "the input is not UTF-8 text"
    except RecursionError:
        why = "the input is nested too deeply"
    except ValueError as error:  # no JSON, or a number too long to be one
        why = f"not valid JSON: {error}"
    raise Unfit("", why)


def refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs as a dict; refuses a key that stands there twice."""
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise Unfit("", f"“{key[:LONGEST]}” is given twice")
        seen[key] = value
    return seen


def refuse_constant(constant: str) -> Any:
    raise Unfit("", f"{constant} is not a number JSON knows")
