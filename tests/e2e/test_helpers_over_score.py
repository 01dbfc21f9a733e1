"""Helpers over the score: opened without losing one's place, the same on two phones, found again."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.sessions.services import start_session
from tests.e2e.pages import PATIENCE, PHONE

pytestmark = pytest.mark.django_db(transaction=True)
# The test's server has no streams: this makes a page ask for the newest version.
ASK = "document.dispatchEvent(new Event('live:refresh'))"

# A second goes by whenever the time is asked for, also between two clocks of the page.
TELL_TIMES = """() => {
  const { now } = Date;
  let asked = now();
  Date.now = () => (asked += 1000);
  runClocks();
  Date.now = now;
  return [...document.querySelectorAll("[data-runs]")].map((one) => one.textContent);
}"""


@pytest.fixture
def session():
    names = {"name0": "Anna", "name1": "Bára", "name2": "Cyril"}
    return start_session(game="inkas", players=3, cells=names)


def open_helper(here, title):
    here.page.locator("nav.helpers").get_by_role("link", name=title).click()
    return here.page.frame_locator("dialog.over iframe")


def test_a_helper_opens_over_the_score_and_closing_it_keeps_the_place(visit, session):
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    here.page.locator("#standings a").nth(1).click()
    field = here.page.locator("[name='1s1-first']")
    field.fill("3")
    dice = open_helper(here, "Dice log")
    dice.locator("#roll-7").click()
    expect(dice.locator("#undo-move")).to_contain_text("Rolled 7")
    dice.locator("body").press("Escape")
    expect(here.page.locator("dialog.over")).to_be_hidden()
    expect(field).to_be_visible()
    expect(field).to_have_value("3")
    expect(here.page).to_have_url(here.page.url.split("?")[0])
    again = open_helper(here, "Dice log")
    expect(again.locator("#undo-move")).to_contain_text("Rolled 7")
    here.page.get_by_role("button", name="Close").click()
    expect(here.page.locator("dialog.over")).to_be_hidden()


def test_back_closes_a_helper_and_leaves_the_page_where_it_is(visit, session):
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    address = page.url
    page.locator("[name='1s0-first']").fill("3")
    sheet = page.locator("dialog.over")
    dice = open_helper(here, "Dice log")
    for number in (1, 2):  # whatever is done in a helper is no step on the way back
        dice.locator("#roll-7").click()
        expect(dice.locator(".latest > span")).to_have_count(1 + number)
    page.go_back()
    expect(sheet).to_be_hidden()
    expect(page).to_have_url(address)
    expect(page.locator("[name='1s0-first']")).to_have_value("3")
    page.go_forward()
    expect(sheet).to_be_visible()
    expect(dice.locator("#undo-move")).to_contain_text("Rolled 7")
    page.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    page.wait_for_function("() => !history.state || !history.state.over")
    expect(page).to_have_url(address)


def test_a_form_within_a_helper_is_no_step_on_the_way_back(visit, session):
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    first = open_helper(here, "First player")
    first.locator("form.choosing button[type=submit]").first.click()
    expect(first.locator(".chosen")).to_be_visible()
    page.go_back()
    expect(page.locator("dialog.over")).to_be_hidden()
    expect(page.locator("#score")).to_be_visible()


def test_a_helper_takes_no_tap_before_its_scripts_are_there(visit, session):
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    held = []
    page.route("**/bundles/page.*.js", lambda route: held.append(route))
    with page.expect_request("**/bundles/page.*.js"):
        dice = open_helper(here, "Dice log")
    frame = page.locator("dialog.over iframe")
    expect(frame).to_have_attribute("inert", "")
    expect(dice.locator("#roll-7")).to_be_visible()
    for _tick in range(PATIENCE // 10):
        if held:
            break
        page.wait_for_timeout(10)  # the browser has asked, its question is on the way
    held.pop().continue_()
    expect(frame).not_to_have_attribute("inert", "")
    dice.locator("#roll-7").click()
    expect(dice.locator(".latest > span")).to_have_count(2)
    close_helper(here)
    page.wait_for_function("() => !history.state || !history.state.over")
    page.unroute("**/bundles/page.*.js")


def test_what_to_do_now_is_ticked_where_it_stands(visit):
    names = {"name0": "Anna", "name1": "Bára"}
    counts = {f"1s{seat}-tycoon": "2" for seat in range(2)}
    cells = {**names, **counts, "1b-first": "tycoon"}
    session = start_session(game="arcs", players=2, cells=cells)
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    page.evaluate("() => { window.stays = true; }")
    box = page.locator(".steps .tick").first
    for checked in ("true", "false"):
        with page.expect_response("**/helpers/checklist/"):
            box.click()
        expect(box).to_have_attribute("aria-checked", checked)
        expect(box).to_be_in_viewport()
    assert page.evaluate("window.stays")  # the page was never left


def test_two_phones_see_the_same_dice_log(visit, session):
    path = f"{reverse('inkas-dice')}?session={session.token}"
    one, two = visit(PHONE, path=path), visit(PHONE, path=path)
    one.page.locator("#roll-9").click()
    expect(one.page.locator(".latest")).to_contain_text("9")
    two.page.evaluate(ASK)
    expect(two.page.locator(".latest")).to_contain_text("9")
    two.page.locator("#undo-move").click()
    expect(two.page.locator(".latest")).to_have_count(0)


def test_the_turn_is_passed_with_one_tap_on_the_sessions_page(visit, session):
    clock = f"{reverse('turn-clock')}?session={session.token}"
    here = visit(PHONE, path=clock)
    here.page.locator("#turn-0").click()
    expect(here.page.locator("#pass")).to_contain_text("Bára")
    told = here.page.evaluate(TELL_TIMES)
    assert len(told) == 2  # large, and in the list of everybody's
    assert len(set(told)) == 1, told
    here.page.goto(
        here.page.url.split("/helpers/")[0] + reverse("session", args=[session.token])
    )
    strip = here.page.locator("#clock")
    expect(strip).to_contain_text("Anna")
    strip.locator("#pass-turn").click()
    expect(strip.locator("a")).to_contain_text("Bára")
    assert here.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_tap_is_sent_once_although_the_laptop_was_silent_for_a_while(visit, session):
    """A form that the page sends by itself isn't asked for, held and sent a second time."""
    here = visit(PHONE, path=f"{reverse('turn-clock')}?session={session.token}")
    here.page.locator("#turn-0").click()
    expect(here.page.locator("#pass")).to_contain_text("Bára")
    here.page.goto(
        here.page.url.split("/helpers/")[0] + reverse("session", args=[session.token])
    )
    sent = []
    here.page.on(
        "request", lambda one: sent.append(one.url) if one.method == "POST" else None
    )
    for whose in ("Bára", "Cyril", "Anna"):
        here.page.evaluate("document.dispatchEvent(new Event('live:lost'))")
        here.page.locator("#pass-turn").click()
        expect(here.page.locator("#clock a")).to_contain_text(whose)
    assert len(sent) == 3


def close_helper(here):
    here.page.get_by_role("button", name="Close").click()
    expect(here.page.locator("dialog.over")).to_be_hidden()


def test_a_calculator_is_found_as_it_was_left_until_it_starts_over(visit):
    names = {"name0": "Anna", "name1": "Bára"}
    session = start_session(game="arcs", players=2, cells=names)
    path = reverse("session", args=[session.token])
    here = visit(PHONE, path=path)
    keys = "[name='r-keys']"
    raid = open_helper(here, "Raid")
    raid.locator(keys).fill("3")
    kept = raid.locator("[data-calculator]")
    expect(kept).to_have_attribute("data-kept", re.compile("r-keys=3"))
    close_helper(here)
    raid = open_helper(here, "Raid")
    expect(raid.locator(keys)).to_have_value("3")
    raid.get_by_role("link", name="Start over").click()
    expect(raid.locator(keys)).to_have_value("")
    close_helper(here)
    expect(open_helper(here, "Raid").locator(keys)).to_have_value("")


def test_another_sessions_calculator_is_another_one(visit):
    one, two = (start_session(game="arcs", players=2) for _each in range(2))
    raid = reverse("arcs-raid")
    here = visit(PHONE, path=f"{raid}?session={one.token}&r-keys=3")
    kept = here.page.locator("[data-calculator]")
    expect(kept).to_have_attribute("data-kept", re.compile("r-keys=3"))
    here.page.goto(f"{here.server}{raid}?session={two.token}")
    expect(here.page.locator("[name='r-keys']")).to_have_value("")
    here.page.goto(f"{here.server}{raid}?session={one.token}")
    expect(here.page.locator("[name='r-keys']")).to_have_value("3")
