"""Scoring a game the way people do, from the home page."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.pages import LAPTOP, OFFLINE, PHONE

both_screens = pytest.mark.parametrize(
    "screen", [PHONE, LAPTOP], ids=["phone", "laptop"]
)
both_languages = pytest.mark.parametrize("language", ["en", "cs"])
WORDS = {
    "en": {
        "settlers": "Imperial Settlers",
        "track": "Points on the track",
        "common": "Common locations",
        "faction": "Faction locations",
        "wins": "Anna leads with 65",
        "declared": "Declared first",
        "tycoon": "Tycoon",
        "fuel": "Fuel tokens",
        "front": "Anna leads with 5",
        "chapter": "Chapter 2",
        "problem": "5 resource tokens, but only 3 slots.",
    },
    "cs": {
        "settlers": "Settlers: Zrod impéria",
        "track": "Body na počítadle",
        "common": "Běžné lokace",
        "faction": "Frakční lokace",
        "wins": "Vede Anna: 65",
        "declared": "Vyhlášena první",
        "tycoon": "Magnát",
        "fuel": "Žetony paliva",
        "front": "Vede Anna: 5",
        "chapter": "Kapitola 2",
        "problem": "Žetonů zdrojů: 5, ale polí jen 3.",
    },
}


def count(here, game):
    """To the page that counts a game without keeping it."""
    here.page.locator(".counting > summary").click()
    here.follow(here.page.locator(".counting").get_by_role("link", name=game))


def settlers(visit, screen=PHONE):
    return visit(screen, path="/games/imperial_settlers/").page


def seat(page, number):
    return page.locator(f"fieldset.seat >> nth={number}")


@pytest.mark.smoke
@both_screens
@both_languages
def test_an_imperial_settlers_game_is_scored_from_the_home_page(
    visit, screen, language
):
    here, words = visit(screen, language), WORDS[language]
    page = here.page
    count(here, words["settlers"])
    anna = seat(page, 0)
    anna.locator("#name0").fill("Anna")
    anna.get_by_label(words["track"], exact=True).fill("20+21")
    anna.get_by_label(words["common"], exact=True).fill("6")
    anna.get_by_label(words["faction"], exact=True).fill("9")
    seat(page, 1).get_by_label(words["track"], exact=True).fill("40")
    expect(page.locator("#result .big")).to_have_text(words["wins"])
    expect(page.locator("#standings li").first).to_contain_text("65")
    expect(page).to_have_url(re.compile(r"1s0-track=20%2B21"))
    page.reload()
    expect(page.locator("#result .big")).to_have_text(words["wins"])
    expect(anna.get_by_label(words["track"], exact=True)).to_have_value("20+21")
    here.looks_right()


@both_screens
@both_languages
def test_an_arcs_chapter_is_scored_and_the_next_one_begun(visit, screen, language):
    here, words = visit(screen, language), WORDS[language]
    page = here.page
    count(here, "Arcs")
    here.follow(page.get_by_role("button", name="3", exact=True))
    declared = page.get_by_role("group", name=words["declared"])
    declared.get_by_role("button", name=words["tycoon"]).click()
    seat(page, 0).locator("#name0").fill("Anna")
    seat(page, 0).locator(".apart > summary").click()
    fuel = seat(page, 0).get_by_label(words["fuel"], exact=True)
    more = fuel.locator("xpath=following-sibling::button")
    for _press in range(3):
        more.click()
    expect(fuel).to_have_value("3")
    expect(page.locator("#result .big")).to_have_text(words["front"])
    more.click()
    more.click()
    expect(page.locator("#result .problems")).to_contain_text(words["problem"])
    here.accessible()
    fuel.fill("3")
    expect(page.locator("#result .problems")).to_have_count(0)
    here.follow(page.get_by_role("button", name=words["chapter"]))
    expect(page.locator("#tally-2")).to_have_attribute("open", "")
    expect(page.locator("#standings li").first).to_contain_text("5")
    here.looks_right()


@both_languages
def test_home_and_every_game_are_accessible(visit, language):
    here = visit(PHONE, language)
    here.looks_right_by_day_and_by_night()
    links = here.page.locator(".counting a").evaluate_all("all => all.map(a => a.href)")
    assert len(links) == 6  # and the blank empire sheets
    for link in links:
        here.page.goto(link)
        here.looks_right_by_day_and_by_night()


def test_a_mistake_is_named_beside_its_cell_and_nothing_is_lost(visit):
    page = settlers(visit)
    track = seat(page, 0).get_by_label("Points on the track")
    seat(page, 1).get_by_label("Points on the track").fill("12")
    track.fill("forty")
    expect(page.locator("#id_1s0-track_error")).to_contain_text("3+6+2")
    expect(track).to_have_attribute("aria-invalid", "true")
    expect(track).to_have_value("forty")
    expect(page.locator("#standings li").nth(1)).to_contain_text("12")
    page.reload()
    expect(track).to_have_value("forty")
    expect(page.locator("#id_1s0-track_error")).to_contain_text("3+6+2")
    track.fill("40")
    expect(page.locator("#id_1s0-track_error")).to_be_empty()


def test_the_rule_of_a_row_is_one_tap_away(visit):
    page = settlers(visit)
    seat(page, 0).get_by_label("Faction locations", exact=True).fill("9")
    row = page.get_by_role("button", name=re.compile("Faction locations, 2 each"))
    expect(page.locator("#standings li").first).to_contain_text("18")
    row.click()
    note = page.locator(".note:popover-open")
    expect(note).to_contain_text("9 × 2")
    expect(note).to_contain_text("p. 7")
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)


def test_a_tie_asks_for_what_decides_it(visit):
    page = settlers(visit)
    hand = seat(page, 0).get_by_label("Cards in hand")
    expect(hand).to_be_hidden()
    for number in (0, 1):
        seat(page, number).get_by_label("Points on the track").fill("40")
        seat(page, number).get_by_label("Common locations", exact=True).fill("0")
        seat(page, number).get_by_label("Faction locations", exact=True).fill("0")
    expect(page.locator("#result .big")).to_have_text("Tied at 40: Player 1, Player 2")
    for number in (0, 1):
        tie = seat(page, number).locator(".tie")
        expect(tie).to_be_visible()  # asked once nothing else is missing
        for field in tie.locator("input").filter(visible=True).all():
            field.fill("4" if number else "5")
    won = page.locator("#result .headline")
    expect(won).to_contain_text("Player 1 wins with 40")
    expect(won).to_contain_text("Tiebreak: more goods left, 10 to 8")


def test_enter_moves_on_and_arrows_count(visit):
    page = settlers(visit)
    address = page.url
    track = seat(page, 0).get_by_label("Points on the track")
    track.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(track).to_have_value("1")
    page.keyboard.press("Enter")
    expect(seat(page, 0).get_by_label("Common locations", exact=True)).to_be_focused()
    assert page.url.split("?")[0] == address


def test_a_longer_press_counts_on(visit):
    page = settlers(visit, LAPTOP)
    track = seat(page, 0).get_by_label("Points on the track")
    button = track.locator("xpath=following-sibling::button")
    button.hover()
    page.mouse.down()
    expect(track).to_have_value(re.compile(r"^([5-9]|\d\d+)$"))
    page.mouse.up()


def test_another_faction_can_be_typed(visit):
    page = settlers(visit)
    typed = seat(page, 0).get_by_label("another name")
    expect(typed).to_be_hidden()
    seat(page, 0).get_by_label("Faction", exact=True).select_option("?")
    typed.fill("Atlanteans")
    expect(page).to_have_url(re.compile("Atlanteans"))
    page.reload()
    expect(typed).to_have_value("Atlanteans")


def test_the_language_is_remembered_and_keeps_what_was_entered(visit):
    page = settlers(visit)
    seat(page, 0).get_by_label("Points on the track").fill("40")
    expect(page).to_have_url(re.compile("1s0-track=40"))
    page.get_by_role("button", name="Česky").click()
    expect(seat(page, 0).get_by_label("Body na počítadle")).to_have_value("40")
    page.goto(page.url.split("/games")[0])
    expect(page.locator("html")).to_have_attribute("lang", "cs")


def test_a_sleeping_laptop_is_named_and_asked_again(visit):
    here = visit(path="/games/imperial_settlers/")
    page = here.page
    notice = page.locator("#unreachable")
    expect(notice).to_be_hidden()
    here.allows(OFFLINE)
    page.context.set_offline(True)
    seat(page, 0).get_by_label("Points on the track").fill("40")
    expect(notice).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#standings li").first).to_contain_text("40")
    expect(notice).to_be_hidden()
