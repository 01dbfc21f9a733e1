"""manage.py export N: a campaign with all its acts, as JSON Lines."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from campaign.files.lines import campaign_lines
from campaign.files.saying import find_campaign_by_number, write_json


class Command(BaseCommand):
    help = "Write a campaign as JSON Lines: itself, then every act, undos included."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", metavar="N", help="the campaign's number")

    def handle(self, **options: Any) -> None:
        for line in campaign_lines(find_campaign_by_number(options["campaign"])):
            self.stdout.write(write_json(line))
