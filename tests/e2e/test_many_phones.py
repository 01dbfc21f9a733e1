"""One laptop, many phones, a bad network and a server that dies: nothing is lost or counted twice."""

from __future__ import annotations

import os
import signal
from collections import Counter
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.e2e.devices import (
    LABELS,
    NAMES,
    SLOW,
    Device,
    Devices,
    begin_game,
    meet,
    start_table,
)
from tests.e2e.pages import LAPTOP
from tests.e2e.served import PATIENCE

FIELDS = ("track", "common", "faction")


@pytest.fixture
def table(device: Devices) -> list[Device]:
    """The laptop and three phones."""
    everybody = [device(LAPTOP), *(device() for _ in NAMES[1:])]
    meet(*everybody)
    return everybody


def agree(table: list[Device], expected: dict[str, str]) -> None:
    """All pages come to show the same values and the same standings."""
    for one in table:
        one.shows(expected)
    newest = max((one.version() for one in table), key=int)
    for one in table:
        one.reaches(newest)
    standings = [one.standings() for one in table]
    assert standings == [standings[0]] * len(table)


def test_an_evening_with_everything_that_goes_wrong(served, table):
    laptop, bara, cyril, dana = table
    token = urlsplit(laptop.page.url).path.rstrip("/").rpartition("/")[2]
    expected = {f"name{seat}": name for seat, name in enumerate(NAMES)}
    acts: list[tuple[str, str]] = list(expected.items())

    def put(one: Device, seat: int, value: str, row: int = 0) -> None:
        one.enter(seat, value, LABELS[row])
        acts.append((f"1s{seat}-{FIELDS[row]}", value))
        expected[f"1s{seat}-{FIELDS[row]}"] = value

    # Everybody enters their own at the same time.
    for row in range(3):
        for seat, one in enumerate(table):
            put(one, seat, str(seat + 5 + 10 * row), row)
    for one in table:
        one.saved()
    agree(table, expected)

    # One goes out of reach and enters something; the others go on.
    bara.context.set_offline(True)
    put(bara, 1, "41")
    expect(bara.page.locator("#unsaved")).to_be_visible(timeout=SLOW)
    put(laptop, 0, "31")
    laptop.saved()
    bara.context.set_offline(False)
    bara.saved()
    bara.says("live")
    agree(table, expected)

    # One sleeps meanwhile.
    sleeping = dana.context.new_cdp_session(dana.page)
    sleeping.send("Page.setWebLifecycleState", {"state": "frozen"})
    put(laptop, 0, "32")
    laptop.saved()
    put(cyril, 2, "52")
    cyril.saved()
    sleeping.send("Page.setWebLifecycleState", {"state": "active"})
    agree(table, expected)

    # The laptop dies in the middle, and two enter something before it is back.
    served.kill()
    put(cyril, 2, "53")
    put(dana, 3, "63")
    for one in (cyril, dana):
        expect(one.page.locator("#unsaved")).to_be_visible(timeout=SLOW)
    served.start()
    for one in table:
        one.says("live")
    cyril.saved()
    dana.saved()
    agree(table, expected)

    # Two change the same entry.
    cyril.context.set_offline(True)
    cyril.enter(1, "44")
    put(bara, 1, "45")
    bara.saved()
    cyril.context.set_offline(False)
    quarrel = cyril.page.locator(".quarrel")
    expect(quarrel).to_contain_text("Bára", timeout=SLOW)
    expect(quarrel).to_contain_text("45")
    expect(quarrel).to_contain_text("44")
    cyril.page.locator(".quarrel [data-put]").click()
    acts.append(("1s1-track", "44"))
    expected["1s1-track"] = "44"
    cyril.saved()
    agree(table, expected)

    kept = served.acts(token)
    cells = [one.data for one in kept if one.kind == "set_cell"]
    assert Counter((one["cell"], one["typed"]) for one in cells) == Counter(acts)
    assert [one.number for one in kept] == list(range(1, len(kept) + 1))
    last = kept[-1]
    assert (last.by, last.for_whom) == ("Cyril", "Bára")
    assert "Traceback" not in served.output()


@pytest.mark.smoke
def test_a_phone_joins_by_code_and_sees_what_the_laptop_enters(device):
    laptop, phone = device(LAPTOP), device()
    place = start_table(laptop)
    page = phone.go("/")
    page.locator("form.by-code input").fill(place.code)
    page.locator("form.by-code button").click()
    phone.come_in("Bára")
    path = begin_game(laptop, place)
    phone.go(path)
    phone.says("live")
    for value in ("31", "32"):
        laptop.enter(0, value)
        expect(page.locator("#standings li").first).to_contain_text(value)
    phone.enter(1, "7")
    expect(laptop.page.locator("#standings li").nth(1)).to_contain_text("7")


@pytest.fixture
def four(device: Devices) -> list[Device]:
    """Four people, each with a phone of their own, at a session the laptop began."""
    laptop, phones = device(LAPTOP), [device() for _name in NAMES]
    place = start_table(laptop)
    for phone, name in zip(phones, NAMES, strict=True):
        phone.join(place.link, name)
    path = begin_game(laptop, place)
    for phone in phones:
        phone.go(path)
        phone.says("live")
    return phones


def at_seat(phone: Device, seat: int) -> None:
    for other in range(len(NAMES)):
        card = phone.page.locator(f"[id='1s{other}']")
        expect(card).to_be_visible(visible=other == seat)


def test_four_phones_open_at_their_own_seat_and_find_it_again(four):
    expected = {f"1s{seat}-track": str(20 + seat) for seat in range(len(NAMES))}
    for seat, phone in enumerate(four):
        at_seat(phone, seat)
        phone.cell(seat).fill(str(20 + seat))
    for phone in four:
        phone.page.keyboard.press("Enter")
    for phone in four:
        phone.saved()
    agree(four, expected)
    # One is out of reach for a while, another one reloads: each goes on where they were.
    four[2].context.set_offline(True)
    four[2].says("offline")
    four[2].cell(2, LABELS[1]).fill("8")
    four[2].page.keyboard.press("Enter")
    four[3].page.reload()
    four[2].context.set_offline(False)
    four[2].says("live")
    four[2].saved()
    agree(four, {**expected, "1s2-common": "8"})
    for seat, phone in enumerate(four):
        at_seat(phone, seat)


@pytest.mark.skipif(os.name != "posix", reason="Ctrl+C can't be sent there")
def test_stopping_the_laptop_prints_nothing_though_four_phones_are_live(served, four):
    before = served.output()
    assert served.process
    served.process.send_signal(signal.SIGINT)
    assert served.process.wait(timeout=PATIENCE) == 0
    for phone in four:
        phone.says("reconnecting")
    assert served.output() == before


def podium(one: Device) -> list[str]:
    """Who came where, as this device shows it once everything has appeared."""
    rows = one.page.locator(".podium li, .plates li")
    expect(rows.first).to_contain_text("14", timeout=SLOW)
    return rows.locator(".name").all_inner_texts()


def test_everybody_and_the_big_screen_come_to_the_result_together(device):
    laptop, bara, screen = device(LAPTOP), device(), device(LAPTOP)
    place = meet(laptop, bara)
    screen.page.context.add_cookies(laptop.context.cookies())
    screen.go(f"{place.path}screen/")
    for seat in range(len(NAMES)):
        laptop.enter(seat, str(11 + seat))
        laptop.saved()
    path = urlsplit(laptop.page.url).path
    result = laptop.page.locator("#result")
    result.get_by_role("button", name="Finish game").click()
    # Its stream may tell of the result first, and the page goes there on its own.
    laptop.page.get_by_role("button", name="Finish anyway").click()
    everybody = (laptop, bara, screen)
    for one in everybody:
        said = one.page.locator("#result .big, .said")
        expect(said).to_have_text("Dana wins with 14", timeout=SLOW)
        assert podium(one) == ["Dana", "Cyril", "Bára", "Anna"]
    assert urlsplit(bara.page.url).path == path
    # Reopened, the phone goes back to entering; the screen has no winner any more.
    laptop.page.locator(".reopening summary").click()
    laptop.page.get_by_role("button", name="Reopen for everyone").click()
    expect(bara.cell(1)).to_have_value("12", timeout=SLOW)
    expect(screen.page.locator(".plates[data-moment]")).to_have_count(0, timeout=SLOW)


def test_what_one_phone_reveals_everybody_looks_at(device):
    laptop, bara = device(LAPTOP), device()
    meet(laptop, bara)
    laptop.follow(laptop.page.get_by_role("button", name="Hide scores"))
    expect(bara.page.locator("#result")).to_contain_text("hidden", timeout=SLOW)
    laptop.enter(0, "14")
    laptop.saved()
    laptop.page.locator("#result [value=reveal]").click()
    for one in (laptop, bara):
        expect(one.page.locator("#result .big")).to_have_text(
            "Anna leads with 14", timeout=SLOW
        )
        assert podium(one)[0] == "Anna"
    laptop.page.get_by_role("button", name="Finish game").click()
    laptop.page.get_by_role("button", name="Finish anyway").click()
    expect(bara.page.locator("#result .big")).to_have_text(
        "Anna wins with 14", timeout=SLOW
    )


def test_the_page_with_the_code_shows_who_joins_without_a_reload(device):
    laptop, phone = device(LAPTOP), device()
    place = start_table(laptop)
    laptop.says("live")
    phones = laptop.page.locator(".phones li")
    expect(phones).to_have_count(0)
    phone.join(place.link, "Bára")
    expect(phones).to_contain_text(["Bára"], timeout=SLOW)
    laptop.follow(phones.get_by_role("button", name="Disconnect"))
    expect(phones).to_have_count(0)
