"""The page of an account: another password, and the way out."""

import pytest
from django.test import Client
from django.urls import reverse

from companion.tables import rate_limits, services
from tests.tables.pages import html, text

pytestmark = pytest.mark.django_db
OLD, NEW = "correct horse", "battery staple"


@pytest.fixture
def account():
    found, _table = services.start_first_table(
        table="Friday", organiser="Anna", password=OLD
    )
    return found


def logged_in(account) -> Client:
    client = Client()
    client.force_login(account)
    return client


def change(client: Client, old=OLD, new=NEW):
    return client.post(reverse("account"), {"old": old, "new": new})


def try_log_in(password: str) -> int:
    sent = {"username": "Anna", "password": password}
    return Client().post(reverse("log-in"), sent).status_code


def test_every_page_leads_to_the_account(account):
    page = html(logged_in(account).get(reverse("home")))
    assert f'href="{reverse("account")}"' in page


def test_strangers_log_in_first():
    answer = Client().get(reverse("account"))
    assert answer.url == f"{reverse('log-in')}?next={reverse('account')}"


def test_the_password_is_another_and_the_old_one_is_none(account):
    client = logged_in(account)
    answer = change(client)
    assert answer.url == f"{reverse('account')}?done=password"
    assert "Password changed" in html(client.get(answer.url))
    assert (try_log_in(OLD), try_log_in(NEW)) == (200, 302)


def test_other_devices_are_logged_out_and_this_one_is_not(account):
    here, elsewhere = logged_in(account), logged_in(account)
    change(here)
    assert here.get(reverse("account")).status_code == 200
    assert elsewhere.get(reverse("account")).status_code == 302


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("wrong", NEW, "This isn't your password."),
        ("", NEW, "Please fill this in."),
        (OLD, "short", "Too short. Use at least 8 characters."),
        (OLD, "password1", "This password is too easy to guess."),
        (OLD, "anna 1234", "Your name is too easy to guess. Choose another password."),
        (OLD, " " * 9, "A password can't be only spaces."),
    ],
)
def test_a_refusal_is_said_beside_its_field_in_our_words(account, old, new, said):
    client = logged_in(account)
    assert said in text(html(change(client, old, new)))
    assert try_log_in(OLD) == 302


def test_the_old_password_is_not_guessed_here_either(account):
    client = logged_in(account)
    most = rate_limits.LIMITS["log-in"].most
    codes = [change(client, old="wrong").status_code for _ in range(most + 1)]
    assert codes == [200] * most + [429]
    assert change(client).status_code == 429
    assert change(client)["Retry-After"]


def test_a_wrong_old_password_is_not_shown_again(account):
    assert "wrong-one" not in html(change(logged_in(account), old="wrong-one"))
