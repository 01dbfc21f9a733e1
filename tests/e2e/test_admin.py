"""The admin in a real browser: everything it loads is ours, as our policy demands."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from campaign.models import Campaign
from companion.log import engines
from companion.log import record as service
from companion.tables.models import Account, Table
from tests.e2e.pages import LAPTOP
from tests.log.acts import played
from tests.toy import TOY


@pytest.fixture
def campaign(monkeypatch, transactional_db):
    monkeypatch.setitem(engines.ENGINES, "toy", TOY)
    table = Table.objects.create(name="Thursday")
    campaign = service.begin_log(
        Campaign(table=table, name="Toy", engine="toy"), start={}
    )
    service.record(
        played(campaign), kind="open", data={"missions": [63]}, client_id=uuid4()
    )
    return campaign


def test_an_organiser_reads_an_empires_sheet_in_the_admin(visit, campaign):
    Account.objects.create_superuser("anna", password="a long one")
    watched = visit(LAPTOP, path="/admin/")
    page = watched.page
    page.get_by_label("Username").fill("anna")
    page.get_by_label("Password").fill("a long one")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Empires", exact=True).click()
    page.locator("#result_list").get_by_role("link", name="anna").first.click()
    expect(page.get_by_text("Ancient age").first).to_be_visible()
    expect(page.get_by_text("083").first).to_be_visible()
    page.goto(f"{watched.server}/admin/companion/membership/add/")
    expect(page.get_by_role("heading", name="Add membership")).to_be_visible()
    page.goto(f"{watched.server}/admin/companion/account/add/")
    expect(page.get_by_role("heading", name="Add user")).to_be_visible()
