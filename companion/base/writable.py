"""What can be written in every database and file, and read again as it was."""

import json
import math
from typing import Any

from scoring.engines import Data
from scoring.records import READABLE_TEXT, Unfit


def as_json(data: Data) -> Any:
    """The content as it will be read again, in that order; raises Unfit for what can't be written."""
    try:
        plain = json.loads(json.dumps(data, sort_keys=True))
        check_writable(plain)
    except Unfit:
        raise
    except (TypeError, ValueError, RecursionError):
        raise Unfit("", "is not plain JSON") from None
    return plain


def check_writable(value: Any) -> None:
    """Refuses NUL, half a surrogate pair and infinity, which not every database can store."""
    match value:
        case dict():
            for key, inner in value.items():
                check_writable(key)
                check_writable(inner)
        case list():
            for inner in value:
                check_writable(inner)
        case str() if not READABLE_TEXT.fullmatch(value):
            raise Unfit("", "holds a character that can't be written")
        case float() if not math.isfinite(value):
            raise Unfit("", f"{value} is not a number JSON knows")
