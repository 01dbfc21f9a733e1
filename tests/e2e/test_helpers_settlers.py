"""Helpers for Imperial Settlers, the Inkas and the campaign, as somebody at the table uses them."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.pages import LAPTOP, PHONE

both_languages = pytest.mark.parametrize("language", ["en", "cs"])


def helper(visit, game, page, screen=PHONE, **more):
    """From the game's page by its link to the helper."""
    here = visit(screen, path=f"/games/{game}/", **more)
    here.follow(here.page.locator(f".helpers a[href*='{page}']"))
    return here, here.page


@pytest.mark.smoke
@both_languages
def test_a_game_alone_is_attacked_tap_by_tap(visit, language):
    here, page = helper(visit, "imperial_settlers", "solo", language=language)
    page.locator("#id_new-name").fill("Market")
    page.locator("#id_new-kind").select_option("action")
    page.locator("#id_new-one").select_option("gold")
    page.locator("#id_new-other").select_option("wood")
    page.locator("button[name=add]").click()
    expect(page.locator(".owned")).to_contain_text("Market")
    here.looks_right()
    for locations in ("1", "2"):
        page.locator("#more").click()
        expect(page.locator(".versus strong").first).to_have_text(locations)
    page.locator("#reveal-gold").click()
    page.locator("#collect-0").click()
    page.locator("#reveal-food").click()
    expect(page.locator("#last-wave")).to_contain_text("IS-14")
    page.locator("#reveal-wood").click()
    expect(page.locator("#last-wave .big")).to_contain_text("Market")
    expect(page.locator(".owned")).to_have_count(0)
    expect(page.locator(".line li")).to_have_count(3)
    expect(page.locator(".line li").last).to_contain_text(
        "Gold" if language == "en" else "Zlato"
    )
    here.looks_right()
    page.reload()
    expect(page.locator(".versus strong").last).to_have_text("1")
    page.locator("#last-wave .rule").first.click()
    expect(page.locator(".note:popover-open")).to_be_visible()


def test_a_wrong_tap_is_taken_back(visit):
    _here, page = helper(visit, "imperial_settlers", "solo")
    page.locator("#reveal-gold").click()
    expect(page.locator("#collect-1")).to_be_visible()
    page.get_by_role("link", name="Undo last step").click()
    expect(page.locator("#reveal-gold")).to_be_visible()


def test_the_rounds_are_gone_through_by_one_big_button(visit):
    here, page = helper(visit, "imperial_settlers", "rounds")
    big = page.locator(".headline .big")
    expect(big).to_contain_text("Round 1 of 5 · Lookout")
    for phase in ("Production", "Actions", "Clean-up", "Lookout"):
        page.locator("#onward").click()
        expect(big).to_contain_text(phase)
    expect(big).to_contain_text("Round 2 of 5")
    expect(page.locator(".headline")).to_contain_text("First player: B")
    here.looks_right()


def test_a_tap_before_the_answer_to_the_last_one_is_not_sent(visit):
    """Its address says where the page stood before, so its answer would undo the first tap."""
    _here, page = helper(visit, "imperial_settlers", "rounds")
    held = []
    page.route(re.compile(r"phase="), lambda route: held.append(route))
    with page.expect_request(re.compile(r"phase=production")):
        page.locator("#onward").click()
    page.locator(".phases a").last.click()
    for route in held:
        route.continue_()
    expect(page.locator(".headline .big")).to_contain_text("Production")
    assert len(held) == 1


@both_languages
def test_production_counts_along(visit, language):
    here, page = helper(visit, "imperial_settlers", "production", language=language)
    page.locator("#id_r-people").select_option("romans")
    expect(page.locator(".goods-list li")).to_have_count(5)
    expect(page).to_have_url(re.compile("r-people=romans"))
    page.locator("details summary").first.click()
    more = page.locator("#id_d-wood").locator("xpath=following-sibling::button")
    more.click()
    expect(page.locator(".goods-list li").nth(1)).to_contain_text("1 + 1")
    here.looks_right()


def test_what_razing_costs_is_one_choice_away(visit):
    here, page = helper(visit, "imperial_settlers", "raze")
    page.locator("#id_t-what").select_option("common")
    page.locator("#id_t-guarded").check()
    expect(page.locator("#result .versus strong")).to_contain_text("3")
    here.looks_right()
    page.locator("#id_t-tokens").fill("many")
    expect(page.locator("#id_t-tokens_error")).to_contain_text("3+6+2")


@both_languages
def test_a_roll_is_one_tap(visit, language):
    here, page = helper(visit, "inkas", "dice", language=language)
    for roll in (7, 12, 6):
        page.locator(f"#roll-{roll}").click()
        expect(page).to_have_url(re.compile(f"{'23456789abc'[roll - 2]}$"))
    expect(page.locator(".facts strong").first).to_have_text("3")
    expect(page.locator(".facts strong").last).to_have_text("2")
    # A part that just came is ordinary links for a moment, and these load a whole page.
    expect(page.locator(".htmx-added, .htmx-settling")).to_have_count(0)
    page.locator("#roll-7").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".facts strong").first).to_have_text("4")
    expect(page.locator("#roll-7")).to_be_focused()
    here.looks_right()


def test_a_tribe_at_its_peak_shows_what_to_do(visit):
    here, page = helper(visit, "inkas", "tribes")
    first = page.locator("#board-0")
    page.locator("#village-0").click()
    expect(first.locator(".owner strong")).to_have_text("3")
    page.locator("#city-0").click()
    expect(first.locator(".owner strong")).to_have_text("5")
    expect(first.locator(".steps li")).to_have_count(6)
    here.looks_right_by_day_and_by_night()


def test_the_arbiter_counts_along(visit):
    here, page = helper(visit, "inkas", "advantages")
    page.locator("#name1").fill("Bára")
    page.locator("#id_s1-route").fill("4")
    page.locator("#id_s1-hand").fill("9")
    expect(page.locator("#result .big").first).to_have_text("Bára")
    expect(page.locator(".hands li").nth(1)).to_contain_text("−4")
    here.looks_right()


def test_the_bank_says_which_trades_build_something(visit):
    here, page = helper(visit, "inkas", "bank")
    page.locator("#id_h-wood").fill("4")
    expect(page.locator(".offer").first).to_contain_text("3 × Wood → 1")
    here.looks_right()


def test_runs_and_pairs_are_counted_by_taps(visit):
    here, page = helper(visit, "rise_of_empire", "counters")
    for run, colour in enumerate(("brown", "colony", "brown"), start=1):
        page.locator(f"#built-{colour}").click()
        expect(page.locator("#built .tokens .full")).to_have_count(run)
    expect(page.locator("#built .big")).to_contain_text("Three in a row")
    for _build in range(2):
        page.locator("#pair-gold").get_by_role("link", name="gold: built").click()
        expect(page.locator("#pair-gold")).to_contain_text(f"locations {_build + 1}")
    expect(page.locator("#pair-gold")).to_contain_text("It pays now")
    here.looks_right()


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_upkeep_is_planned_from_boxes_and_supply(visit, screen):
    here, page = helper(visit, "rise_of_empire", "upkeep", screen)
    page.get_by_role("button", name="Wood", exact=True).click()
    expect(page.locator(".owned li")).to_have_count(1)
    expect(page.locator("#result .big")).to_contain_text("You can't pay all upkeep yet")
    page.locator("#id_has-gold").fill("1")
    expect(page.locator("#result .big")).to_contain_text("You can pay all upkeep.")
    here.looks_right()
