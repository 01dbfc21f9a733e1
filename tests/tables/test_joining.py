"""Joining a table with a link: who comes in as what, who is sent out, and who may enter for whom."""

import json
import re
from datetime import timedelta
from html import unescape
from uuid import uuid4

import pytest
import segno
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaign.models import Campaign
from companion.base import addresses
from companion.log.models import Act
from companion.sessions.models import GameSession
from companion.sessions.services import session_state, start_session
from companion.tables import joining, rate_limits, services
from companion.tables.models import (
    CODE_LENGTH,
    CODE_LETTERS,
    Attempt,
    Invitation,
    Person,
    Phone,
    Table,
)
from tests.campaign_visitor import kept, said
from tests.played_campaign import founded_campaign

pytestmark = pytest.mark.django_db
ROLES = ("organiser", "player", "spectator")
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1"
NAMES = {"name0": "Anna", "name1": "Bára"}
TRACK = "1s{}-track".format
OWN = "At this table everyone enters only their own numbers."


def link(table: Table, role="player") -> str:
    return reverse(
        "join", args=[joining.current_invitation(table=table, role=role).code]
    )


def phone(table: Table, name="Bára", role="player", **sent) -> Client:
    """A browser that has just joined."""
    client = Client(headers={"user-agent": IPHONE})
    answer = client.post(link(table, role), {"name": name, **sent})
    assert answer.status_code == 302
    return client


def inside(client: Client, table: Table) -> int:
    return client.get(reverse("table", args=[table.pk])).status_code


def html(answer, status=200) -> str:
    assert answer.status_code == status
    return unescape(answer.content.decode())


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def game(table: Table, **cells: str) -> GameSession:
    return start_session(
        game="imperial_settlers", table=table, players=2, cells={**NAMES, **cells}
    )


def put(client: Client, session: GameSession, cell: str, typed: str, seen="", **more):
    sent = {"id": uuid4(), "cell": cell, "typed": typed, "seen": seen, **more}
    address = reverse("session-cells", args=[session.token])
    return client.post(address, sent, headers={"HX-Request": "true"})


def cells(session: GameSession) -> dict[str, str]:
    return session_state(GameSession.objects.get(pk=session.pk)).cells


def pass_by(**time: float) -> None:
    """So much time goes by for everything that has a time."""
    Phone.objects.update(seen=F("seen") - timedelta(**time))
    Invitation.objects.update(expires=F("expires") - timedelta(**time))


# Coming in


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ["Bára", "Dana"], ids=["known", "new"])
def test_a_link_lets_a_phone_in_with_its_role(table, role, name):
    client = Client(headers={"user-agent": IPHONE})
    page = text(html(client.get(link(table, role))))
    assert "Friday" in page
    assert "Bára" in page
    answer = client.post(link(table, role), {"name": name}, follow=True)
    assert answer.redirect_chain[-1] == (reverse("table", args=[table.pk]), 302)
    assert inside(client, table) == 200
    came = Phone.objects.get()
    assert (came.role, came.person.name, came.about) == (role, name, "iPhone")
    assert table.people.filter(name=name).count() == 1
    plays = answer.context["request"].here.plays
    assert plays == (role != "spectator")


def test_a_tap_on_a_name_is_enough(table):
    client = Client()
    page = html(client.get(link(table)))
    buttons = re.findall(r'<button[^>]* name="(\w+)" value="([^"]+)"', page)
    offered = [(field, name) for field, name in buttons if field in ("person", "name")]
    assert [name for _field, name in offered] == ["Anna", "Bára", "Cyril"]
    client.post(link(table), dict(offered[-1:]))
    assert Phone.objects.get().person.name == "Cyril"


@pytest.mark.parametrize("typed", ["BÁRA", " bára ", "Ba\u0301ra"])
def test_a_known_name_is_the_same_person_however_it_is_typed(table, typed):
    phone(table, typed)
    assert Phone.objects.get().person.name == "Bára"
    assert table.people.count() == 3


def test_somebody_only_watches(table):
    client = phone(table, "", role="spectator", watching="on")
    came = Phone.objects.get()
    assert (came.person, came.role) == (None, "spectator")
    assert inside(client, table) == 200
    assert put(client, game(table), TRACK(0), "5").status_code == 404


def test_whoever_enters_something_has_a_name(table):
    """A player's link doesn't let anybody in who then writes as nobody."""
    client = Client()
    client.post(link(table, "player"), {"watching": "on"})
    assert put(client, game(table), TRACK(0), "5").status_code == 404
    assert not Act.objects.exists()


def test_a_phone_that_lost_its_cookie_picks_the_same_name(anna, table):
    first, again = phone(table), phone(table)
    asking = Phone.objects.get(wants__name="Bára")
    answer = {"person": asking.wants_id, "answer": "yes"}
    anna.post(reverse("answer-question", args=[table.pk, asking.pk]), answer)
    assert table.people.filter(name="Bára").count() == 1
    assert {one.person.name for one in Phone.objects.all()} == {"Bára"}
    session = game(table)
    put(again, session, TRACK(1), "7")
    act = session.acts.get()
    assert act.by.name == "Bára"
    # What the phone entered before it lost its cookie is still its own to take back.
    put(first, session, TRACK(1), "8", seen="7")
    undo = reverse("session-undo", args=[session.token, 2])
    assert again.post(undo, {"id": uuid4()}).status_code == 302
    assert cells(session)[TRACK(1)] == "7"


def test_two_taps_are_one_phone(table):
    client = phone(table)
    client.post(link(table), {"name": "Bára"})
    client.post(link(table), {"person": "Bára"})
    assert Phone.objects.count() == 1


def test_a_phone_that_scans_often_stays_at_its_other_tables(table):
    _account, other = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    client = phone(other, "Bára")
    for _scan in range(25):
        client.post(link(table), {"name": "Bára"})
    assert inside(client, other) == 200
    assert inside(client, table) == 200


def test_one_browser_is_at_two_tables(table):
    _account, other = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    client = phone(table)
    client.post(link(other, "spectator"), {"name": "Bára"})
    assert (inside(client, table), inside(client, other)) == (200, 200)
    home = text(html(client.get("/")))
    assert "Friday" in home
    assert "Sunday" in home
    assert put(client, game(table), TRACK(1), "5").status_code == 200
    assert put(client, game(other), TRACK(1), "5").status_code == 404


def test_a_phone_that_picks_another_name_is_from_then_on_that_person(table):
    """Also after a while, when it has been seen again under both."""
    session, client = game(table), phone(table, "Bára")
    pass_by(seconds=30)
    client.post(link(table), {"name": "Cyril"})
    for number, later in enumerate((0, 45, 90, 45), start=1):
        pass_by(seconds=later)
        inside(client, table)
        put(client, session, TRACK(0), str(number), str(number - 1 or ""))
    assert {act.by.name for act in session.acts.all()} == {"Cyril"}


def test_whoever_logs_out_stays_at_the_tables_of_this_browser(table, started):
    client = phone(table)
    account, _ = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    client.post(reverse("log-in"), {"username": "Zuzana", "password": "correct horse"})
    assert client.session["_auth_user_id"] == str(account.pk)
    assert inside(client, table) == 200
    client.post(reverse("log-out"))
    assert "_auth_user_id" not in client.session
    assert inside(client, table) == 200


def test_an_organiser_who_joins_with_a_phones_link_stays_organiser(anna, table):
    anna.post(link(table, "spectator"), {"name": "Anna"})
    assert anna.get(reverse("table-settings", args=[table.pk])).status_code == 200


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"name": ""},
        {"name": "   "},
        {"name": "\u200b"},
        {"name": "x" * 61},
        {"name": "\x00"},
        {"person": ""},
        {"person": "\x00"},
        {"person": "\u200b"},
        {"person": "x" * 61},
        {"person": "x" * 10_000},
    ],
    ids=lambda sent: repr(sent)[:24],
)
def test_whoever_says_no_name_is_asked_again_and_told_why(table, sent):
    client = Client()
    answer = client.post(link(table), sent)
    assert answer.status_code in (200, 422), answer.get("location")
    assert answer.context["form"].errors
    assert any(
        str(one[0]) in html(answer, answer.status_code)
        for one in answer.context["form"].errors.values()
    )
    assert not Phone.objects.exists()
    assert table.people.count() == 3


def test_a_name_that_is_cut_short_is_no_fault(table):
    services.add_people(table=table, names=["x" * 60])
    answer = Client().post(link(table), {"person": "x" * 61})
    assert answer.status_code in (200, 302, 422)


def test_a_name_in_any_script_is_shown_as_text(table, anna):
    name = "<b>محمد</b> 👩‍👩‍👧"
    phone(table, name)
    page = anna.get(reverse("invite", args=[table.pk])).content.decode()
    assert name not in page
    assert name in unescape(page)


# The link and its code


def codes(code: str) -> list[str]:
    spaced = joining.spaced_code(code)
    return [
        code.upper(),
        spaced,
        spaced.upper().replace("-", " "),
        f"  {code} ",
        f"{code[:5]}-{code[5:]}",
        " ".join(code),
    ]


@pytest.mark.parametrize("way", range(6))
def test_a_code_is_understood_however_it_is_typed(table, way):
    code = joining.current_invitation(table=table, role="player").code
    typed = codes(code)[way]
    answer = Client().get(reverse("join-by-code"), {"code": typed}, follow=True)
    assert "Friday" in html(answer)


def test_a_pasted_link_is_a_code_too(table):
    pasted = f"http://192.168.1.5:8000{link(table)}"
    answer = Client().get(reverse("join-by-code"), {"code": pasted}, follow=True)
    assert "Friday" in html(answer)


NONSENSE = [
    "",
    "-",
    "\x00",
    "\x00" * 12,
    "a" * 10_000,
    "a" * 12,
    "ěščřžýáíé123",
    "١٢٣٤٥٦٧٨٩٠١٢",
    "👩‍👩‍👧",
    "a/b",
    "/",
    "..",
    "%00",
    "{{ 7*7 }}",
    "' OR 1=1 --",
    "\r\nLocation: /",
    "\ud7ff\uffff",
]


@pytest.mark.parametrize("code", NONSENSE, ids=range(len(NONSENSE)))
def test_a_nonsense_code_leads_nowhere_and_is_no_fault(table, code):
    joining.current_invitation(table=table, role="player")
    answer = Client().get(reverse("join-by-code"), {"code": code})
    if code in ("", "/"):
        assert 'id="code"' in html(answer)
        return
    assert answer.status_code == 302
    address = answer.url
    if code not in ("..",):  # a browser asks for a code from there
        page = text(html(Client().get(address), 404))
        assert "This code doesn't work" in page
        assert "Friday" not in page
    assert Client().post(address, {"name": "Eve"}).status_code == 404
    assert not Phone.objects.exists()


def test_a_wrong_code_stays_in_its_field_with_the_reason_beside_it(table):
    sent = {"code": " k7mq-x2vd-9phb "}
    page = html(Client().get(reverse("join-by-code"), sent, follow=True), 404)
    field = re.search(r'<input id="code".*?>', page, re.S)[0]
    assert 'value="k7mq-x2vd-9phb"' in field
    assert 'aria-describedby="wrong-code"' in field
    assert "It has a typo, has expired or was replaced." in text(page)
    empty = html(Client().get(reverse("join-by-code")))
    assert "Join friends" in text(empty)
    assert "typo" not in text(empty)


def test_a_whole_link_fits_into_the_field_of_the_code(table):
    address = "http://192.168.178.123:8000" + link(table)
    page = html(Client().get("/"))
    room = int(re.search(r'id="code"[^>]*maxlength="(\d+)"', page)[1])
    assert room > len(address)
    answer = Client().get(reverse("join-by-code"), {"code": address})
    assert answer.url == link(table)


def test_codes_are_long_enough_not_to_be_guessed_and_hard_to_misread(table):
    assert len(set(CODE_LETTERS)) ** CODE_LENGTH > 2**56
    assert not set("01ilo") & set(CODE_LETTERS)
    made = {joining.new_code() for _ in range(200)}
    assert len(made) == 200


def test_whoever_guesses_is_told_to_wait_and_the_right_code_doesnt_count(table):
    client = Client()
    for number in range(10):
        wrong = f"{'a' * 11}{'bcdefghjkm'[number]}"
        assert client.get(reverse("join", args=[wrong])).status_code == 404
    assert client.get(reverse("join", args=["a" * 12])).status_code == 429
    Attempt.objects.all().delete()
    for _ in range(20):
        assert client.get(link(table)).status_code == 200
    assert not Attempt.objects.exists()


def test_a_renewed_link_replaces_the_old_one_and_who_is_in_stays_in(anna, table):
    old, inside_already = link(table), phone(table)
    answer = anna.post(reverse("renew-invitation", args=[table.pk]), {"role": "player"})
    assert answer.status_code == 302
    assert link(table) != old
    assert Client().get(old).status_code == 404
    assert Client().post(old, {"name": "Bára"}).status_code == 404
    assert Client().get(link(table)).status_code == 200
    assert inside(inside_already, table) == 200


def test_renewing_one_role_leaves_the_others(anna, table):
    kept_link = link(table, "spectator")
    anna.post(reverse("renew-invitation", args=[table.pk]), {"role": "player"})
    assert link(table, "spectator") == kept_link


def test_a_link_for_tonight_is_gone_tomorrow(anna, table):
    sent = {"role": "player", "tonight": "on"}
    anna.post(reverse("renew-invitation", args=[table.pk]), sent)
    tonight = link(table)
    assert "Valid until" in html(anna.get(reverse("invite", args=[table.pk])))
    pass_by(hours=11.9)
    assert Client().get(tonight).status_code == 200
    pass_by(hours=0.2)
    assert Client().get(tonight).status_code == 404
    assert Client().post(tonight, {"name": "Bára"}).status_code == 404
    page = html(anna.get(reverse("invite", args=[table.pk])))
    assert tonight not in page
    assert link(table) in page
    assert Client().get(link(table)).status_code == 200


def test_a_revoked_link_leads_nowhere(table):
    old = link(table)
    joining.revoke_invitation(table=table, role="player")
    assert Client().get(old).status_code == 404
    assert Client().post(old, {"name": "Bára"}).status_code == 404


def test_links_of_different_roles_and_tables_differ(table):
    other = Table.objects.create(name="Sunday")
    links = {link(one, role) for one in (table, other) for role in ROLES}
    assert len(links) == 6


@pytest.mark.parametrize("role", ["", "admin", "\x00", "PLAYER"])
def test_there_is_no_link_for_another_role(anna, table, role):
    address = reverse("invite", args=[table.pk])
    assert anna.get(address, {"role": role}).status_code == 404
    renew = reverse("renew-invitation", args=[table.pk])
    assert anna.post(renew, {"role": role}).status_code == 404
    assert not table.invitations.exists()


# The page with the code to scan


def shown_link(page: str) -> str:
    return re.search(r'class="link" href="([^"]+)"', page)[1]


@pytest.mark.parametrize("role", ROLES)
def test_the_code_to_scan_is_the_link(anna, table, role):
    page = html(anna.get(reverse("invite", args=[table.pk]), {"role": role}))
    address = shown_link(page)
    assert address == f"http://testserver{link(table, role)}"
    code = segno.make(address, error="m", micro=False)
    drawn = re.search(r'<path[^>]* d="([^"]+)"', page[page.index('class="qr"') :])
    expected = code.svg_inline(
        scale=8, border=4, dark="#000", light="#fff", omitsize=True
    )
    assert expected in page
    assert drawn
    assert joining.spaced_code(link(table, role).split("/")[-2]) in page


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
@pytest.mark.parametrize("port", ["", ":8000"])
def test_the_laptops_own_browser_is_shown_the_address_for_phones(
    anna, table, monkeypatch, host, port
):
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.23")
    address = reverse("invite", args=[table.pk])
    page = html(anna.get(address, headers={"host": host + port}))
    assert shown_link(page) == f"http://192.168.1.23{port}{link(table)}"


def test_without_a_network_the_link_is_the_laptops_own(anna, table, monkeypatch):
    monkeypatch.setattr(addresses, "network_address", lambda: None)
    address = reverse("invite", args=[table.pk])
    page = html(anna.get(address, headers={"host": "localhost:8000"}))
    assert shown_link(page) == f"http://localhost:8000{link(table)}"


def test_an_address_that_phones_know_stays(anna, table, monkeypatch):
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.23")
    address = reverse("invite", args=[table.pk])
    reached = {"SERVER_NAME": "10.0.0.9"}
    page = html(anna.get(address, headers={"host": "10.0.0.9:8001"}, **reached))
    assert shown_link(page) == f"http://10.0.0.9:8001{link(table)}"


# Sent out


def everywhere(table: Table, session: GameSession) -> list[str]:
    return [
        reverse("table", args=[table.pk]),
        reverse("table-live", args=[table.pk]),
        reverse("sessions", args=[table.pk]),
        reverse("session", args=[session.token]),
        reverse("session-history", args=[session.token]),
        reverse("session-live", args=[session.token]),
    ]


def test_the_organiser_sees_the_phones_and_sends_one_out(anna, table):
    session, gone, stays = game(table), phone(table), phone(table, "Cyril")
    page = text(html(anna.get(reverse("invite", args=[table.pk]))))
    assert re.search(r"Bára Player · iPhone", page)
    assert re.search(r"Cyril Player · iPhone", page)
    key = Phone.objects.get(person__name="Bára").pk
    assert anna.post(reverse("send-out", args=[table.pk, key])).status_code == 302
    for address in everywhere(table, session):
        assert gone.get(address).status_code == 404, address
        assert stays.get(address).status_code != 404, address
    assert put(gone, session, TRACK(1), "5").status_code == 404
    assert not session.acts.exists()
    page = text(html(anna.get(reverse("invite", args=[table.pk]))))
    assert "iPhone" in page
    assert not re.search(r"Bára Player", page)
    assert "Friday" not in text(html(gone.get("/")))


def test_a_phone_under_two_names_is_sent_out_with_the_one_it_shows(anna, table):
    client = phone(table, "Bára")
    client.post(link(table), {"name": "Cyril"})
    page = html(anna.get(reverse("invite", args=[table.pk])))
    outs = re.findall(rf"/tables/{table.pk}/phones/\d+/out/", page)
    assert len(outs) == 1, "one browser is one phone"
    anna.post(outs[0])
    assert inside(client, table) == 404


def test_a_phone_that_was_disconnected_needs_a_new_link(anna, table):
    client, other = phone(table), phone(table, "Cyril")
    anna.post(reverse("send-out", args=[table.pk, Phone.objects.first().pk]))
    gone = client if inside(client, table) == 404 else other
    assert gone.post(link(table), {"name": "Bára"}).status_code == 404
    assert inside(gone, table) == 404
    anna.post(reverse("renew-invitation", args=[table.pk]), {"role": "player"})
    gone.post(link(table), {"name": "Bára"})
    assert inside(gone, table) == 200


def test_phones_and_new_names_of_one_link_are_bounded(table, monkeypatch):
    three = rate_limits.Limit(3, timedelta(minutes=15))
    monkeypatch.setitem(rate_limits.LIMITS, "person", three)
    names = [f"Player {number}" for number in range(4)]
    told = [Client().post(link(table), {"name": name}) for name in names]
    assert [one.status_code for one in told] == [302, 302, 302, 429]
    assert told[-1]["Retry-After"] == "900"
    assert table.people.filter(name__startswith="Player").count() == 3
    known = Client().post(link(table), {"name": names[0]})
    assert known.status_code == 302, "who is at the table comes in"


def test_joining_renews_the_key_of_the_browsers_session(table, settings):
    client = Client()
    client.get("/")
    client.post(reverse("set-theme"), {"theme": "dark"})
    session = client.session
    session["phones"] = []
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    client.post(link(table), {"name": "Bára"})
    assert client.session.session_key != session.session_key
    assert inside(client, table) == 200


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_only_an_organiser_sends_out_and_renews(table, role):
    client = phone(table, "Cyril", role)
    key = Phone.objects.get().pk
    old = link(table, role)
    assert client.post(reverse("send-out", args=[table.pk, key])).status_code == 404
    for name in ("invite", "renew-invitation", "whose-entries"):
        address = reverse(name, args=[table.pk])
        assert client.get(address).status_code == 404
        assert client.post(address, {"role": role}).status_code == 404
    assert link(table, role) == old
    assert inside(client, table) == 200


def test_an_organiser_by_phone_may_what_an_organiser_may(table):
    client = phone(table, "Dana", "organiser")
    assert client.get(reverse("invite", args=[table.pk])).status_code == 200
    assert client.get(reverse("table-settings", args=[table.pk])).status_code == 200


def test_nobody_sends_out_a_phone_of_another_table(anna, table):
    _account, other = services.start_first_table(
        table="Sunday", organiser="Zuzana", password="correct horse"
    )
    client = phone(other)
    key = Phone.objects.get().pk
    assert anna.post(reverse("send-out", args=[table.pk, key])).status_code == 404
    assert anna.post(reverse("send-out", args=[other.pk, key])).status_code == 404
    assert inside(client, other) == 200


def test_the_page_tells_when_a_phone_was_last_seen(anna, table):
    client = phone(table)
    pass_by(seconds=30)
    before = Phone.objects.get().seen
    inside(client, table)
    assert Phone.objects.get().seen == before  # to the minute is enough
    pass_by(minutes=10)
    inside(client, table)
    assert timezone.now() - Phone.objects.get().seen < timedelta(seconds=20)


def test_a_removed_person_takes_their_phone_along_or_stays(anna, table):
    client = phone(table, "Dana")
    dana = Person.objects.get(name="Dana")
    anna.post(reverse("remove-person", args=[table.pk, dana.pk]))
    there = Person.objects.filter(name="Dana").exists()
    assert inside(client, table) == (200 if there else 404)


# Who did it


def test_the_log_says_who_did_it_for_whom(table):
    session, client = game(table), phone(table, "Bára")
    put(client, session, TRACK(0), "12")
    put(client, session, TRACK(1), "7")
    put(client, session, "place", "At home")
    first, second, third = session.acts.order_by("number")
    assert (first.by_name, first.for_name) == ("Bára", "Anna")
    assert (second.by_name, second.for_name) == ("Bára", "")
    assert (third.by_name, third.for_name) == ("Bára", "")
    page = client.get(reverse("session-history", args=[session.token]))
    assert "Bára for Anna" in text(html(page))


def test_a_player_takes_back_own_acts_and_no_others(table, anna):
    session, client, other = game(table), phone(table), phone(table, "Cyril")
    put(client, session, TRACK(0), "12")
    undo = reverse("session-undo", args=[session.token, 1])
    assert other.post(undo, {"id": uuid4()}).status_code == 404
    assert cells(session)[TRACK(0)] == "12"
    assert client.post(undo, {"id": uuid4()}).status_code == 302
    assert TRACK(0) not in cells(session)
    put(client, session, TRACK(0), "13")
    last = session.acts.latest("number").number
    undo = reverse("session-undo", args=[session.token, last])
    assert anna.post(undo, {"id": uuid4()}).status_code == 302


# Everybody only for themselves


@pytest.fixture
def own_only(table, anna) -> Table:
    answer = anna.post(reverse("whose-entries", args=[table.pk]), {"only_own": "on"})
    assert answer.status_code == 302
    table.refresh_from_db()
    assert table.only_own
    return table


def test_the_organiser_switches_it_on_and_off(own_only, anna):
    page = html(anna.get(reverse("table-settings", args=[own_only.pk])))
    assert re.search(r'name="only_own"\s+checked', page)
    anna.post(reverse("whose-entries", args=[own_only.pk]))
    own_only.refresh_from_db()
    assert not own_only.only_own


@pytest.mark.parametrize("cell", ["1s0-track", "1s0-people", "name0"])
def test_others_cells_are_refused_with_a_message(own_only, cell):
    session = game(own_only)
    answer = put(phone(own_only), session, cell, "5", NAMES.get(cell, ""))
    assert OWN in html(answer, 422)
    assert not session.acts.exists()


def test_own_cells_and_those_of_nobody_are_accepted(own_only):
    session, client = game(own_only), phone(own_only)
    for cell, typed in ((TRACK(1), "7"), ("place", "At home"), ("note", "Rain")):
        assert put(client, session, cell, typed).status_code == 200
    assert cells(session) | {"played_on": ""} == {
        **NAMES,
        TRACK(1): "7",
        "place": "At home",
        "note": "Rain",
        "played_on": "",
    }


def test_a_seat_without_a_name_is_anybodys(own_only):
    session = start_session(game="imperial_settlers", table=own_only, players=2)
    client = phone(own_only)
    assert put(client, session, TRACK(0), "7").status_code == 200
    assert put(client, session, "name0", "Bára").status_code == 200


def test_a_name_written_otherwise_is_still_ones_own(own_only):
    session = game(own_only, name1="bÁRA")
    assert put(phone(own_only), session, TRACK(1), "7").status_code == 200


def test_the_organiser_may_enter_for_everybody(own_only, anna):
    session = game(own_only)
    by_phone = phone(own_only, "Dana", "organiser")
    assert put(anna, session, TRACK(1), "7").status_code == 200
    assert put(by_phone, session, TRACK(0), "8").status_code == 200


def test_the_whole_form_keeps_what_is_ones_own_and_names_the_rest(own_only):
    session, client = game(own_only), phone(own_only)
    sent = {**NAMES, TRACK(0): "9", TRACK(1): "7", "seen": "name0=Anna&name1=B%C3%A1ra"}
    address = reverse("session-cells", args=[session.token])
    answer = client.post(address, {"id": uuid4(), **sent})
    assert OWN in html(answer, 409)
    assert cells(session)[TRACK(1)] == "7"
    assert TRACK(0) not in cells(session)


def test_renaming_the_seat_first_doesnt_open_it(own_only):
    """Neither in two requests nor in one form."""
    session, client = game(own_only), phone(own_only)
    sent = {
        "name0": "Bára",
        "name1": "Bára",
        TRACK(0): "9",
        "seen": "name0=Anna&name1=B%C3%A1ra",
    }
    address = reverse("session-cells", args=[session.token])
    client.post(address, {"id": uuid4(), **sent})
    assert cells(session)["name0"] == "Anna"
    assert TRACK(0) not in cells(session)


@pytest.fixture
def campaign():
    """Two empires in a session that is on, at a table that keeps everybody to their own."""
    found = kept(founded_campaign("anna", "bara").open())
    joining.set_only_own(found.table, only_own=True)
    found.refresh_from_db()
    return found


def do(client: Client, campaign: Campaign, kind: str, **data):
    address = reverse("campaign-session-do", args=[campaign.pk, kind])
    sent = {"id": uuid4(), "data": json.dumps(data), "sure": "on"}
    return client.post(address, sent)


def score(client: Client, campaign: Campaign, seat: int, points="40"):
    address = reverse("campaign-session-score", args=[campaign.pk, seat])
    return client.post(address, {"id": uuid4(), "s-track": points})


OTHERS = {
    "move_marker": {"mission": 126, "empire": "anna", "by": 1},
    "complete_mission": {"mission": 126, "empires": ["anna"]},
}


@pytest.mark.parametrize("kind", OTHERS)
def test_others_empires_are_refused_with_a_message(campaign, kind):
    answer = do(phone(campaign.table, "Bara"), campaign, kind, **OTHERS[kind])
    assert answer.status_code == 422
    assert OWN in [message for message, _rule in said(answer)]
    assert campaign.acts.count() == campaign.last


def test_the_score_of_others_is_refused_with_a_message(campaign):
    answer = score(phone(campaign.table, "Bara"), campaign, 0)
    assert OWN in html(answer, 422)
    assert campaign.acts.count() == campaign.last


def test_ones_own_empire_is_ones_own(campaign):
    client = phone(campaign.table, "Bara")
    for kind, data in OTHERS.items():
        mine = {"empire": "bara"} if "empire" in data else {"empires": ["bara"]}
        assert do(client, campaign, kind, **{**data, **mine}).status_code == 302
    assert score(client, campaign, 1).status_code == 302
    assert campaign.acts.count() == campaign.last + 3


def test_the_organiser_may_act_for_every_empire(campaign):
    client = phone(campaign.table, "Olga", "organiser")
    for kind, data in OTHERS.items():
        assert do(client, campaign, kind, **data).status_code == 302
    assert score(client, campaign, 0).status_code == 302


def test_the_log_of_a_campaign_says_who_did_it_for_whom(campaign):
    joining.set_only_own(campaign.table, only_own=False)
    client = phone(campaign.table, "Bara")
    campaign.table.people.create(name="Anna")
    do(client, campaign, "move_marker", **OTHERS["move_marker"])
    moved = campaign.acts.latest("number")
    assert (moved.by_name, moved.for_name) == ("Bara", "Anna")
    score(client, campaign, 0)
    counted = campaign.acts.latest("number")
    assert (counted.by_name, counted.for_name) == ("Bara", "Anna")
    score(client, campaign, 1)
    own = campaign.acts.latest("number")
    assert (own.by_name, own.for_name) == ("Bara", "")
