"""The two ways to compose, as Docker reads them: no image is built here, so their words are checked."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.hosting.servers import PROJECT
from tests.hosting.test_docs import read_variables

HOME, SITE = "compose.yaml", "compose.postgres.yaml"
# Of the Compose Specification, as far as they are used here; a slip of the pen is none of them.
TOP = {"services", "volumes"}
SERVICE = {
    *("build", "cap_drop", "command", "depends_on", "environment", "healthcheck"),
    *("image", "init", "ports", "read_only", "restart", "security_opt", "tmpfs"),
    "volumes",
}
CONDITIONS = {
    "service_started",
    "service_healthy",
    "service_completed_successfully",
}
FILLED_IN = re.compile(r"\$\{(\w+)(?::([-?])[^}]*)?\}")
OTHERS = {"COMPANION_DOMAIN", "POSTGRES_PASSWORD"}  # of the file itself


def read_compose(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((PROJECT / name).read_text())
    return found


@pytest.fixture(params=[HOME, SITE])
def composed(request: pytest.FixtureRequest) -> dict[str, Any]:
    return read_compose(request.param)


def services(composed: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return dict(composed["services"])


def test_only_words_of_the_specification_are_used(composed):
    assert {name for name in composed if not name.startswith("x-")} == TOP
    for service in services(composed).values():
        assert set(service) <= SERVICE


def test_every_volume_is_declared_and_every_declared_one_is_used(composed):
    mounted = [
        one for service in services(composed).values() for one in service["volumes"]
    ]
    assert {one.partition(":")[0] for one in mounted} == set(composed["volumes"])
    assert all(one.partition(":")[2].startswith("/") for one in mounted)


def test_the_image_of_the_companion_keeps_its_data_and_little_else(composed):
    for service in services(composed).values():
        if service["image"] != "empire-companion":
            continue
        assert service["build"] == "."
        assert service["volumes"] == ["data:/data"]
        assert service["read_only"] is service["init"] is True
        assert service["tmpfs"] == "/tmp"
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_every_setting_is_one_the_program_reads(composed):
    ours = [
        one for one in services(composed).values() if one["image"] == "empire-companion"
    ]
    assert {name for one in ours for name in one["environment"]} <= read_variables()
    for service in ours:
        assert all(isinstance(one, str) for one in service["environment"].values())


@pytest.mark.parametrize("name", [HOME, SITE])
def test_what_is_filled_in_has_a_default_or_is_demanded(name):
    text = "\n".join(
        line for line in (PROJECT / name).read_text().splitlines() if "#" not in line
    )
    found: dict[str, set[str]] = {}
    for variable, how in FILLED_IN.findall(text):
        found.setdefault(variable, set()).add(how)
    assert "$" not in FILLED_IN.sub("", text)
    assert all(how & {"-", "?"} for how in found.values())
    assert found.keys() <= read_variables() | OTHERS


def test_whoever_waits_for_another_waits_for_what_it_can_say():
    found = services(read_compose(SITE))
    waits = {
        name: {other: how["condition"] for other, how in one["depends_on"].items()}
        for name, one in found.items()
        if "depends_on" in one
    }
    assert waits == {
        "migrate": {"database": "service_healthy"},
        "companion": {"migrate": "service_completed_successfully"},
        "caddy": {"companion": "service_healthy"},
    }
    assert {how for one in waits.values() for how in one.values()} <= CONDITIONS
    # Who is waited for until it is done must not be started again.
    assert "restart" not in found["migrate"]
    assert "HEALTHCHECK" in (PROJECT / "Dockerfile").read_text()


def test_a_database_that_is_being_set_up_is_not_healthy_yet():
    """Then it answers at its socket only, and whoever migrates comes by TCP."""
    asked = services(read_compose(SITE))["database"]["healthcheck"]["test"]
    assert asked[:2] == ["CMD", "pg_isready"]
    assert asked[asked.index("--host") + 1] == "127.0.0.1"


def test_the_database_is_the_one_the_companion_asks():
    found = services(read_compose(SITE))
    own = found["companion"]["environment"]["DATABASE_URL"]
    assert own == "postgres://companion:${POSTGRES_PASSWORD}@database/companion"
    assert found["database"]["environment"]["POSTGRES_USER"] == "companion"
    assert "POSTGRES_DB" not in found["database"]["environment"]  # named like its user


def test_only_caddy_is_reached_from_outside():
    found = services(read_compose(SITE))
    assert [name for name, one in found.items() if "ports" in one] == ["caddy"]
    told = found["caddy"]["command"]
    assert told[:2] == ["caddy", "reverse-proxy"]
    assert told[told.index("--to") + 1] == "companion:8000"
    assert services(read_compose(HOME))["companion"]["ports"] == ["8000:8000"]
