"""On which day a session of a campaign was played: one answer for pages, records and files."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone


def session_day(played_on: date | None, opened: datetime) -> date:
    """The day people gave; where they gave none, the one they opened the session on."""
    return played_on or timezone.localtime(opened).date()
