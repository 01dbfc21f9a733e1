"""Writes the pages of docs/formats that list the acts of every kind of log."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from companion.log.act_docs import acts_page
from companion.log.engines import ENGINES

TITLES = {
    "campaign": "The acts of a campaign",
    "session": "The acts of a session",
    "table": "The acts of a table",
}


def act_pages() -> dict[Path, str]:
    """What each page should hold, by its file."""
    folder = Path(settings.BASE_DIR) / "docs" / "formats"
    return {
        folder / f"{name}-acts.md": acts_page(title, ENGINES[name])
        for name, title in TITLES.items()
    }


class Command(BaseCommand):
    help = __doc__

    def handle(self, **_options: Any) -> None:
        for path, page in act_pages().items():
            path.write_text(page, encoding="utf-8")
            self.stdout.write(f"{path.name} written.")
