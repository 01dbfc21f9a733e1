"""The admin: what the log owns can be read there by anybody, and changed by nobody."""

from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.models import Campaign, Empire, TableLog
from companion.log import engines
from companion.log import record as service
from companion.sessions.models import SharedResult
from companion.sessions.services import start_session
from companion.tables.models import Account, Person, Table
from tests.log.acts import played
from tests.toy import TOY

pytestmark = pytest.mark.django_db
OWNED = [
    model
    for model in apps.get_app_config("campaign").get_models()
    if model in admin.site._registry
]
owned = pytest.mark.parametrize("model", OWNED, ids=lambda model: model.__name__)


@pytest.fixture
def admin_client(client):
    """A superuser without a password, which would take its time."""
    superuser = Account.objects.create(
        username="root", is_staff=True, is_superuser=True
    )
    client.force_login(superuser)
    return client


@pytest.fixture
def campaign(monkeypatch):
    """Every table has a row: the second session is still open."""
    monkeypatch.setitem(engines.ENGINES, "toy", TOY)
    table = Table.objects.create(name="Thursday")
    campaign = service.begin_log(
        Campaign(table=table, name="Toy", engine="toy"), start={}
    )
    played(campaign)
    opening = {"kind": "open", "data": {"missions": [63]}}
    service.record(campaign, **opening, client_id=uuid4())
    session = start_session(game="arcs", table=table, cells={"1s0-fuel": "2"})
    SharedResult.objects.create(session=session)
    campaign.shared.create(number=1)
    table.deleted_campaigns.create(name="Old", acts=1, content=b"")
    service.begin_log(TableLog(table=table, engine="table"), start={})
    table.photos.create(digest="0", image=b"", width=1, height=1)
    return campaign


def address(model, page, *args):
    return reverse(
        f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args
    )


def everything(campaign):
    return {model: list(model.objects.order_by("pk").values()) for model in OWNED}


def test_only_the_base_of_a_campaign_is_not_shown():
    models = {model.__name__ for model in apps.get_app_config("campaign").get_models()}
    assert models - {model.__name__ for model in OWNED} == {"Log"}


@owned
def test_what_the_log_owns_can_be_read(admin_client, campaign, model):
    row = model.objects.first()
    for path in (address(model, "changelist"), address(model, "change", row.pk)):
        answer = admin_client.get(path)
        assert answer.status_code == 200
        assert 'name="_save"' not in answer.content.decode()


@owned
def test_what_the_log_owns_cannot_be_changed(admin_client, campaign, model):
    before = everything(campaign)
    row = model.objects.first()
    posted = {"name": "mine", "number": 99, "post": "yes"}
    for path in (
        address(model, "add"),
        address(model, "change", row.pk),
        address(model, "delete", row.pk),
    ):
        assert admin_client.post(path, posted).status_code == 403
    action = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
    admin_client.post(address(model, "changelist"), action)
    assert everything(campaign) == before


def test_an_empires_sheet_can_be_read_on_its_page(admin_client, campaign):
    anna, bara = Empire.objects.order_by("key")
    html = admin_client.get(address(Empire, "change", anna.pk)).content.decode()
    for shown in ("Ancient age", "1, 2", "083", "red", "43", "gained", "Session 1"):
        assert shown in html
    html = admin_client.get(address(Empire, "change", bara.pk)).content.decode()
    assert "007" in html


def test_a_campaigns_page_shows_its_empires_and_sessions(admin_client, campaign):
    html = admin_client.get(address(Campaign, "change", campaign.pk)).content.decode()
    for shown in ("Thursday", "anna", "bara", "anna, bara"):
        assert shown in html


def test_the_page_of_an_empire_asks_as_often_however_long_its_ledger(
    admin_client, campaign
):
    path = address(Empire, "change", Empire.objects.get(key="anna").pk)
    with CaptureQueriesContext(connection) as few:
        admin_client.get(path)
    for _act in range(10):
        gain = {"kind": "gain", "data": {"empire": "anna", "amount": 1}}
        service.record(campaign, **gain, client_id=uuid4())
    with CaptureQueriesContext(connection) as many:
        admin_client.get(path)
    assert len(many) == len(few)


def test_tables_and_people_are_edited_as_usual(admin_client):
    posted = {
        "name": "Friday",
        **dict.fromkeys(
            (
                "people-TOTAL_FORMS",
                "people-INITIAL_FORMS",
                "memberships-TOTAL_FORMS",
                "memberships-INITIAL_FORMS",
            ),
            0,
        ),
    }
    answer = admin_client.post(address(Table, "add"), posted)
    assert answer.status_code == 302
    table = Table.objects.get(name="Friday")
    path = address(Person, "add")
    assert (
        admin_client.post(path, {"table": table.pk, "name": "Anna"}).status_code == 302
    )
    assert str(table.people.get()) == "Anna"
    assert admin_client.get(address(Account, "changelist")).status_code == 200


def test_a_table_with_a_campaign_is_not_deleted(admin_client, campaign):
    path = address(Table, "delete", campaign.table.pk)
    admin_client.post(path, {"post": "yes"})
    assert Table.objects.filter(pk=campaign.table.pk).exists()


def test_the_admin_is_for_those_who_log_in(client):
    assert client.get("/admin/").status_code == 302
    answer = client.get("/admin/login/")
    assert answer.status_code == 200
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
