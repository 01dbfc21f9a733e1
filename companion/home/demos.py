"""Demos without an account: one to look at, and copies people play with for a day."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

from django.db import models, transaction
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from campaign.board.services import DEMO_PLAYERS, try_demo
from campaign.models import Campaign
from companion.home.leaving import delete_table
from companion.tables import joining, rate_limits
from companion.tables.access import Here, Role, own_tables
from companion.tables.models import Person, Table
from scoring.rise_of_empire.simulation import PEOPLE

Demo = Table.Demo
# The shared one is made again from time to time, so that it is of this version.
LASTS = {Demo.SHARED: timedelta(days=30), Demo.COPY: timedelta(days=1)}
MOST_COPIES = 100  # at the same time, from everywhere together
FULL = rate_limits.TooMany(60, "demo")


@transaction.atomic
def shared_demo() -> Campaign:
    """The demo everybody looks at, in the visitor's language; made when it is first asked for."""
    delete_old_demos()
    shared = Campaign.objects.filter(table__demo=Demo.SHARED)
    return shared.filter(table__name=demo_name()).first() or make_demo(Demo.SHARED)


def demo_name() -> str:
    return _("Demo table")


@transaction.atomic
def make_demo(kind: Table.Demo) -> Campaign:
    until = timezone.now() + LASTS[kind]
    table = Table.objects.create(name=demo_name(), demo=kind, demo_until=until)
    Person.objects.bulk_create(
        Person(table=table, name=name) for name in PEOPLE[:DEMO_PLAYERS]
    )
    return try_demo(table=table, name=_("Demo campaign"), client_id=uuid4())


# A visitor's own copy


def copy_for_change(
    request: HttpRequest, found: models.Model
) -> tuple[models.Model, Here]:
    """What somebody is changing in the shared demo, in their own copy; raises TooMany.

    A fresh copy is in the same state as the shared demo, so the change fits there.
    """
    campaign, here = find_copy(request) or make_copy(request)
    if isinstance(found, Campaign):
        return campaign, here
    if isinstance(found, Table):
        return campaign.table, here
    raise Http404


def find_copy(request: HttpRequest) -> tuple[Campaign, Here] | None:
    """The copy this browser made before, if it is still there."""
    own = own_tables(request, table__demo=Demo.COPY)
    for here in own:
        found = here.table and here.table.campaigns.select_related("table").first()
        if found and here.organises:
            return found, here
    return None


def make_copy(request: HttpRequest) -> tuple[Campaign, Here]:
    rate_limits.count_attempt("demo", request)
    delete_old_demos()
    if Table.objects.filter(demo=Demo.COPY).count() >= MOST_COPIES:
        raise FULL
    campaign = make_demo(Demo.COPY)
    table = campaign.table
    phone = table.phones.create(
        person=table.people.get(name=PEOPLE[0]),
        role=Role.ORGANISER,
        about=joining.device_name(request.headers.get("user-agent", "")),
    )
    joining.remember_phone(request, phone)
    return campaign, Here(table, Role.ORGANISER, phone.person, phone)


# The end of a demo


def delete_old_demos() -> None:
    old = Table.objects.exclude(demo="").filter(demo_until__lt=timezone.now())
    for table in old:
        delete_table(table)
