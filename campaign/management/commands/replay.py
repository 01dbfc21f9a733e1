"""manage.py replay FILE: a campaign as JSON Lines in, checked act by act, its last state out."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaign.files.importing import keep_campaign
from campaign.files.lines import BrokenLine, GivenCampaign, read_campaign
from campaign.files.saying import broken_data, write_json
from companion.base.json_input import UNREADABLE, read_input
from scoring.records import Unfit


class Command(BaseCommand):
    help = "Check a campaign given as JSON Lines and print the state it ends in."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            help="file written by export, or - for standard input",
        )
        parser.add_argument(
            "--save",
            action="store_true",
            help="save it as a campaign and print its number",
        )

    def handle(self, **options: Any) -> None:
        campaign = self.read_checked_file(options["file"])
        if options["save"]:
            self.stdout.write(str(keep_campaign(campaign).pk))
        else:
            self.stdout.write(write_json(campaign.state, indent=2))

    def read_checked_file(self, file: str) -> GivenCampaign:
        try:
            return read_campaign(read_input(file))
        except Unfit as unfit:
            raise CommandError(str(unfit), returncode=UNREADABLE) from None
        except BrokenLine as broken:
            self.stdout.write(write_json({"problems": broken_data(broken)}, indent=2))
            sys.exit(1)
