"""Printing, and coming back from paper, in a real browser."""

from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from campaign.board import services
from campaign.documents.sheet_codes import code_of
from companion.tables.models import Person, Table
from tests.e2e.conftest import session_cookie
from tests.e2e.pages import LAPTOP, PATIENCE, PHONE
from tests.e2e.test_campaign_board import member, opened
from tests.records.played import finished

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    table = Table.objects.create(name="Thursday table")
    Person.objects.create(table=table, name="Anna")
    return table


@pytest.fixture
def demo(table):
    return services.try_demo(table=table, name="Demo campaign", client_id=uuid4())


@pytest.fixture
def board(browser, live_server, table, demo):
    """Opens the board of the demo in a browser whose requests can be held up on the way."""
    contexts = []

    def opened_board(**options):
        context = browser.new_context(
            viewport=PHONE, locale="en", service_workers="block", **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_cookies([session_cookie(member(table), live_server.url)])
        page = context.new_page()
        page.goto(f"{live_server.url}/campaigns/{demo.pk}/")
        return page

    yield opened_board
    for context in contexts:
        context.close()


def keep_papers(page):
    """Lets the browser keep a document instead of showing it, which needs pages of its own."""

    def handed_on(route):
        answer = route.fetch()
        kept = {**answer.headers, "content-disposition": "attachment"}
        route.fulfill(response=answer, headers=kept)

    page.route("**/*.pdf*", handed_on)


def pressed(page, name):
    keep_papers(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name, exact=True).click()
    return PdfReader(BytesIO(Path(waiting.value.path()).read_bytes()))


def test_the_paper_is_chosen_once_and_the_language_for_this_paper(board):
    page = board()
    page.get_by_label("Paper size", exact=True).select_option("Letter")
    page.get_by_label("Language", exact=True).select_option("cs")
    document = pressed(page, "Chronicle")
    assert document.trailer["/Root"]["/Lang"] == "cs"
    assert float(document.pages[0].mediabox.width) == 612
    page.reload()
    expect(page.get_by_label("Paper size", exact=True)).to_have_value("letter")
    expect(page.get_by_label("Language", exact=True)).to_have_value("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_button_says_that_it_is_working(board):
    page = board()
    button = page.get_by_role("button", name="Chronicle", exact=True)
    # Into a tab of its own, so that this one can be looked at meanwhile.
    page.locator("form.print").evaluate("form => { form.target = 'paper'; }")
    button.dispatch_event("click")
    expect(button).to_have_attribute("aria-busy", "true")
    expect(page.get_by_text("Preparing the paper")).to_be_visible()


def test_every_place_prints_without_a_script(board):
    page = board(java_script_enabled=False)
    assert len(pressed(page, "Session pack").pages) >= 3


def test_a_code_from_a_sheet_is_typed_on_the_first_page(visit, table, demo):
    codes = {one.name: code_of(demo.pk, one.key) for one in demo.empires.all()}
    # Two may share one: that leads to the board.
    name, code = next(
        pair for pair in codes.items() if [*codes.values()].count(pair[1]) == 1
    )
    here = opened(visit, table, "/")
    here.page.get_by_label("Code from a sheet").fill(f"{code[:2].lower()} {code[2:]}")
    here.page.get_by_role("button", name="Open", exact=True).click()
    expect(here.page.get_by_role("heading", level=1)).to_have_text(name)


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_places_to_print_look_right(visit, table, demo, screen):
    here = opened(visit, table, "/campaigns/code/", screen)
    here.looks_right_by_day_and_by_night()
    played = demo.ends.count()
    here.page.goto(f"{here.server}/campaigns/{demo.pk}/sessions/{played}/")
    here.page.get_by_text("On paper").click()
    expect(here.page.get_by_role("button", name="All empire sheets")).to_be_visible()
    here.looks_right_by_day_and_by_night()


def test_printing_the_board_begins_with_its_empires_and_leaves_out_its_links(board):
    page = board()
    expect(page.locator(".stand").first).to_be_visible()
    printed = PdfReader(BytesIO(page.pdf(format="A4"))).pages
    assert "Diplomacy and military" in printed[0].extract_text()
    words = " ".join(one.extract_text() for one in printed)
    assert "Provinces" in words
    assert "Found an empire" not in words
    assert "On paper" not in words


def test_printing_an_empires_page_gives_its_whole_sheet_by_daylight(board, demo):
    page = board(color_scheme="dark")
    key = demo.empires.order_by("pk").values_list("key", flat=True)[0]
    page.goto(f"{page.url}empires/{key}/")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".as-printed").first).to_be_visible()
    expect(page.locator(".narrow-sheet").first).to_be_hidden()
    expect(page.locator("main button:not(.rule):visible")).to_have_count(0)
    expect(page.locator("h1").first).to_have_css("color", "rgb(0, 0, 0)")
    printed = PdfReader(BytesIO(page.pdf(prefer_css_page_size=True, format="A4")))
    across = [one for one in printed.pages if one.mediabox.width > one.mediabox.height]
    assert len(across) == 1
    assert printed.get_page_number(across[0]) == 0  # no head alone on a page before it
    words = across[0].extract_text()
    assert "End of session" in words
    assert "Medieval age" in words


def test_printing_a_scoring_page_keeps_the_names_of_its_rows(visit):
    here = visit(LAPTOP, path="/games/imperial_settlers/?players=2&1s0-track=41")
    here.page.emulate_media(media="print")
    expect(here.page.locator("#result table")).to_be_visible()
    # It goes on overleaf with its head, and the colours of seats are printed.
    head = here.page.locator("#result thead").first
    expect(head).to_have_css("display", "table-header-group")
    expect(head).to_have_css("-webkit-print-color-adjust", "exact")
    expect(here.page.locator("#score")).to_have_css("display", "block")
    expect(here.page.locator(".onwards:visible")).to_have_count(0)
    words = PdfReader(BytesIO(here.page.pdf(format="A4"))).pages[-1].extract_text()
    here.page.emulate_media(media="null")
    assert "Points on the track" in words


def test_records_print_without_what_is_only_for_tapping(visit, table):
    for day in ("2025-03-04", "2026-03-04"):
        finished(table, 40, 30, played_on=day)
    here = opened(visit, table, f"/tables/{table.pk}/records/")
    here.page.emulate_media(media="print")
    expect(here.page.get_by_role("heading", name="When you played")).to_be_visible()
    for hidden in ("Tap a year to look back at it.", "All games", "Print on one page"):
        expect(here.page.get_by_text(hidden, exact=True).first).to_be_hidden()
    here.page.emulate_media(media="screen")
    expect(here.page.get_by_text("Tap a year to look back at it.")).to_be_visible()
