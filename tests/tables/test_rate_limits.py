"""Who fails too often to get in has to wait; nobody else does."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from companion.tables import rate_limits, services
from companion.tables.models import Account, Attempt
from companion.tables.rate_limits import GUESSES, Limit, TooMany, time_to_wait

PASSWORD = "correct horse"
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
THREE = Limit(most=3, window=15 * MINUTE)
WRONG = "Wrong name or password."
LAPTOP, PHONE = "192.168.1.5", "192.168.1.77"


def ago(*minutes: float) -> list[datetime]:
    return [NOON - one * MINUTE for one in minutes]


# How long one waits


def test_below_the_limit_nobody_waits():
    assert time_to_wait(ago(1, 2), THREE, NOON) == timedelta(0)


def test_at_the_limit_one_waits_until_the_oldest_no_longer_counts():
    assert time_to_wait(ago(1, 2, 5), THREE, NOON) == 10 * MINUTE


def test_only_the_last_ones_count_and_in_any_order():
    assert time_to_wait(ago(14, 2, 5, 1), THREE, NOON) == 10 * MINUTE


def test_after_the_window_it_is_over():
    assert time_to_wait(ago(1, 2, 14.99), THREE, NOON) > timedelta(0)
    assert time_to_wait(ago(1, 2, 15), THREE, NOON) == timedelta(0)


def test_a_clock_that_was_set_back_locks_nobody_out():
    assert time_to_wait(ago(-60, -61, -62), THREE, NOON) == timedelta(0)


def test_the_wait_is_said_in_minutes():
    assert str(TooMany(1)) == "Too many attempts. Wait 1 minute."
    assert str(TooMany(15)) == "Too many attempts. Wait 15 minutes."


# Where somebody comes from


def coming(address: str, **headers: str):
    request = RequestFactory().get("/", REMOTE_ADDR=address, headers=headers)
    request.user, request.session = AnonymousUser(), {}
    return request


def test_a_header_says_nothing_about_the_address():
    request = coming(PHONE, x_forwarded_for="10.0.0.1")
    assert rate_limits.address_of(request) == PHONE


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("1.1.1.1, 10.0.0.1", "10.0.0.1"),  # the first is what a visitor pretends
        ("10.0.0.1, nonsense", LAPTOP),
        ("", LAPTOP),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
    ],
)
def test_behind_a_proxy_the_address_is_the_one_it_wrote(settings, told, counted):
    settings.COMPANION_PROXY = True
    assert rate_limits.address_of(coming(LAPTOP, x_forwarded_for=told)) == counted


def test_one_household_has_one_address_however_many_it_makes_up():
    counted = {
        rate_limits.counted_address(f"2001:db8::{one:x}") for one in range(1, 40)
    }
    assert len(counted) == 1


# What is counted


def fail(times: int, kind="log-in", address=PHONE, name="", now=NOON) -> None:
    for _ in range(times):
        rate_limits.count_attempt(kind, coming(address), name, now=now)


def minutes_to_wait(kind="log-in", address=PHONE, name="", now=NOON) -> int:
    try:
        rate_limits.count_attempt(kind, coming(address), name, now=now).delete()
    except TooMany as refusal:
        return refusal.minutes
    return 0


@pytest.mark.django_db
def test_ten_failures_from_an_address_close_it_for_every_name():
    fail(GUESSES.most - 1, name="Anna")
    assert minutes_to_wait() == 0
    fail(1, name="Bára")
    assert minutes_to_wait(name="Cyril") == 15
    assert minutes_to_wait(address=LAPTOP, name="Cyril") == 0


@pytest.mark.django_db
def test_ten_failures_about_a_name_close_it_for_every_address():
    for number in range(GUESSES.most):
        fail(1, address=f"192.168.1.{number}", name="Šárka")
    assert minutes_to_wait(address=LAPTOP, name=" šárka ") == 15
    assert minutes_to_wait(address=LAPTOP, name="Anna") == 0


@pytest.mark.django_db
def test_the_doors_are_counted_apart():
    fail(GUESSES.most, kind="join")
    assert minutes_to_wait(kind="join") == 15
    assert minutes_to_wait(kind="log-in") == 0


@pytest.mark.django_db
def test_one_waits_whole_minutes_and_then_it_is_over():
    fail(GUESSES.most, now=NOON)
    assert minutes_to_wait(now=NOON + 14.5 * MINUTE) == 1
    assert minutes_to_wait(now=NOON + 15 * MINUTE) == 0


@pytest.mark.django_db
def test_success_forgets_the_failures_of_this_name_from_here():
    fail(GUESSES.most - 1, name="Anna")
    rate_limits.forget_attempts("log-in", coming(PHONE), "anna")
    fail(1, name="Anna")
    assert minutes_to_wait(name="Anna") == 0


@pytest.mark.django_db
def test_an_account_of_ones_own_buys_no_guesses_at_another():
    fail(GUESSES.most - 1, name="Anna")
    rate_limits.forget_attempts("log-in", coming(PHONE), "Mallory")
    rate_limits.forget_attempts("log-in", coming(LAPTOP), "Anna")
    fail(1, name="Anna")
    assert minutes_to_wait(name="Anna") == 15


@pytest.mark.django_db
def test_what_no_longer_counts_is_swept():
    fail(3, now=NOON)
    later = NOON + rate_limits.LONGEST_WINDOW
    fail(1, now=later)
    assert [one.at for one in Attempt.objects.all()] == [later]


@pytest.mark.django_db
def test_a_password_typed_as_a_name_is_not_kept():
    fail(1, name=PASSWORD)
    (kept,) = Attempt.objects.values_list("name", flat=True)
    assert PASSWORD not in kept


# Logging in and starting a table


@pytest.fixture
def anna(db, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    account, _table = services.start_first_table(
        table="Friday table", organiser="Anna", password=PASSWORD
    )
    return account


def log_in(password: str, name="Anna", address=PHONE, **more: str):
    sent = {"username": name, "password": password, **more}
    return Client(REMOTE_ADDR=address).post(reverse("log-in"), sent)


def start(password: str, name="Anna", address=PHONE, table="Sunday table"):
    sent = {"table": table, "organiser": name, "password": password}
    return Client(REMOTE_ADDR=address).post(reverse("start-table"), sent)


def test_the_eleventh_try_is_refused_even_with_the_right_password(anna):
    for _ in range(10):
        answer = log_in("wrong horse")
        assert answer.status_code == 200
        assert WRONG in answer.content.decode()
    answer = log_in(PASSWORD, next="/games/arcs/")
    page = answer.content.decode()
    assert answer.status_code == 429
    assert "Too many attempts. Wait 15 minutes." in page
    assert WRONG not in page
    assert 'value="Anna"' in page, "what was typed stays"
    assert 'value="/games/arcs/"' in page, "and so does where they were going"
    assert "_auth_user_id" not in answer.client.session


def test_somebody_else_from_elsewhere_is_let_in(anna):
    services.start_first_table(table="Other", organiser="Bára", password=PASSWORD)
    for _ in range(11):
        log_in("wrong horse")
    assert log_in(PASSWORD, name="Bára", address=LAPTOP).status_code == 302
    assert log_in(PASSWORD, name="Bára", address=PHONE).status_code == 429
    assert log_in(PASSWORD, name="ANNA", address=LAPTOP).status_code == 429


def test_after_a_quarter_of_an_hour_the_right_password_opens_again(anna):
    for _ in range(10):
        log_in("wrong horse")
    Attempt.objects.update(at=timezone.now() - GUESSES.window)
    assert log_in(PASSWORD).status_code == 302


def test_nine_mistakes_are_forgiven_by_the_right_password(anna):
    for _ in range(2):
        for _ in range(9):
            log_in("wrong horse")
        assert log_in(PASSWORD).status_code == 302
    assert not Attempt.objects.exists()


def test_waiting_is_not_made_longer_by_trying(anna):
    for _ in range(15):
        log_in("wrong horse")
    assert Attempt.objects.count() == 10


@pytest.mark.parametrize("sent", [{"username": "Anna"}, {"password": "x"}, {}])
def test_a_form_that_is_not_filled_in_is_no_try(anna, sent):
    Client().post(reverse("log-in"), sent)
    assert not Attempt.objects.exists()


def test_starting_a_table_is_no_way_around(anna):
    for _ in range(5):
        log_in("wrong horse")
        assert start("wrong horse").status_code == 200
    answer = start(PASSWORD)
    page = answer.content.decode()
    assert answer.status_code == 429
    assert "Too many attempts. Wait 15 minutes." in page
    assert 'value="Sunday table"' in page
    assert not anna.memberships.filter(table__name="Sunday table").exists()
    assert log_in(PASSWORD).status_code == 429


def test_a_new_table_from_elsewhere_is_not_held_up(anna):
    for _ in range(11):
        start("wrong horse")
    assert start(PASSWORD, name="Bára", address=LAPTOP).status_code == 302


def test_a_form_with_a_mistake_in_it_is_no_try_at_starting_either(anna):
    for _ in range(11):
        answer = start("short", name="Bára")
        assert answer.status_code == 200
    assert not Attempt.objects.exists()


def test_the_admin_is_no_way_around(anna):
    Account.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    staff = Client(REMOTE_ADDR=PHONE)
    sent = {"username": "Anna", "password": "wrong horse"}
    for _ in range(10):
        assert "staff account" in staff.post("/admin/login/", sent).content.decode()
    page = staff.post("/admin/login/", {**sent, "password": PASSWORD}).content.decode()
    assert "Too many attempts. Wait 15 minutes." in page
    assert "_auth_user_id" not in staff.session


def test_the_admin_lets_in_who_knows_the_password(anna):
    Account.objects.filter(pk=anna.pk).update(is_staff=True)
    sent = {"username": "Anna", "password": PASSWORD}
    assert Client().post("/admin/login/", sent).status_code == 302


# An unknown name can't be told from a wrong password


@pytest.fixture
def hashed(monkeypatch) -> list[str]:
    """The passwords that were hashed, which is what takes the time."""
    seen: list[str] = []
    encode = MD5PasswordHasher.encode

    def watched(self, password, salt):
        seen.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", watched)
    return seen


def test_an_unknown_name_gets_the_same_answer_after_the_same_work(anna, hashed):
    known, unknown = (log_in("wrong horse", name) for name in ("Anna", str(uuid4())))
    assert known.status_code == unknown.status_code == 200
    assert WRONG in known.content.decode()
    assert WRONG in unknown.content.decode()
    assert hashed == ["wrong horse"] * 2


def test_an_unknown_name_is_closed_like_a_known_one(anna):
    for number in range(10):
        log_in("wrong horse", "Nobody", f"10.0.0.{number}")
    assert log_in("wrong horse", "Nobody", LAPTOP).status_code == 429


def test_a_name_shown_back_is_only_text(anna):
    typed = '"><b>Anna'
    for _ in range(11):
        page = log_in("wrong horse", typed).content.decode()
    assert escape(typed) in page
    assert "<b>Anna" not in page


def test_who_is_refused_costs_no_hashing(anna, hashed):
    for _ in range(10):
        log_in("wrong horse")
    hashed.clear()
    assert log_in(PASSWORD).status_code == 429
    assert hashed == []


# Who is known here


def test_somebody_elses_guesses_do_not_lock_out_a_device_that_has_logged_in(anna):
    known = Client(REMOTE_ADDR=PHONE)
    sent = {"username": "anna", "password": PASSWORD}
    assert known.post(reverse("log-in"), sent).status_code == 302
    known.post(reverse("log-out"))
    for number in range(10):
        log_in("wrong horse", address=f"10.0.0.{number}")
        log_in("wrong horse", name=f"Nobody {number}", address=PHONE)
    assert log_in(PASSWORD, address=LAPTOP).status_code == 429
    assert known.post(reverse("log-in"), sent).status_code == 302


def test_a_known_device_may_guess_no_more_than_anybody(anna):
    known = Client(REMOTE_ADDR=PHONE)
    sent = {"username": "Anna", "password": PASSWORD}
    known.post(reverse("log-in"), sent)
    known.post(reverse("log-out"))
    for _ in range(10):
        known.post(reverse("log-in"), {**sent, "password": "wrong horse"})
    assert known.post(reverse("log-in"), sent).status_code == 429


def test_a_device_known_for_one_name_is_a_stranger_to_another(anna):
    services.start_first_table(table="Other", organiser="Bára", password=PASSWORD)
    known = Client(REMOTE_ADDR=PHONE)
    known.post(reverse("log-in"), {"username": "Bára", "password": PASSWORD})
    known.post(reverse("log-out"))
    for number in range(10):
        log_in("wrong horse", address=f"10.0.0.{number}")
    sent = {"username": "Anna", "password": PASSWORD}
    assert known.post(reverse("log-in"), sent).status_code == 429


def test_a_forged_device_cookie_is_nobodys(anna):
    for number in range(10):
        log_in("wrong horse", address=f"10.0.0.{number}")
    forged = Client(REMOTE_ADDR=PHONE)
    forged.cookies["device"] = f"1:{rate_limits.name_digest('Anna')}:x:y"
    sent = {"username": "Anna", "password": PASSWORD}
    assert forged.post(reverse("log-in"), sent).status_code == 429


def test_wrong_codes_of_others_do_not_keep_an_organiser_from_joining(anna):
    for _ in range(11):
        answer = Client(REMOTE_ADDR=PHONE).get(reverse("join", args=["wrong"]))
    assert answer.status_code == 429
    assert answer["Retry-After"] == "900"
    organiser = Client(REMOTE_ADDR=PHONE)
    organiser.force_login(anna)
    assert organiser.get(reverse("join", args=["wrong"])).status_code == 404


# What strangers may begin


@pytest.mark.django_db
def test_sessions_without_a_table_are_bounded_per_address(monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "session", THREE)

    def begin(address: str):
        sent = {"game": "arcs", "id": str(uuid4())}
        return Client(REMOTE_ADDR=address).post(reverse("start-session"), sent)

    assert [begin(PHONE).status_code for _ in range(4)] == [302, 302, 302, 429]
    refused = begin(PHONE)
    assert "Too many attempts. Wait 15 minutes." in refused.content.decode()
    assert refused["Retry-After"] == "900"
    assert begin(LAPTOP).status_code == 302


def test_accounts_are_bounded_per_address(anna, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "sign-up", THREE)
    made = [start(PASSWORD, name=f"Player {n}") for n in range(4)]
    assert [one.status_code for one in made] == [302, 302, 302, 429]
    assert made[-1]["Retry-After"] == "900"
    assert Account.objects.count() == 4


def test_logging_in_reads_one_account(anna):
    for number in range(3):
        Account.objects.create(username=f"Player {number}")
    with CaptureQueriesContext(connection) as asked:
        assert services.known_name("ANNA") == "Anna"
    (query,) = asked.captured_queries
    assert "folded_name" in query["sql"]


# As many as come at once


@pytest.mark.django_db(transaction=True)
def test_of_forty_guesses_at_once_ten_are_looked_at():
    ready = threading.Barrier(8)

    def guess(count: int) -> list[int]:
        ready.wait()
        answers = [
            Client(REMOTE_ADDR=PHONE).get(reverse("join", args=["wrong"]))
            for _ in range(count)
        ]
        connection.close()
        return [one.status_code for one in answers]

    with ThreadPoolExecutor(8) as pool:
        told = [status for one in pool.map(guess, [5] * 8) for status in one]
    assert sorted(told) == [404] * 10 + [429] * 30
