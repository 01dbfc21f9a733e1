"""What the server does by itself, once when it starts and then every day."""

from __future__ import annotations

import logging
import threading
import time

from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, connection

from campaign.board.services import simulated_acts
from companion.base.locks import lock_if_free
from companion.home.demos import delete_old_demos
from companion.hosting.backup import copy_daily

DAY = 24 * 60 * 60  # seconds
log = logging.getLogger(__name__)


def start_housekeeping() -> None:
    threading.Thread(target=tidy_every_day, daemon=True).start()


def tidy_every_day() -> None:
    while True:
        tidy()
        connection.close()  # a day is longer than a connection lasts
        simulated_acts()  # slow the first time: then the first demo opens at once
        time.sleep(DAY)


def tidy() -> None:
    try:
        with lock_if_free("tidy") as free:
            if not free:  # another server of this database is at it
                return
            delete_old_demos()
            SessionStore.clear_expired()
            copy_daily()
    except DatabaseError as error:
        log.warning("The daily tidying failed: %s", error)
