"""Static files as they lie in their folders, for work on them."""

from pathlib import Path

from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import StaticFilesStorage


class DatedStaticFiles(StaticFilesStorage):
    """Adds the time of the last change to an address, so that no browser shows an older file.

    Without it the service worker would go on answering with what it once kept.
    """

    def url(self, name: str | None) -> str:
        found = find(name) if name else None
        address = super().url(name)
        return f"{address}?{Path(found).stat().st_mtime_ns}" if found else address
