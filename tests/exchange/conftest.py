"""A table to take files from and bring files to."""

import pytest

from companion.tables.models import Table
from tests.records.played import forget_everything
from tests.sessions.pages import visitor


@pytest.fixture(autouse=True)
def nothing_remembered():
    """A page to keep tells records, and databases of tests use the same keys again."""
    forget_everything()


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday")


@pytest.fixture
def organiser(table):
    return visitor(table, "organiser")
