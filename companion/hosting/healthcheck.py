"""python -m companion.hosting.healthcheck: whether the server of this container is well.

Asked twice a minute, so it needs nothing but the standard library and starts at once.
"""

from __future__ import annotations

import json
import os
import ssl
import sys
from http.client import HTTPConnection, HTTPSConnection

PATIENCE = 8  # seconds


def main() -> None:
    try:
        sys.exit(0 if is_well() else 1)
    except OSError as error:
        sys.exit(f"No answer: {error}")


def is_well() -> bool:
    connected = connect()
    try:
        # Behind a proxy only HTTPS is answered, and this comes past it.
        asked = {"X-Forwarded-Proto": "https"}
        prefix = os.environ.get("COMPANION_PREFIX", "").strip("/ ")
        path = f"/{prefix}/health/" if prefix else "/health/"
        connected.request("GET", path, headers=asked)
        answer = connected.getresponse()
        told = json.loads(answer.read())
    finally:
        connected.close()
    return answer.status == 200 and told["well"] is True


def connect() -> HTTPConnection:
    listening = os.environ.get("COMPANION_ADDRESS") or "0.0.0.0"  # noqa: S104 - it is only compared
    host = "127.0.0.1" if listening == "0.0.0.0" else listening  # noqa: S104
    port = int(os.environ.get("COMPANION_PORT") or 8000)
    if not os.environ.get("COMPANION_CERTIFICATE"):
        return HTTPConnection(host, port, timeout=PATIENCE)
    # Its own certificate is made out to a name, and nobody stands in between.
    trusting = ssl._create_unverified_context()  # noqa: S323
    return HTTPSConnection(host, port, timeout=PATIENCE, context=trusting)


if __name__ == "__main__":
    main()
