"""History, cards, sheets and files in a real browser, on a phone and on a laptop."""

import re

import pytest
from playwright.sync_api import expect

from campaign.box.keeping import box_state
from campaign.models import Campaign
from companion.tables.models import Account
from tests.e2e.pages import LAPTOP, OFFLINE, PHONE
from tests.places import Place
from tests.played_campaign import PlayedCampaign, founded_campaign

SCREENS = pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])


@pytest.fixture
def place(transactional_db):
    """Two empires and one session, finished: Anna 43, Bára 30."""
    return Place(founded_campaign("anna", "bara").session(anna=43, bara=30))


@pytest.fixture
def enter(visit):
    """Opens a page of the campaign as its organiser."""

    def open_page(place, rest, screen=PHONE, **more):
        path = place.address(rest)
        return visit(screen, path=path, account=organiser(), **more)

    return open_page


def organiser():
    return Account.objects.get(username="anna")


def number_of(place, kind):
    return place.acts.filter(kind=kind).first().number


@SCREENS
def test_every_page_fits_and_is_accessible(enter, place, screen):
    place.do("write_note", text="A long evening. " * 20)
    place.do("correct_knowledge", empire="anna", knowledge=7, reason="counted again")
    buying = number_of(place, "buy_invention")
    watched = enter(place, "history/?kind=corrections", screen)
    watched.looks_right_by_day_and_by_night()
    for rest in (
        f"history/{buying}/",
        f"history/board/?after={buying}",
        "what-ifs/",
        "rescore/?since=1&reading-province_points=2",
        "corrections/anna/",
        "cards/?show=invention-ancient",
        "cards/57/",
        "cards/150/",
        "cards/file/",
        "sheets/",
        "sheets/ancient/",
    ):
        watched.page.goto(watched.server + place.address(rest))
        watched.looks_right_by_day_and_by_night()


@pytest.mark.smoke
@SCREENS
def test_a_purchase_is_taken_back_with_what_hangs_on_it_and_put_back(
    enter, place, screen
):
    buying = number_of(place, "buy_invention")
    watched = enter(place, f"history/{buying}/", screen)
    page = watched.page
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Decision 1")).to_be_visible()
    watched.looks_right()
    page.get_by_role("button", name="Undo everything that no longer fits").click()
    expect(page.get_by_role("heading", name="This would be undone too")).to_be_visible()
    watched.looks_right()
    watched.allows("status of 422")
    assert place.last().kind == "finish_session"
    watched.follow(page.get_by_role("button", name=re.compile("Continue and undo")))
    undone = page.get_by_role("heading", name="Undone", exact=True)
    expect(undone).to_be_visible()
    assert not place.campaign.inventions.filter(empire__key="anna").exists()
    struck = page.locator(".act.gone strong").first
    expect(struck).to_have_css("text-decoration-line", "line-through")
    watched.follow(page.get_by_role("button", name="Restore what it undid"))
    expect(undone).to_be_visible()
    assert place.campaign.inventions.filter(empire__key="anna").exists()


@SCREENS
def test_a_score_is_amended_in_its_place(enter, place, screen):
    watched = enter(place, "history/?kind=enter_score", screen)
    page = watched.page
    page.locator(".acts li").last.get_by_role("link").click()
    page.get_by_text("Edit this entry").click()
    page.get_by_label("Points on the track").fill("45")
    watched.follow(page.get_by_role("button", name="Save the change"))
    expect(page.get_by_role("heading", name="Edited")).to_be_visible()
    assert place.campaign.results.get(empire__key="anna").score == 45


@SCREENS
def test_an_invention_is_filled_in_where_it_is_needed(enter, screen, transactional_db):
    place = Place(PlayedCampaign(cards=[]).found("anna", "bara"))
    watched = enter(place, f"cards/57/?next={place.address('cards/')}", screen)
    page = watched.page
    page.get_by_label("Price").fill("35")
    page.get_by_label("Colour").select_option("grey")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(watched.server + place.address("cards/"))
    assert place.state["cards"]["57"]["price"] == 35


def test_cards_of_the_box_are_entered_one_after_another_from_the_keyboard(enter, place):
    watched = enter(place, "cards/", PHONE)
    page = watched.page
    box = f"/campaigns/box/{place.table.pk}/"
    page.goto(f"{watched.server}{box}?show=invention-medieval")
    number, name = page.get_by_label("Number"), page.get_by_label("Name")
    for nth, (typed, price) in enumerate([("Kompas", "70"), ("Knihtisk", "85")], 78):
        expect(number).to_have_value(str(nth))
        name.fill(typed)
        page.get_by_label("Price").fill(price)
        page.get_by_label("Price").press("Enter")
        expect(page.get_by_role("status").filter(has_text=typed)).to_be_visible()
        expect(name).to_be_focused()
    known = box_state(place.table).catalogue
    assert [known[one].price for one in (78, 79)] == [70, 85]


def test_sheets_are_copied_step_by_step_and_taken_up_again(enter, place):
    watched = enter(place, "cards/", PHONE)
    page, copy = watched.page, f"/campaigns/box/{place.table.pk}/copy/"
    page.goto(watched.server + copy)
    page.locator("label.brush", has_text="Dove token").click()
    page.locator("#diplomacy-0").click()
    expect(page.locator("#diplomacy-0")).to_contain_text("Dove token")
    page.get_by_role("button", name="Save and next").click()
    expect(page).to_have_url(f"{watched.server}{copy}ancient/economy/")
    page.goto(watched.server + copy)
    expect(page).to_have_url(f"{watched.server}{copy}ancient/economy/")
    expect(page.get_by_text("1 of 12 parts done")).to_be_visible()
    assert box_state(place.table).sheets["ancient"].diplomacy.boxes[0] == "dove"


@SCREENS
def test_a_sheet_is_copied_by_tapping_boxes_with_its_picture_following(
    enter, place, screen
):
    watched = enter(place, "sheets/ancient/", screen)
    page = watched.page
    before = page.locator("#editor .drawing").inner_html()
    page.locator("label.brush", has_text="Dove token").click()
    page.locator("#science-0").click()
    expect(page.locator("#science-0")).to_contain_text("Dove token")
    changed = (
        "(before) => document.querySelector('#editor .drawing').innerHTML !== before"
    )
    page.wait_for_function(changed, arg=before)
    page.get_by_role("button", name="one box more").last.click()
    expect(page.get_by_text("11 boxes")).to_be_visible()
    page.locator("label.brush", has_text="Gold").click()
    page.locator("#map-10").click()
    expect(page.locator("#map-10")).to_contain_text("Gold")
    page.get_by_role("button", name="Save sheet").click()
    expect(page.get_by_text("your copy")).to_be_visible()
    kept = place.state["layouts"]["ancient"]
    assert kept["science"]["boxes"][0] == "dove"
    assert kept["map"][10] == ["gold"]


# Faster than the laptop draws: nothing is waited for between them.
TAPS = (
    "(buttons) => { for (const one of buttons) document.querySelector(one).click(); }"
)


def test_every_one_of_many_quick_taps_on_a_sheet_counts(enter, place):
    watched = enter(place, "sheets/ancient/")
    page = watched.page
    before = len(place.state["layouts"]["ancient"]["science"]["boxes"])
    page.evaluate(
        TAPS,
        [
            "input[name=icon][value=dove]",
            *["#science-0", "#science-1", "#science-2"],
            *["#science-longer"] * 6,
            "input[name=icon][value=wall]",
            *["#economy-0", "#economy-1", "#diplomacy-1", "#economy-1"],
            "input[name=icon][value=bribe]",
            "#science-2",
            "button[name=save]",
        ],
    )
    expect(page.get_by_text("your copy")).to_be_visible()
    kept = place.state["layouts"]["ancient"]
    assert kept["science"]["boxes"][:3] == ["dove", "dove", "bribe"]
    assert len(kept["science"]["boxes"]) == before + 6
    assert kept["economy"]["boxes"][:2] == ["wall", ""]
    assert kept["diplomacy"]["boxes"][1] == "wall"


def test_taps_on_a_sheet_wait_for_a_laptop_that_sleeps(enter, place):
    watched = enter(place, "sheets/ancient/")
    watched.allows(OFFLINE)
    page = watched.page
    page.context.set_offline(True)
    page.evaluate(TAPS, ["input[name=icon][value=dove]", "#science-0", "#science-1"])
    expect(page.locator("#unreachable")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#science-1")).to_contain_text("Dove token")
    expect(page.locator("#science-0")).to_contain_text("Dove token")


def test_a_sheet_is_copied_from_the_keyboard_alone(enter, place):
    watched = enter(place, "sheets/ancient/", LAPTOP)
    page = watched.page
    page.locator("label.brush input[value=wall]").focus()
    page.keyboard.press("ArrowRight")  # bribe stands next to the wall
    page.locator("#economy-0").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#economy-0")).to_contain_text("Bribe token")
    expect(page.locator("#economy-0")).to_be_focused()


def test_a_sheet_is_copied_without_javascript(without_script, place):
    page = without_script(place.address("sheets/ancient/"), organiser())
    page.locator("label.brush", has_text="Dove token").click()
    page.locator("#science-0").click()
    page.get_by_role("button", name="Save sheet").click()
    expect(page.get_by_text("your copy")).to_be_visible()
    assert place.state["layouts"]["ancient"]["science"]["boxes"][0] == "dove"


def test_the_slider_goes_back_in_time_from_the_keyboard(enter, place):
    last = place.last().number
    page = enter(place, "history/board/").page
    title = page.locator("#then h1")
    expect(title).to_have_text("As it was after session 1")
    slider = page.get_by_label("Entry", exact=True)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(title).to_have_text(f"As it was after entry {last - 1}, session 1")
    expect(page).to_have_url(re.compile(rf"\?after={last - 1}$"))
    expect(slider).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("As it was after entry 3, session 1")
    page.keyboard.press("Home")
    expect(title).to_have_text("As it was after entry 1, before the first session")


def test_the_arrows_leave_the_page_where_it_is(enter, place):
    page = enter(place, "history/board/").page
    last, title = place.last().number, page.locator("#then h1")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    before = page.evaluate("scrollY")
    assert before > 0
    page.get_by_role("link", name="One entry back").focus()
    page.keyboard.press("Enter")
    expect(title).to_have_text(f"As it was after entry {last - 1}, session 1")
    expect(page.get_by_role("link", name="One entry back")).to_be_focused()
    assert page.evaluate("scrollY") > 0
    page.go_back()
    expect(title).to_have_text("As it was after session 1")


@SCREENS
def test_a_campaign_is_downloaded_and_opened_as_a_second_one(
    enter, place, screen, tmp_path
):
    watched = enter(place, "history/", screen)
    page = watched.page
    page.get_by_role("button", name="More").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download this campaign").click()
    file = tmp_path / "campaign.jsonl"
    download.value.save_as(file)
    page.goto(f"{watched.server}/campaigns/open/{place.table.pk}/")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_text("1 session played")).to_be_visible()
    watched.looks_right()
    expect(page.get_by_text("is already here, with everything")).to_be_visible()
    page.get_by_role("button", name="Save a copy").click()
    expect(
        page.locator(".campaign-name", has_text="Rome and beyond (2)")
    ).to_be_visible()
    assert Campaign.objects.count() == 2
