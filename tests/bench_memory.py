"""How much memory a server takes that nobody asks anything."""

from __future__ import annotations

import re
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from tests.e2e.served import Served

SETTLE = 3.0  # seconds until the daily tidying, which it begins with, is over


def measure_idle_memory() -> None:
    if sys.platform != "linux":
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder) / "idle").start()
        try:
            urlopen(f"{server.on_laptop}/alive/").close()
            time.sleep(SETTLE)
            own, resident = read_memory(server.pid)
        finally:
            server.kill()
    sys.stdout.write(
        f"an idle server: {own:.0f} MB of its own and its share of libraries"
        f" (goal: at most 80), {resident:.0f} MB resident\n"
    )


def read_memory(process: int) -> tuple[float, float]:
    """Proportional and resident, in MB."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    found = {
        key: int(size) / 1024 for key, size in re.findall(r"(\w+): +(\d+) kB", text)
    }
    return found["Pss"], found["Rss"]
