"""The code of a link: typed in any way, guessed in vain, renewed, and shown to be scanned."""

import re

import pytest
import segno
from django.test import Client
from django.urls import reverse

from companion.base import addresses
from companion.sessions.services import start_session
from companion.tables import joining
from companion.tables.models import CODE_LENGTH, CODE_LETTERS, Attempt, Phone, Table
from tests.tables.pages import ROLES, html, inside, link, pass_by, phone, text

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize(
    "host", ["http://192.168.1.5:8000", "", "https://a.example", "192.168.1.5:8000"]
)
def test_the_link_of_a_game_opens_the_game(host):
    game = start_session(game="arcs", players=3)
    link = reverse("session", args=[game.token])
    answer = Client().get(reverse("join-by-code"), {"code": f" {host}{link}?tally=1"})
    assert answer.url == link


@pytest.mark.parametrize("wrong", ["http://[", "//evil.example/", "/admin/", "/a/b"])
def test_other_links_lead_nowhere(wrong):
    answer = Client().get(reverse("join-by-code"), {"code": wrong}, follow=True)
    assert answer.status_code == 404
    assert "This code doesn't work" in answer.content.decode()


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
