"""A table with people in every part, and a campaign there that was played to some point."""

from uuid import uuid4

from django.test import Client

from campaign.models import Campaign
from companion.log import record as service
from companion.tables.models import Account, Membership, Person, Table
from tests.played_campaign import founded_campaign


class Place:
    """A table, its campaign, and a browser for everybody who has a part there."""

    def __init__(self, at=None):
        self.table = Table.objects.create(name="Thursday")
        self.people = {}
        at = at or founded_campaign("anna", "bara")
        begun = Campaign(table=self.table, name="Rome and beyond", engine="campaign")
        self.campaign = service.begin_log(begun, start=at.start)
        self.join("anna", "organiser")
        anna = self.people["anna"]
        service.append_all(
            self.campaign,
            (service.NewAct(kind, data, by=anna) for kind, data in at.acts),
        )

    def join(self, name, role):
        """A browser of somebody with this part at the table."""
        account = Account.objects.create(username=name)
        person = Person.objects.create(table=self.table, name=name.title())
        Membership.objects.create(
            table=self.table, account=account, person=person, role=role
        )
        self.people[name] = person
        client = Client()
        client.force_login(account)
        return client

    def do(self, kind, /, **data):
        return self.done_by("anna", kind, **data)

    def done_by(self, who, kind, /, **data):
        own = {"client_id": uuid4(), "by": self.people.get(who)}
        return service.record(self.campaign, kind=kind, data=data, **own)

    @property
    def organiser(self):
        client = Client()
        client.force_login(Account.objects.get(username="anna"))
        return client

    @property
    def state(self):
        return Campaign.objects.get(pk=self.campaign.pk).state

    @property
    def acts(self):
        return self.campaign.acts.order_by("number")

    def last(self):
        return self.acts.last()

    def address(self, rest=""):
        return f"/campaigns/{self.campaign.pk}/{rest}"


def once():
    """What a form carries so that it counts once."""
    return {"id": str(uuid4())}
