"""Starting, copying from paper, board, empire and charts in a real browser."""

import re
from dataclasses import asdict
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from campaign.board import services
from campaign.models import Campaign
from companion.log.engines import ENGINES
from companion.log.record import NewAct, append_all
from companion.paper.letters import text_width
from companion.tables.models import Account, Membership, Person, Table
from tests.campaign_visitor import kept
from tests.campaign_visitor import member as visitor_of
from tests.e2e.pages import LAPTOP, PHONE
from tests.e2e.taps import Taps
from tests.e2e.test_campaign_session import SessionView
from tests.played_campaign import filled_cards, founded_campaign

pytestmark = pytest.mark.django_db(transaction=True)
MOST_TAPS_FOR_A_SHEET = 40
both_screens = pytest.mark.parametrize(
    "screen", [PHONE, LAPTOP], ids=["phone", "laptop"]
)


@pytest.fixture
def table():
    table = Table.objects.create(name="Thursday table")
    for name in ("Anna", "Bára", "Cyril"):
        Person.objects.create(table=table, name=name)
    return table


@pytest.fixture
def demo(table):
    return services.try_demo(table=table, name="Demo campaign", client_id=uuid4())


def member(table, role="organiser"):
    """Somebody of the table."""
    account = Account.objects.create(username=str(uuid4()))
    Membership.objects.create(table=table, account=account, role=role)
    return account


def opened(visit, table, path, screen=PHONE):
    return visit(screen, path=path, account=member(table))


def state_of(campaign):
    return ENGINES["campaign"].load(Campaign.objects.get(pk=campaign.pk).state)


@pytest.mark.smoke
@both_screens
def test_a_campaign_starts_with_one_press_and_stands_on_its_board(visit, table, screen):
    here = opened(visit, table, f"/campaigns/start/{table.pk}/", screen)
    here.looks_right()
    here.page.get_by_text("Rule options").click()
    here.looks_right()
    taps = Taps(here.page)
    taps.tap(here.page.get_by_role("button", name="Start", exact=True))
    expect(here.page.locator("article.stand")).to_have_count(3)
    assert taps.taps == 1
    here.looks_right()


WORDS_AS_SET = """() => [...document.querySelectorAll("svg.drawing text")]
  .filter((word) => word.getComputedTextLength() > 0)
  .map((word) => {
    const { fontSize, fontWeight } = getComputedStyle(word);
    const display = word.classList.contains("display");
    const size = parseFloat(fontSize), bold = fontWeight === "700";
    return [word.textContent, size, bold, display, word.getComputedTextLength()];
  })"""


@both_screens
def test_drawn_words_are_as_wide_as_they_were_measured(visit, table, demo, screen):
    """Whatever the page around a drawing does to its own words, so that none runs into the next."""
    empire = state_of(demo).alive[0].key
    here = opened(visit, table, f"/campaigns/{demo.pk}/empires/{empire}/", screen)
    here.page.evaluate("() => document.fonts.ready")
    words = here.page.evaluate(WORDS_AS_SET)
    assert sum(" " in text for text, *_rest in words) > 10
    for text, size, bold, display, wide in words:
        measured = text_width(text, size, bold=bold and not display, display=display)
        assert wide == pytest.approx(measured, rel=0.02, abs=0.1), text


@both_screens
def test_board_empire_and_charts_of_a_demo_are_readable(visit, table, demo, screen):
    here = opened(visit, table, f"/campaigns/{demo.pk}/", screen)
    expect(here.page.locator("article.stand")).to_have_count(3)
    alarm = here.page.get_by_text("Collapses if the next score is below 35.")
    expect(alarm.filter(visible=True)).to_have_count(1)
    here.looks_right_by_day_and_by_night()
    here.follow(here.page.get_by_role("link", name="Charts"))
    expect(here.page.locator("svg.lines")).to_have_count(3)
    here.looks_right_by_day_and_by_night()
    here.page.goto(f"{here.server}/campaigns/{demo.pk}/empires/e1/")
    drawn = here.page.locator("svg.drawing").filter(visible=True)
    expect(drawn.first).to_be_visible()
    here.looks_right_by_day_and_by_night()
    here.page.goto(f"{here.server}/campaigns/{demo.pk}/found/?player=Cyril")
    here.looks_right_by_day_and_by_night()


def test_six_empires_are_lines_of_a_phones_first_screen_and_fit_a_laptop(visit):
    at = founded_campaign("anna", "bara", "cyril", "dana", "emil", "fanda")
    at.session(anna=60, bara=55, emil=44, fanda=50)
    at.session(anna=66, bara=52, cyril=58, dana=60)
    campaign = kept(at.session(anna=66, cyril=58, emil=45, fanda=51))
    account = visitor_of(campaign, "olga", "organiser")
    here = visit(PHONE, path=f"/campaigns/{campaign.pk}/", account=account)
    lines = here.page.locator("article.stand summary")
    expect(lines).to_have_count(6)
    # Nothing is live here: “Reconnecting …” takes a line that "live" doesn't.
    here.page.evaluate("document.getElementById('connection').remove()")
    expect(here.page.locator("#connection")).to_have_count(0)
    last = lines.last.bounding_box()
    tabs = here.page.locator("nav.tabs").bounding_box()
    assert last["y"] + last["height"] < tabs["y"]
    expect(here.page.locator("article.stand .tracks").first).to_be_hidden()
    lines.first.click()
    expect(here.page.locator("article.stand .tracks").first).to_be_visible()
    here.looks_right()
    here.page.set_viewport_size(LAPTOP)
    expect(here.page.locator("article.stand h2")).to_have_count(6)
    expect(here.page.locator("article.stand h2").last).to_be_visible()
    here.fits()
    here.legible()


def test_a_badge_on_the_board_tells_its_rule(visit, table, demo):
    here = opened(visit, table, f"/campaigns/{demo.pk}/")
    here.page.locator("article.stand summary", has_text="Hinomoto").click()
    here.page.get_by_role("button", name="ROE-37").click()
    expect(
        here.page.get_by_role("heading", name="Twilight of civilisation")
    ).to_be_visible()
    here.looks_right()


def test_a_demo_is_thrown_away_from_its_board(visit, table, demo):
    here = opened(visit, table, f"/campaigns/{demo.pk}/")
    here.page.get_by_text("This is a demo. Delete it").click()
    here.page.get_by_role("button", name="Delete the demo").click()
    expect(here.page.get_by_role("heading", level=1)).to_have_text("Thursday table")
    assert not Campaign.objects.exists()


class Plain:
    """Fingers that never press Enter, which without JavaScript sends a form."""

    def tap(self, target):
        target.click()

    def fill(self, target, text):
        target.fill(text)

    def choose(self, target, label):
        target.select_option(label=label)


def copy_sheet(page, taps):
    with page.expect_navigation():
        taps.tap(page.get_by_role("button", name="Medieval age"))
    taps.fill(page.get_by_label("Player"), "Anna")
    taps.fill(page.get_by_label("Empire"), "Aurelia")
    taps.choose(page.get_by_label("Faction"), "Romans")
    for category, box in (("diplomacy", 7), ("economy", 4), ("science", 2)):
        taps.tap(page.locator(f".ticking.{category} .cell").nth(box - 1))
    for box in (0, 4):
        taps.tap(page.locator(".map .cell").nth(box))
    taps.fill(page.get_by_label("Provinces (card numbers)"), "11,12")
    taps.fill(page.get_by_label("Knowledge"), "16")
    taps.fill(page.get_by_label("Boxes ticked in earlier ages"), "30")
    for number, score in enumerate((40, 44, 39), start=1):
        taps.fill(page.get_by_label(f"Score {number} of 3"), str(score))
    taps.fill(page.get_by_label("Card number, red"), "56")
    taps.fill(page.get_by_label("Card number, blue"), "80")
    taps.fill(page.get_by_label("Price, blue"), "50")


def check_copied(campaign):
    (empire,) = state_of(campaign).empires
    assert (empire.sheet.age, empire.earlier_ticks) == ("medieval", 30)
    assert asdict(empire.sheet.ticks) == {"diplomacy": 7, "economy": 4, "science": 2}
    assert (empire.sheet.boxes, empire.sheet.provinces) == ((0, 4), (11, 12))
    assert [one.price for one in empire.sheet.inventions] == [30, 50]


@pytest.fixture
def blank(table):
    return services.start_campaign(
        table=table, name="Since 2024", start={}, founded=(), client_id=uuid4()
    )


@both_screens
def test_a_sheet_is_copied_from_paper_in_few_taps(visit, table, blank, screen):
    here = opened(visit, table, f"/campaigns/{blank.pk}/take-over/", screen)
    here.looks_right()
    taps = Taps(here.page)
    copy_sheet(here.page, taps)
    here.looks_right()
    taps.tap(here.page.get_by_role("button", name="Save and finish"))
    expect(here.page.locator("article.stand")).to_have_count(1)
    assert taps.taps <= MOST_TAPS_FOR_A_SHEET
    check_copied(blank)


def test_a_sheet_is_copied_without_javascript(without_script, table, blank):
    path = f"/campaigns/{blank.pk}/take-over/"
    page = without_script(path, member(table, role="player"))
    copy_sheet(page, Plain())
    page.get_by_role("button", name="Save and finish").click()
    expect(page.locator("article.stand")).to_have_count(1)
    check_copied(blank)


def test_a_track_is_ticked_with_the_keyboard_alone(visit, table, blank):
    here = opened(visit, table, f"/campaigns/{blank.pk}/take-over/")
    none = here.page.locator(".ticking.science .none input")
    none.focus()
    for _press in range(3):  # radio buttons go round: from none to the first box
        here.page.keyboard.press("ArrowRight")
    expect(here.page.locator(".ticking.science input[value='3']")).to_be_checked()


def test_the_map_shows_exactly_what_is_ticked(visit, table, blank):
    """The boxes before a ticked one stay as they are: only tracks fill up from the left."""
    here = opened(visit, table, f"/campaigns/{blank.pk}/take-over/")
    faces = here.page.locator(".map .face")
    blank = faces.nth(9).evaluate("node => getComputedStyle(node).backgroundColor")
    here.page.locator(".map .cell").nth(3).click()
    expect(faces.nth(3)).not_to_have_css("background-color", blank)
    expect(faces.nth(0)).to_have_css("background-color", blank)


def test_an_unusual_sheet_is_pointed_out_once(visit, table, blank):
    here = opened(visit, table, f"/campaigns/{blank.pk}/take-over/")
    page = here.page
    copy_sheet(page, Plain())
    page.get_by_label("Provinces (card numbers)").fill("11")
    page.get_by_role("button", name="Save and finish").click()
    expect(page.get_by_text("1 provinces, but 2 map boxes ticked.")).to_be_visible()
    here.accessible()
    here.allows("status of 422")
    page.get_by_role("button", name="Save and finish").click()
    expect(page.locator("article.stand")).to_have_count(1)


def bring_to_the_last_session(campaign):
    """The first empire stands one box before the modern age; everybody has knowledge enough."""
    state = state_of(campaign)
    first, *_others = keys = [one.key for one in state.alive]
    why = {"reason": "a long winter"}
    prices = [
        {key: card[key] for key in ("number", "price", "colour")}
        for card in filled_cards()
    ]
    last_box = {"category": "diplomacy", "ticks": 15}
    acts = [
        ("correct_age", {"empire": first, "age": "industrial", **why}),
        ("correct_ticks", {"empire": first, **last_box, **why}),
        *(
            ("correct_knowledge", {"empire": one, "knowledge": 200, **why})
            for one in keys
        ),
        ("fill_cards", {"cards": prices}),
    ]
    append_all(campaign, (NewAct(kind, data) for kind, data in acts))


class LastSession(SessionView):
    """The session that wins the campaign, in a browser that is already there."""

    def __init__(self, watched, campaign):
        self.watched, self.campaign, self.page = watched, campaign, watched.page
        self.taps = Taps(watched.page)
        self.go()

    def play(self):
        self.press("Draw for us and start")
        self.at_table(self.button("Bára: marker forward").first)
        self.follow("Finish playing, count scores")
        for player, track in (("Anna", 60), ("Bára", 55), ("Cyril", 50)):
            self.count(player, track, 1, 1)
        self.press("Confirm scores")
        self.press("Diplomacy and military")
        self.step("New ages")
        expect(self.page.locator(".moment")).to_contain_text("Modern age!")
        self.well_made()
        self.press("Win the campaign")
        for _buyer in range(2):
            self.press(re.compile("Buy 0"))
        for _empire in range(2):
            self.gain_province()
        self.step("All six steps done")
        self.press("Finish session 1")


def test_a_campaign_from_its_founding_to_the_final_page(visit, table):
    here = opened(visit, table, f"/campaigns/start/{table.pk}/")
    here.page.get_by_role("button", name="Start", exact=True).click()
    expect(here.page.locator("article.stand")).to_have_count(3)
    campaign = Campaign.objects.get()
    bring_to_the_last_session(campaign)
    LastSession(here, campaign).play()
    climax = here.page.locator(".climax")
    expect(climax).to_contain_text("Anna won the campaign.")
    expect(here.page.locator(".final-places li")).to_have_count(3)
    here.looks_right_by_day_and_by_night()
    here.follow(here.page.get_by_role("link", name="The whole story"))
    expect(here.page.locator(".timeline li")).to_have_count(1)
    here.looks_right()
    here.follow(here.page.locator(".timeline a"))
    expect(here.page.locator(".telling")).to_contain_text("won the campaign")
    here.looks_right()
    here.page.goto(f"{here.server}/campaigns/{campaign.pk}/")
    here.page.get_by_role("button", name="Keep playing").click()
    expect(here.page.get_by_text("You keep playing.")).to_be_visible()
