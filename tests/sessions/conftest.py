"""The table whose sessions are tested, its organiser, and a session of nobody yet."""

import pytest

from companion.sessions.services import start_session
from companion.tables.models import Table
from tests.sessions.pages import SETTLERS, visitor


@pytest.fixture
def table():
    return Table.objects.create(name="Thursday")


@pytest.fixture
def organiser(table):
    return visitor(table, "organiser")


@pytest.fixture
def session():
    return start_session(game=SETTLERS)
