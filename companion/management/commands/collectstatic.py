"""manage.py collectstatic: Django's own, and a stamp beside the folder that says what is in it."""

from typing import Any

from django.contrib.staticfiles.management.commands import collectstatic

from companion.hosting.collecting_static import beside_root, fingerprint_of_assets


class Command(collectstatic.Command):
    def collect(self) -> dict[str, Any]:
        stamp = beside_root("collected")
        stamp.unlink(missing_ok=True)  # until all of it is there
        done = super().collect()
        if not self.dry_run:
            stamp.write_text(fingerprint_of_assets())
        return done
