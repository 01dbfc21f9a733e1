"""The end of a session in a real browser: once and only where it may move, shared, counted on paper."""

import re
from urllib.parse import urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.sessions.services import session_state, start_session
from companion.tables.models import Account, Membership, Person, Table
from scoring.games import GAMES
from tests.e2e.pages import LAPTOP, PHONE
from tests.e2e.taps import Taps
from tests.e2e.test_sessions_page import crowd
from tests.seated import SIX
from tests.sessions.pages import do

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.seated"),
]
MOST_TAPS = 10
MOVING = "document.getAnimations().length"
CUT_TEXT = """() => {
  const { scrollHeight, clientHeight } = document.getElementById("share-text");
  return scrollHeight - clientHeight;
}"""
DELAYS = "(all) => all.map((one) => parseFloat(getComputedStyle(one).animationDelay))"
SPILLED = """() => [...document.querySelectorAll(".podium *, .final-row *, .share > *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.right > document.documentElement.clientWidth + 0.5 || box.left < -0.5;
}).map((one) => one.outerHTML)"""


@pytest.fixture
def six(monkeypatch):
    monkeypatch.setitem(GAMES, "six", SIX)


@pytest.fixture
def table():
    table = Table.objects.create(name="Friday")
    for name in ("Anna", "Bára", "Cyril", "David"):
        Person.objects.create(table=table, name=name)
    account = Account.objects.create_user("Olga", password="correct horse")
    Membership.objects.create(table=table, account=account, role="organiser")
    return table


def olga():
    return Account.objects.get(username="Olga")


def played(table=None):
    cells = {
        "name0": "Anna",
        "name1": "Bára",
        "1s0-track": "40",
        "1s1-track": "51",
        "1s1-common": "3",
    }
    return start_session(game="imperial_settlers", table=table, cells=cells)


def finished(table=None):
    session = played(table)
    do(session, "finish")
    return session


def page_at(session, name="session"):
    return reverse(name, args=[session.token])


@pytest.mark.parametrize("players", [1, 2, 6])
def test_the_result_fits_every_screen_whatever_people_are_called(visit, six, players):
    session = start_session(game="six", players=players, cells=crowd(players))
    do(session, "finish")
    here = visit(PHONE, path=page_at(session))
    expect(here.page.locator(".podium li")).to_have_count(players)
    for width in (320, 390, 1280):
        here.page.set_viewport_size({"width": width, "height": 800})
        here.fits()
        assert here.page.evaluate(SPILLED) == []
        assert here.page.evaluate(CUT_TEXT) <= 1  # all three lines are read unscrolled
    here.looks_right_by_day_and_by_night()


def test_totals_count_up_once_and_a_reload_finds_them_as_they_ended(visit):
    here = visit(PHONE, path=page_at(finished()))
    page = here.page
    expect(page.locator(".podium strong").first).to_have_text("54")
    expect(page.locator(".podium strong").last).to_have_text("40")
    page.reload()
    expect(page.locator("#result.seen")).to_have_count(1)
    assert page.evaluate(MOVING) == 0


@pytest.mark.parametrize("players", [2, 4, 6])
def test_places_appear_from_the_last_to_the_first_and_what_tells_it_after_them(
    visit, six, players
):
    session = start_session(game="six", players=players, cells=crowd(players))
    do(session, "finish")
    page = visit(LAPTOP, path=page_at(session)).page
    assert page.locator("#result[data-fresh]").count() == 1
    delays = page.locator(".podium > li").evaluate_all(DELAYS)
    assert delays == sorted(delays, reverse=True)
    assert delays[-1] == 0
    assert len(set(delays)) == players
    after = page.locator("#result > .big, .at-the-end > :not(:first-child)")
    assert all(one > delays[0] for one in after.evaluate_all(DELAYS))


def test_nothing_moves_for_those_who_asked_for_it(visit):
    here = visit(PHONE, path=None)
    here.page.emulate_media(reduced_motion="reduce")
    here.page.goto(here.server + page_at(finished()))
    assert here.page.locator("#result[data-fresh]").count() == 1
    assert here.page.evaluate(MOVING) == 0
    expect(here.page.locator(".podium strong").first).to_have_text("54")
    here.page.emulate_media(reduced_motion="no-preference")


def test_everything_is_there_without_a_script(without_script):
    session = finished()
    page = without_script(page_at(session))
    expect(page.locator("#result .big")).to_have_text("Bára wins with 54")
    expect(page.locator(".podium li").last).to_contain_text("Anna")
    expect(page.locator(".reasons")).to_contain_text("Decided by “Points on the track”")
    page.get_by_role("button", name="Make a link").click()
    address = urlsplit(page.locator("#share-link").input_value()).path
    page.goto(page.url.split("/sessions/")[0] + address)
    expect(page.locator("#result .big")).to_have_text("Bára wins with 54")


# Shared


@pytest.mark.smoke
def test_a_shared_result_opens_in_a_fresh_browser_and_nothing_else_does(visit, table):
    session = finished(table)
    here = visit(PHONE, path=page_at(session), account=olga())
    here.follow(here.page.get_by_role("button", name="Make a link"))
    link = urlsplit(here.page.locator("#share-link").input_value()).path
    here.looks_right()
    friend = visit(PHONE, path=link)
    expect(friend.page.locator("#result .big")).to_have_text("Bára wins with 54")
    expect(friend.page.locator("body")).not_to_contain_text("Friday")
    friend.looks_right_by_day_and_by_night()
    friend.allows("404")
    friend.page.goto(friend.server + page_at(session))
    expect(friend.page.locator("#result")).to_have_count(0)
    here.follow(here.page.get_by_role("button", name="Stop sharing"))
    friend.page.goto(friend.server + link)
    expect(friend.page.locator("#result")).to_have_count(0)


def test_text_is_copied_and_the_picture_saved_over_plain_http(visit):
    here = visit(PHONE, path=page_at(finished()))
    page = here.page
    assert page.evaluate("navigator.clipboard === undefined")  # no secure context
    assert page.evaluate("navigator.share === undefined")
    expect(page.locator("[data-share]")).to_be_hidden()
    page.get_by_role("button", name="Copy text").click()
    expect(page.get_by_role("button", name="Copied ✓")).to_be_visible()
    note = page.locator("#share-text")
    assert page.evaluate("getSelection().toString()") == note.input_value()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save picture").click()
    assert waiting.value.suggested_filename == "imperial_settlers-result.png"
    size = """async (path) => {
        const picture = new Image();
        picture.src = path;
        await picture.decode();
        return picture.naturalWidth;
    }"""
    saved = page.get_by_role("link", name="Save picture").get_attribute("href")
    assert page.evaluate(size, saved) == 1080


def test_the_phones_own_sheet_gets_picture_text_and_link(visit):
    here = visit(PHONE, path=page_at(finished()))
    page = here.page
    page.evaluate(
        """() => {
        navigator.canShare = () => true;
        window.sent = new Promise((done) => {
            navigator.share = async (sent) =>
                done({ text: sent.text, files: sent.files.map((one) => [one.type, one.size > 9999]) });
        });
        document.dispatchEvent(new Event("htmx:afterSettle"));
    }"""
    )
    page.locator("[data-share]").click()
    sent = page.evaluate("window.sent")
    assert sent["files"] == [["image/png", True]]
    assert sent["text"].splitlines()[1] == "Bára wins with 54"


# Counted on paper


@pytest.mark.smoke
@pytest.mark.parametrize("game", ["Arcs", "Rise of the Empire"])
def test_final_scores_of_four_at_a_table_take_at_most_10_taps(visit, table, game):
    here = visit(PHONE, path=reverse("table", args=[table.pk]), account=olga())
    page, fingers = here.page, Taps(here.page)
    start = page.locator("button.game").filter(has_text=re.compile(game))
    with page.expect_navigation():
        fingers.tap(start)
    with page.expect_navigation():
        fingers.tap(page.get_by_role("link", name="Final scores only"))
    here.looks_right()
    for name, score in zip(
        ("Anna", "Bára", "Cyril", "David"), ["50", "61", "43", "39"], strict=True
    ):
        fingers.fill(page.get_by_label(name, exact=True), score)
    with page.expect_navigation():
        fingers.tap(page.get_by_role("button", name="Save result"))
    expect(page.locator("#result .big")).to_have_text("Bára wins with 61")
    assert fingers.taps <= MOST_TAPS, fingers.taps
    session = table.sessions.get()
    assert session_state(session).finished
    assert [one.total for one in session.seats.all()] == [50, 61, 43, 39]
    here.looks_right()


def test_enter_goes_from_score_to_score_and_saves_nothing_yet(visit, table):
    session = start_session(game="arcs", table=table)
    here = visit(PHONE, path=page_at(session, "final-scores"), account=olga())
    page = here.page
    page.get_by_label("Anna", exact=True).focus()
    for score in ("30", "21"):
        page.keyboard.type(score)
        page.keyboard.press("Enter")
    expect(page.get_by_label("Cyril", exact=True)).to_be_focused()
    assert not session_state(session).finished


def test_a_wrong_letter_is_marked_at_its_field_and_stays_typed(visit, table):
    session = start_session(game="arcs", table=table)
    here = visit(PHONE, path=page_at(session, "final-scores"), account=olga())
    here.allows("status of 422")
    page = here.page
    for name, score in (("Anna", "3O"), ("Bára", "21"), ("David", "x")):
        page.get_by_label(name, exact=True).fill(score)
    here.follow(page.get_by_role("button", name="Save result"))
    for name, score in (("Anna", "3O"), ("David", "x")):
        field = page.get_by_label(name, exact=True)
        expect(field).to_have_value(score)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile("whole number"))
    expect(page.get_by_label("Bára", exact=True)).to_have_value("21")
    expect(page.locator("[aria-invalid]")).to_have_count(2)
    here.looks_right()
    page.get_by_label("Anna", exact=True).fill("30")
    page.get_by_label("David", exact=True).fill("12")
    here.follow(page.get_by_role("button", name="Save result"))
    expect(page.locator("#result .big")).to_have_text("Anna wins with 30")


def test_two_with_the_same_total_are_asked_who_won(visit, table):
    session = start_session(game="arcs", table=table)
    here = visit(PHONE, path=page_at(session, "final-scores"), account=olga())
    page = here.page
    for name in ("Anna", "Bára"):
        page.get_by_label(name, exact=True).fill("30")
    here.follow(page.get_by_role("button", name="Save result"))
    here.looks_right()
    here.follow(page.get_by_role("button", name="Bára"))
    expect(page.locator("#result .big")).to_have_text("Bára wins with 30")
