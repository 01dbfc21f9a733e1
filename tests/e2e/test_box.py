"""The table's box in a real browser: what is left half-way is there again."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from campaign.board.services import try_demo
from companion.tables.models import Account, Membership, Table
from tests.e2e.pages import LAPTOP, PHONE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday table")


def opened(visit, table, rest):
    account = Account.objects.create(username=str(uuid4()))
    Membership.objects.create(table=table, account=account, role="organiser")
    return visit(path=f"/campaigns/box/{table.pk}/{rest}", account=account)


def test_a_sheet_left_half_way_is_taken_up_again_on_another_phone(visit, table):
    here = opened(visit, table, "copy/")
    here.page.locator("label.brush:has(input[value=dove])").click()
    for nth in (2, 3):
        here.page.locator(f"#diplomacy-{nth}").click()
    drawn = here.page.locator("#diplomacy-3")
    expect(drawn).to_contain_text("Dove token")
    here.page.get_by_role("link", name="Cards", exact=True).click()
    expect(here.page).to_have_url(f"{here.server}/campaigns/box/{table.pk}/")
    other = opened(visit, table, "copy/")
    for nth in (2, 3):
        expect(other.page.locator(f"#diplomacy-{nth}")).to_contain_text("Dove token")
    other.looks_right()
    other.page.get_by_role("button", name="Save and next").click()
    expect(other.page.get_by_text("1 of 12 parts done")).to_be_visible()


def test_rule_options_left_half_way_are_there_again(visit, table):
    here = opened(visit, table, "options/")
    chosen = here.page.locator("form.readings select").first
    other = chosen.locator("option:not([selected])").first.get_attribute("value")
    chosen.select_option(other)
    here.page.get_by_role("link", name="Cards", exact=True).click()
    here.page.get_by_role("link", name="Options", exact=True).click()
    expect(here.page.get_by_text("They aren't saved yet")).to_be_visible()
    expect(chosen).to_have_value(other)
    here.page.get_by_role("button", name="Save rule options").click()
    expect(here.page.get_by_text("Saved. New campaigns start with:")).to_be_visible()
    expect(here.page.get_by_text("They aren't saved yet")).to_be_hidden()


ABOVE_THE_TABS = """() => {
    const tabs = document.querySelector(".tabs").getBoundingClientRect();
    const line = document.querySelector("form.quick").getBoundingClientRect();
    return line.top >= 0 && line.bottom <= tabs.top;
}"""


def test_the_line_for_the_next_card_is_in_sight_above_the_tabs(visit, table):
    here = opened(visit, table, "")
    name = here.page.get_by_label("Name", exact=True)
    name.fill("Old Quarry")
    here.follow(here.page.get_by_role("button", name="Save and next"))
    expect(here.page.get_by_text("Saved 001 Old Quarry")).to_be_in_viewport()
    expect(name).to_be_focused()
    assert here.page.evaluate(ABOVE_THE_TABS)
    here.allows("422")
    here.page.get_by_label("Points", exact=True).fill("200")
    here.follow(here.page.get_by_role("button", name="Save and next"))
    expect(here.page.get_by_text("more than 99")).to_be_in_viewport()
    expect(here.page.get_by_label("Points", exact=True)).to_be_focused()
    assert here.page.evaluate(ABOVE_THE_TABS)


def test_a_rule_option_typed_wrongly_is_in_sight(visit, table):
    here = opened(visit, table, "options/")
    points = here.page.get_by_label("Points lost per province")
    points.fill("abc")
    here.allows("422")
    here.follow(here.page.get_by_role("button", name="Save rule options"))
    expect(points).to_be_focused()
    expect(points).to_be_in_viewport()
    here.page.evaluate("scrollTo(0, 0)")
    named = here.page.get_by_role("alert").get_by_role("link")
    expect(named).to_be_in_viewport()
    named.click()
    expect(points).to_be_in_viewport()


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_all_of_the_menu_is_in_sight_and_it_closes(visit, table, screen):
    campaign = try_demo(table=table, name="Demo campaign", client_id=uuid4())
    account = Account.objects.create(username=str(uuid4()))
    Membership.objects.create(table=table, account=account, role="organiser")
    here = visit(screen, path=f"/campaigns/{campaign.pk}/", account=account)
    here.page.get_by_role("button", name="More", exact=True).click()
    menu = here.page.locator("#more")
    for name in ("Chronicle", "How it works"):
        expect(menu.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
    menu.get_by_role("button", name="Close").click()
    expect(menu).to_be_hidden()
