"""The end of a table or an account: a last copy, a clear yes, and then all of it goes or nothing."""

import io
import json
import zipfile
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaign.box.keeping import open_box
from campaign.files.lines import read_campaign
from campaign.models import Campaign, Photo
from companion.home import leaving
from companion.log.models import Act, Log
from companion.log.record import record
from companion.sessions.models import GameSession, SharedResult
from companion.sessions.services import start_session
from companion.sessions.sharing import share_result
from companion.tables import services
from companion.tables.models import Account, Membership, Person, Phone, Table
from tests.places import Place
from tests.tables.pages import html, link, phone, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def place() -> Place:
    """A table with a campaign, a shared result, a card in its box, a photo and a phone."""
    place = Place()
    cells = {"name0": "Anna", "name1": "Bara", "1s0-track": "12"}
    session = start_session(
        game="imperial_settlers", table=place.table, players=2, cells=cells
    )
    record(session, kind="finish", data={}, client_id=uuid4())
    share_result(session)
    Photo.objects.create(
        table=place.table, digest="ab12" * 16, image=b"JPEG", width=1, height=1
    )
    filled = {"number": 57, "name": "Kolo"}
    box = open_box(place.table)
    record(box, kind="fill_box_card", data=filled, client_id=uuid4())
    place.phone = phone(place.table, "Bara")
    place.session = session
    return place


def delete(client: Client, table: Table, typed: str):
    return client.post(reverse("delete-table", args=[table.pk]), {"name": typed})


def nothing_left() -> bool:
    kept = (Table, Person, Membership, Phone, Log, Act, SharedResult, Photo)
    return not any(model.objects.exists() for model in kept)


# A table


def test_the_page_offers_a_copy_first_and_says_what_backups_keep(place):
    page = html(place.organiser.get(reverse("delete-table", args=[place.table.pk])))
    said = text(page)
    assert said.index("Download a copy") < said.index("Then delete it")
    assert "Backups on this laptop keep it" in said or "Your own backups" in said
    assert reverse("table-copy", args=[place.table.pk]) in page


def test_the_settings_lead_there_for_its_owner_only(place):
    settings = reverse("table-settings", args=[place.table.pk])
    address = reverse("delete-table", args=[place.table.pk])
    assert address in html(place.organiser.get(settings))
    helper = phone(place.table, "Dana", role="organiser")
    assert address not in html(helper.get(settings))
    assert helper.get(address).status_code == 404
    assert delete(helper, place.table, place.table.name).status_code == 404
    copy = reverse("table-copy", args=[place.table.pk])
    assert helper.get(copy).status_code == 404
    assert Table.objects.filter(pk=place.table.pk).exists()


def test_with_another_name_nothing_happens(place):
    page = html(delete(place.organiser, place.table, "Friday"), status=422)
    assert "To delete it, type the name exactly: Thursday" in text(page)
    assert Campaign.objects.exists()


def test_with_its_name_the_table_goes_with_everything(place):
    answer = delete(place.organiser, place.table, " thursday ")
    assert answer.url == f"{reverse('account')}?done=table"
    assert nothing_left()
    assert "The table was deleted." in html(place.organiser.get(answer.url))


def test_its_links_lead_nowhere(place):
    shared = reverse("shared-result", args=[SharedResult.objects.get().code])
    joining = link(place.table)
    assert Client().get(shared).status_code == 200
    delete(place.organiser, place.table, "Thursday")
    for address in (shared, joining, reverse("session", args=[place.session.token])):
        assert Client().get(address).status_code == 404
    table = reverse("table", args=[place.table.pk])
    assert place.phone.get(table).status_code == 404


def test_other_tables_keep_everything(place):
    account = Account.objects.get(username="anna")
    sunday = services.start_another_table(account=account, table="Sunday")
    start_session(game="arcs", table=sunday)
    delete(place.organiser, place.table, "Thursday")
    assert GameSession.objects.get().table == sunday


def test_what_its_people_did_elsewhere_stays_under_their_names(place):
    free = start_session(game="arcs")
    person = place.people["anna"]
    act = record(free, kind="cover", data={}, client_id=uuid4(), by=person)
    leaving.delete_table(place.table)
    kept = Act.objects.get(pk=act.pk)
    assert (kept.by, kept.by_name) == (None, "Anna")


def test_what_fails_half_way_changes_nothing(place, monkeypatch):
    def fail(*_given, **_named):
        raise OSError("no space left on device")

    before = Act.objects.count()
    monkeypatch.setattr(Table, "delete", fail)
    with pytest.raises(OSError, match="no space"):
        leaving.delete_table(place.table)
    assert Act.objects.count() == before
    assert Campaign.objects.exists()


def test_the_copy_holds_campaigns_sessions_and_photos(place):
    answer = place.organiser.get(reverse("table-copy", args=[place.table.pk]))
    assert answer["Content-Disposition"] == 'attachment; filename="thursday.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as opened:
        names = opened.namelist()
        box = opened.read("box.jsonl").splitlines()
        campaign = opened.read("campaigns/001-rome-and-beyond.jsonl")
        session = opened.read("sessions/001-imperial_settlers.jsonl").splitlines()
    assert f"photos/{'ab12' * 16}.jpg" in names
    assert len(read_campaign(campaign).acts) == place.campaign.acts.count()
    head, *acts = map(json.loads, session)
    assert head["session"] == "imperial_settlers"
    assert [one["name"] for one in head["seats"]] == ["Anna", "Bara"]
    assert len(acts) == place.session.acts.count()
    assert json.loads(box[1])["data"] == {"number": 57, "name": "Kolo"}
    assert "box.json" in names


# An account


@pytest.fixture
def own():
    account, table = services.start_first_table(
        table="Friday", organiser="Anna", password="correct horse"
    )
    client = Client()
    client.force_login(account)
    return account, table, client


def leave(client: Client, **sent):
    given = {"name": "Anna", "old": "correct horse", **sent}
    return client.post(reverse("delete-account"), given)


def test_an_account_goes_with_its_tables(own):
    _account, _table, client = own
    assert leave(client).url == reverse("home")
    assert not Account.objects.exists()
    assert not Table.objects.exists()
    assert client.get(reverse("account")).status_code == 302


def test_a_table_is_handed_over(own):
    _account, table, client = own
    bara = Account.objects.create(username="Bára")
    leave(client, **{f"heir-{table.pk}": "bára"})
    assert [one.username for one in Account.objects.all()] == ["Bára"]
    heir = table.memberships.get()
    assert (heir.account, heir.role, heir.person.name) == (bara, "organiser", "Bára")
    assert table.people.filter(name="Anna").exists()


def test_a_table_somebody_else_organises_too_just_stays(own):
    _account, table, client = own
    bara = Account.objects.create(username="Bára")
    table.memberships.create(account=bara, role="organiser")
    assert "Give" not in text(html(client.get(reverse("delete-account"))))
    leave(client)
    assert table.memberships.get().account == bara


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": "Bára"}, "To delete it, type the name exactly: Anna"),
        ({"old": "wrong"}, "This isn't your password."),
        ({"heir": "Nobody"}, "There is no other account called Nobody."),
        ({"heir": "anna"}, "There is no other account called anna."),
    ],
)
def test_a_refusal_says_why_and_deletes_nothing(own, sent, said):
    _account, table, client = own
    if "heir" in sent:
        # The first of two tables would go before the second is refused.
        services.start_another_table(account=own[0], table="A first one")
        sent = {f"heir-{table.pk}": sent["heir"]}
    page = html(leave(client, **sent))
    assert said in text(page)
    assert Account.objects.exists()
    assert Table.objects.count() == own[0].memberships.count()
    assert Table.objects.filter(pk=table.pk).exists()


def test_the_account_page_leads_to_both(own):
    _account, table, client = own
    page = html(client.get(reverse("account")))
    assert reverse("delete-account") in page
    assert reverse("delete-table", args=[table.pk]) in page


def test_what_somebody_played_at_the_table_of_others_stays(place):
    dana = place.join("dana", "player")
    account = Account.objects.get(username="dana")
    account.set_password("correct horse")
    account.save()
    dana.force_login(account)
    leave(dana, name="dana")
    assert not Account.objects.filter(username="dana").exists()
    assert place.table.people.filter(name="Dana").exists()
