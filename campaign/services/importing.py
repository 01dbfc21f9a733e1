"""A campaign from elsewhere, kept here as it was recorded there."""

from django.db import transaction

from campaign.exchange.lines import GivenAct, GivenCampaign
from campaign.models import Act, Campaign
from campaign.services.log import rebuild
from companion.models import Person, Table

IMPORTED = "Imported"


@transaction.atomic
def keep(given: GivenCampaign) -> Campaign:
    """Keeps the same acts, undos and all, at a table of their own."""
    table = imported_table()
    campaign = Campaign.objects.create(
        table=table,
        name=given.name,
        engine=given.engine,
        start=given.start,
        state=given.state,
        last=len(given.acts),
        example=given.example,
    )
    people = people_of(table, given)
    Act.objects.bulk_create(as_kept(campaign, act, people) for act in given.acts)
    rebuild(campaign)
    return campaign


def imported_table() -> Table:
    table = Table.objects.filter(name=IMPORTED).order_by("pk").first()
    return table or Table.objects.create(name=IMPORTED)


def people_of(table: Table, given: GivenCampaign) -> dict[str, Person]:
    names = {name for act in given.acts for name in (act.by, act.for_name) if name}
    people = [Person(table=table, name=name) for name in sorted(names)]
    Person.objects.bulk_create(people, ignore_conflicts=True)
    return {person.name: person for person in table.people.all()}


def as_kept(campaign: Campaign, act: GivenAct, people: dict[str, Person]) -> Act:
    return Act(
        log=campaign,
        number=act.number,
        client_id=act.client_id,
        by=people.get(act.by),
        by_name=act.by,
        for_person=people.get(act.for_name),
        for_name=act.for_name,
        at=act.at,
        kind=act.kind,
        data=act.data,
    )
