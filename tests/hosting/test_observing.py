"""What a server notices of a request and writes down: enough to look into it, and nothing of anybody."""

from __future__ import annotations

import json
import logging
from io import StringIO

import pytest
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import resolve

from companion.hosting import json_logs, observing
from companion.hosting.observing import KEY, Observed, ObserveRequests, TellServer
from companion.tables.access import Here, Role
from companion.tables.models import Table
from companion.tables.rate_limits import TooMany
from tests.hosting.asked import ask

CODE = "WOLF-4242"


async def answer_plainly(scope, receive, send):
    headers = [(b"content-type", b"text/html")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"here"})


@pytest.fixture
def lines():
    """What is written to a log set up as JSON."""
    written, handler = StringIO(), logging.StreamHandler()
    handler.setStream(written)
    handler.setFormatter(json_logs.JsonFormatter())
    log = logging.getLogger()  # the topmost: whatever any of them says
    before = json_logs.log.level
    log.addHandler(handler)
    json_logs.log.setLevel(logging.INFO)
    with override_settings(COMPANION_LOG="json"):
        yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    log.removeHandler(handler)
    json_logs.log.setLevel(before)


# A line for a request


def test_a_request_is_told_by_its_pattern_and_never_by_its_path(lines):
    asked = f"/join/{CODE}/"

    async def answer(scope, receive, send):
        request = RequestFactory().get(asked)
        request.META["asgi.scope"] = scope
        request.resolver_match = resolve(asked)
        request.here = Here(Table(pk=7, name="Friday"), Role.PLAYER)
        TellServer(lambda _request: HttpResponse())(request)
        await answer_plainly(scope, receive, send)

    answer_with_id = ask(ObserveRequests(answer), asked)
    [line] = lines()
    assert line["route"] == "join/<str:code>/"
    assert (line["role"], line["table"]) == ("player", 7)
    assert (line["method"], line["status"]) == ("GET", 200)
    assert line["ms"] >= 0
    assert line["request"] == answer_with_id.headers["x-request-id"]
    assert CODE not in json.dumps(line)
    assert "Friday" not in json.dumps(line)


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/static/home/x.css", "static"),
        (f"/{CODE}", "other"),
        ("/below/static/x", "static"),
    ],
)
def test_what_no_page_answers_is_told_by_one_word(lines, path, route):
    with override_settings(COMPANION_PREFIX="/below"):
        ask(ObserveRequests(answer_plainly), path)
    assert [one["route"] for one in lines()] == [route]


def test_a_method_nobody_knows_is_one_of_few(lines):
    ask(ObserveRequests(answer_plainly), "/", "ANNA")
    assert [one["method"] for one in lines()] == ["other"]


@pytest.mark.parametrize(("proxy", "taken"), [(True, True), (False, False)])
def test_only_our_proxy_names_a_request(lines, proxy, taken):
    with override_settings(COMPANION_PROXY=proxy):
        ask(ObserveRequests(answer_plainly), "/", x_request_id="proxy-12345")
    assert (lines()[0]["request"] == "proxy-12345") is taken


@override_settings(COMPANION_PROXY=True)
def test_an_odd_name_of_a_request_is_not_taken_over(lines):
    ask(ObserveRequests(answer_plainly), "/", x_request_id='x"}, {"said": "anna"')
    assert "anna" not in json.dumps(lines())


def test_a_refusal_says_what_there_were_too_many_of():
    request = RequestFactory().get("/log-in/")
    observed = Observed("id", "GET")
    request.META["asgi.scope"] = {KEY: observed}
    told = TellServer(lambda _request: HttpResponse())
    told.process_exception(request, TooMany(3, "log-in"))
    assert observed.refused == "log-in"


def test_without_a_server_nothing_is_observed():
    request = RequestFactory().get("/")
    assert observing.observed_of(request) is None
    assert TellServer(lambda _request: HttpResponse())(request).status_code == 200


def test_at_home_nothing_stands_in_between(monkeypatch):
    monkeypatch.setattr(observing.metrics, "ARE_COUNTED", False)
    with override_settings(COMPANION_LOG=""):
        assert observing.observe_requests(answer_plainly) is answer_plainly


# Other lines


def test_an_error_tells_its_kind_and_place_but_not_its_words(lines):
    log = logging.getLogger("companion.home.views")
    try:
        raise ValueError(f"Anna typed {CODE}")
    except ValueError:
        log.exception("Error %s at %s", "ab12", f"/join/{CODE}/")
    [line] = lines()
    assert line["error"] == "ValueError"
    assert "test_an_error_tells" in line["where"][0]
    assert line["said"] == "Error %s at %s"
    assert not {"Anna", CODE} & {*json.dumps(line).replace("/", " ").split()}


def test_what_other_libraries_quote_is_left_out(lines):
    logging.getLogger("django.security.csrf").warning("Forbidden: /join/%s/", CODE)
    quoted = f"'{CODE}' is no host"
    logging.getLogger("django.security.DisallowedHost").error(quoted)
    logging.getLogger("asyncio").error(f"Task failed\nfuture: {CODE}")
    assert CODE not in json.dumps(lines())
    assert [one["said"] for one in lines()] == ["csrf", "DisallowedHost", "Task failed"]


def test_what_hosting_says_is_told_whole(lines):
    logging.getLogger("companion.hosting.backup").warning("Full: %s", "no room")
    assert lines()[0]["said"] == "Full: no room"


def test_a_page_that_fails_is_logged_without_its_path(lines, client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("companion.home.device_views.check_health", None)
    assert client.get("/health/").status_code == 500
    told = [one for one in lines() if one["from"] == "companion.home.views"]
    assert [one["route"] for one in told] == ["health/"]
    assert len(told[0]["code"]) == 6


def test_json_logs_hold_all_but_every_404():
    set_up = json_logs.json_logging()
    assert set_up["loggers"]["django.request"]["level"] == "CRITICAL"
    assert set_up["handlers"]["json"]["stream"] == "ext://sys.stdout"
