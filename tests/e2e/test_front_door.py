"""The first minutes: a demo in one tap, a campaign of one's own, a phone at its own seat."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from campaign.models import Campaign
from companion.sessions.services import start_session
from companion.tables import joining
from companion.tables.models import Account, Membership, Table
from tests.e2e.pages import LAPTOP, PHONE

both_screens = pytest.mark.parametrize(
    "screen", [PHONE, LAPTOP], ids=["phone", "laptop"]
)
THUMB = 44  # px a finger needs


@pytest.fixture
def table():
    table = Table.objects.create(name="Friday table")
    for name in ("Anna", "Bára", "Cyril"):
        table.people.create(name=name)
    return table


def fill_in(page, **fields):
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " ")).fill(value)


# The first visit


@both_screens
@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_first_screen_shows_the_campaign_the_games_and_the_way_in(
    visit, screen, language
):
    here = visit(screen, language)
    page = here.page
    expect(page.locator(".gate")).to_be_in_viewport(ratio=1)
    expect(page.locator("button.game")).to_have_count(5)
    expect(page.locator("button.game").first).to_be_in_viewport(ratio=1)
    expect(page.locator("#code")).to_be_in_viewport(ratio=1)
    expect(page.locator(".joins a[href='/log-in/']")).to_be_visible()
    here.looks_right_by_day_and_by_night()


@pytest.mark.smoke
@both_screens
def test_one_tap_leads_from_the_first_page_to_the_board_of_a_demo(visit, screen):
    here = visit(screen)
    page = here.page
    here.follow(page.get_by_role("button", name="See a demo"))
    expect(page.locator("article.stand")).to_have_count(3)
    expect(page.locator(".demo")).to_contain_text("Your first change makes your own")
    here.looks_right_by_day_and_by_night()


def test_the_first_change_of_a_demo_is_made_in_a_copy_and_says_so(visit):
    here = visit(PHONE)
    page = here.page
    here.follow(page.get_by_role("button", name="See a demo"))
    shared = page.url
    here.follow(page.get_by_role("navigation").get_by_role("link", name="Session"))
    here.follow(page.locator("form.opening button[type=submit]").last)
    expect(page.locator(".demo")).to_contain_text("This is your own copy.")
    words = page.locator(".demo p").evaluate("one => one.offsetWidth")
    assert words > PHONE["width"] / 2, "its buttons squeeze the sentence"
    assert not page.url.startswith(shared)
    expect(page.locator(".me")).to_contain_text("You play as Anna")
    assert Campaign.objects.get(table__demo="shared").state["session"] is None
    here.looks_right_by_day_and_by_night()


@pytest.mark.smoke
@both_screens
def test_a_first_visit_leads_to_the_first_session_of_ones_own_campaign(visit, screen):
    here = visit(screen)
    page = here.page
    here.follow(page.locator(".gate").get_by_role("link", name="Start"))
    here.looks_right()
    fill_in(page, Table_name="Friday", Your_name="Anna", Password="correct horse")
    here.follow(page.locator("main form button.primary"))
    here.looks_right()
    page.locator("input[name$=player]").first.fill("Anna")
    page.locator("input[name$=player]").nth(1).fill("Bára")
    here.follow(page.locator("form.start-campaign > button.primary"))
    expect(page.locator("article.stand")).to_have_count(2)
    here.follow(page.locator(".now .button"))
    here.follow(page.locator("form.opening button[type=submit]").last)
    expect(page.locator("h1")).to_have_text("Session 1")
    expect(page.locator("#missions")).to_be_visible()
    here.page.goto(here.server)
    expect(page.locator("a.campaign")).to_contain_text("Session 1 is open")
    here.looks_right_by_day_and_by_night()
    here.follow(page.locator("a.campaign"))
    expect(page.locator("h1")).to_have_text("Session 1")


# Joining


@pytest.mark.smoke
def test_a_phone_that_joins_lands_at_its_own_seat_and_may_change_it(visit, table):
    names = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    session = start_session(
        game="imperial_settlers", table=table, players=3, cells=names
    )
    code = joining.current_invitation(table=table, role="player").code
    here = visit(PHONE, path=reverse("join", args=[code]))
    page = here.page
    here.follow(page.get_by_role("button", name="Bára"))
    assert page.url.endswith(reverse("session", args=[session.token]))
    expect(page.locator(".me")).to_be_in_viewport(ratio=1)
    expect(page.locator(".me")).to_contain_text("You play as Bára")
    expect(page.locator(".seat.current legend")).to_contain_text("Bára")
    expect(page.locator(".helpers a").last).to_be_visible()
    rows = page.locator(".helpers").evaluate("one => one.clientHeight / 44")
    assert rows < 2, "helpers push the first field down"
    here.looks_right_by_day_and_by_night()
    here.follow(page.get_by_role("link", name="Change", exact=True))
    here.looks_right_by_day_and_by_night()
    here.follow(page.get_by_role("button", name="Cyril"))
    expect(page.locator(".me")).to_contain_text("You play as Cyril")


# Finding one's way


def organiser(table):
    account = Account.objects.create_user("Olga", password="correct horse")
    Membership.objects.create(table=table, account=account, role="organiser")
    return account


@both_screens
def test_every_section_of_a_table_fits_and_looks_right(visit, table, screen):
    here = visit(screen, path=f"/tables/{table.pk}/", account=organiser(table))
    page = here.page
    for name in ("Tonight", "Sessions", "People", "Invite"):
        here.follow(page.locator(".tabs").get_by_role("link", name=name))
        expect(page.locator(".tabs [aria-current=page]")).to_have_text(name)
        here.looks_right_by_day_and_by_night()
    expect(page.locator(".code")).to_be_in_viewport(ratio=1)
    expect(page.locator(".account .name")).to_be_visible()
    page.get_by_role("button", name="More").click()
    here.accessible()
    here.follow(page.get_by_role("link", name="Settings"))
    here.follow(page.locator(".whereabouts .up"))
    expect(page.locator("h1")).to_have_text("Friday table")


@both_screens
def test_every_section_of_a_campaign_is_reached_in_two_taps(visit, screen):
    here = visit(screen)
    page = here.page
    here.follow(page.get_by_role("button", name="See a demo"))
    for name in ("Board", "Session", "History", "Cards"):
        tab = page.locator(".tabs").get_by_role("link", name=name)
        expect(tab).to_be_in_viewport(ratio=1)
        assert tab.bounding_box()["height"] >= THUMB
        here.follow(tab)
        expect(page.locator(".tabs [aria-current=page]")).to_have_text(name)
    for name in ("Sheets", "Charts", "Correct a sheet"):
        page.get_by_role("button", name="More").click()
        link = page.locator("#more").get_by_role("link", name=name)
        expect(link).to_be_in_viewport(ratio=1)
        here.follow(link)
    expect(page.locator("#correct")).to_be_in_viewport()
    page.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.locator("#more").get_by_role("link", name="Download this campaign").click()
    assert re.search(r"\.jsonl?$", download.value.suggested_filename)


@both_screens
@pytest.mark.parametrize("language", ["en", "cs"])
def test_how_it_works_is_found_at_the_foot_of_a_page(visit, screen, language):
    here = visit(screen, language)
    here.follow(here.page.locator("footer a[href='/how-to/']"))
    expect(here.page.locator(".how > li")).to_have_count(5)
    here.looks_right_by_day_and_by_night()
