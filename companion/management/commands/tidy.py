"""manage.py tidy: what the server does by itself every day, now."""

from typing import Any

from django.core.management.base import BaseCommand

from companion.hosting.housekeeping import tidy


class Command(BaseCommand):
    help = (
        "Clear out old demos and log-ins that have expired, and make the daily backup."
    )
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        tidy()
