"""A table to take files from and bring files to."""

import pytest

from companion.tables.models import Table
from tests.sessions.pages import visitor


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday")


@pytest.fixture
def organiser(table):
    return visitor(table, "organiser")
