"""Brings the Czech catalogue up to date with the source, keeping what is translated."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from companion.hosting import catalogue as messages


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        project = settings.BASE_DIR
        try:
            found = messages.extract_texts(project)
        except messages.NoGettext as problem:
            raise CommandError(str(problem)) from problem
        catalogue = messages.merge_catalogues(found, messages.read_catalogue(project))
        messages.write_catalogue(project, catalogue)
        for fault in messages.project_faults(project):
            self.stdout.write(f"to do: {fault}")
        self.stdout.write(f"{len(catalogue)} texts in {messages.LANGUAGE}.")
