"""A campaign of the toy engine, and a session at a table."""

import pytest

from campaign.models import Campaign
from companion.log import engines
from companion.log import record as service
from companion.sessions.models import GameSession
from companion.sessions.services import start_session
from companion.tables.models import Table
from tests.toy import TOY


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(engines.ENGINES, "toy", TOY)


@pytest.fixture
def campaign(toy):
    table = Table.objects.create(name="Thursday")
    return service.begin_log(Campaign(table=table, name="Toy", engine="toy"), start={})


@pytest.fixture
def table() -> Table:
    return Table.objects.create(name="Friday")


@pytest.fixture
def session(table) -> GameSession:
    return start_session(game="imperial_settlers", table=table, players=2)
