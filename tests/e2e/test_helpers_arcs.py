"""Helpers at the table, on a phone: Arcs, Empires of the North and the first player."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.pages import LAPTOP

pytestmark = pytest.mark.django_db(transaction=True)


def step(page, label, times=1, within="body"):
    """Taps + beside a number."""
    box = page.locator(within).get_by_label(label, exact=True)
    for _ in range(times):
        box.locator("xpath=..").locator("[data-step='1']").click()


@pytest.mark.smoke
def test_battle_odds_count_along_and_survive_a_reload(visit):
    here = visit(path="/games/arcs/")
    page = here.page
    here.follow(page.locator(".helpers").get_by_role("link", name="Battle odds"))
    pairs = page.locator("fieldset.pairs")
    expect(pairs).to_have_count(4)
    attacker, defender, dice, other = pairs.all()
    for box, label, times in (
        (attacker, "Undamaged ships", 4),
        (defender, "Undamaged ships", 1),
        (defender, "Damaged buildings", 1),
        (dice, "Assault", 2),
        (dice, "Raid", 2),
    ):
        plus = box.get_by_label(label, exact=True).locator("xpath=..")
        for _ in range(times):
            plus.locator("[data-step='1']").click()
    expect(page.locator("#glance")).to_contain_text("69%")
    expect(page).to_have_url(re.compile("m1-raid=2"))
    here.looks_right()
    plus = other.get_by_label("Skirmish", exact=True).locator("xpath=..")
    plus.locator("[data-step='1']").click()
    expect(page.locator("#glance .mix")).to_have_count(8)
    page.reload()
    expect(page.locator("#glance")).to_contain_text("69%")
    here.fits()


def test_dice_that_may_not_be_taken_are_refused_with_the_rule(visit):
    here = visit(path="/helpers/arcs/battle/?a-whole=1&d-whole=1", scheme="dark")
    page = here.page
    page.locator("#id_m1-raid").fill("2")
    wrong = page.locator("#result .problems")
    expect(wrong).to_contain_text(
        "2 dice are too many for 1 ships. Use one die per ship."
    )
    wrong.get_by_role("button", name="ARC-18").first.click()
    expect(page.locator("#rule-ARC-18")).to_be_visible()
    here.accessible()
    page.keyboard.press("Escape")
    page.locator("#id_m1-raid").fill("7")
    expect(page.locator("#id_m1-raid_error")).to_contain_text("can't be more than 6")
    here.fits()


def test_the_best_dice_for_a_goal_follow_what_is_typed(visit):
    here = visit(path="/helpers/arcs/plan/?a-whole=3&d-whole=1&g-aim=ships")
    page = here.page
    expect(page.locator(".plan")).to_have_count(1)
    page.locator("#id_g-rolls").fill("2")
    expect(page.locator(".plan")).to_have_count(2)
    expect(page.locator(".plan.headline")).to_contain_text("2 rolls in a row")
    here.looks_right()


def test_a_rule_is_found_by_typing_and_by_the_moment(visit):
    here = visit(path="/helpers/arcs/rules/")
    page = here.page
    page.get_by_label("Search the rules").press_sequentially("zero marker")
    expect(page.locator(".found .law").first).to_have_id("ARC-27")
    expect(page).to_have_url(re.compile("q=zero"))
    here.looks_right()
    page.get_by_label("Search the rules").fill("")
    moment = page.locator(".moments a").last
    title = moment.inner_text()
    here.follow(moment)
    expect(page.locator(".moment h2").first).to_have_text(f"Now: {title}")
    here.looks_right()
    page.set_viewport_size({"width": 1280, "height": 800})
    # On a wide screen too the list scrolls with the page, in no box of its own.
    expect(page.locator("#result")).to_have_css("overflow-y", "visible")


def test_standings_tell_what_a_declaration_would_change(visit):
    here = visit(path="/helpers/arcs/standings/?players=3&name0=Anna")
    page = here.page
    page.locator("#id_s0-tycoon").fill("3")
    page.locator("#id_s1-tycoon").fill("2")
    page.get_by_label("Declared first").select_option("tycoon")
    expect(page.locator(".contests")).to_contain_text("Anna: first with 3")
    expect(page.locator(".ended")).to_contain_text("+5")
    expect(page.locator(".declaring")).to_contain_text("for 3/2")
    here.looks_right()


def test_a_session_lends_its_entries_to_the_standings(visit):
    here = visit(path="/games/arcs/?players=3&1b-first=tycoon&1s0-fuel=2")
    page = here.page
    here.follow(page.get_by_role("button", name="Save this session"))
    link = page.locator(".helpers").get_by_role("link", name="Standings now")
    page.goto(here.server + link.get_attribute("href"))
    expect(page.locator(".borrowed")).to_contain_text(
        "These numbers come from the session"
    )
    expect(page.locator(".ended")).to_contain_text("+5")
    here.follow(page.get_by_role("link", name="‹ Arcs"))
    expect(page).to_have_url(re.compile("/sessions/"))


def test_a_raid_is_planned(visit):
    here = visit(path="/helpers/arcs/raid/")
    page = here.page
    page.get_by_label("Slot 1").select_option("relic")
    page.get_by_label("Slot 2").select_option("fuel")
    step(page, "Keys rolled", 3)
    expect(page.locator(".plans > li")).to_have_count(2)
    expect(page.locator(".plans")).to_contain_text("Relic")
    here.looks_right()


def test_a_city_tells_its_price(visit):
    here = visit(path="/helpers/arcs/city/", scheme="dark")
    page = here.page
    page.get_by_label("Planet type").select_option("relic")
    step(page, "My tokens of this type", 2)
    page.locator("#id_c1-theirs").fill("2")
    expect(page.locator("#result")).to_contain_text("Discard 2 pieces")
    expect(page.locator(".plans")).to_contain_text("3 trophies")
    expect(page.locator(".plans")).to_contain_text("−2")
    here.looks_right()


def test_a_round_goes_on_by_taps_and_knows_the_end(visit):
    here = visit(path="/helpers/north/round/")
    page = here.page
    page.get_by_role("button", name="Actions ›").click()
    expect(page.get_by_role("button", name="Sailing ›")).to_be_visible()
    page.locator("#id_1s0-track").fill("25")
    expect(page.locator(".end")).to_contain_text("This round is the last.")
    page.get_by_role("button", name="Sailing ›").click()
    expect(page.locator(".end")).to_contain_text("round 1: Actions")
    here.looks_right()
    page.get_by_role("button", name="Final score ›").click()
    expect(page.locator(".end")).to_contain_text("The game is over")


def test_ships_queue_up_by_taps(visit):
    here = visit(path="/helpers/north/ships/?players=2&name0=Anna&name1=Bob")
    page = here.page
    page.get_by_label("with a fish").check()
    for ships, owner in enumerate(("Anna", "Bob"), start=1):
        page.get_by_role("button", name=owner).click()
        expect(page.locator(".queue li")).to_have_count(ships)
    page.get_by_role("button", name="Move ship 2 ahead").click()
    expect(page.locator(".queue li").first).to_contain_text("Bob")
    here.looks_right()
    page.get_by_role("button", name="Ship 1 returns").click()
    expect(page.locator(".queue li")).to_have_count(1)
    expect(page.locator(".queue li").first).to_contain_text("near or far island")


def test_stored_goods_are_split(visit):
    here = visit(path="/helpers/north/stored/")
    page = here.page
    step(page, "Goods stored on the card", 5)
    expect(page.locator("#result")).to_contain_text("2 yields")
    expect(page.locator(".loot li")).to_have_count(3)
    here.looks_right()


def test_the_first_player_stays_drawn(visit):
    here = visit(path="/helpers/arcs/first-player/?players=3")
    page = here.page
    page.get_by_role("button", name="Draw the first player").click()
    first = page.locator(".chosen .first").inner_text()
    expect(page).to_have_url(re.compile("order="))
    page.reload()
    expect(page.locator(".chosen .first")).to_have_text(re.compile(first.split()[-1]))
    here.looks_right_by_day_and_by_night()


HELPERS = (
    "arcs/battle/?a-whole=4&d-whole=1&m1-assault=2&m2-skirmish=2",
    "arcs/standings/?players=4&b-first=tycoon&s0-tycoon=2",
    "arcs/plan/?a-whole=4&d-whole=1&d-buildings=1&g-aim=building&g-rolls=3",
    "arcs/rules/?q=ships",
    "arcs/raid/?r-keys=3&h-slot_1=relic",
    "arcs/city/?o-planet=fuel",
    "north/round/?players=4&1s0-track=25",
    "north/ships/?players=4&ships=Af,B",
    "north/stored/?c-stored=5",
    "inkas/first-player/?players=4&order=ABCD",
)


@pytest.mark.parametrize("language", ["en", "cs"])
def test_every_helper_fits_a_laptop_too(visit, language):
    here = visit(LAPTOP, language, "dark")
    for path in HELPERS:
        here.page.goto(f"{here.server}/helpers/{path}")
        here.looks_right()


def test_battle_odds_work_without_a_script(without_script):
    page = without_script("/helpers/arcs/battle/?a-whole=3&d-whole=1")
    page.locator("#id_m1-assault").fill("3")
    page.get_by_role("button", name="Count").click()
    expect(page.locator(".spread").first).to_contain_text("1+")
