"""Scoring a game at the table and keeping it, on a phone in a real browser."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.log.record import rebuild
from companion.sessions.models import GameSession
from companion.sessions.services import session_state, start_session
from scoring.games import GAMES
from tests.e2e.pages import LAPTOP, OFFLINE, PHONE
from tests.e2e.taps import Taps

pytestmark = pytest.mark.django_db(transaction=True)
MOST_TAPS = 45


def seat(page, number, tally=1):
    return page.locator(f"[id='{tally}s{number}']")


def game(page, name):
    return page.get_by_role("button", name=re.compile(name))


def saved(page):
    expect(page.locator("#save-state")).to_have_class("saved")


def kept(page):
    return GameSession.objects.get(
        token=page.url.split("#")[0].rstrip("/").split("/")[-1]
    )


def finish(here):
    """Presses the one button that says so: in the result, or below it once everything is entered."""
    button = here.page.get_by_role("button", name="Finish game")
    expect(button).to_have_count(1)
    here.follow(button)


def begin(here, name, *players):
    """From the home page into a session of a game with these people."""
    page, fingers = here.page, Taps(here.page)
    here.follow(game(page, name))
    if len(players) != 2:
        page.get_by_role("button", name=str(len(players)), exact=True).click()
        expect(page.locator("#standings li")).to_have_count(len(players))
    page.locator("#name0").focus()
    fingers.taps += 2 + (len(players) != 2)
    for player in players:
        fingers.type(player)
    saved(page)
    return fingers


def test_imperial_settlers_with_four_people_takes_at_most_45_taps(visit):
    here = visit(PHONE)
    page = here.page
    fingers = begin(here, "Imperial Settlers", "Anna", "Bára", "Cyril", "Dana")
    factions = ("Romans", "Barbarians", "Egyptians", "Japanese")
    counts = ("20+21", "6", "9"), ("40", "5", "8"), ("33", "7", "7"), ("28", "4", "10")
    for number, (faction, own) in enumerate(zip(factions, counts, strict=True)):
        card = seat(page, number)
        expect(card).to_be_visible()
        fingers.choose(card.get_by_label("Faction", exact=True), faction)
        expect(card.get_by_label("Points on the track")).to_be_focused()
        for typed in own:
            fingers.type(typed)
    expect(page.locator("#result .big")).to_have_text("Anna wins with 65")
    saved(page)
    here.accessible()
    finish(here)
    fingers.taps += 1
    expect(page.locator("#result .big")).to_have_text("Anna wins with 65")
    assert fingers.taps <= MOST_TAPS, fingers.taps
    assert fingers.characters <= 50, fingers.characters
    session = kept(page)
    assert session_state(session).finished
    assert [one.total for one in session.seats.all()] == [65, 61, 54, 52]
    here.looks_right()


@pytest.mark.smoke
def test_a_finished_session_is_found_again_printed_opened_and_played_once_more(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Imperial Settlers", "Anna", "Bára")
    seat(page, 0).get_by_label("Points on the track").fill("12")
    page.keyboard.press("Enter")
    saved(page)
    finish(here)
    expect(page.locator(".unentered")).to_contain_text("5 fields are empty")
    here.accessible()
    here.looks_right()
    here.follow(page.get_by_role("button", name="Finish anyway"))
    page.goto(here.server)
    page.get_by_role("link", name=re.compile("Anna")).click()
    expect(page.locator("#result .big")).to_have_text("Anna wins with 12")
    paper = page.get_by_role("link", name="Print the result, A4")
    kind = "async (path) => (await fetch(path)).headers.get('content-type')"
    assert page.evaluate(kind, paper.get_attribute("href")) == "application/pdf"
    page.locator(".reopening summary").click()
    here.follow(page.get_by_role("button", name="Reopen for everyone"))
    expect(seat(page, 0).get_by_label("Points on the track")).to_have_value("12")
    finish(here)
    here.follow(page.get_by_role("button", name="Finish anyway"))
    here.follow(page.get_by_role("button", name="Rematch"))
    expect(page.locator("#standings")).to_contain_text("Anna")
    expect(page.locator("#standings")).to_contain_text("Bára")
    expect(seat(page, 0).get_by_label("Points on the track")).to_have_value("")
    here.follow(page.get_by_role("link", name="History"))
    expect(page.locator(".acts > li")).to_have_count(0)
    here.accessible()


def test_finishing_leads_to_a_field_that_was_refused(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Imperial Settlers", "Anna", "Bára")
    seat(page, 0).get_by_label("Points on the track").fill("12")
    page.keyboard.press("Enter")
    saved(page)
    here.allows("status of 422")
    field = page.locator("#id_1s0-common")
    field.fill("x")
    page.keyboard.press("Enter")
    said = page.locator("#save-state")
    expect(said).to_have_text("Not saved: Anna · Common locations")
    page.get_by_role("button", name="Finish game").click()
    expect(field).to_be_focused()
    expect(said).to_have_text("Fix this first: Anna · Common locations")
    expect(page.locator(".unentered")).to_have_count(0)
    page.locator("#standings a").nth(1).click()
    expect(field).to_be_hidden()
    said.get_by_role("link").click()
    expect(field).to_be_focused()
    here.looks_right()


def test_finishing_with_an_impossible_count_names_it_and_leads_to_its_field(visit):
    cells = {"name0": "Anna", "name1": "Bára", "1s0-track": "20", "1s1-faction": "31"}
    session = start_session(game="imperial_settlers", cells=cells)
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    field = page.locator("#id_1s1-faction")
    for place in ("main > div.problems", "#result div.problems"):
        here.allows("status of 422")
        if place.startswith("main"):
            finish(here)
        wrong = page.locator(place)
        expect(wrong).to_contain_text("A faction deck has only 30 cards.")
        expect(field).to_be_hidden()
        wrong.get_by_role("link", name="Bára · Faction locations").click()
        expect(field).to_be_focused()
        expect(field).to_be_in_viewport()
        page.locator("#standings a").first.click()
    here.looks_right()


@pytest.mark.parametrize("by", ["By player", "By category"])
def test_at_a_tie_the_button_leads_to_nobody_but_those_who_are_level(visit, by):
    names = ("Anna", "Bára", "Cyril", "David")
    cells = {f"name{seat}": name for seat, name in enumerate(names)}
    cells |= {"1b-reached": "action"}
    for seat_, track in enumerate(("20", "27", "21", "27")):
        cells |= {f"1s{seat_}-{key}": "4" for key in ("cards", "materials", "gold")}
        cells |= {f"1s{seat_}-track": track}
    session = start_session(game="empires_of_the_north", players=4, cells=cells)
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    page.get_by_role("button", name=by).click()
    onward = page.locator("[data-next]")
    for cell, typed in (
        ("1s1-workers", "2"),
        ("1s3-workers", "2"),
        ("1s3-hand", "3"),
        ("1s1-hand", "2"),
    ):
        onward.click()
        expect(page.locator(f"[name='{cell}']")).to_be_focused()
        page.keyboard.type(typed)
    onward.click()
    expect(onward).to_have_text("Finish game")
    expect(page.locator("#result .big")).to_have_text("David wins with 37")


@pytest.mark.smoke
def test_an_entry_is_taken_back_in_the_history(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Imperial Settlers", "Anna", "Bára")
    track = seat(page, 0).get_by_label("Points on the track")
    for value in ("12", "21"):
        track.fill(value)
        track.press("Enter")
        saved(page)
    page.get_by_role("link", name="History").click()
    expect(page.locator(".acts > li").first).to_contain_text("12 → 21")
    here.looks_right()
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".act.gone")).to_have_count(1)
    page.get_by_role("link", name=re.compile("Imperial Settlers")).first.click()
    expect(track).to_have_value("12")


def declare(page, tally, *ambitions):
    for place, ambition in zip(("first", "second", "third"), ambitions, strict=False):
        chapter = page.locator(f"#tally-{tally}")
        declared = chapter.get_by_role("group", name=f"Declared {place}")
        declared.get_by_role("button", name=ambition).click()
        expect(declared.get_by_role("button", name=ambition)).to_be_focused()
        saved(page)


def test_three_chapters_of_arcs_with_two_players_and_the_tokens_out_of_play(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Arcs", "Anna", "Bára")
    page.get_by_role("button", name="Frontiers").click()
    declare(page, 1, "Tycoon", "Warlord")
    seat(page, 0).get_by_label("Fuel and material").fill("3")
    seat(page, 0).get_by_label("Trophies").fill("2")
    page.keyboard.press("Enter")
    for _count in range(2):
        page.keyboard.type("0")
        page.keyboard.press("Enter")
    # Four tokens out of play are first in Tycoon, one is second in Warlord.
    expect(page.locator("#standings li").first).to_contain_text("6")
    expect(page.locator("#result .race")).to_contain_text("33")
    steps = page.locator("#result .steps")
    expect(steps).to_contain_text("Return all trophies")
    expect(steps).to_contain_text("2/0")
    saved(page)
    here.accessible()
    here.follow(page.get_by_role("button", name="Chapter 2 ›"))
    expect(page.locator("#tally-2 > summary")).to_contain_text("5/3 · 4/2 · 3/2")
    declare(page, 2, "Keeper")
    page.locator("#standings a").nth(1).click()
    seat(page, 1, 2).get_by_label("Relics").fill("1")
    page.keyboard.press("Enter")
    saved(page)
    expect(page.locator("#standings li").nth(1)).to_contain_text("5")
    here.follow(page.get_by_role("button", name="Chapter 3 ›"))
    declare(page, 3, "Empath", "Empath")
    page.locator("#standings a").nth(1).click()
    seat(page, 1, 3).get_by_label("Psionics").fill("1")
    page.keyboard.press("Enter")
    # One psionic token lies out of play too: a tie for first is a second place.
    expect(page.locator("#standings li").nth(1)).to_contain_text("11")
    saved(page)
    here.looks_right()
    assert rebuild(kept(page)) == 0


@pytest.mark.smoke
def test_a_game_of_inkas_to_eleven(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Inkas", "Anna", "Bára", "Cyril")
    for number in range(3):
        page.locator("#standings a").nth(number).click()
        seat(page, number).get_by_label("First tribe").fill("2")
        page.keyboard.press("Enter")
    page.locator("#standings a").first.click()
    seat(page, 0).get_by_label("First tribe").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#result .steps")).to_contain_text("Anna")
    seat(page, 0).get_by_label("Second tribe").fill("4")
    page.keyboard.press("Enter")
    expect(page.locator("#result .steps")).to_contain_text("INK-7")
    here.accessible()
    seat(page, 0).get_by_label("Third tribe").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("#result .big")).to_have_text("Anna wins with 11")
    expect(page.locator("#result .steps")).to_have_count(0)
    saved(page)
    finish(here)
    expect(page.locator("#result .big")).to_have_text("Anna wins with 11")
    here.accessible()


def test_a_click_counts_though_an_answer_comes_while_the_button_is_down(visit):
    here = visit(LAPTOP)
    page = here.page
    begin(here, "Imperial Settlers", "Anna", "Bára")
    for number in (0, 1):
        for entry in ("track", "common", "faction"):
            page.locator(f"[name='1s{number}-{entry}']").fill(str(7 - number))
    page.locator("#result").get_by_role("button", name="Finish game").hover()
    page.mouse.down()  # leaves the field, whose value is sent
    saved(page)
    with page.expect_navigation():
        page.mouse.up()
    assert session_state(kept(page)).finished


def enter(page, **values):
    """Types values into cells, each by its name in the form."""
    for cell, value in values.items():
        player, entry = cell[1], cell[3:]
        page.locator("#standings a").nth(int(player)).click()
        page.locator(f"[name='1s{player}-{entry}']").fill(value)
        page.keyboard.press("Enter")


@pytest.mark.smoke
def test_empires_of_the_north_is_decided_by_the_cards_in_the_empire(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Empires of the North", "Anna", "Bára")
    enter(page, s0_track="27", s0_cards="12", s0_materials="5", s0_gold="2")
    expect(page.locator("#standings li").first).to_contain_text("43")
    enter(page, s1_track="24", s1_cards="15", s1_materials="7", s1_gold="1")
    expect(page.locator("#result .missing")).to_contain_text("first reached")
    expect(page.locator("#result .big")).to_have_text("Tied at 43: Anna, Bára")
    page.locator("[data-next]").click()  # leads to what is missing
    phase = page.get_by_role("button", name="in this round's action phase")
    expect(phase).to_be_focused()
    phase.click()
    expect(page.locator("#result .big")).to_have_text("Bára wins with 43")
    expect(page.locator("#result .headline")).to_contain_text(
        "more cards in the empire, 15 to 12"
    )
    saved(page)
    here.looks_right()


@pytest.mark.smoke
def test_in_rise_of_the_empire_provinces_cost_and_unpaid_upkeep_costs_all(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Rise of the Empire", "Anna", "Bára")
    provinces = page.locator("[id='1s0'] .field", has=page.get_by_label("Provinces"))
    expect(provinces).to_contain_text("−5 each")
    enter(page, s0_track="30", s0_common="4", s0_faction="7", s0_provinces="1")
    expect(page.locator("#standings li").first).to_contain_text("43")
    enter(page, s1_track="60")
    expect(page.locator("#result .big")).to_have_text("Bára leads with 60")
    page.locator("[name='1s1-unpaid']").check()
    expect(page.locator("#result .big")).to_have_text("Anna leads with 43")
    saved(page)
    here.looks_right()


def test_two_browsers_write_into_one_session_and_nothing_is_lost(visit):
    one, two = visit(PHONE), visit(LAPTOP)
    begin(one, "Imperial Settlers", "Anna", "Bára")
    two.page.goto(one.page.url)
    labels = "Points on the track", "Common locations", "Faction locations"
    for number, label in enumerate(labels, start=1):
        seat(one.page, 0).get_by_label(label, exact=True).fill(str(number))
        seat(two.page, 1).get_by_label(label, exact=True).fill(str(10 * number))
    one.page.keyboard.press("Enter")
    two.page.keyboard.press("Enter")
    saved(one.page)
    saved(two.page)
    cells = session_state(kept(one.page)).entered
    assert sorted(cells.values()) == ["1", "10", "2", "20", "3", "30"]
    # What the other one entered comes along with the next thing saved here.
    one.page.locator("#standings a").first.click()
    seat(one.page, 0).get_by_label("Points on the track").fill("7")
    one.page.keyboard.press("Enter")
    expect(seat(one.page, 1).get_by_label("Points on the track")).to_have_value("10")


@pytest.mark.smoke
@pytest.mark.parametrize(("answer", "left"), [("Keep 4", "4"), ("Use 5", "5")])
def test_two_browsers_in_the_same_cell_are_asked_whose_it_is(visit, answer, left):
    one, two = visit(PHONE), visit(PHONE)
    begin(one, "Imperial Settlers", "Anna", "Bára")
    two.page.goto(one.page.url)
    two.allows("status of 409")
    track = "Points on the track"
    seat(one.page, 0).get_by_label(track).fill("4")
    one.page.keyboard.press("Enter")
    saved(one.page)
    seat(two.page, 0).get_by_label(track).fill("5")
    two.page.keyboard.press("Enter")
    button = two.page.get_by_role("button", name=answer)
    expect(button).to_be_visible()
    assert session_state(kept(one.page)).cells["1s0-track"] == "4"
    two.looks_right()
    button.click()
    expect(seat(two.page, 0).get_by_label(track)).to_have_value(left)
    two.page.reload()
    expect(seat(two.page, 0).get_by_label(track)).to_have_value(left)
    assert session_state(kept(one.page)).cells["1s0-track"] == left


@pytest.mark.smoke
def test_what_was_typed_while_the_laptop_slept_is_saved_when_it_wakes(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Imperial Settlers", "Anna", "Bára")
    here.allows(OFFLINE)
    page.context.set_offline(True)
    seat(page, 0).get_by_label("Points on the track").fill("40")
    page.keyboard.press("Enter")
    expect(page.locator("#unsaved")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#standings li").first).to_contain_text("40")
    expect(page.locator("#unsaved")).to_be_hidden()
    saved(page)


def test_a_mistake_is_named_beside_its_cell_and_stays_there(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Imperial Settlers", "Anna", "Bára")
    track = seat(page, 0).get_by_label("Points on the track")
    for wrong in ("forty", "-3", "1000000000"):
        track.fill(wrong)
        track.press("Enter")
        expect(page.locator("#save-state")).to_have_class("refused")
        expect(page.locator("[id='id_1s0-track_error']")).not_to_be_empty()
        expect(track).to_have_value(wrong)
        expect(track).to_have_attribute("aria-invalid", "true")
    here.accessible()
    track.fill("40")
    track.press("Enter")
    expect(page.locator("[id='id_1s0-track_error']")).to_be_empty()
    expect(page.locator("#standings li").first).to_contain_text("40")
    here.allows("status of 422")


def test_a_covered_result_waits_until_the_table_asks(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Imperial Settlers", "Anna", "Bára")
    here.follow(page.get_by_role("button", name="Hide scores"))
    seat(page, 0).get_by_label("Points on the track").fill("40")
    page.keyboard.press("Enter")
    saved(page)
    expect(page.locator("#standings li").first).not_to_contain_text("40")
    expect(page.locator("#result")).not_to_contain_text("40")
    here.accessible()
    page.locator("#result").get_by_role("button", name="Reveal scores").click()
    expect(page.locator(".podium li").first).to_contain_text("40")


@pytest.mark.smoke
def test_row_by_row_goes_through_the_players(visit):
    here = visit(PHONE)
    page = here.page
    begin(here, "Imperial Settlers", "Anna", "Bára")
    page.get_by_role("button", name="By category").click()
    page.locator("[data-next]").click()
    label = "Points on the track"
    for number in (0, 1):
        expect(seat(page, number).get_by_label("Faction", exact=True)).to_be_visible()
    page.locator("[data-next]").click()
    expect(seat(page, 0).get_by_label(label)).to_be_focused()
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    expect(seat(page, 1).get_by_label(label)).to_be_focused()
    here.looks_right()


def test_row_by_row_also_asks_for_what_holds_a_number_of_its_own(visit):
    """Cities on the board start at 5; who has built some would never be asked for them."""
    cells = {"name0": "Anna", "name1": "Bára", "1b-first": "tycoon"}
    session = start_session(game="arcs", players=2, cells=cells)
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page, onward = here.page, here.page.locator("[data-next]")
    page.get_by_role("button", name="By category").click()
    for number in (0, 1):
        onward.click()
        expect(page.locator(f"[name='1s{number}-tycoon']")).to_be_focused()
        page.keyboard.type("2")
    onward.click()
    expect(page.locator("[name='1s0-cities']")).to_be_focused()
    expect(page.locator("[name='1s1-cities']")).to_be_visible()
    onward.click()
    expect(page.locator("#result")).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_session_of_every_game_is_accessible(visit, screen, language):
    here = visit(screen, language)
    for each in GAMES.values():
        session = start_session(game=each.slug, players=max(2, each.players.start))
        here.page.goto(here.server + reverse("session", args=[session.token]))
        here.looks_right_by_day_and_by_night()
