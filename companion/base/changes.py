"""Tells the processes that serve live pages that something changed."""

from django.db import connection

CHANNEL = "companion_changes"


def notify_live_pages() -> None:
    """Within the transaction, so that it is heard with the commit; SQLite counts commits by itself."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, '')", [CHANNEL])
