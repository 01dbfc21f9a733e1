"""From paper to the page: the address that may stand on a sheet, and its short code."""

import re

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from campaign.documents import sheet_codes as codes
from campaign.documents.sheet_codes import ALPHABET, campaign_of, code_of, tidy_code
from companion.base import hosts
from companion.base import public_address as public
from tests.papers import read
from tests.places import Place
from tests.played_campaign import founded_campaign

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


@pytest.fixture
def place(db):
    return Place(founded_campaign("anna", "bara"))


# The address that may stand on paper


def printed_codes(place, **host):
    visitor = place.organiser
    address = place.address("empires/anna/sheet.pdf")
    reached = {"SERVER_NAME": host["host"].partition(":")[0]}
    page = read(visitor.get(address, headers=host, **reached).content).pages[0]
    # The code to type is always there.
    assert code_of(place.campaign.pk, "anna") in page.extract_text()
    links = [one.get_object() for one in page.get("/Annots", ())]
    return [one["/A"]["/URI"] for one in links if one["/Subtype"] == "/Link"]


def test_a_code_leads_to_the_address_that_was_set(place, settings):
    settings.COMPANION_URL = "https://empires.example.org"
    (address,) = printed_codes(place, host="192.168.1.5:8000")
    assert address.startswith("https://empires.example.org/")


def test_a_bare_local_address_never_stands_on_paper(place, settings, monkeypatch):
    settings.COMPANION_URL = ""
    monkeypatch.setattr(public, "name_leads_here", lambda name, asked: False)
    assert not printed_codes(place, host="192.168.1.5:8000")
    assert not printed_codes(place, host="localhost:8000")


def test_the_name_somebody_came_by_is_known_to_answer(rf, settings, monkeypatch):
    settings.COMPANION_URL = ""
    monkeypatch.setattr(hosts, "own_names", lambda: frozenset({"desk", "desk.local"}))
    monkeypatch.setattr(public, "name_leads_here", lambda name, asked: False)
    came = rf.get("/", headers={"host": "desk.local:8000"})
    assert public.public_address(came) == "http://desk.local:8000"
    assert public.public_address(rf.get("/", headers={"host": "desk:8000"})) == ""


def test_else_it_is_the_local_name_where_the_machine_finds_itself(
    rf, settings, monkeypatch
):
    settings.COMPANION_URL = ""
    monkeypatch.setattr(hosts, "own_names", lambda: frozenset({"desk", "desk.local"}))
    monkeypatch.setattr(public, "name_leads_here", lambda name, asked: True)
    request = rf.get("/", headers={"host": "192.168.1.5:8000"})
    assert public.public_address(request) == "http://desk.local:8000"
    monkeypatch.setenv("COMPANION_ADDRESS", "127.0.0.1")
    assert public.public_address(request) == ""  # no phone could come


@pytest.mark.parametrize(
    ("found", "answers"),
    [("192.168.1.5", True), ("127.0.1.1", False), ("8.8.8.8", False)],
)
def test_a_name_answers_where_it_leads_to_an_address_of_the_network(
    monkeypatch, found, answers
):
    place = [(2, 1, 6, "", (found, 0))]
    monkeypatch.setattr(public.socket, "getaddrinfo", lambda *asked: place)
    public.name_leads_here.cache_clear()
    assert public.name_leads_here("desk.local", 0) is answers
    public.name_leads_here.cache_clear()


def test_a_name_nobody_knows_does_not_answer(monkeypatch):
    def fails(*_asked):
        raise OSError

    monkeypatch.setattr(public.socket, "getaddrinfo", fails)
    public.name_leads_here.cache_clear()
    assert public.name_leads_here("desk.local", 0) is False
    public.name_leads_here.cache_clear()


def test_an_address_that_is_none_is_refused_at_the_start():
    assert public.configured_address(" https://empires.example.org/ ") == (
        "https://empires.example.org"
    )
    assert public.configured_address("") == ""
    for wrong in ("laptop:8000", "laptop.local", "ftp://laptop.local"):
        with pytest.raises(ImproperlyConfigured, match="COMPANION_URL"):
            public.configured_address(wrong)


# Codes


def test_a_code_is_short_and_has_no_letters_that_look_alike():
    assert not set("0O1IB8S5Z2UQG") & set(ALPHABET)
    assert [len(code_of(number, "anna")) for number in (1, 528, 529, 12_166)] == [
        5,
        5,
        6,
        6,
    ]


@given(st.integers(1, 10**6), st.text(min_size=1, max_size=60))
def test_a_code_tells_its_campaign_however_it_is_typed(number, key):
    code = code_of(number, key)
    assert campaign_of(code) == number
    assert tidy_code(f" {code[:2].lower()}-{code[2:]} ") == code


@pytest.mark.parametrize("typed", ["", "AC", "0O1I8", "<script>", "A" * 99, "ěščřž"])
def test_what_cannot_be_a_code_is_none(typed):
    assert tidy_code(typed) == ""


def test_a_typed_code_leads_to_the_empires_page(place):
    code = code_of(place.campaign.pk, "bara")
    visitor = place.join("hana", "spectator")
    answer = visitor.get(reverse("sheet-code"), {"code": code.lower()})
    assert answer.headers["Location"] == place.address("empires/bara/")
    scanned = visitor.get(reverse("sheet-code-printed", args=[code]))
    assert scanned.headers["Location"] == place.address("empires/bara/")


def test_a_code_opens_nothing_to_whoever_is_not_in(place, client):
    code = code_of(place.campaign.pk, "bara")
    known, unknown = (
        client.get(reverse("sheet-code"), {"code": one}) for one in (code, "AAAAA")
    )
    assert known.status_code == unknown.status_code == 404
    told, nothing = (
        TOKEN.sub("", one.content.decode()).replace(code, "AAAAA")
        for one in (known, unknown)
    )
    assert told == nothing
    assert "Log in" in told


def test_two_empires_that_share_a_code_lead_to_the_board(place, monkeypatch):
    code = code_of(place.campaign.pk, "bara")
    monkeypatch.setattr(codes, "code_of", lambda campaign, key: code)
    answer = place.organiser.get(reverse("sheet-code"), {"code": code})
    assert answer.headers["Location"] == place.address()


def test_the_first_page_asks_for_a_code(client, db):
    page = client.get("/").content.decode()
    assert f'action="{reverse("sheet-code")}"' in page
    assert "Code from a sheet" in page


def test_the_page_that_asks_for_a_code_leads_back(client, db):
    page = client.get(reverse("sheet-code")).content.decode()
    assert f'class="up" href="{reverse("home")}"' in page
