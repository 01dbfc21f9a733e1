"""What live pages hear about the phones of a table."""

from datetime import datetime
from typing import Any

from django.db.models import F

from companion.base.changes import LiveChange, tell_live_pages
from companion.tables.models import Table


def note_change_of_phones(*tables: int, asked: datetime | None = None) -> None:
    """Lets every live page of these tables look who is connected and who asks for a name."""
    more: dict[str, Any] = {"last_asked": asked} if asked else {}
    kept = Table.objects.filter(pk__in=tables)
    kept.update(phones_version=F("phones_version") + 1, **more)
    for table in tables:
        tell_live_pages(LiveChange(table=table, phones=True))
