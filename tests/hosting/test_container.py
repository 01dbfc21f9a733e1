"""The container: what its files say, what CI does of them, and how it finds out whether it is well."""

from __future__ import annotations

import json
import re
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from types import ModuleType

import pytest

from companion.hosting import healthcheck
from tests.hosting.servers import PROJECT
from tests.hosting.test_docs import read_variables

COMPOSE = {
    name: (PROJECT / name).read_text()
    for name in ("compose.yaml", "compose.postgres.yaml")
}


@pytest.fixture(scope="module")
def ci() -> Iterator[ModuleType]:
    """What CI runs, as a module."""
    loader = SourceFileLoader("ci_container", str(PROJECT / ".ci" / "container"))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    sys.modules[loader.name] = module
    loader.exec_module(module)
    yield module
    del sys.modules[loader.name]


@pytest.fixture(scope="module")
def steps(ci):
    return ci.read_steps((PROJECT / "Dockerfile").read_text())


def of(steps, word: str) -> list[str]:
    return [one.rest for one in steps if one.word == word]


# The files


def test_the_image_has_two_stages_one_volume_and_no_root(steps):
    bases = [one.partition(" ")[0] for one in of(steps, "FROM")]
    assert len(bases) == 2
    assert len(set(bases)) == 1
    assert "slim" in bases[0]
    assert of(steps, "VOLUME") == ["/data"]
    [user] = of(steps, "USER")
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)
    assert "healthcheck" in of(steps, "HEALTHCHECK")[0]
    assert json.loads(of(steps, "CMD")[0]) == ["empire-companion", "serve"]


def test_ci_does_every_step_of_the_dockerfile(ci, steps):
    unknown = {
        one.word for one in steps if not hasattr(ci.Container, f"do_{one.word.lower()}")
    }
    assert unknown == set()
    run = (PROJECT / ".ci" / "run").read_text()
    assert "python3 .ci/container" in run
    assert "echo nginx-light" in run


def test_a_step_over_several_lines_is_one(ci):
    text = "# why\nRUN one \\\n    && two\nENV A=1 \\\n    B=2\n"
    steps = [(one.word, one.rest) for one in ci.read_steps(text)]
    assert steps == [("RUN", "one && two"), ("ENV", "A=1 B=2")]


def test_the_wheel_finds_in_the_image_what_it_is_built_from():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    wanted = project["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
    kept = re.findall(
        r"^!(\S+)$", (PROJECT / ".dockerignore").read_text(), re.MULTILINE
    )
    assert {*wanted, "pyproject.toml", project["project"]["readme"]} <= {*kept}
    assert all((PROJECT / one).exists() for one in kept)


def test_the_image_and_compose_set_nothing_the_program_does_not_read(ci, steps):
    named = re.findall(r"\b(COMPANION_\w+)=", " ".join(of(steps, "ENV")))
    for text in COMPOSE.values():
        named += re.findall(r"^ +(COMPANION_\w+|DATABASE_URL|TZ):", text, re.MULTILINE)
    assert len(named) > 8
    assert {*named} <= read_variables()


def test_the_two_ways_to_compose_keep_to_the_image(steps):
    for text in COMPOSE.values():
        assert '["data:/data"]' in text
        assert "read_only: true" in text
        assert "tmpfs: /tmp" in text
    assert "DATABASE_URL" not in COMPOSE["compose.yaml"]
    assert "caddy" in COMPOSE["compose.postgres.yaml"]


def test_ci_serves_with_the_settings_of_compose(ci):
    given = {"COMPANION_DOMAIN": "a.example", "POSTGRES_PASSWORD": "x"}
    settings = ci.compose_settings(given)
    assert settings["COMPANION_HOSTS"] == "a.example"
    assert settings["COMPANION_URL"] == "https://a.example"
    assert settings["COMPANION_WORKERS"] == "4"
    assert settings["COMPANION_PROXY"] == settings["COMPANION_HTTPS"] == "1"
    assert settings["DATABASE_URL"].startswith("postgres://companion:x@database/")


def test_ci_puts_the_proxy_of_the_docs_in_front(ci):
    lines = ci.proxy_lines(1234)
    assert "proxy_pass http://127.0.0.1:1234;" in lines
    assert "X-Forwarded-Proto" in lines


# Whether it is well


class Health(BaseHTTPRequestHandler):
    status, told, asked = 200, {"well": True}, ""

    def do_GET(self) -> None:
        type(self).asked = self.path
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(json.dumps(self.told).encode())

    def log_message(self, *_said: object) -> None:
        pass


@contextmanager
def answering(monkeypatch, **how: object) -> Iterator[type[Health]]:
    kind = type("Health", (Health,), how)
    server = HTTPServer(("127.0.0.1", 0), kind)
    monkeypatch.setenv("COMPANION_PORT", str(server.server_port))
    monkeypatch.delenv("COMPANION_ADDRESS", raising=False)
    thread = threading.Thread(target=server.handle_request)
    thread.start()
    yield kind
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("how", "well"),
    [({}, True), ({"told": {"well": False}}, False), ({"status": 503}, False)],
)
def test_the_health_check_repeats_what_the_server_says(monkeypatch, how, well):
    with answering(monkeypatch, **how):
        assert healthcheck.is_well() is well


def test_the_health_check_keeps_to_the_prefix(monkeypatch):
    monkeypatch.setenv("COMPANION_PREFIX", "/empires/")
    with answering(monkeypatch) as server:
        healthcheck.is_well()
    assert server.asked == "/empires/health/"


def test_a_server_that_is_not_there_is_not_well(monkeypatch):
    monkeypatch.setenv("COMPANION_PORT", "1")
    with pytest.raises(SystemExit, match="No answer"):
        healthcheck.main()
