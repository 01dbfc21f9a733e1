"""A campaign kept in the database, and people at its table."""

import json
from uuid import uuid4

from django.urls import reverse

from campaign.models import Campaign
from companion.log.engines import ENGINES
from companion.log.record import NewAct, append_all, begin_log
from companion.tables.models import Account, Membership, Person, Table
from tests.played_campaign import founded_campaign


def kept(at, name="Ours", *, told=None):
    """A campaign as it was played, with a table of its own; `told` is when."""
    when = {"at": told} if told else {}
    campaign = Campaign(
        table=Table.objects.create(name="Thursday"), name=name, engine="campaign"
    )
    begin_log(campaign, start=at.start)
    append_all(campaign, (NewAct(kind, data, **when) for kind, data in at.acts))
    campaign.refresh_from_db()
    return campaign


def member(campaign, name, role):
    account = Account.objects.create_user(name, password="a long pass word")
    person = Person.objects.create(table=campaign.table, name=name.title())
    Membership.objects.create(
        table=campaign.table, account=account, person=person, role=role
    )
    return account


def state(campaign):
    campaign.refresh_from_db()
    return ENGINES["campaign"].load(campaign.state)


class Visitor:
    """Somebody with a browser at the table of a campaign."""

    def __init__(self, client, campaign, role="organiser", name="olga"):
        self.client, self.campaign = client, campaign
        client.force_login(member(campaign, name, role))

    def address(self, name="campaign-session", *args):
        return reverse(name, args=[self.campaign.pk, *args])

    def page(self, name="campaign-session", *args):
        """The page one ends up on."""
        return self.client.get(self.address(name, *args), follow=True)

    def do(self, kind, data=None, *, press=None, **typed):
        """Presses the button that does this, with what was typed beside it."""
        sent = {"id": str(press or uuid4()), **typed}
        if data is not None:
            sent["data"] = json.dumps(data)
        return self.client.post(self.address("campaign-session-do", kind), sent)

    def count(self, seat, *, press=None, **entries):
        typed = {f"s-{key}": value for key, value in entries.items()}
        fall = {"fall": typed.pop("s-fall")} if "s-fall" in typed else {}
        sent = {"id": str(press or uuid4()), **typed, **fall}
        return self.client.post(self.address("campaign-session-score", seat), sent)

    def take_back(self, *numbers, fall=(), press=None):
        sent = {"id": str(press or uuid4()), "of": list(numbers), "fall": list(fall)}
        return self.client.post(self.address("campaign-session-take-back"), sent)

    @property
    def state(self):
        return state(self.campaign)

    def sheet(self, key):
        return self.state.empire(key).sheet

    @property
    def last(self):
        return self.campaign.acts.order_by("-number").first()


def done(response):
    """It was done, and the page that is on comes next."""
    assert response.status_code == 302, said(response)
    return response


def said(response):
    """What the page says against it: each problem's words and rule."""
    assert response.status_code == 422
    return [
        (str(one.message), one.rule.id) for one in response.context.get("problems", ())
    ]


def one_session():
    """Two empires and one session, finished: Anna 43, Bára 30."""
    return founded_campaign("anna", "bara").session(anna=43, bara=30)


def two_sessions():
    """Four empires after their second session."""
    at = founded_campaign("anna", "bara", "cyril", "dana")
    at.session(anna=60, bara=55, cyril=50, dana=70)
    return at.session(anna=66, bara=52, cyril=58, dana=60)


def four():
    """Two sessions of four empires are played, the third is open."""
    return two_sessions().open()


def at(client, played, role="organiser"):
    """Somebody with a browser at the table of a campaign that was played so far."""
    return Visitor(client, kept(played), role)


def on(here):
    """Which part of the session the page shows."""
    return here.page().context["on"]
