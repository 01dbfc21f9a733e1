"""A table with its people, and the browser of its organiser."""

import pytest
from django.test import Client

from companion.tables import services
from companion.tables.models import Table
from tests.tables.pages import SIGN_UP


@pytest.fixture
def started():
    return services.start_first_table(**SIGN_UP)


@pytest.fixture
def table(started) -> Table:
    services.add_people(table=started[1], names=["Bára", "Cyril"])
    return started[1]


@pytest.fixture
def anna(started) -> Client:
    """The organiser's own browser, on the laptop."""
    client = Client()
    client.force_login(started[0])
    return client
