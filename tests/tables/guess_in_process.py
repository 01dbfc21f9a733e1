"""One of several processes that guess codes at the same moment, for test_guesses_of_processes.py.

Says when it is ready, waits for a line, guesses with several threads and prints what was answered.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor

PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


def guess(_nth: int) -> int:
    from django.db import connection
    from django.test import Client

    try:
        return Client().get("/join/wrong/").status_code
    finally:
        connection.close()


def main(guesses: int) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import override_settings

    changed = {"staticfiles": PLAIN, "default": settings.STORAGES.get("default", {})}
    with override_settings(COMPANION_HOSTS=["testserver"], STORAGES=changed):
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        with ThreadPoolExecutor(guesses) as together:
            json.dump(list(together.map(guess, range(guesses))), sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
