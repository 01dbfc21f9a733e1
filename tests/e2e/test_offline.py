"""A phone whose laptop doesn't answer: what it has seen stays readable, what it does waits and counts once."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.log.record import record
from companion.sessions.services import start_session
from companion.tables.models import Membership
from tests.campaign_visitor import four, kept, member, state
from tests.e2e.conftest import session_cookie
from tests.e2e.pages import LAPTOP, OFFLINE, PATIENCE, PHONE
from tests.played_campaign import CAESAR, founded_campaign

pytestmark = pytest.mark.django_db(transaction=True)
SEEN = re.compile(r"As of \d\d:\d\d\. The laptop isn't responding\.")


class Phone:
    """Somebody's browser at the table of a campaign, in and out of the network."""

    def __init__(self, visit, campaign, screen=PHONE, name="olga", role="organiser"):
        self.campaign = campaign
        account = member(campaign, name, role)
        self.watched = visit(screen, path=None, account=account)
        self.page = self.watched.page

    def go(self, name="campaign", *args):
        """Opens a page; it is kept at the latest when it is left."""
        address = reverse(name, args=[self.campaign.pk, *args])
        self.page.goto(self.watched.server + address)
        return self

    def stay(self):
        """Stays until the page that is open is kept."""
        kept_here = "() => localStorage.getItem(`kept:${location.pathname}`)"
        self.page.wait_for_function(kept_here)
        return self

    def offline(self):
        self.watched.allows(OFFLINE)
        self.page.context.set_offline(True)
        return self

    def online(self):
        self.page.context.set_offline(False)
        return self

    def all_sent(self):
        """Nothing waits any longer, except what was refused and says why."""
        sent = """() => JSON.parse(localStorage.getItem("waiting-acts") || "[]")
            .every((one) => one.why)"""
        self.page.wait_for_function(sent)

    @property
    def banner(self):
        return self.page.locator("#kept .seen-at")

    @property
    def waiting(self):
        return self.page.locator("#waiting")

    def tab(self, name):
        return self.page.get_by_role("navigation").get_by_role("link", name=name)

    def marker(self, player="Anna"):
        title = f"{player}: marker forward"
        mission = self.page.locator(f"#mission-{CAESAR}")
        return mission.get_by_role("button", name=title)


@pytest.fixture
def campaign(db):
    return kept(four())


@pytest.fixture
def phone(visit, campaign):
    return Phone(visit, campaign)


@pytest.mark.smoke
def test_pages_that_were_seen_open_with_their_date_when_the_laptop_is_away(phone):
    phone.go("empire", "anna").go("campaign").go("campaign-session").offline()
    phone.tab("Board").click()
    expect(phone.banner).to_have_text(SEEN)
    expect(phone.page.locator("#kept .stands")).to_contain_text("anna's realm")
    phone.watched.accessible()
    phone.watched.fits()
    phone.page.locator("#kept .stand summary").first.click()
    way = phone.page.locator("#kept").get_by_role("link", name="Sheet and story")
    way.first.click()
    expect(phone.page.locator("#kept h1")).to_have_text("anna's realm")
    assert phone.page.title().startswith("anna's realm")


def test_the_way_back_leads_through_the_pages_to_the_one_that_is_open(phone):
    phone.go("campaign").go("campaign-session").offline()
    typed = phone.page.get_by_label("Note")
    phone.page.locator("#notes summary").click()
    typed.fill("Half a sen")
    phone.tab("Board").click()
    expect(phone.banner).to_be_visible()
    phone.page.go_back()
    expect(phone.page.locator("#kept")).to_have_count(0)
    expect(typed).to_have_value("Half a sen")
    phone.page.go_forward()
    expect(phone.banner).to_be_visible()


def test_nothing_on_a_kept_page_can_be_sent_and_its_rules_can_be_read(phone):
    phone.go("campaign-session").go("campaign").offline()
    phone.tab("Session").click()
    expect(phone.banner).to_be_visible()
    enabled = "#kept :is(input, select, textarea, button:not([popovertarget])):enabled"
    expect(phone.page.locator(enabled)).to_have_count(0)
    expect(phone.page.locator("#kept input[type=hidden]")).to_have_count(0)


def test_a_kept_page_goes_live_again_by_itself(phone):
    phone.go("campaign").go("campaign-session").offline()
    phone.tab("Board").click()
    expect(phone.banner).to_be_visible()
    phone.online()
    expect(phone.page.locator("#kept")).to_have_count(0)
    expect(phone.page.locator("#main .stands")).to_be_visible()
    assert phone.page.url.endswith(reverse("campaign", args=[phone.campaign.pk]))


def test_a_page_that_was_never_seen_leaves_the_open_one_where_it_is(phone):
    phone.go("campaign").go("campaign-session").offline()
    phone.tab("Board").click()
    expect(phone.banner).to_be_visible()
    phone.tab("History").click()
    told = phone.page.get_by_role("alert")
    expect(told).to_contain_text("this page isn't saved on this device")
    expect(phone.banner).to_be_visible()


def test_what_is_kept_is_the_last_dozen_and_goes_with_the_log_out(phone):
    phone.go("campaign")
    crowd = """() => {
      const index = [...Array(14)].map((_, n) => [`/old/${n}/`, n, "old"]);
      for (const [path] of index) localStorage.setItem(`kept:${path}`, "{}");
      localStorage.setItem("kept", JSON.stringify(index));
    }"""
    phone.page.evaluate(crowd)
    phone.go("campaign-session").stay()
    kept_keys = "Object.keys(localStorage).filter((key) => key.startsWith('kept:'))"
    assert len(phone.page.evaluate(kept_keys)) == 12
    phone.watched.follow(phone.page.get_by_role("button", name="Log out"))
    assert phone.page.evaluate(kept_keys) == []


def test_a_kept_page_runs_nothing_that_was_written_into_it(phone):
    phone.go("campaign").go("campaign-session")
    address = reverse("campaign", args=[phone.campaign.pk])
    spoilt = """(path) => {
      const html = `<img src="x" onerror="window.ran = 1"><script>window.ran = 2</script>
        <a id="bad" href="javascript:window.ran=3">there</a><button autofocus onclick="window.ran=4">x</button>`;
      localStorage.setItem(`kept:${path}`, JSON.stringify({ html, title: "x", width: "wide", at: 0 }));
    }"""
    phone.page.evaluate(spoilt, address)
    phone.offline().tab("Board").click()
    expect(phone.page.locator("#kept #bad")).to_be_visible()
    assert phone.page.locator("#kept script").count() == 0
    assert phone.page.locator("#kept [onerror], #kept [onclick]").count() == 0
    assert phone.page.locator("#bad").get_attribute("href") is None
    assert phone.page.evaluate("window.ran") is None
    phone.watched.allows("inline event handler.*has been blocked")


def test_a_session_of_any_game_is_kept_with_what_was_typed(visit, db):
    session = start_session(game="imperial_settlers", players=2)
    address = reverse("session", args=[session.token])
    here = visit(PHONE, path=address)
    page = here.page
    page.locator("#id_1s0-track").fill("43")
    expect(page.locator("#save-state")).to_have_text("Saved")
    page.wait_for_function(
        "(path) => (localStorage.getItem(`kept:${path}`) || '').includes('43')",
        arg=address,
    )
    page.goto(here.server)
    here.allows(OFFLINE)
    page.context.set_offline(True)
    page.locator(f"a[href='{address}']").click()
    expect(page.locator("#kept .seen-at")).to_have_text(SEEN)
    typed = page.locator("#kept [name='1s0-track']")
    expect(typed).to_have_value("43")
    expect(typed).to_be_disabled()
    page.go_back()
    expect(page.locator("#kept")).to_have_count(0)


def test_a_page_that_is_closed_to_this_device_is_forgotten(phone):
    phone.go("campaign").stay()
    Membership.objects.all().delete()
    phone.watched.allows("status of 404")
    phone.go("campaign")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Page not found")
    assert phone.page.evaluate("localStorage.getItem('kept')") == "[]"


# What is done meanwhile


def moved(campaign):
    return [one.data for one in campaign.acts.filter(kind="move_marker")]


def test_a_marker_moves_at_once_where_the_laptop_answers(phone):
    phone.go("campaign-session")
    phone.marker().click()
    mission = phone.page.locator(f"#mission-{CAESAR}")
    expect(mission.locator(".marker strong").first).to_have_text(re.compile("^1"))
    expect(phone.waiting).to_be_hidden()
    assert len(moved(phone.campaign)) == 1
    assert phone.page.url.endswith("/session/")


@pytest.mark.smoke
def test_what_is_done_offline_waits_and_counts_once_in_its_order(phone):
    phone.go("campaign-session").offline()
    for _ in range(2):
        phone.marker().click()
    phone.marker("Bara").click()
    expect(phone.waiting.get_by_role("status")).to_have_text(
        "Waiting for the laptop: 3"
    )
    expect(phone.waiting.locator("li")).to_contain_text(
        ["Anna: marker forward", "Anna: marker forward", "Bara: marker forward"]
    )
    phone.watched.accessible()
    phone.watched.fits()
    assert moved(phone.campaign) == []
    phone.online()
    phone.all_sent()
    expect(phone.waiting).to_be_hidden()
    assert [one["empire"] for one in moved(phone.campaign)] == ["anna", "anna", "bara"]
    mission = phone.page.locator(f"#mission-{CAESAR}")
    expect(mission.locator(".marker strong").first).to_have_text(re.compile("^2"))


def test_what_waits_survives_a_closed_page_and_is_sent_from_any_other(phone):
    phone.go("campaign-session").offline()
    phone.marker().click()
    expect(phone.waiting.locator("li")).to_have_count(1)
    phone.page.goto("about:blank")
    phone.online().go("campaign")
    phone.all_sent()
    expect(phone.waiting).to_be_hidden()
    assert len(moved(phone.campaign)) == 1


def test_sending_the_same_twice_counts_once(phone):
    phone.go("campaign-session").offline()
    phone.marker().click()
    expect(phone.waiting.locator("li")).to_have_count(1)
    queue = phone.page.evaluate("localStorage.getItem('waiting-acts')")
    phone.online()
    phone.all_sent()
    expect(phone.waiting).to_be_hidden()
    phone.page.evaluate("(queue) => localStorage.setItem('waiting-acts', queue)", queue)
    phone.go("campaign-session").all_sent()
    expect(phone.waiting).to_be_hidden()
    assert len(moved(phone.campaign)) == 1


def test_a_note_waits_with_its_text_and_the_field_is_free_again(phone):
    phone.go("campaign-session").offline()
    phone.page.locator("#notes summary").click()
    note = phone.page.get_by_label("Note")
    note.fill("The dog ate the rulebook")
    phone.page.get_by_role("button", name="Add").click()
    expect(phone.waiting).to_contain_text("The dog ate the rulebook")
    phone.online()
    phone.all_sent()
    expect(phone.waiting).to_be_hidden()
    expect(phone.page.locator("#main .notes")).to_contain_text("The dog ate")
    expect(note).to_have_value("")


def test_what_the_rules_refuse_meanwhile_is_told_with_its_text(phone):
    phone.go("campaign-session").offline()
    phone.marker().click()
    phone.page.locator("#notes summary").click()
    phone.page.get_by_label("Note").fill("Remember Anna's marker")
    phone.page.get_by_role("button", name="Add").click()
    expect(phone.waiting.locator("li")).to_have_count(2)
    completed = {"mission": CAESAR, "empires": ["anna"]}
    record(phone.campaign, kind="complete_mission", data=completed, client_id=uuid4())
    phone.watched.allows("status of 422")
    phone.online()
    refused = phone.waiting.locator(".refused")
    expect(refused).to_contain_text("Not accepted")
    expect(refused).to_contain_text("Anna: marker forward")
    expect(refused).to_contain_text("already completed this mission")
    phone.watched.accessible()
    phone.all_sent()
    expect(phone.waiting.locator("li")).to_have_count(1)
    assert phone.campaign.acts.filter(kind="write_note").count() == 1
    refused.get_by_role("button", name="OK").click()
    expect(phone.waiting).to_be_hidden()


def test_somebody_changes_their_mind_before_it_is_sent(phone):
    phone.go("campaign-session").offline()
    phone.marker().click()
    phone.waiting.get_by_role("button", name="Don't send").click()
    expect(phone.waiting).to_be_hidden()
    phone.online().go("campaign-session")
    assert moved(phone.campaign) == []


def test_a_form_outside_the_queue_stays_on_its_page_and_is_sent_later(phone):
    phone.go("campaign").go("campaign-session").offline()
    phone.marker().click()
    expect(phone.waiting.locator("li")).to_have_count(1)
    phone.page.locator("button.undo").click()
    told = phone.page.get_by_role("alert")
    expect(told).to_contain_text("This is sent when it's back")
    assert phone.page.url.endswith("/session/")
    told.get_by_role("button", name="Don't send").click()
    expect(told).to_be_hidden()
    phone.page.locator("button.undo").click()
    expect(told).to_be_visible()
    phone.watched.allows("status of 422")
    phone.online()
    asked = phone.page.get_by_role("button", name="Continue and undo 1 more entry")
    expect(asked).to_be_visible()


def test_the_way_back_loses_nothing_that_waits_for_the_laptop(phone):
    phone.go("campaign").go("campaign-session-score", 0).offline()
    page, told = phone.page, phone.page.locator("#told")
    points = page.locator("#score").get_by_label("Points on the track", exact=True)
    points.fill("33")
    page.get_by_role("button", name="Save Anna's score").click()
    expect(told).to_contain_text("This is sent when it's back")
    page.evaluate("history.back()")  # there is no other page to wait for
    expect(told).to_contain_text("Nothing is lost, you stay on this page.")
    assert page.url.endswith("/scores/0/")
    expect(points).to_have_value("33")
    phone.online()
    expect(page.locator("#score legend")).to_contain_text("Bara")
    assert state(phone.campaign).session.seat("anna").entries["track"] == 33


def test_what_is_not_sent_after_all_leaves_the_way_back_as_it_was(phone):
    phone.go("campaign").go("campaign-session").offline()
    phone.page.locator("button.undo").click()
    told = phone.page.get_by_role("alert")
    told.get_by_role("button", name="Don't send").click()
    expect(told).to_be_hidden()
    phone.online().page.go_back()
    expect(phone.page.locator("#main .stands")).to_be_visible()


# The app of its own, on localhost and over HTTPS


@pytest.fixture
def on_localhost(browser, live_server):
    """Opens a page where browsers allow a service worker, and stays until that is at work."""
    context = browser.new_context(viewport=PHONE, locale="en")
    context.set_default_timeout(PATIENCE)

    def open_page(path, account):
        context.add_cookies([session_cookie(account, live_server.url)])
        page = context.new_page()
        page.goto(live_server.url + path)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        return page

    yield open_page
    context.close()


def test_on_localhost_a_page_that_cannot_be_fetched_shows_what_was_seen(
    on_localhost, live_server, db
):
    campaign = kept(founded_campaign("anna", "bara"))
    board = reverse("campaign", args=[campaign.pk])
    page = on_localhost(board, member(campaign, "olga", "organiser"))
    page.wait_for_function("(path) => localStorage.getItem(`kept:${path}`)", arg=board)
    page.context.set_offline(True)
    history = reverse("campaign-history", args=[campaign.pk])
    page.goto(live_server.url + history)
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "The laptop isn't responding"
    )
    expect(page.locator("#seen a")).to_contain_text(["Ours"])
    page.goto(live_server.url + board)
    expect(page.locator("#kept .seen-at")).to_have_text(SEEN)
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_have_count(0)
    expect(page.locator("#main .stands")).to_be_visible()


def test_the_worker_keeps_no_page_of_anybody(on_localhost, db):
    campaign = kept(founded_campaign("anna", "bara"))
    board = reverse("campaign", args=[campaign.pk])
    page = on_localhost(board, member(campaign, "olga", "organiser"))
    held = """async () => {
      const found = [];
      for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
      }
      return found;
    }"""
    addresses = page.evaluate(held)
    assert "/offline/en/" in addresses
    assert all(one.startswith(("/static/", "/offline/")) for one in addresses)
    kept_page = page.evaluate(
        "async () => (await (await caches.match('/offline/en/')).text())"
    )
    assert "olga" not in kept_page
    assert state(campaign).empires


# Light, dark and a screen that stays on


def ground(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


DAY, NIGHT = "rgb(247, 241, 227)", "rgb(23, 26, 31)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_chosen_theme_holds_from_the_first_paint_and_stays(visit, scheme):
    here = visit(LAPTOP, scheme=scheme)
    page = here.page
    assert ground(page) == (NIGHT if scheme == "dark" else DAY)
    for name, wanted in (("Dark", NIGHT), ("Light", DAY)):
        page.get_by_role("button", name=name, exact=True).click()
        assert ground(page) == wanted
        here.accessible()
        page.reload()
        assert page.locator("html").get_attribute("data-theme") == name.lower()
        assert ground(page) == wanted
    page.get_by_role("button", name="System").click()
    page.reload()
    assert page.locator("html").get_attribute("data-theme") is None
    assert ground(page) == (NIGHT if scheme == "dark" else DAY)


FAKE_LOCK = """
  window.locks = 0;
  const request = async () => {
    window.locks += 1;
    const lock = new EventTarget();
    lock.released = false;
    lock.release = async () => {
      window.locks -= 1;
      lock.released = true;
      lock.dispatchEvent(new Event("release"));
    };
    return lock;
  };
  Object.defineProperty(Navigator.prototype, "wakeLock", { value: { request } });
"""


def test_the_screen_stays_on_until_somebody_says_otherwise(phone):
    button = phone.page.get_by_role("button", name="Keep the screen on")
    with phone.page.add_init_script(FAKE_LOCK):
        phone.go("campaign-session")
        expect(button).to_have_attribute("aria-pressed", "true")
        assert phone.page.evaluate("locks") == 1
        button.click()
        expect(button).to_have_attribute("aria-pressed", "false")
        assert phone.page.evaluate("locks") == 0
        phone.go("campaign-session")
        expect(button).to_have_attribute("aria-pressed", "false")
        assert phone.page.evaluate("locks") == 0
        phone.go("campaign")
        expect(button).to_have_count(0)


def test_where_the_browser_cannot_there_is_no_button(phone):
    phone.go("campaign-session")
    assert not phone.page.evaluate("'wakeLock' in navigator")  # as over plain HTTP
    expect(phone.page.locator("[data-awake]")).to_be_hidden()
