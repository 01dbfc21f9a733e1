"""Two phones at one session: whose number counts, who sees what, and what each page says."""

import re
from uuid import UUID, uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from companion.log.record import record
from companion.sessions.services import session_state, start_session
from companion.tables.models import Account, Membership, Person, Table
from tests.e2e.pages import PHONE

pytestmark = pytest.mark.django_db(transaction=True)
# The test's server has no streams: this is what a page does when it hears of a newer version.
HEAR = "document.dispatchEvent(new CustomEvent('live:version', { cancelable: true }))"
IDS = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")  # of forms: they may hold any digits


@pytest.fixture
def table():
    return Table.objects.create(name="Friday")


@pytest.fixture
def phone_of(visit, table):
    """The phone of somebody at the table, on a page of a session."""

    def open_page(name, session, role="player"):
        account = Account.objects.create_user(
            f"{name} {role}", password="correct horse"
        )
        person, _new = Person.objects.get_or_create(table=table, name=name)
        Membership.objects.create(
            table=table, account=account, role=role, person=person
        )
        path = reverse("session", args=[session.token])
        return visit(PHONE, path=path, account=account)

    return open_page


@pytest.fixture
def session(table):
    cells = {"name0": "Anna", "name1": "Bára"}
    return start_session(game="imperial_settlers", table=table, cells=cells)


def track(here, seat=0):
    return here.page.locator(f"[name='1s{seat}-track']")


def turn_to(here, seat):
    here.page.locator("#standings a").nth(seat).click()


def enter(here, seat, value):
    turn_to(here, seat)
    track(here, seat).fill(value)
    track(here, seat).press("Enter")


def saved(here):
    expect(here.page.locator("#save-state")).to_have_class("saved")


def put(session, cell, typed):
    data = {"cell": cell, "typed": typed}
    record(session, kind="set_cell", data=data, client_id=uuid4())


def cells_of(session):
    session.refresh_from_db()
    return session_state(session).cells


@pytest.mark.parametrize(
    ("answer", "left"), [("[data-keep]", "4"), ("[data-put]", "5")]
)
def test_the_first_tap_answers_the_question_whose_number_counts(
    phone_of, session, answer, left
):
    one, two = phone_of("Anna", session), phone_of("Bára", session)
    two.allows("status of 409")
    turn_to(two, 0)
    track(two).click()  # where the cursor stands in an empty field nothing is put
    enter(one, 0, "4")
    saved(one)
    two.page.keyboard.type("5")  # and the cursor stays there
    button = two.page.locator(f".quarrel {answer}")
    expect(button).to_be_visible()
    button.click()
    expect(two.page.locator(".quarrel")).to_have_count(0)
    expect(track(two)).to_have_value(left)
    saved(two)
    assert cells_of(session)["1s0-track"] == left


def test_what_was_refused_is_not_sent_later_without_asking(phone_of, table, session):
    table.only_own = True
    table.save()
    phone = phone_of("Anna", session)
    phone.allows("status of 422")
    turn_to(phone, 1)
    phone.page.locator("[id='1s1']").evaluate("one => { one.disabled = false; }")
    track(phone, 1).fill("9")
    track(phone, 1).press("Enter")
    expect(phone.page.locator("#save-state")).to_have_class("refused")
    table.only_own = False
    table.save()
    phone.page.reload()
    expect(track(phone, 1)).to_have_value("9")
    enter(phone, 0, "3")
    expect(phone.page.locator("[id='1s0'] .field.is-saved")).to_have_count(1)
    expect(phone.page.locator("#save-state")).to_have_class("refused")
    assert "1s1-track" not in cells_of(session)


def test_seats_of_others_can_be_read_and_not_changed_where_everybody_enters_their_own(
    phone_of, table, session
):
    table.only_own = True
    table.save()
    anna, bara = phone_of("Anna", session), phone_of("Bára", session)
    enter(anna, 0, "12")
    saved(anna)
    bara.page.reload()
    expect(bara.page.locator("[id='1s1']")).to_be_visible()  # her own seat comes first
    turn_to(bara, 0)
    expect(track(bara, 0)).to_have_value("12")
    expect(track(bara, 0)).to_be_disabled()
    turn_to(bara, 1)
    expect(track(bara, 1)).to_be_enabled()
    bara.fits()


def test_a_field_shows_what_counts_also_where_the_cursor_stands(phone_of, session):
    one, two = phone_of("Anna", session), phone_of("Bára", session)
    turn_to(one, 0)
    track(one).click()
    one.page.keyboard.type("8")
    saved(one)
    two.page.reload()
    enter(two, 0, "9")
    saved(two)
    one.page.evaluate(HEAR)
    expect(track(one)).to_have_value("9")
    expect(track(one)).to_be_focused()


def test_a_colour_somebody_takes_is_on_their_seat_without_a_reload(
    phone_of, table, session
):
    phone = phone_of("Anna", session)
    seat = phone.page.locator("[id='1s0']")
    assert "tint-" not in (seat.get_attribute("class") or "")
    table.people.filter(name="Anna").update(colour="blue")
    record_name = {"cell": "place", "typed": "Home"}
    record(session, kind="set_cell", data=record_name, client_id=UUID(int=1))
    phone.page.evaluate(HEAR)
    expect(seat).to_have_class("card seat current seat-A tint-blue")


def test_whoever_comes_back_finds_the_seat_they_left(phone_of, session):
    phone = phone_of("Anna", session)
    turn_to(phone, 1)
    phone.page.context.set_offline(True)
    phone.page.context.set_offline(False)
    phone.page.reload()
    expect(phone.page.locator("[id='1s1']")).to_be_visible()
    expect(phone.page.locator("[id='1s0']")).to_be_hidden()


def test_what_was_typed_for_somebody_is_not_put_on_whoever_sits_there_now(
    phone_of, session
):
    phone = phone_of("Anna", session, role="organiser")
    phone.allows("status of 422", "ERR_INTERNET_DISCONNECTED")
    phone.page.context.set_offline(True)
    enter(phone, 1, "31")
    expect(phone.page.locator("#unsaved")).to_be_visible()
    record(session, kind="take_seat", data={"name": "Cyril"}, client_id=UUID(int=1))
    record(session, kind="leave_seat", data={"seat": 1}, client_id=UUID(int=2))
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#save-state")).to_have_class("refused")
    assert "1s1-track" not in cells_of(session)


def test_a_phone_that_was_disconnected_does_not_say_live(phone_of, table, session):
    phone = phone_of("Anna", session)
    phone.allows("status of 404")
    Membership.objects.filter(table=table).delete()
    phone.page.evaluate(HEAR)
    expect(phone.page.locator("#save-state")).to_have_class("gone")
    expect(phone.page.locator("#connection")).to_be_hidden()


def test_hidden_scores_are_read_neither_on_seats_nor_in_the_history(phone_of, session):
    anna, bara = phone_of("Anna", session), phone_of("Bára", session)
    record(session, kind="cover", data={}, client_id=UUID(int=1))
    anna.page.reload()
    enter(anna, 0, "757")
    saved(anna)
    bara.page.reload()
    turn_to(bara, 0)
    expect(bara.page.locator("[id='1s0']")).to_contain_text("Hidden")
    assert "757" not in IDS.sub("", bara.page.locator("main").inner_html())
    bara.page.goto(bara.page.url.split("#")[0] + "history/")
    assert "757" not in IDS.sub("", bara.page.locator("main").inner_html())
    bara.fits()


def test_two_with_one_faction_are_told_at_both_fields_until_one_has_another(
    phone_of, session
):
    anna, bara = phone_of("Anna", session), phone_of("Bára", session)

    def choose(phone, seat, faction):
        field = phone.page.locator(f"[name='1s{seat}-people']")
        field.focus()  # as a tap does
        field.select_option(faction)
        saved(phone)
        return field

    fields = [choose(anna, 0, "romans"), choose(bara, 1, "romans")]
    for seat, phone in enumerate((anna, bara)):
        phone.page.evaluate(HEAR)
        spot = phone.page.locator(f"[id='1s{seat}'] .twin")
        expect(spot).to_have_text("Anna and Bára both have Romans.")
        expect(spot).to_be_visible()
        expect(fields[seat]).to_have_attribute("aria-invalid", "true")
        phone.fits()
    choose(bara, 1, "egyptians")
    for seat, phone in enumerate((anna, bara)):
        phone.page.evaluate(HEAR)
        expect(phone.page.locator(f"[id='1s{seat}'] .twin")).to_have_text("")
        expect(fields[seat]).not_to_have_attribute("aria-invalid", "true")


def test_the_last_own_field_leads_to_the_result_not_to_somebody_with_a_phone(
    phone_of, table, session
):
    here = phone_of("Anna", session)
    bara = Person.objects.create(table=table, name="Bára")
    button = here.page.locator("[data-next]")
    last = here.page.locator("[id='1s0'] > .fields .field input").last
    last.focus()
    expect(button).to_have_text("Bára ›")
    table.phones.create(person=bara, role="player")
    here.page.reload()
    last.fill("3")
    expect(button).to_have_text("Result ›")
    last.press("Enter")
    saved(here)
    expect(button).to_have_text("Result ›")
    expect(here.page.locator("[id='1s0']")).to_be_visible()


def test_the_button_does_not_name_the_player_one_is_at(phone_of, session):
    here = phone_of("Anna", session)
    button = here.page.locator("[data-next]")
    here.page.locator("[id='1s0'] > .fields .field input").last.focus()
    expect(button).to_have_text("Bára ›")
    turn_to(here, 1)
    expect(button).to_have_text("Next ›")


def test_the_button_leads_on_in_the_seat_of_the_phone_before_anything_was_touched(
    phone_of, session
):
    here = phone_of("Bára", session)
    here.page.locator("[data-next]").tap()
    expect(here.page.locator("[name='1s1-people']")).to_be_focused()


def test_a_stepper_leads_on_in_its_own_seat(phone_of, session):
    here = phone_of("Bára", session)
    here.page.locator("[id='1s1'] [data-step='1']").first.tap()
    here.page.locator("[data-next]").tap()
    expect(here.page.locator("[name='1s1-common']")).to_be_focused()


@pytest.mark.parametrize("filled", [(), ("track", "common", "faction")])
def test_a_list_never_leads_to_somebody_elses_seat(phone_of, session, filled):
    for key in filled:
        put(session, f"1s1-{key}", "3")
    here = phone_of("Bára", session)
    # As a phone does that gives its list no focus.
    here.page.locator("[name='1s1-people']").select_option("romans")
    saved(here)
    expect(here.page.locator("[id='1s1']")).to_be_visible()
    expect(here.page.locator("[id='1s0']")).to_be_hidden()
    if not filled:
        expect(track(here, 1)).to_be_focused()


def test_the_seat_somebody_turned_to_is_the_one_to_go_on_in(phone_of, session):
    here = phone_of("Anna", session)
    turn_to(here, 1)
    here.page.locator("[id='1s1'] > .fields .field input").last.focus()
    turn_to(here, 0)
    here.page.locator("[data-next]").tap()
    expect(here.page.locator("[name='1s0-people']")).to_be_focused()


def test_whoever_has_a_seat_comes_to_their_own_field_before_the_tables(phone_of, table):
    cells = {f"name{n}": name for n, name in enumerate(("Anna", "Bára", "Cyril"))}
    cells |= {"1b-first": "tycoon", "1b-second": "warlord"}
    session = start_session(game="arcs", players=3, table=table, cells=cells)
    here = phone_of("Bára", session)
    page = here.page
    expect(page.locator("[name='1s1-tycoon']")).to_be_in_viewport(ratio=1)
    said = page.locator(".declared > summary")
    expect(said).to_have_text("Tycoon · Warlord")
    said.click()
    keeper = page.locator(".board .picks").nth(2).get_by_role("button", name="Keeper")
    keeper.click()
    expect(page.locator("[name='1s1-keeper']")).to_be_visible()
    expect(keeper).to_be_focused()  # what somebody is at stays open
    expect(said).to_have_text("Tycoon · Warlord · Keeper")
    here.looks_right()


def test_scores_one_phone_hides_are_gone_from_the_other_at_once(phone_of, session):
    anna, bara = phone_of("Anna", session), phone_of("Bára", session)
    enter(anna, 0, "173")
    saved(anna)
    bara.page.evaluate(HEAR)
    totals = bara.page.locator("#standings strong")
    expect(totals.first).to_have_text("173")
    anna.page.get_by_role("button", name="Hide scores until the end").click()
    expect(anna.page.locator("#standings strong").first).to_have_text("?")
    bara.page.evaluate(HEAR)
    expect(totals).to_have_text(["?", "?"])
    expect(bara.page.locator("#result")).to_contain_text("Scores are hidden")
    expect(bara.page.locator("[id='1s0'] input")).to_have_count(0)
    expect(bara.page.locator("main")).not_to_contain_text("173")
    bara.fits()


def test_whoever_watches_enters_for_one_player_and_stays_there(phone_of, session):
    enter(phone_of("Anna", session), 0, "4")
    eva = phone_of("Eva", session)
    page = eva.page
    expect(page.locator("#watching")).to_contain_text("You're watching.")
    expect(page.locator("#score")).to_have_count(0)
    page.get_by_text("Enter for somebody").click()
    eva.follow(page.get_by_role("link", name="Enter for Bára"))
    for _look in range(2):  # a reload changes nothing
        expect(page.locator("#watching")).to_contain_text("You're entering for Bára.")
        expect(page.locator("[id='1s1']")).to_be_visible()
        expect(track(eva, 0)).to_be_disabled()
        page.reload()
    track(eva, 1).fill("9")
    track(eva, 1).press("Enter")
    saved(eva)
    assert cells_of(session)["1s1-track"] == "9"
    eva.follow(page.locator("#result button[value=finish]"))
    expect(page.locator(".unentered")).to_contain_text("Finish anyway?")
    eva.looks_right()
    eva.follow(page.get_by_role("link", name="Back to entering"))
    expect(page.locator("#watching")).to_contain_text("You're entering for Bára.")
    expect(track(eva, 1)).to_have_value("9")


def test_a_tie_that_is_asked_about_leads_to_the_field_that_breaks_it(phone_of, session):
    for seat in range(2):
        for key in ("track", "common", "faction"):
            put(session, f"1s{seat}-{key}", "1")
    bara = phone_of("Bára", session)
    page = bara.page
    expect(page.locator("[id='1s1']")).to_be_visible()
    bara.follow(page.locator("#result button[value=finish]"))
    bara.follow(page.get_by_role("link", name="Break the tie"))
    field = page.locator("[name='1s0-materials']")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    page.reload()  # whoever went on to another place finds that again, not the link's
    turn_to(bara, 1)
    page.reload()
    expect(page.locator("[id='1s1']")).to_be_visible()


def test_hidden_scores_can_be_entered_by_category(phone_of, session):
    """Other people's seats have no fields then, and the way onward leads through the own ones."""
    record(session, kind="cover", data={}, client_id=uuid4())
    anna = phone_of("Anna", session)
    anna.page.get_by_role("button", name="By category").click()
    onward = anna.page.locator("[data-next]")
    onward.click()
    assert anna.page.evaluate("document.activeElement.name").startswith("1s0-")
    while not track(anna).is_visible():
        onward.click()
    track(anna).fill("3")
    onward.click()
    assert anna.page.evaluate("document.activeElement.name").startswith("1s0-")
    saved(anna)
    assert cells_of(session)["1s0-track"] == "3"


def test_whoever_types_while_the_next_chapter_begins_goes_on_in_theirs(phone_of, table):
    cells = {"name0": "Anna", "name1": "Bára", "1b-first": "tycoon"}
    session = start_session(game="arcs", table=table, cells=cells)
    anna, bara = phone_of("Anna", session), phone_of("Bára", session)
    anna.page.locator("[name='1s0-tycoon']").fill("2")
    record(session, kind="add_tally", data={"number": 2}, client_id=uuid4())
    for here in (anna, bara):
        here.page.evaluate(HEAR)
    expect(bara.page.locator("#tally-2[open]")).to_be_visible()
    onward = anna.page.locator("#result").get_by_role("link", name="Chapter 2 ›")
    expect(onward).to_be_visible()
    expect(anna.page.locator("[name='1s0-tycoon']")).to_be_focused()
    expect(anna.page.locator("[name='1s0-tycoon']")).to_have_value("2")
    saved(anna)
    onward.click()
    expect(anna.page.locator("#tally-2[open]")).to_be_visible()
    assert cells_of(session)["1s0-tycoon"] == "2"
