"""What was typed into a session and the laptop hasn't taken: it waits, or stays with the reason."""

import json
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.log.record import NewAct, append_all, record
from companion.sessions.bounds import MOST_ENTRIES
from companion.sessions.services import session_state, start_session
from tests.e2e.pages import OFFLINE, PHONE

pytestmark = pytest.mark.django_db(transaction=True)
# As pages kept it before cells and forms shared one queue.
KEPT_BEFORE = {
    "1s0-track": {
        "typed": "12",
        "seen": "",
        "player": "Anna",
        "id": "6f0f2f60a9a14c3b8f7d0d9b0c1f2a3b",
    }
}
STORE = "(kept) => localStorage.setItem(`waiting:${location.pathname}`, kept)"
STORED = "() => localStorage.getItem(`waiting:${location.pathname}`)"
NOTHING_WAITS = "() => !localStorage.getItem(`waiting:${location.pathname}`)"


@pytest.fixture
def session():
    cells = {"name0": "Anna", "name1": "Bára"}
    return start_session(game="imperial_settlers", cells=cells)


@pytest.fixture
def here(visit, session):
    return visit(PHONE, path=reverse("session", args=[session.token]))


def cell(page, name):
    return page.locator(f"[name='{name}']")


def mistake(page, name):
    return page.locator(f"[id='id_{name}_error']")


def enter(page, name, value):
    cell(page, name).fill(value)
    cell(page, name).press("Enter")


def says(page, state):
    expect(page.locator("#save-state")).to_have_class(state)


def entered(session):
    session.refresh_from_db()
    return session_state(session).entered


def test_what_an_older_page_left_waiting_is_sent_once(here, session):
    page = here.page
    page.evaluate(STORE, json.dumps(KEPT_BEFORE))
    page.reload()
    says(page, "saved")
    expect(cell(page, "1s0-track")).to_have_value("12")
    page.wait_for_function(NOTHING_WAITS)
    assert entered(session) == {"1s0-track": "12"}


def test_what_another_tab_waits_with_stays_until_that_tab_sends_it(here, session):
    page = here.page
    here.allows(OFFLINE)
    other = page.context.new_page()
    other.goto(page.url)
    page.context.set_offline(True)
    enter(other, "1s0-common", "4")
    expect(other.locator("#unsaved")).to_be_visible()
    enter(page, "1s0-track", "40")
    expect(page.locator("#unsaved")).to_be_visible()
    kept = json.loads(page.evaluate(STORED))
    assert {one["cell"] for one in kept} == {"1s0-track", "1s0-common"}
    page.context.set_offline(False)
    says(page, "saved")
    says(other, "saved")
    page.wait_for_function(NOTHING_WAITS)
    assert entered(session) == {"1s0-track": "40", "1s0-common": "4"}


def test_finishing_right_after_the_last_number_finishes_with_it(visit):
    last = "1s0-faction"
    keys = ("track", "common", "faction")
    cells = {f"1s{seat}-{key}": "3" for seat in (0, 1) for key in keys}
    session = start_session(
        game="imperial_settlers", cells={**cells, "name0": "Anna", last: ""}
    )
    page = visit(PHONE, path=reverse("session", args=[session.token])).page
    held = []
    page.route("**/cells/", lambda route: held.append(route))
    enter(page, last, "7")
    says(page, "saving")
    onward = page.locator("[data-next]")
    onward.click()
    expect(onward).to_have_text("Finish game")
    onward.click()
    with page.expect_navigation():
        for one in held:
            one.continue_()
    assert entered(session)[last] == "7"
    assert session_state(session).finished


def test_what_was_refused_stays_with_its_reason_until_it_is_mended(here, session):
    page = here.page
    here.allows("status of 422")
    enter(page, "1s0-track", "forty")
    says(page, "refused")
    enter(page, "1s0-common", "4")
    expect(page.locator("[id='1s0'] .field.is-saved")).to_have_count(1)
    says(page, "refused")  # something else is saved, and this isn't
    page.reload()
    expect(cell(page, "1s0-track")).to_have_value("forty")
    expect(cell(page, "1s0-track")).to_have_attribute("aria-invalid", "true")
    expect(mistake(page, "1s0-track")).not_to_be_empty()
    says(page, "refused")
    here.accessible()
    enter(page, "1s0-track", "40")
    says(page, "saved")
    expect(mistake(page, "1s0-track")).to_be_empty()
    page.reload()
    expect(cell(page, "1s0-track")).to_have_value("40")
    expect(mistake(page, "1s0-track")).to_be_empty()
    assert entered(session) == {"1s0-track": "40", "1s0-common": "4"}


def test_what_waited_while_the_session_became_full_stays_and_says_why(here, session):
    page = here.page
    here.allows("status of 422", OFFLINE)
    page.context.set_offline(True)
    enter(page, "1s0-track", "40")
    says(page, "waiting")
    many = (
        {"cell": "1s1-track", "typed": str(1 + nth % 9)} for nth in range(MOST_ENTRIES)
    )
    append_all(session, [NewAct("set_cell", one) for one in many])
    page.context.set_offline(False)
    says(page, "refused")
    expect(mistake(page, "1s0-track")).to_contain_text("This game is full")
    page.reload()
    expect(cell(page, "1s0-track")).to_have_value("40")
    expect(mistake(page, "1s0-track")).to_contain_text("Finish it and start another")
    assert "1s0-track" not in entered(session)


def test_typing_what_counts_ends_a_refusal(here):
    page = here.page
    here.allows("status of 422")
    enter(page, "1s0-track", "forty")
    says(page, "refused")
    enter(page, "1s0-track", "")
    says(page, "saved")
    expect(mistake(page, "1s0-track")).to_be_empty()
    page.wait_for_function(NOTHING_WAITS)


@pytest.mark.parametrize(("answer", "left"), [("Keep 4", "4"), ("Use 5", "5")])
def test_the_question_whose_number_counts_is_still_asked_after_a_reload(
    here, visit, session, answer, left
):
    other, page = visit(PHONE, path=None).page, here.page
    other.goto(page.url)
    here.allows("status of 409")
    enter(other, "1s0-track", "4")
    says(other, "saved")
    enter(page, "1s0-track", "5")
    expect(page.get_by_role("button", name=answer)).to_be_visible()
    page.reload()
    expect(cell(page, "1s0-track")).to_have_value("5")
    page.get_by_role("button", name=answer).click()
    says(page, "saved")
    expect(cell(page, "1s0-track")).to_have_value(left)
    page.wait_for_function(NOTHING_WAITS)
    assert entered(session) == {"1s0-track": left}


@pytest.fixture
def chapters():
    cells = {"name0": "Anna", "name1": "Bára", "1b-first": "tycoon"}
    session = start_session(game="arcs", cells=cells)
    record(session, kind="add_tally", data={"number": 2}, client_id=uuid4())
    return session


def test_what_was_typed_in_an_earlier_chapter_is_sent_from_the_page_of_another(
    visit, chapters
):
    path = reverse("session", args=[chapters.token])
    page = visit(PHONE, path=f"{path}?tally=1").page
    waiting = [{"cell": "1s1-tycoon", "typed": "4", "seen": "", "id": uuid4().hex}]
    cell(page, "1s0-tycoon").fill("3")
    page.evaluate(STORE, json.dumps(waiting))
    page.goto(page.url.partition("?")[0])  # typed and left at once
    expect(page.locator("#tally-2[open]")).to_be_visible()
    page.wait_for_function(NOTHING_WAITS)
    assert {"1s0-tycoon": "3", "1s1-tycoon": "4"}.items() <= entered(chapters).items()


def test_what_was_refused_in_another_chapter_says_where(visit, chapters):
    path = reverse("session", args=[chapters.token])
    append_all(chapters, [NewAct("set_cell", {"cell": "1s0-tycoon", "typed": "5"})])
    here = visit(PHONE, path=path)
    here.allows("status of 409")
    page = here.page
    waiting = [{"cell": "1s0-tycoon", "typed": "3", "seen": "", "id": uuid4().hex}]
    page.evaluate(STORE, json.dumps(waiting))
    page.reload()
    says(page, "refused")
    page.locator("#save-state a", has_text="Chapter 1").click()
    expect(cell(page, "1s0-tycoon")).to_have_value("3")
    expect(mistake(page, "1s0-tycoon")).to_contain_text("5")
