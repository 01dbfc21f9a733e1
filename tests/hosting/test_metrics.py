"""Numbers for Prometheus: what is counted, and who may read it."""

from __future__ import annotations

import os
import subprocess
import sys
from ipaddress import ip_network
from uuid import uuid4

import pytest
from django.test import Client, override_settings
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from companion.base.environment import read_networks
from companion.hosting import backup, metrics
from companion.hosting.observing import Observed, ObserveRequests
from companion.log.record import record
from companion.sessions.services import start_session
from tests.hosting.asked import ask
from tests.hosting.servers import PROJECT

ELSEWHERE = "203.0.113.9"
OFFICE = (ip_network("203.0.113.0/24"),)


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


# What is counted


def test_a_request_counts_by_pattern_method_and_status():
    labels = {"route": "games/<slug:slug>/", "method": "GET", "status": "200"}
    before = value("companion_requests_total", **labels)
    metrics.count_request(
        Observed("id", "GET", "games/<slug:slug>/", status=200, seconds=0.02)
    )
    assert value("companion_requests_total", **labels) == before + 1
    timed = {"route": "games/<slug:slug>/", "le": "0.025"}
    assert value("companion_request_seconds_bucket", **timed) >= 1


@pytest.mark.parametrize(
    ("status", "kind", "why"), [(429, "join", "join"), (413, "", "413")]
)
def test_a_refusal_counts_by_why(status, kind, why):
    before = value("companion_refused_total", why=why)
    metrics.count_request(Observed("id", "POST", "join/", refused=kind, status=status))
    assert value("companion_refused_total", why=why) == before + 1


def test_what_is_not_there_is_not_refused():
    assert 404 not in metrics.REFUSALS


def test_a_stream_counts_while_it_is_open():
    seen = []

    async def stream(scope, receive, send):
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        seen.append(value("companion_streams"))

    before = value("companion_streams")
    ask(ObserveRequests(stream), "/sessions/secret/live/")
    assert seen == [before + 1]
    assert value("companion_streams") == before


@pytest.mark.django_db
def test_an_act_counts_once_it_is_kept(django_capture_on_commit_callbacks):
    session = start_session(game="arcs", players=2)
    before = value("companion_acts_total", engine=session.engine)
    data = {"cell": "name0", "typed": "Anna"}
    with django_capture_on_commit_callbacks() as kept:
        record(session, kind="set_cell", data=data, client_id=uuid4())
    assert value("companion_acts_total", engine=session.engine) == before
    for one in kept:
        one()
    assert value("companion_acts_total", engine=session.engine) == before + 1


@pytest.mark.django_db
def test_the_page_tells_version_and_age_of_the_newest_backup(client):
    backup.keep_copy("daily", "sqlite3", lambda path: None)
    told = client.get("/metrics")
    assert told["Content-Type"].startswith("text/plain")
    found = {
        one.name: one for one in text_string_to_metric_families(told.content.decode())
    }
    assert "version" in found["companion_info"].samples[0].labels
    assert 0 <= found["companion_backup_age_seconds"].samples[0].value < 3600


SHARED = """
import os, sys
from django.core.wsgi import get_wsgi_application
get_wsgi_application()
from companion.hosting import metrics
from companion.hosting.observing import Observed
metrics.count_request(Observed("id", "GET", "shared/", status=200))
metrics.count_streams(1)
if sys.argv[1] == "tell":
    sys.stdout.write(metrics.write_metrics().decode())
"""


@pytest.mark.thorough
def test_processes_count_together_and_the_streams_of_an_ended_one_are_gone(tmp_path):
    own = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "COMPANION_DATA": str(tmp_path)}
    variables = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "companion.settings"}
    told = [
        subprocess.run(
            [sys.executable, "-c", SHARED, how],
            cwd=PROJECT,
            env=variables,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for how in ("count", "tell")
    ][1]
    counted = 'companion_requests_total{method="GET",route="shared/",status="200"} 2.0'
    assert counted in told
    assert "companion_streams 1.0" in told


# Who may read it


@pytest.mark.django_db
def test_only_this_machine_reads_it_unless_it_is_set():
    assert Client().get("/metrics").status_code == 200
    assert Client(REMOTE_ADDR=ELSEWHERE).get("/metrics").status_code == 404
    with override_settings(COMPANION_METRICS=OFFICE):
        assert Client(REMOTE_ADDR=ELSEWHERE).get("/metrics").status_code == 200
        assert Client().get("/metrics").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("forwarded", "status"),
    [
        ("127.0.0.1", 200),  # the proxy's own machine asks through it
        (ELSEWHERE, 404),
        (f"127.0.0.1, {ELSEWHERE}", 404),  # somebody says to be here
        ("127.0.0.1, ", 404),
        ("nonsense", 404),
    ],
)
@override_settings(COMPANION_PROXY=True)
def test_behind_our_proxy_its_own_word_counts(forwarded, status):
    asked = Client().get("/metrics", headers={"X-Forwarded-For": forwarded})
    assert asked.status_code == status


@pytest.mark.django_db
def test_behind_a_proxy_that_was_not_named_nobody_is_here():
    asked = Client().get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
    assert asked.status_code == 404


@pytest.mark.django_db
def test_an_address_of_both_kinds_is_the_same(client):
    assert Client(REMOTE_ADDR="::1").get("/metrics").status_code == 200
    assert Client(REMOTE_ADDR="::ffff:127.0.0.1").get("/metrics").status_code == 200


def test_networks_are_read_from_the_environment(monkeypatch):
    monkeypatch.setenv("COMPANION_METRICS", "10.0.0.0/8, ::1")
    assert read_networks("COMPANION_METRICS", "127.0.0.1") == (
        ip_network("10.0.0.0/8"),
        ip_network("::1"),
    )
    monkeypatch.setenv("COMPANION_METRICS", "everybody")
    with pytest.raises(SystemExit, match="COMPANION_METRICS"):
        read_networks("COMPANION_METRICS", "127.0.0.1")
