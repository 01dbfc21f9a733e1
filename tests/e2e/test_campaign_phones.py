"""Several phones in one session of a campaign: nothing lands on the wrong player, nothing gets stuck."""

import re
from contextlib import ExitStack
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse
from playwright.sync_api import expect

from companion.log import live_views
from companion.log.models import Log
from companion.log.record import record
from companion.tables.models import Person, Phone
from scoring.rise_of_empire.stages import Stage, session_stage
from tests.campaign_visitor import four, kept, member, state, two_sessions
from tests.e2e.pages import PHONE
from tests.e2e.taps import Taps
from tests.e2e.test_campaign_session import SessionView
from tests.played_campaign import TOGETHER, founded_campaign

pytestmark = pytest.mark.django_db(transaction=True)
REFRESH = "document.dispatchEvent(new Event('live:refresh'))"
NO_STREAM = "window.EventSource = class extends EventTarget { close() {} };"
# The server of these tests has no streams, and pages without one ask every fifteen seconds,
# nearly as long as anything here waits. Where several phones wait for each other, they ask
# often instead, for the version alone, which costs less than a page.
ASK_OFTEN = """window.EventSource = class extends EventTarget {
    constructor(address) { super(); this.listen(address); }
    async listen(address) {
        while (!this.closed) {
            await new Promise((go) => setTimeout(go, 500));
            const answer = await fetch(address).catch(() => null);
            const data = answer && await answer.text();
            if (data) this.dispatchEvent(new MessageEvent("version", { data }));
        }
    }
    close() { this.closed = true; }
};"""
HOLD_FIRST_ANSWER = """() => {
    const real = window.fetch;
    window.fetch = async (...asked) => {
        window.fetch = real;
        const answer = await real(...asked);
        await new Promise((open) => { window.letThrough = open; });
        return answer;
    };
}"""


def elsewhere(here, kind, **data):
    """Another phone does something, and this page hears of it."""
    here.campaign.refresh_from_db()
    record(here.campaign, kind=kind, data=data, client_id=uuid4())
    here.page.evaluate(REFRESH)
    looked = str(here.campaign.acts.count())
    expect(here.page.locator("main")).to_have_attribute("data-looked", looked)


def test_what_happens_while_a_page_asks_is_not_missed(visit):
    """Without a stream nothing else would tell it, so it asks once more."""
    here = SessionView(visit, kept(founded_campaign("anna", "bara").open()))
    with here.page.add_init_script(NO_STREAM):
        here.go("campaign-session-play")
    here.page.evaluate(HOLD_FIRST_ANSWER)
    here.page.evaluate(REFRESH)
    here.page.wait_for_function("() => window.letThrough")
    move = {"mission": 126, "empire": "anna", "by": 1}
    record(here.campaign, kind="move_marker", data=move, client_id=uuid4())
    here.page.evaluate(REFRESH)
    here.page.evaluate("letThrough()")
    expect(here.page.locator(".marker strong").first).to_contain_text("1/")


@pytest.mark.smoke
def test_a_form_of_scores_stays_the_one_it_was_typed_in(visit):
    here = SessionView(visit, kept(founded_campaign("anna", "bara").open()))
    here.go("campaign-session-scores")
    form = here.page.locator("#score")
    track = form.get_by_label("Points on the track", exact=True)
    track.fill("18")
    elsewhere(here, "enter_score", empire="anna", entries={"track": 30})
    expect(form.locator("legend")).to_contain_text("Anna")
    expect(track).to_have_value("18")
    here.watched.allows("422")
    here.press("Save Anna's score")
    refused = here.page.locator(".refusal .problems")
    expect(refused).to_contain_text("30 points on the track")
    expect(track).to_have_value("18")
    here.press("Save Anna's score")
    assert here.state.session.seat("anna").entries["track"] == 18
    assert here.state.session.seat("bara").entries is None


def test_after_a_refusal_the_page_is_live_and_can_be_loaded(visit):
    here = SessionView(visit, kept(founded_campaign("anna", "bara").open()))
    here.go("campaign-session-play")
    here.watched.allows("422")
    mission = here.page.locator(".mission").first
    mission.locator("summary").click()
    with here.page.expect_response(lambda one: one.status == 422):
        mission.get_by_role("button", name="Save for all ticked").click()
    expect(here.page.locator(".problems")).to_contain_text("Tick")
    assert here.page.url.endswith("/session/play/")
    elsewhere(here, "move_marker", mission=126, empire="anna", by=1)
    expect(here.page.locator(".marker strong").first).to_contain_text("1/")
    assert here.page.reload().status == 200


def test_one_open_fold_opens_no_other_when_the_page_comes_anew(visit):
    here = SessionView(visit, kept(founded_campaign("anna", "bara").open()))
    here.go("campaign-session-play")
    folds = here.page.locator(".mission details")
    folds.nth(1).locator("summary").click()
    elsewhere(here, "move_marker", mission=126, empire="anna", by=1)
    expect(here.page.locator(".mission .marker strong").first).to_contain_text("1/")
    assert folds.evaluate_all("all => all.map((one) => one.open)") == [
        False,
        True,
        False,
    ]


def hold_refreshes(here):
    """The page goes on showing what it shows, as in the moment before an answer arrives."""

    def answer(route):
        live = "x-live" in route.request.headers
        route.abort() if live else route.continue_()

    here.page.route("**/session/play/", answer)
    here.watched.allows("ERR_FAILED", "422")


def first_payment(here):
    here.page.get_by_text("Box by box").first.click()
    return here.page.locator(".owed form:not(.pay-all) button").first


def test_a_quick_second_tap_is_no_refusal(visit):
    here = SessionView(visit, kept(four()))
    here.go("campaign-session-play")
    hold_refreshes(here)
    pay = first_payment(here)
    pay.click()
    here.page.wait_for_function("() => !localStorage.getItem('waiting-acts')")
    pay.click()  # what is to be sent lies there at once, and what is refused stays there
    expect(here.page.locator("#waiting")).to_be_hidden()
    assert here.page.evaluate("localStorage.getItem('waiting-acts')") is None


def test_a_refusal_is_short_and_stays_on_its_own_page(visit):
    here = SessionView(visit, kept(four()))
    here.go("campaign-session-play")
    pay = first_payment(here)
    seat = here.state.session.seats[0].empire
    empire = here.state.empire(seat)
    box = empire.sheet.boxes[0]
    goods = list(here.state.layout(empire).map[box])
    data = {"empire": seat, "box": box, "goods": goods}
    here.campaign.refresh_from_db()
    hold_refreshes(here)
    record(here.campaign, kind="pay_upkeep", data=data, client_id=uuid4())
    pay.click()
    waiting = here.page.locator("#waiting")
    expect(waiting).to_contain_text("This box is already paid.")
    expect(waiting).not_to_contain_text("At any time")
    here.go("campaign-charts")
    expect(waiting).to_be_hidden()


def preview_after(here, meanwhile):
    """Types a number whose preview is answered only when something else has happened."""

    def answer(route):
        meanwhile()
        route.continue_()

    preview = re.compile(r"/session/scores?/0/\?")
    here.page.route(preview, answer)
    track = here.page.locator("#score").get_by_label("Points on the track", exact=True)
    with here.page.expect_response(preview) as answered:
        track.fill("18")
    answered.value.finished()
    here.page.evaluate("new Promise((done) => setTimeout(done))")  # it is swapped in


def test_a_preview_that_knows_more_than_its_page_finds_its_place(visit):
    here = SessionView(visit, kept(founded_campaign("anna", "bara").open()))
    here.go("campaign-session-scores")
    bara = {"empire": "bara", "entries": {"track": 30}}
    anna = {"empire": "anna", "entries": {"track": 17}}

    def enter_both():
        for data in (anna, bara):
            record(here.campaign, kind="enter_score", data=data, client_id=uuid4())

    preview_after(here, enter_both)
    expect(here.page.locator("#would-win")).to_contain_text("Bara wins with 30")


# A whole session with four phones at once

MOST_TAPS_OF_HOST, MOST_TAPS_OF_PLAYER = 14, 12  # from the last upkeep to the end
MOST_TAPS_TO_OPEN = 4


class OwnPhone(SessionView):
    """A player's phone, which only waits for what the page itself comes to."""

    def __init__(self, visit, campaign, name):
        self.campaign, self.name = campaign, name
        account = member(campaign, name, "organiser" if name == "anna" else "player")
        person = Person.objects.get(table=campaign.table, name=name.title())
        Phone.objects.create(table=campaign.table, person=person, role="player")
        self.watched = visit(PHONE, path=None, account=account)
        self.page = self.watched.page
        self.taps = Taps(self.page)
        self.asking = self.page.add_init_script(ASK_OFTEN)
        self.go()

    def waits_for(self, *players):
        heading = self.page.locator(".waiting h2")
        for player in players:
            expect(heading).to_contain_text(player)

    def is_asked(self, words):
        expect(self.page.locator(".ask").filter(has_text=words).first).to_be_visible()

    def sees_done(self, times):
        done = self.page.locator(".mission .finished")
        expect(done).to_have_count(times)


def tell_version(_request, topic):
    """What a stream would say first."""
    return HttpResponse(Log.objects.get(pk=topic[1]).last)


@pytest.fixture
def own_phone(visit, monkeypatch):
    """Opens a player's phone; the next test gets its page without what was added here."""
    monkeypatch.setattr(live_views, "stream_response", tell_version)
    with ExitStack() as added:

        def open_phone(campaign, name):
            phone = OwnPhone(visit, campaign, name)
            added.enter_context(phone.asking)
            return phone

        yield open_phone


def open_by_hand(host, *missions):
    """The host says who plays, all of them, and types the cards that were drawn."""
    expect(host.page.locator("[name=empires]:checked")).to_have_count(4)
    fields = host.page.locator(".by-hand input")
    for field, number in enumerate(missions):
        host.taps.fill(fields.nth(field), str(number))
    host.press("Start with these")


def play_missions(anna, bara, cyril, dana):
    """Bára's marker moves; Cyril is first at a mission, Dana follows."""
    for phone in (anna, bara, cyril, dana):
        expect(phone.page.locator(".mission")).to_have_count(3)
    bara.taps.tap(bara.button("Bara: marker forward").first)
    moved = anna.page.locator(".mission .marker strong", has_text=re.compile("^1"))
    expect(moved).to_have_count(1)
    cyril.taps.tap(cyril.button("Cyril: mission completed").nth(2))
    dana.sees_done(1)
    dana.taps.tap(dana.button("Dana: mission completed").nth(2))
    for phone in (anna, bara, cyril, dana):
        phone.sees_done(2)


def pay_and_count(anna, bara, cyril, dana):
    for phone in (anna, bara, cyril, dana):
        phone.taps.tap(phone.button(re.compile("pay all")))
        expect(phone.button(re.compile("pay all"))).to_have_count(0)
        phone.watched.fits()
    for phone in (anna, bara, cyril, dana):
        phone.follow("Finish playing, count scores")
    bara.count("Bara", 44, 3, 4)
    bara.waits_for("Anna", "Cyril", "Dana")
    cyril.count("Cyril", 61, 5, 6)
    dana.count("Dana", 50, 3, 4)
    anna.count("Anna", 55, 4, 4)
    anna.press("Confirm scores")


def end_together(anna, bara, cyril, dana):
    cyril.is_asked("One tick for winning")
    anna.waits_for("Cyril")
    cyril.press("Science and culture")
    bara.waits_for("Cyril", "Anna", "Dana")
    expect(bara.page.locator(".skipped")).to_contain_text("New ages: nobody this time")
    bara.watched.looks_right()
    for number, phone in enumerate((cyril, anna, dana, bara), start=41):
        phone.is_asked("You can afford")
        phone.press(re.compile("Buy 0"))
        phone.is_asked("Draw 1 province")
        if phone is not cyril:
            phone.draw_by_hand(number)
    anna.waits_for("Cyril")  # the others are done, nobody else
    cyril.draw_by_hand(41)
    anna.press("Finish session 3")


def test_four_phones_play_a_whole_session_together(own_phone):
    """Cyril wins; then Anna, Dana and Bára buy in this order."""
    campaign = kept(two_sessions())
    names = ("anna", "bara", "cyril", "dana")
    phones = [own_phone(campaign, name) for name in names]
    host = phones[0]
    host.go()  # by now everybody has joined
    open_by_hand(host, *TOGETHER)
    assert host.taps.taps <= MOST_TAPS_TO_OPEN
    play_missions(*phones)
    for phone in phones:
        phone.taps = Taps(phone.page)
    pay_and_count(*phones)
    end_together(*phones)
    for phone in phones:
        phone.page.wait_for_url(re.compile("/chronicle/3/$"))
        expect(phone.page.locator(".climax")).to_contain_text("Cyril")
        phone.watched.fits()
    assert state(campaign).played == 3
    assert host.taps.taps <= MOST_TAPS_OF_HOST
    for phone in phones[1:]:
        assert phone.taps.taps <= MOST_TAPS_OF_PLAYER


def test_whoever_presses_something_just_as_the_session_ends_is_led_on(visit):
    """The answer to their press is a page after the end, which their page never was told of."""
    played = founded_campaign("anna", "bara").open().settle(anna=50, bara=45)
    here = SessionView(visit, kept(played.to(Stage.FINISH)))
    with here.page.add_init_script(NO_STREAM):
        here.go()
    expect(here.button("Finish session 1")).to_be_visible()
    record(here.campaign, kind="finish_session", data={}, client_id=uuid4())
    session = reverse("campaign-session", args=[here.campaign.pk])
    here.page.evaluate(f"location.assign('{session}')")
    here.page.wait_for_url(re.compile("/chronicle/1/$"))
    expect(here.page.locator(".climax")).to_contain_text("Anna")
    here.page.evaluate(f"location.assign('{session}')")  # back from there one may stay
    expect(here.page.locator("[data-session='2']")).to_be_visible()


def test_the_host_does_the_part_of_somebody_who_went_home(own_phone):
    played = four().settle(anna=66, bara=44, cyril=70, dana=50).to(Stage.INVENTIONS)
    campaign = kept(played)
    phones = [own_phone(campaign, name) for name in ("anna", "cyril")]
    anna = phones[0]
    anna.go()
    anna.waits_for("Cyril")
    anna.follow("Do it for Cyril")
    anna.press(re.compile("Buy 0"))
    anna.draw_by_hand(41)
    anna.is_asked("Anna")
    anna.watched.looks_right()
    assert state(campaign).session.seat("cyril").boxed
    assert session_stage(state(campaign)) == Stage.INVENTIONS


# What is typed and not saved


def points(here):
    return here.page.locator("#score").get_by_label("Points on the track", exact=True)


def test_typed_scores_wait_for_whoever_looks_elsewhere_first(visit):
    here = SessionView(visit, kept(founded_campaign("anna", "bara").open()))
    here.go("campaign-session-score", 0)
    note = here.page.locator("#score .draft")
    points(here).fill("33")
    here.follow("Bara")
    expect(points(here)).to_have_value("")
    here.follow("Anna")
    expect(points(here)).to_have_value("33")
    expect(note).to_be_visible()
    here.go("campaign")
    here.page.go_back()
    expect(points(here)).to_have_value("33")
    here.page.reload()
    expect(points(here)).to_have_value("33")
    expect(here.page.locator("#result")).to_contain_text("33")
    here.press("Save Anna's score")
    assert here.state.session.seat("anna").entries["track"] == 33
    here.follow("Anna")
    expect(points(here)).to_have_value("33")
    expect(note).to_be_hidden()


def test_a_draft_replaces_nothing_saved_meanwhile_without_asking(visit):
    here = SessionView(visit, kept(founded_campaign("anna", "bara").open()))
    here.go("campaign-session-score", 0)
    points(here).fill("33")
    here.follow("Bara")
    elsewhere(here, "enter_score", empire="anna", entries={"track": 30})
    here.follow("Anna")
    expect(points(here)).to_have_value("33")
    here.watched.allows("422")
    here.press("Save Anna's score")
    expect(here.page.locator(".refusal .problems")).to_contain_text("30 points")
    assert here.state.session.seat("anna").entries["track"] == 30
    here.press("Save Anna's score")
    assert here.state.session.seat("anna").entries["track"] == 33


def test_what_is_wrong_with_a_form_is_in_sight_and_goes_when_corrected(visit):
    here = SessionView(visit, kept(founded_campaign("anna", "bara")))
    here.watched.allows("422")
    number = here.page.locator(".by-hand input").nth(1)
    number.fill("x")
    here.press("Start with these")
    wrong = here.page.locator(".by-hand [aria-invalid=true]")
    expect(wrong).to_be_focused()
    expect(wrong).to_be_in_viewport()
    said = here.page.locator(".by-hand .mistake:not(:empty)")
    expect(said).to_be_in_viewport()
    wrong.fill("126")
    expect(said).to_have_count(0)
