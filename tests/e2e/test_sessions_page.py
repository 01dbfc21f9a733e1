"""The page of a session on phones of every width, for one to six people."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.log.record import record
from companion.sessions.services import session_state, start_session
from companion.tables.models import Account, Membership, Person, Table
from scoring.games import GAMES
from tests.e2e.pages import PHONE
from tests.e2e.taps import Taps
from tests.seated import SIX

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.seated"),
]
LONG = "Nejjasnější císařovna Maximiliána"
# What sticks out of the strip or the result, or of the screen.
CUT = """() => {
    const wide = document.documentElement.clientWidth;
    return [...document.querySelectorAll("#standings a, #standings strong, #standings .letter, .score-table td, .score-table th")]
        .filter((one) => {
            const box = one.getBoundingClientRect();
            const hidden = one.scrollWidth > one.clientWidth + 1 && one.matches("strong, td");
            return box.right > wide + 0.5 || box.left < -0.5 || hidden;
        }).map((one) => one.outerHTML);
}"""


@pytest.fixture
def six(monkeypatch):
    monkeypatch.setitem(GAMES, "six", SIX)


def crowd(players):
    cells = {f"name{seat}": f"{LONG} {seat}" for seat in range(players)}
    cells |= {f"1s{seat}-clan": LONG for seat in range(players)}
    return cells | {f"1s{seat}-stones": str(100 + seat) for seat in range(players)}


@pytest.mark.parametrize("players", range(1, 7))
def test_strip_and_result_fit_every_phone_whatever_people_are_called(
    visit, six, players
):
    session = start_session(game="six", players=players, cells=crowd(players))
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    for width in (320, 360, 390):
        here.page.set_viewport_size({"width": width, "height": 740})
        here.fits()
        here.page.wait_for_function(
            f"() => document.fonts.status === 'loaded' && !({CUT})().length"
        )
        strip = here.page.locator("#standings").bounding_box()
        assert strip
        assert strip["height"] <= 64
        assert strip["x"] + strip["width"] <= width


# Names of the result's head of which something can't be read.
SHORTENED = """() => [...document.querySelectorAll(".score-table thead .name")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.textContent)"""


# Names above which there is no room for an accent on a capital letter.
BEHEADED = """() => [...document.querySelectorAll(":is(#standings, .score-table thead) .name")]
    .filter((one) => {
        const letters = document.createRange();
        letters.selectNodeContents(one.querySelector(".word") || one);
        const room = letters.getBoundingClientRect().top - one.getBoundingClientRect().top;
        return one.clientWidth > 1 && room < 0.1 * parseFloat(getComputedStyle(one).fontSize);
    }).map((one) => one.textContent)"""


def test_a_hacek_on_a_capital_letter_is_not_cut_off(visit, six):
    cells = {"name0": "Žofie", "name1": "Řehoř", "name2": "Ďáblík"}
    session = start_session(game="six", players=3, cells=cells)
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    expect(here.page.locator("#standings .name").first).to_have_text("Žofie")
    assert here.page.evaluate(BEHEADED) == []


def test_the_question_before_finishing_goes_once_the_tie_is_broken(visit):
    keys = ("track", "common", "faction")
    cells = {f"1s{seat}-{key}": "1" for seat in range(2) for key in keys}
    session = start_session(game="imperial_settlers", players=2, cells=cells)
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    page.locator("#result button[value=finish]").evaluate("button => button.click()")
    box = page.locator(".unentered")
    expect(box.locator("li")).to_have_count(2)
    entries = page.evaluate("history.length")
    for seat in range(2):
        page.locator("#standings a").nth(seat).click()
        for field in page.locator(f"[id='1s{seat}'] .tie .field.asked input").all():
            field.fill(str(seat))
            field.blur()
        expect(box.locator("li")).to_have_count(1 - seat)
    expect(box).to_have_count(0)
    assert page.evaluate("history.length") == entries  # Back leads out of the page


def test_a_page_the_browser_kept_learns_that_the_game_is_finished(visit):
    session = start_session(game="imperial_settlers", cells={"1s0-track": "1"})
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    stream = f"**{reverse('session-live', args=[session.token])}*"
    here.page.route(stream, lambda _route: None)  # it says nothing, as while asleep
    here.page.reload()
    expect(here.page.locator("#entries")).to_have_count(1)
    record(session, kind="finish", data={}, client_id=uuid4())
    back = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    here.page.evaluate(back)
    expect(here.page.locator("#entries")).to_have_count(0)
    here.page.unroute(stream)


def test_six_names_are_readable_above_their_columns(visit, six):
    names = ("Anna", "Bára", "Cyril Novák", "Dana", "Emil", "Františka")
    cells = {f"name{seat}": name for seat, name in enumerate(names)}
    session = start_session(game="six", players=6, cells=cells)
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    for width in (320, 390):
        here.page.set_viewport_size({"width": width, "height": 740})
        expect(here.page.locator(".score-table thead .name")).to_have_count(6)
        assert here.page.evaluate(SHORTENED) == []
        here.fits()


# Words of the result's head that stand on more than one line.
BROKEN = """() => [...document.querySelectorAll(".score-table thead .word")]
    .filter((one) => one.getClientRects().length > 1 || one.getBoundingClientRect().height > 24)
    .map((one) => one.textContent)"""
IS_WHOLE = """(button, words) => {
  button.textContent = words;
  return button.scrollWidth <= button.clientWidth;
}"""


def test_no_name_of_four_is_broken_and_a_long_one_keeps_the_button_one_line_high(visit):
    names = ("Anna", LONG, "Maxmilián Novák", "Františka")
    cells = {f"name{seat}": name for seat, name in enumerate(names)}
    session = start_session(game="imperial_settlers", players=4, cells=cells)
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    page = here.page
    page.set_viewport_size({"width": 320, "height": 740})
    expect(page.locator(".score-table thead .word")).to_have_count(7)
    assert page.evaluate(BROKEN) == []
    page.locator("[name='1s0-faction']").focus()
    button = page.locator("[data-next]")
    expect(button).to_have_text(f"{LONG} ›")
    box = button.bounding_box()
    assert box
    assert box["height"] <= 48
    assert box["width"] <= 0.7 * 320
    here.fits()
    assert button.evaluate(IS_WHOLE, "Ukončit partii")  # the longest of our own words


def test_every_row_of_the_result_opens_its_rule(visit, six):
    session = start_session(game="six", players=4, cells=crowd(4))
    here = visit(PHONE, path=reverse("session", args=[session.token]))
    rows = here.page.locator("#result .why")
    for number in range(rows.count()):
        rows.nth(number).click()
        expect(here.page.locator(".note:popover-open")).to_contain_text("SIX-1")
        here.page.keyboard.press("Escape")


@pytest.fixture
def table():
    table = Table.objects.create(name="Friday")
    account = Account.objects.create_user("Olga", password="correct horse")
    Membership.objects.create(table=table, account=account, role="organiser")
    for name in ("Anna", "Bára", "Cyril", "David", "Emil"):
        Person.objects.create(table=table, name=name)
    return table


@pytest.fixture
def at_table(visit, table):
    """A session of the table on an organiser's phone."""

    def open_session(game="imperial_settlers", **more):
        session = start_session(game=game, table=table, **more)
        account = Account.objects.get(username="Olga")
        path = reverse("session", args=[session.token])
        return visit(PHONE, path=path, account=account), session

    return open_session


def chip(page, name):
    return page.locator("#lineup .suggested").get_by_role("button", name=name)


def seats(page):
    return page.locator("#standings .name")


def state_of(session):
    session.refresh_from_db()
    return session_state(session)


def test_chips_set_the_number_of_players_and_the_line_up_stays_open(at_table):
    here, session = at_table()
    page = here.page
    for number, name in enumerate(("Anna", "Bára", "Cyril", "David"), start=1):
        chip(page, name).click()
        expect(chip(page, name)).to_have_attribute("aria-pressed", "true")
        expect(chip(page, name)).to_be_focused()
        expect(seats(page)).to_have_count(max(2, number))
        expect(page.locator("#lineup")).to_have_attribute("open", "")
    expect(chip(page, "Emil")).to_be_disabled()
    assert state_of(session).names == ("Anna", "Bára", "Cyril", "David")
    chip(page, "Bára").click()
    expect(seats(page)).to_have_text(["Anna", "Cyril", "David"])
    expect(page.locator("#lineup")).to_have_attribute("open", "")
    assert state_of(session).players == 3
    chip(page, "Emil").click()
    expect(seats(page)).to_have_text(["Anna", "Cyril", "David", "Emil"])
    expect(page.locator("#name3")).to_have_value("Emil")
    here.fits()
    here.accessible()


def test_another_number_of_players_keeps_line_up_focus_and_what_is_typed(at_table):
    here, session = at_table(cells={"name0": "Anna", "name1": "Bára"})
    page = here.page
    page.locator("#lineup > summary").click()
    page.locator("#place").evaluate("one => one.closest('details').open = true")
    page.locator("#name1").fill("Barbora")
    page.locator("#players-4").click()
    expect(seats(page)).to_have_count(4)
    expect(page.locator("#lineup")).to_have_attribute("open", "")
    expect(page.locator("#players-4")).to_be_focused()
    expect(page.locator("#name1")).to_have_value("Barbora")
    expect(seats(page).nth(1)).to_have_text("Barbora")
    assert state_of(session).names == ("Anna", "Barbora", "", "")


def test_a_name_that_is_typed_stands_in_the_heading_of_the_line_up(at_table):
    here, _session = at_table()
    page = here.page
    page.locator("#name1").fill("Bára")
    page.locator("#name1").press("Enter")
    expect(page.locator("#lineup > summary > span")).to_have_text("Player 1, Bára")


def test_a_name_that_is_nearly_somebodys_is_asked_about_and_taken_with_one_tap(
    at_table,
):
    here, session = at_table()
    page = here.page
    page.locator("#name1").fill("Cyrill")
    page.locator("#name1").press("Enter")
    expect(page.locator("#near-names")).to_contain_text("Cyrill: is this Cyril?")
    here.fits()
    here.accessible()
    page.get_by_role("button", name="Yes, Cyril").click()
    expect(page.locator("#name1")).to_have_value("Cyril")
    expect(page.locator("#near-names")).not_to_contain_text("is this")
    assert state_of(session).names[1] == "Cyril"


def test_the_words_of_a_field_stay_where_they_were_once_it_is_saved(at_table):
    here, _session = at_table()
    field = here.page.locator("[id='1s0'] > .fields .field.count").first
    before = field.locator("label").bounding_box()
    field.locator("input").fill("4")
    field.locator("input").press("Enter")
    expect(field).to_have_class(re.compile("is-saved"))
    assert field.locator("label").bounding_box()["width"] == before["width"]


def test_the_button_always_offers_the_next_thing(at_table):
    here, session = at_table(
        game="inkas",
        cells={f"name{n}": x for n, x in enumerate(("Anna", "Bára", "Cyril"))},
    )
    page = here.page
    button = page.locator("[data-next]")
    expect(button).to_have_text("Next ›")
    button.click()
    expect(page.locator("[name='1s0-first']")).to_be_focused()
    for name, typed in (("first", "4"), ("second", "4"), ("third", "3")):
        expect(page.locator(f"[name='1s0-{name}']")).to_be_focused()
        page.keyboard.type(typed)
        if typed == "3":
            expect(button).to_have_text("Bára ›")
        page.keyboard.press("Enter")
    cells = ("1s1-first", "1s1-second", "1s1-third", "1s2-first", "1s2-second")
    for cell, typed in zip(cells, "42030", strict=True):
        expect(page.locator(f"[name='{cell}']")).to_be_focused()
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(page.locator("[name='1s2-third']")).to_be_focused()
    expect(button).to_have_text("Result ›")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(button).to_have_text("Finish game")
    expect(page.locator("#result .headline")).to_be_in_viewport()
    here.fits()
    here.accessible()
    here.follow(button)
    assert state_of(session).finished


def test_a_list_is_walked_through_with_the_keys_and_enter_goes_on(at_table):
    here, session = at_table(cells={"name0": "Anna", "name1": "Bára"})
    page = here.page
    faction = page.locator("[id='1s0']").get_by_label("Faction", exact=True)
    options = faction.locator("option").all_text_contents()
    faction.focus()
    for option in options[1:4]:
        page.keyboard.press("ArrowDown")
        expect(faction.locator("option:checked")).to_have_text(option)
        expect(faction).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[name='1s0-track']")).to_be_focused()
    expect(page.locator("[id='1s0'] .field.is-saved")).to_have_count(1)
    expect(faction.locator("option:checked")).to_have_text(options[3])
    assert len(state_of(session).entered) == 1


def test_a_reload_keeps_the_seat_one_was_at(at_table):
    here, _session = at_table(
        cells={"name0": "Anna", "name1": "Bára", "name2": "Cyril"}, players=3
    )
    page = here.page
    page.locator("#standings a").nth(2).click()
    expect(page.locator("[id='1s2']")).to_be_visible()
    page.reload()
    expect(page.locator("[id='1s2']")).to_be_visible()
    expect(page.locator("[id='1s0']")).to_be_hidden()
    assert re.search("Cyril", page.locator("[id='1s2'] legend").inner_text())


MOST_TAPS = 24
FACTIONS = ("Romans", "Barbarians", "Egyptians", "Japanese")
COUNTS = ("41", "6", "9"), ("40", "5", "8"), ("33", "7", "7"), ("28", "4", "10")


def test_four_people_of_a_table_and_their_factions_take_at_most_24_taps(visit, table):
    account = Account.objects.get(username="Olga")
    here = visit(PHONE, path=reverse("table", args=[table.pk]), account=account)
    page, fingers = here.page, Taps(here.page)
    with page.expect_navigation():
        fingers.tap(page.get_by_role("button", name=re.compile("Imperial Settlers")))
    for number, name in enumerate(("Anna", "Bára", "Cyril", "David"), start=1):
        fingers.tap(chip(page, name))
        expect(seats(page)).to_have_count(max(2, number))
        expect(chip(page, name)).to_have_attribute("aria-pressed", "true")
    fingers.tap(page.locator("[data-next]"))
    for number, (faction, own) in enumerate(zip(FACTIONS, COUNTS, strict=True)):
        card = page.locator(f"[id='1s{number}']")
        fingers.choose(card.get_by_label("Faction", exact=True), faction)
        for typed in own:
            fingers.type(typed)
    button = page.locator("[data-next]")
    expect(button).to_have_text("Finish game")
    expect(page.locator("#result .big")).to_have_text("Anna wins with 65")
    with page.expect_navigation():
        fingers.tap(button)
    session = table.sessions.get()
    assert session_state(session).finished
    assert [one.total for one in session.seats.all()] == [65, 61, 54, 52]
    assert fingers.taps <= MOST_TAPS, fingers.taps


MOST_TAPS_A_CHAPTER = 15
CHAPTER = (("3", "2"), ("2", "4"), ("1", "0"), ("0", "1"))


def declare(page, fingers, *ambitions):
    for place, ambition in enumerate(ambitions):
        row = page.locator(".tally[open] .picks").nth(place)
        fingers.tap(row.get_by_role("button", name=ambition))
        expect(row.get_by_role("button", name=ambition)).to_be_focused()
        expect(page.locator("#save-state")).to_have_class("saved")


def test_a_chapter_of_arcs_with_four_players_takes_at_most_15_taps(at_table):
    cells = {f"name{n}": x for n, x in enumerate(("Anna", "Bára", "Cyril", "David"))}
    here, session = at_table(game="arcs", players=4, cells=cells)
    page, fingers = here.page, Taps(here.page)
    button = page.locator("[data-next]")
    declare(page, fingers, "Tycoon", "Warlord")
    expect(button).to_have_text("Anna ›")
    fingers.tap(button)
    expect(page.locator("[name='1s0-tycoon']")).to_be_focused()
    for own in CHAPTER:
        for typed in own:
            fingers.type(typed)
    expect(page.locator("#result .big")).to_have_text("Anna leads with 7")
    # Whoever won an ambition alone says how many cities are left on their board.
    fingers.tap(page.locator("#standings a").nth(1))
    fingers.fill(page.locator("[name='1s1-cities']"), "0")
    expect(page.locator("#standings strong").nth(1)).to_have_text("11")
    expect(button).to_have_text("Chapter 2 ›")
    with page.expect_navigation():
        fingers.tap(button)
    assert fingers.taps <= MOST_TAPS_A_CHAPTER, fingers.taps
    assert state_of(session).cells["2s1-cities"] == "0"


def test_what_stayed_on_a_board_counts_again_with_one_tap(at_table):
    cells = {"name0": "Anna", "name1": "Bára", "name2": "Cyril", "1b-first": "tycoon"}
    cells |= {"1s0-tycoon": "3", "1s1-tycoon": "2", "1s2-tycoon": "0"}
    here, session = at_table(game="arcs", players=3, tallies=2, cells=cells)
    page = here.page
    declare(page, Taps(page), "Tycoon")
    page.locator("[data-next]").click()
    own = page.locator("[name='2s0-tycoon']")
    expect(own).to_be_focused()
    expect(own).to_have_value("")
    page.keyboard.press("Enter")
    expect(own).to_have_value("3")
    bara = page.locator("[name='2s1-tycoon']")
    expect(bara).to_be_focused()
    page.get_by_role("button", name="As before: 2").click()
    expect(bara).to_have_value("2")
    expect(page.locator("#standings strong").first).to_have_text("10")
    assert state_of(session).cells["2s0-tycoon"] == "3"
    assert "2s2-tycoon" not in state_of(session).cells
    here.fits()
    here.accessible()
