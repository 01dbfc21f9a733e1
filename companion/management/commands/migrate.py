"""manage.py migrate: Django's own, and never twice at once on one database."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from companion.hosting.migrating import migrating_alone


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with migrating_alone(connections[options["database"]]):
            super().handle(*args, **options)
