"""A campaign from elsewhere, kept here as it was recorded there."""

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.dispatch import Signal

from campaign.board.services import free_name
from campaign.files.lines import GivenAct, GivenCampaign
from campaign.files.twins import compare_logs, find_copied, find_twin
from campaign.models import Campaign
from companion.log.record import NewAct, append_all, begin_log, lock_log
from companion.tables.models import Person, Table

IMPORTED = "Imported"
campaign_came = Signal()  # sent with `campaign`, inside the transaction


@transaction.atomic
def keep_campaign(
    given: GivenCampaign, *, table: Table | None = None, name: str = ""
) -> Campaign:
    """Keeps the same acts, undos and all, at a table of their own or at this one."""
    table = table or imported_table()
    campaign = Campaign(
        table=table,
        name=name or given.name,
        engine=given.engine,
        example=given.example,
        what_if_of=find_original(table, given),
        what_if_after=given.what_if,
        copy_of=find_copied(given, table),
    )
    begin_log(campaign, start=given.start)
    people = people_of(table, given)
    append_all(campaign, (new_act(act, people) for act in given.acts))
    campaign.refresh_from_db()
    campaign_came.send(sender=Campaign, campaign=campaign)
    return campaign


@transaction.atomic
def keep_once(given: GivenCampaign, *, table: Table, name: str) -> Campaign:
    """Keeps it under a name that is free; pressed twice, the second press finds the first one's."""
    Table.objects.select_for_update().get(pk=table.pk)
    for twin in table.campaigns.filter(name=name, last=len(given.acts)):
        if list(act_ids(twin)) == [act.client_id for act in given.acts]:
            return twin
    return keep_campaign(given, table=table, name=free_name(table, name))


@transaction.atomic
def catch_up(given: GivenCampaign, *, table: Table) -> Campaign | None:
    """Adds what a file has beyond the campaign here; None where that isn't what happened."""
    twin = find_twin(given, table)
    if twin is None:
        return None
    lock_log(twin.campaign)
    if not compare_logs(twin.campaign, given).is_behind:
        return None
    people = people_of(table, given)
    append_all(
        twin.campaign, [new_act(one, people) for one in given.acts[twin.shared :]]
    )
    campaign_came.send(sender=Campaign, campaign=twin.campaign)
    return twin.campaign


def find_original(table: Table, given: GivenCampaign) -> Campaign | None:
    """The campaign of this table that a what-if shares its last common act with."""
    if not given.what_if:
        return None
    shared = given.acts[given.what_if - 1]
    own = table.campaigns.filter(what_if_after=None)
    found = own.filter(acts__number=shared.number, acts__client_id=shared.client_id)
    return found.order_by("pk").first()


def act_ids(campaign: Campaign) -> Iterable[UUID]:
    return campaign.acts.order_by("number").values_list("client_id", flat=True)


def imported_table() -> Table:
    table = Table.objects.filter(name=IMPORTED).order_by("pk").first()
    return table or Table.objects.create(name=IMPORTED)


def people_of(table: Table, given: GivenCampaign) -> dict[str, Person]:
    names = {name for act in given.acts for name in (act.by, act.for_name) if name}
    people = [Person(table=table, name=name) for name in sorted(names)]
    Person.objects.bulk_create(people, ignore_conflicts=True)
    return {person.name: person for person in table.people.all()}


def new_act(act: GivenAct, people: dict[str, Person]) -> NewAct:
    return NewAct(
        kind=act.kind,
        data=act.data,
        client_id=act.client_id,
        by=people.get(act.by),
        by_name=act.by,
        for_person=people.get(act.for_name),
        for_name=act.for_name,
        at=act.at,
    )
