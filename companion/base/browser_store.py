"""What browsers are remembered by, in the database: Django's own store, whose one query is put together once."""

from __future__ import annotations

from functools import cache

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import connection
from django.utils import timezone

from companion.base.joined_rows import Joined, JoinedRows


class SessionStore(db.SessionStore):
    """Asked first by every request of a phone."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        for (found,) in rows_by_key().fetch(self.session_key, now):
            kept: AbstractBaseSession = found
            return kept
        self._session_key = (
            None  # so that whoever brings a key nobody has gets a new one
        )
        return None


@cache
def rows_by_key() -> JoinedRows:
    model = SessionStore.get_model_class()
    rest = (
        f"FROM {model._meta.db_table} kept WHERE session_key = %s AND expire_date > %s"
    )
    return JoinedRows(rest, Joined(model, "kept"))
