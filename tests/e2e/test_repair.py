"""A repair in a real browser, answered to its end on a phone."""

import pytest
from playwright.sync_api import expect

from campaign.models import Campaign
from tests.campaign_visitor import kept, member, two_sessions
from tests.e2e.pages import PHONE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign():
    """Dana won the first session with 70; Anna had 60."""
    return kept(two_sessions())


def test_a_changed_winner_is_repaired_decision_by_decision(visit, campaign):
    first = campaign.acts.filter(kind="enter_score").order_by("number")[0]
    path = f"/campaigns/{campaign.pk}/history/{first.number}/"
    here = visit(PHONE, path=path, account=member(campaign, "otto", "organiser"))
    page = here.page
    page.get_by_text("Edit this entry").click()
    page.get_by_label("Points on the track").fill("90")
    page.get_by_role("button", name="Save the change").click()

    answered = page.get_by_role("heading", name="Decision 1")
    expect(answered).to_be_visible()
    expect(page.locator("input[type=radio]:checked")).to_have_count(0)
    here.looks_right()
    page.get_by_label("Winner's tick").first.check()
    page.get_by_role("button", name="Next").click()

    expect(page.get_by_role("heading", name="Decision 2")).to_be_visible()
    page.get_by_label("Everybody bought the same, in the new order").check()
    page.get_by_role("button", name="Next").click()

    expect(page.get_by_role("heading", name="Ready to save")).to_be_visible()
    here.looks_right()
    assert Campaign.objects.get(pk=campaign.pk).last == campaign.last
    page.get_by_role("button", name="Save the repair").click()

    expect(page.get_by_role("heading", name="Repaired", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    assert Campaign.objects.get(pk=campaign.pk).last == campaign.last + 1
