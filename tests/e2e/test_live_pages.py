"""What others change comes to an open page: without touching what is typed there, and to nobody who was sent out."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.devices import LABELS, Device, Devices, Place, meet, start_table
from tests.e2e.pages import LAPTOP


@pytest.fixture
def pair(device: Devices) -> tuple[Device, Device]:
    """The laptop and a phone."""
    both = device(LAPTOP), device()
    meet(*both)
    return both


TYPED = "12+"


def caret(page: Page) -> list[object]:
    return page.evaluate(
        "[document.activeElement.name, document.activeElement.value,"
        " document.activeElement.selectionStart, document.activeElement.selectionEnd]"
    )


def test_half_typed_text_stays_while_others_change_things(pair):
    laptop, bara = pair
    bara.turn_to(1)
    bara.cell(1).click()
    bara.page.keyboard.type(TYPED)
    bara.page.keyboard.press("ArrowLeft")
    bara.page.keyboard.press("ArrowLeft")
    before = caret(bara.page)
    assert before == ["1s1-track", TYPED, 1, 1]
    for row, value in enumerate(("31", "7", "8")):
        laptop.enter(0, value, LABELS[row])
        laptop.saved()
        bara.reaches(laptop.version())
        assert caret(bara.page) == before
    expect(bara.page.locator("#standings li").first).to_contain_text("54")
    bara.page.keyboard.press("End")
    bara.page.keyboard.type("3")
    bara.page.keyboard.press("Enter")
    bara.saved()
    expect(laptop.page.locator("#standings li").nth(1)).to_contain_text("15")


def test_what_others_put_where_somebody_looks_is_shown_when_they_go_on(pair):
    """The cursor stands in a cell, nothing is typed there, and somebody else fills it in."""
    laptop, bara = pair
    bara.turn_to(0)
    bara.cell(0).click()
    laptop.enter(0, "31")
    laptop.saved()
    bara.reaches(laptop.version())
    expect(bara.cell(0)).to_have_value("")
    bara.cell(0).blur()
    expect(bara.cell(0)).to_have_value("31")


# Answers to what is sent, or to what is looked up, are held until they are let through.
HELD_ANSWERS = """(sent) => {
    const real = window.fetch;
    const held = [];
    window.answers = { held: 0, through: 0, open: false };
    window.answers.letThrough = () => {
        window.answers.open = true;
        held.forEach((open) => open());
    };
    window.fetch = async (...asked) => {
        const answer = await real(...asked);
        const sends = Boolean(asked[1] && asked[1].method === "POST");
        if (sends !== sent || window.answers.open) return answer;
        window.answers.held += 1;
        await new Promise((open) => held.push(open));
        const text = await answer.text();
        answer.text = async () => {
            setTimeout(() => { window.answers.through += 1; });
            return text;
        };
        return answer;
    };
}"""
LET_THROUGH = "answers.letThrough()"


def test_an_older_answer_that_took_longer_takes_nothing_back(pair):
    """What others changed is asked for, then something is entered here, then the answer comes."""
    laptop, bara = pair
    bara.page.evaluate(HELD_ANSWERS, False)
    laptop.enter(0, "31")
    bara.page.wait_for_function("() => answers.held")
    bara.enter(1, "7")
    bara.saved()
    bara.page.evaluate(LET_THROUGH)
    bara.page.wait_for_function("() => answers.through === answers.held")
    expect(bara.cell(1)).to_have_value("7")
    expect(bara.page.locator("#standings li").first).to_contain_text("31")
    expect(bara.page.locator("#standings li").nth(1)).to_contain_text("7")


def test_what_others_enter_while_this_page_is_sending_is_not_missed(pair):
    laptop, bara = pair
    bara.page.evaluate(HELD_ANSWERS, True)
    bara.enter(1, "7")
    bara.page.wait_for_function(
        "() => answers.held === 1"
    )  # written, but nobody says so yet
    laptop.enter(0, "31")
    laptop.saved()
    main = bara.page.locator("main")
    expect(main).to_have_attribute("data-newest", laptop.version())
    bara.page.evaluate(LET_THROUGH)
    expect(bara.page.locator("#standings li").first).to_contain_text("31")
    expect(bara.page.locator("#standings li").nth(1)).to_contain_text("7")


def open_campaign(laptop: Device, place: Place) -> str:
    """An example campaign at the table, and the page on which an empire is renamed; the campaign's path."""
    page = laptop.go(place.path)
    page.get_by_text("More ways to start").click()
    laptop.follow(page.locator("form[action*='/campaigns/demo/'] button").first)
    path = urlsplit(page.url).path
    laptop.follow(page.locator("a[href*='/empires/']").first)
    return path


def rename(laptop: Device, name: str) -> None:
    form = laptop.page.locator("form[action$='/rename/']")
    if not form.is_visible():
        laptop.page.locator("details:has(form[action$='/rename/']) > summary").click()
    form.locator("input[name=name]").fill(name)
    laptop.follow(form.locator("button").first)
    expect(laptop.page.locator("h1").first).to_contain_text(name)


# Counted by the page itself, so that time passes only while nothing is on its way.
ASKED = """() => {
    const real = window.fetch;
    window.onTheWay = 0;
    window.fetch = (...asked) => {
        window.onTheWay += 1;
        return real(...asked).finally(() => setTimeout(() => { window.onTheWay -= 1; }));
    };
}"""


def pass_time(page: Page, seconds: int) -> None:
    """Lets the page's own clock run, a bit at a time, with all the answers it asks for meanwhile."""
    for _quarter in range(4 * seconds):
        page.clock.run_for(250)
        page.wait_for_function("() => !window.onTheWay")


def asks(page: Page) -> list[str]:
    """The addresses the page asks from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def test_half_typed_text_stays_on_the_pages_of_a_campaign_too(device):
    laptop, phone = device(LAPTOP), device(own_clock=True)
    place = start_table(laptop)
    phone.join(place.link, "Bára")
    campaign = open_campaign(laptop, place)
    page = phone.go(f"{campaign}session/")
    page.evaluate(ASKED)
    phone.says("live")
    field = page.locator("input[name=diplomacy]")
    field.click()
    page.keyboard.type("12")
    page.keyboard.press("ArrowLeft")
    before = caret(page)
    assert before == ["diplomacy", "12", 1, 1]
    asked = asks(page)
    for number in range(3):
        rename(laptop, f"Realm {number}")
        main = page.locator("main")
        expect(main).to_have_attribute("data-newest", laptop.version())
        page.clock.run_for(1000)
        expect(main).to_have_attribute("data-looked", laptop.version())
        assert caret(page) == before
    pass_time(page, 6)
    assert caret(page) == before
    assert len(asked) <= 15, "a page on which somebody types doesn't ask all the time"
    field.fill("")
    field.blur()
    expect(page.locator("main")).to_contain_text("Realm 2")


def send_out(laptop: Device, place: Place, name: str) -> None:
    page = laptop.go(f"{place.path}join/")
    row = page.locator(".phones li").filter(has_text=name)
    row.get_by_role("button").click()
    expect(row).to_have_count(0)


def test_a_phone_that_was_sent_out_learns_nothing_and_asks_little(device):
    laptop, bara = device(LAPTOP), device(own_clock=True)
    place = meet(laptop, bara)
    session = urlsplit(laptop.page.url).path
    bara.page.evaluate(ASKED)
    send_out(laptop, place, "Bára")
    laptop.go(session)
    asked = asks(bara.page)
    laptop.enter(0, "31")
    laptop.saved()
    pass_time(bara.page, 6)
    assert len(asked) <= 4, asked
    assert "31" not in " ".join(bara.standings())


def test_a_page_of_a_campaign_that_may_no_longer_be_seen_asks_little(device):
    laptop, phone = device(LAPTOP), device(own_clock=True)
    place = start_table(laptop)
    phone.join(place.link, "Bára")
    campaign = open_campaign(laptop, place)
    empire = urlsplit(laptop.page.url).path
    phone.go(campaign)
    phone.page.evaluate(ASKED)
    phone.says("live")
    send_out(laptop, place, "Bára")
    laptop.go(empire)
    asked = asks(phone.page)
    rename(laptop, "Secret realm")
    pass_time(phone.page, 8)
    expect(phone.page.locator("main[data-live]")).to_have_count(0)
    assert len([url for url in asked if "/campaigns/" in url]) <= 7, asked
    assert "Secret realm" not in phone.page.content()
