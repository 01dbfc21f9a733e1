"""Requests no page of ours makes: a plain answer, never an error of ours."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.base.onward import redirect_onward, safe_next

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("digits", [19, 30, 5000])
@pytest.mark.parametrize("address", ["campaigns", "tables"])
def test_a_number_no_row_can_have_is_not_found(address, digits):
    assert Client().get(f"/{address}/{'9' * digits}/").status_code == 404


def test_five_thousand_digits_in_a_query_are_no_error():
    sent = {"page": "9" * 5000, "players": "9" * 5000}
    assert Client().get("/games/arcs/", sent).status_code < 500


@pytest.mark.parametrize("charset", ["utf-7", "utf-16", "idna"])
def test_another_encoding_than_utf_8_is_refused(charset):
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    answer = Client().generic("POST", reverse("log-in"), "username=+AGE-", kind)
    assert answer.status_code == 400
    assert "Nothing was saved." in answer.content.decode()


UNREADABLE = {
    "in UTF-7": ("a=1", "; charset=utf-7"),
    "of 3,000 fields": ("a=1&" * 3000, ""),
}


@pytest.mark.parametrize("host", ["localhost", "evil.example"])
@pytest.mark.parametrize("form", UNREADABLE.values(), ids=UNREADABLE)
def test_the_page_that_refuses_a_form_does_not_stumble_over_it(form, host):
    """As browsers send it: the clients of other tests leave out whoever looks for its token."""
    body, charset = form
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get(reverse("log-in"))
    kind = f"application/x-www-form-urlencoded{charset}"
    answer = client.generic(
        "POST", reverse("log-in"), body, kind, headers={"Host": host}
    )
    assert answer.status_code == 400


@pytest.mark.parametrize("written", ["utf8", "UTF8", "u8"])
def test_utf_8_is_understood_by_any_of_its_names(written):
    kind = f"application/x-www-form-urlencoded; charset={written}"
    answer = Client().generic("POST", reverse("log-in"), "username=", kind)
    assert answer.status_code == 200


def test_a_name_that_is_not_ours_is_told_where_to_go():
    answer = Client().get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "Scan the code on the laptop" in answer.content.decode()


def test_a_form_in_utf_8_that_says_so_is_read():
    kind = "application/x-www-form-urlencoded; charset=UTF-8"
    answer = Client().generic("POST", reverse("log-in"), "username=", kind)
    assert answer.status_code == 200


def test_a_way_on_that_is_no_address_leads_home():
    sent = {"language": "cs", "next": "abc"}
    assert Client().post(reverse("set_language"), sent).status_code == 302
    assert Client().get(reverse("log-in"), {"next": "abc"}).status_code == 200


@pytest.mark.parametrize(
    ("wanted", "led_to"),
    [
        ("/tables/1/", "/tables/1/"),
        ("abc", ""),
        ("table", ""),
        ("//evil.example", ""),
        ("https://evil.example/", ""),
    ],
)
def test_a_way_on_is_a_page_of_ours_or_none(rf, wanted, led_to):
    assert safe_next(rf.post("/", {"next": wanted})) == led_to
    way_on = redirect_onward(rf.get("/", {"next": wanted}))
    assert (way_on.url if way_on else "") == led_to


def test_a_theme_set_by_a_browser_that_says_nonsense_leads_home():
    headers = {"Referer": "abc"}
    answer = Client().post(reverse("set-theme"), {"theme": "dark"}, headers=headers)
    assert answer.url == "/"


@pytest.mark.parametrize("row", ["on", "٣", "9" * 30, "-1"])
def test_a_row_of_the_admin_that_is_no_number_is_refused(admin_client, row):
    sent = {"action": "delete_selected", "index": "0", "_selected_action": row}
    answer = admin_client.post(reverse("admin:companion_account_changelist"), sent)
    assert answer.status_code == 400
