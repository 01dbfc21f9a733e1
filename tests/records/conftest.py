"""A table with three people and a browser that looks on."""

import pytest

from companion.tables.models import Table
from tests.records.played import forget_everything
from tests.sessions.pages import visitor


@pytest.fixture(autouse=True)
def nothing_remembered():
    """Databases of tests use the same keys again."""
    forget_everything()


@pytest.fixture
def table():
    table = Table.objects.create(name="Thursday")
    for name in ("Anna", "Bára", "Cyril"):
        table.people.create(name=name)
    return table


@pytest.fixture
def client(table):
    return visitor(table, "spectator")
