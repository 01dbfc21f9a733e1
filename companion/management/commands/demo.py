"""Create a demo table and campaign for development, and print the login."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from campaign.board.services import try_demo
from campaign.models import Campaign
from companion.base import addresses
from companion.hosting import starting
from companion.management.commands import serve
from companion.tables.models import Account
from companion.tables.services import start_first_table

ORGANISER, TABLE, CAMPAIGN = "Anna", "Demo table", "Demo campaign"
REQUEST = UUID("d0000000-0000-4000-8000-000000000000")  # always the same, so one demo


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def handle(self, **_options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError(
                "This demo is for developers. Set COMPANION_DEBUG=1 or use `make dev`."
            )
        starting.bring_database_up_to_date()
        password = organiser_password(settings.DATA_DIR / "demo-password")
        campaign = prepare_demo(password)
        self.stdout.write(
            f"Data:    {settings.DATA_DIR} (delete the folder to start over)\n"
            f"Log in:  {ORGANISER}, password {password}\n"
            f"Demo:    {own_address()}{reverse('campaign', args=[campaign.pk])}"
        )


def own_address() -> str:
    here = addresses.local_host_name(serve.chosen_address())
    return addresses.make_url(here, serve.chosen_port()).removesuffix(reverse("home"))


def organiser_password(file: Path) -> str:
    """The password made for this data folder; refused where others have accounts already."""
    if not file.exists():
        if Account.objects.exists():
            raise refuse_database()
        file.touch(mode=0o600)
        file.write_text(token_hex(4))
    return file.read_text()


def prepare_demo(password: str) -> Campaign:
    """The demo of this database, made on the first call."""
    try:
        _account, table = start_first_table(
            organiser=ORGANISER, password=password, table=TABLE
        )
    except ValidationError as error:
        raise refuse_database() from error
    return try_demo(table=table, name=CAMPAIGN, client_id=REQUEST)


def refuse_database() -> CommandError:
    return CommandError(
        "This database already has accounts."
        " Set COMPANION_DATA to an empty folder and unset DATABASE_URL."
    )
