"""manage.py rebuild N: everything a campaign or a table's box shows, made anew from its acts."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from campaign.files.saying import (
    fallen_data,
    find_box_by_number,
    find_campaign_by_number,
)
from companion.log.models import Log
from companion.log.record import rebuild
from companion.log.replay import WouldFall


class Command(BaseCommand):
    help = "Rebuild a campaign's tables from its acts and print how many rows differed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", metavar="N", help="the campaign's number")
        parser.add_argument(
            "--box", action="store_true", help="N is a table: rebuild its box instead"
        )

    def handle(self, **options: Any) -> None:
        try:
            differences = rebuild(find_log(options["campaign"], box=options["box"]))
        except WouldFall as refusal:
            self.stdout.write(json.dumps({"problems": fallen_data(refusal)}))
            sys.exit(1)
        self.stdout.write(str(differences))


def find_log(number: str, *, box: bool) -> Log:
    return find_box_by_number(number) if box else find_campaign_by_number(number)
