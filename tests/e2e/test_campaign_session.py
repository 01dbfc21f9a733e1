"""A session of the campaign in a real browser, from who plays to the last box of the map."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.log.record import record
from scoring.rise_of_empire.stages import Stage, session_stage
from tests.campaign_visitor import four, kept, member, state
from tests.e2e.pages import LAPTOP, PHONE
from tests.e2e.taps import Taps
from tests.played_campaign import (
    PlayedCampaign,
    filled_cards,
    founded_campaign,
    invention,
    ticks,
)

pytestmark = pytest.mark.django_db(transaction=True)
both_screens = pytest.mark.parametrize(
    "screen", [PHONE, LAPTOP], ids=["phone", "laptop"]
)
MOST_TAPS = 30  # for the end of a session of four on one phone
MOST_TAPS_FOR_UPKEEP = 8


class SessionView:
    """An organiser's browser on the session page of a campaign."""

    def __init__(self, visit, campaign, screen=PHONE, scheme="light", language="en"):
        self.campaign = campaign
        account = member(campaign, "olga", "organiser")
        path = reverse("campaign-session", args=[campaign.pk])
        self.watched = visit(screen, language, scheme, path=path, account=account)
        self.page = self.watched.page
        self.taps = Taps(self.page)

    def go(self, name="campaign-session", *args):
        address = reverse(name, args=[self.campaign.pk, *args])
        self.page.goto(self.watched.server + address)

    @property
    def state(self):
        return state(self.campaign)

    def button(self, name, exact=False):
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name, exact=False):
        with self.page.expect_navigation():
            self.taps.tap(self.button(name, exact).first)

    def at_table(self, *buttons):
        """Presses what is done while playing: it is sent in the background, the page comes along."""
        main = self.page.locator("main")
        for button in buttons:
            version = int(main.get_attribute("data-version"))
            self.taps.tap(button)
            expect(main).to_have_attribute("data-version", str(version + 1))

    def follow(self, name):
        with self.page.expect_navigation():
            self.taps.tap(self.page.get_by_role("link", name=name).first)

    def step(self, words):
        expect(self.page.locator(".step")).to_contain_text(words)

    def well_made(self):
        self.watched.looks_right()

    def count(self, player, *numbers):
        labels = ("Points on the track", "Common locations", "Faction locations")
        form = self.page.locator("#score")
        expect(form.locator("legend")).to_contain_text(player)
        cells = list(zip(labels, numbers, strict=False))
        for label, number in cells[:-1]:
            self.taps.fill(form.get_by_label(label, exact=True), str(number))
        label, number = cells[-1]
        with self.page.expect_navigation():  # Enter in the last cell saves
            self.taps.fill(form.get_by_label(label, exact=True), str(number))

    def copy_invention(self, number, price, colour):
        form = self.page.locator("form.unknown")
        form.get_by_label("Card number").fill(str(number))
        form.get_by_label("Price").fill(str(price))
        form.get_by_label("Colour").select_option(label=colour)
        with self.page.expect_navigation():
            form.get_by_role("button", name="Buy").click()

    def draw_by_hand(self, number, box=1):
        with self.page.expect_navigation():
            self.taps.fill(self.page.get_by_label("Card number"), str(number))
        with self.page.expect_navigation():
            self.taps.tap(self.page.locator(".map-boxes button").nth(box - 1))

    def gain_province(self, box=1):
        self.press("Draw with the app")
        with self.page.expect_navigation():
            self.taps.tap(self.page.locator(".map-boxes button").nth(box - 1))


@pytest.mark.smoke
@both_screens
def test_a_whole_first_session_with_three_players(visit, screen):
    here = SessionView(
        visit, kept(founded_campaign("anna", "bara", "cyril", cards=[])), screen
    )
    page = here.page
    here.well_made()
    here.press("Draw for us and start")
    here.step("During the game")
    expect(page.locator(".mission")).to_have_count(3)
    here.at_table(here.button("Bara: marker forward").first)
    expect(
        page.locator(".rows .marker strong", has_text=re.compile("^1"))
    ).to_have_count(1)
    here.at_table(here.button("Anna: mission completed").nth(2))
    expect(page.locator(".finished")).to_have_count(1)
    second = page.locator(".mission").nth(1)
    second.locator("summary").click()
    second.get_by_label("Bara", exact=True).check()
    second.get_by_label("Cyril", exact=True).check()
    here.at_table(second.get_by_role("button", name="Save for all ticked"))
    expect(page.locator(".finished")).to_have_count(3)
    here.well_made()
    here.follow("Finish playing, count scores")
    here.count("Anna", 30, 5, 4)
    here.count("Bara", 41, 3, 3)
    here.count("Cyril", 20, 6, 2)
    expect(page.locator("#result .big")).to_have_text("Bara wins with 50")
    here.well_made()
    here.press("Confirm scores")
    here.step("2 of 6")
    here.well_made()
    here.press("Science and culture")
    here.step("5 of 6")
    for number, price, colour in ((57, 40, "red"), (58, 35, "blue"), (59, 25, "gold")):
        here.copy_invention(number, price, colour)
    here.step("6 of 6")
    here.well_made()
    for _empire in range(3):
        here.gain_province()
    here.step("All six steps done")
    expect(page.locator(".compared")).to_have_count(3)
    here.well_made()
    here.press("Finish session 1")
    expect(page.locator(".climax")).to_contain_text("wins with")
    here.well_made()
    assert here.state.played == 1
    assert [len(one.sheet.provinces) for one in here.state.alive] == [1, 1, 1]
    assert here.state.catalogue[58].price == 35
    here.follow("All numbers")
    expect(page.locator(".places li")).to_have_count(3)
    here.well_made()


@both_screens
def test_one_empire_changes_age_and_another_collapses(visit, screen):
    played = PlayedCampaign(cards=filled_cards(price=60))
    played.take_over("anna", ticks=ticks(diplomacy=15), knowledge=40, provinces=[11])
    played.found("bara", "cyril").open().settle(anna=70, bara=20, cyril=65)
    here = SessionView(visit, kept(played), screen, scheme="dark")
    here.press("Diplomacy and military")
    here.step("3 of 6 · New ages")
    expect(here.page.locator(".moment")).to_contain_text("Medieval age!")
    here.well_made()
    here.press("Move to the new sheet")
    expect(here.page.locator(".news")).to_contain_text("Medieval age")
    for _buyer in range(2):
        here.press(re.compile("Buy 0"))
    expect(here.page.locator(".turn")).to_contain_text("Bara")
    here.well_made()
    here.page.get_by_text("Can't buy any, let it collapse").click()
    here.press("Yes, let it collapse")
    for _empire in range(2):
        here.gain_province()
    here.step("All six steps done")
    shown = here.page.locator(".compared", has_text="Bara")
    expect(shown).to_contain_text("collapses")
    expect(here.page.locator(".compared", has_text="Anna")).to_contain_text(
        "Medieval age"
    )
    here.well_made()
    here.press("Finish session 1")
    expect(here.page.locator(".telling")).to_contain_text("bara's realm collapsed")
    assert here.state.empire("bara").status == "collapsed"


def purchases():
    played = founded_campaign("anna", "bara", cards=filled_cards()).open()
    return played.settle(anna=60, bara=50).to(Stage.INVENTIONS)


@both_screens
def test_a_purchase_is_undone_after_the_province_was_drawn(visit, screen):
    here = SessionView(visit, kept(purchases()), screen)
    for _buyer in range(2):
        here.press(re.compile("Buy 0"))
    here.press("Draw with the app")
    here.press("Undo")
    here.press("Undo")
    here.step("6 of 6")
    assert not here.state.session.seat("anna").drawn
    here.press("Draw with the app")
    here.press(re.compile("Undo all of step 6"))
    here.press("Undo")  # Bára is done buying
    here.press("Undo")  # what she bought
    here.step("5 of 6")
    assert here.state.empire("bara").sheet.inventions == ()
    assert here.state.empire("anna").sheet.inventions


@both_screens
def test_a_score_changed_in_step_five_keeps_all_purchases(visit, screen):
    here = SessionView(visit, kept(purchases()), screen)
    here.press(re.compile("Buy 0"))
    here.page.locator(".seats-strip a").first.click()
    field = here.page.get_by_label("Points on the track", exact=True)
    expect(field).to_have_value("60")
    field.fill("64")
    expect(here.page.locator("#result .big")).to_have_text("Anna wins with 64")
    here.well_made()
    here.press("Change the score")
    here.step("5 of 6")
    assert here.state.session.seat("anna").score == 64
    assert here.state.empire("anna").sheet.inventions
    here.press(re.compile("Undo: edit of"))
    assert here.state.session.seat("anna").score == 60


@both_screens
def test_a_score_that_makes_a_purchase_impossible_says_so_and_asks(visit, screen):
    here = SessionView(visit, kept(purchases()), screen)
    here.press("Buy 061 Stavitelství for 45")
    here.page.locator(".seats-strip a").first.click()
    here.page.get_by_label("Points on the track", exact=True).fill("44+0")
    # Bára is first now, so the tick falls too.
    here.press("Change the score")
    falls = here.page.locator(".card.problems").filter(has_text="Invention bought")
    expect(falls).to_contain_text("061 Stavitelství")
    assert here.state.session.seat("anna").score == 60
    here.watched.allows("status of 422")
    here.well_made()
    here.press(re.compile("Continue and undo"))
    here.step("2 of 6")
    assert here.state.session.seat("anna").score == 44
    assert here.state.empire("anna").sheet.inventions == ()


@both_screens
def test_a_campaign_from_paper_goes_on_in_the_middle_of_the_medieval_age(visit, screen):
    played = PlayedCampaign(cards=filled_cards())
    for key, number in (("anna", 78), ("bara", 79)):
        played.take_over(
            key,
            age="medieval",
            ticks=ticks(diplomacy=4, economy=7, science=3),
            boxes=[0, 3],
            provinces=[number - 50, number - 45],
            inventions=[invention(number, colour="red")],
            knowledge=22,
            scores=[40, 45, 50],
            earlier_ticks=24,
        )
    here = SessionView(visit, kept(played), screen)
    expect(here.page.locator("form.opening")).to_contain_text("Wall token")
    expect(here.page.locator("form.opening")).to_contain_text("2 wood")
    here.well_made()
    here.press("Draw for us and start")
    pay = here.button(re.compile("pay all"))
    for left in (1, 0):
        here.taps.tap(pay.first)
        expect(pay).to_have_count(left)
    expect(
        here.page.get_by_text(re.compile("all paid|nothing more to pay"))
    ).to_have_count(2)
    here.well_made()
    here.follow("Finish playing, count scores")
    here.count("Anna", 60, 4, 5)
    here.count("Bara", 50, 4, 5)
    here.press("Confirm scores")
    here.press("Economy and government")
    for _buyer in range(2):
        here.press(re.compile("Buy 0"))
    while session_stage(here.state) == Stage.PROVINCES:
        here.press("Draw with the app")
        if here.page.get_by_text("Which province do you keep?").count():
            with here.page.expect_navigation():
                here.page.locator(".orders button").first.click()
        with here.page.expect_navigation():
            here.page.locator(".map-boxes button").first.click()
    here.press("Finish session 1")
    anna = here.state.empire("anna").sheet
    assert (anna.age, anna.scores[-1], len(anna.provinces)) == ("medieval", 64, 3)
    assert anna.ticks.economy == 8


@both_screens
def test_alone_with_two_of_four_missions(visit, screen):
    played = founded_campaign("anna", cards=filled_cards(price=20))
    played.open(missions=(136, 137, 150, 151))
    here = SessionView(visit, kept(played), screen)
    expect(here.page.locator(".mission")).to_have_count(4)
    for _mission in range(2):
        here.at_table(here.button("Anna: mission completed").first)
    here.follow("Finish playing, count scores")
    for label, number in (("Points on the track", 30), ("Faction locations", 9)):
        here.page.get_by_label(label, exact=True).fill(str(number))
    here.page.get_by_label("Common locations", exact=True).fill("2")
    here.page.get_by_label("Virtual player's collection").fill("3")
    here.press("Save Anna's score")
    here.press("Confirm scores")
    here.press("Science and culture")
    here.press(re.compile("Buy 0"))
    here.gain_province()
    here.well_made()
    here.press("Finish session 1")
    assert here.state.empire("anna").alive
    assert here.state.empire("anna").sheet.scores == (50,)


def test_the_end_of_a_session_of_four_takes_few_taps_on_one_phone(visit):
    played = four()
    for key in ("anna", "bara", "cyril", "dana"):
        played.pay(key)
    here = SessionView(visit, kept(played))
    here.taps = Taps(here.page)
    here.follow("Finish playing, count scores")
    for player, track in (("Anna", 50), ("Bara", 45), ("Cyril", 61), ("Dana", 40)):
        here.count(player, track, 5, 6)
    here.press("Confirm scores")
    here.press("Science and culture")
    for _buyer in range(4):
        here.press(re.compile("Buy 0"))
    for number in (41, 42, 43, 44):
        here.draw_by_hand(number)
    here.press("Finish session 3")
    expect(here.page.locator(".climax")).to_contain_text("wins with")
    assert here.state.played == 3
    assert here.taps.taps <= MOST_TAPS


def late_session():
    """The eighth session of four, each with seven provinces."""
    played = four()
    for _session in range(5):
        played.settle(anna=66, bara=52, cyril=58, dana=60).finish().open()
    return played


def test_upkeep_of_a_late_session_of_four_takes_few_taps(visit):
    here = SessionView(visit, kept(late_session()))
    here.go("campaign-session-play")
    here.taps = Taps(here.page)
    pay = here.button(re.compile("pay all"))
    for left in (3, 2, 1, 0):
        here.taps.tap(pay.first)
        expect(pay).to_have_count(left)
    seats = here.state.session.seats
    assert all(len(seat.paid) == 7 for seat in seats)
    assert here.taps.taps <= MOST_TAPS_FOR_UPKEEP


@both_screens
def test_every_step_fits_in_czech_by_night(visit, screen):
    played = four()
    for key in ("anna", "bara", "cyril", "dana"):
        played.pay(key)
    here = SessionView(visit, kept(played), screen, "dark", "cs")
    expect(here.page.locator("h1")).to_have_text("Partie 3")
    here.watched.colours = True  # nowhere else all steps are looked at by night
    here.well_made()
    here.go("campaign-session-scores")
    here.well_made()
    played.settle(anna=66, bara=44, cyril=70, dana=50)
    record_rest(here.campaign, played)
    while session_stage(here.state) != Stage.FINISH:
        here.go()
        here.well_made()
        played.step()
        record_rest(here.campaign, played)
    here.go()
    here.well_made()


def record_rest(campaign, played):
    """Brings the campaign in the database to where the table is."""
    for kind, data in played.acts[campaign.acts.count() :]:
        record(campaign, kind=kind, data=data, client_id=uuid4())


def test_a_session_can_be_played_without_script(without_script):
    campaign = kept(founded_campaign("anna", "bara", cards=filled_cards()))
    path = reverse("campaign-session", args=[campaign.pk])
    page = without_script(path, member(campaign, "olga", "organiser"))
    page.get_by_role("button", name="Draw for us and start").click()
    page.get_by_role("button", name="Anna: marker forward").first.click()
    page.get_by_role("link", name="Finish playing, count scores").click()
    for player, points in (("Anna", "40"), ("Bara", "30")):
        expect(page.locator("#score legend")).to_contain_text(player)
        page.get_by_label("Points on the track", exact=True).fill(points)
        page.get_by_role("button", name=re.compile("Save")).click()
    page.get_by_role("button", name="Confirm scores").click()
    expect(page.locator(".step")).to_contain_text("2 of 6")
