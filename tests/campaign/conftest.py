"""A campaign of four empires and two sessions, kept anew for every test."""

import pytest

from tests.campaign_visitor import two_sessions
from tests.places import Place


@pytest.fixture(scope="module")
def at():
    """Played once for all tests of a file."""
    return two_sessions()


@pytest.fixture
def place(at):
    """Dana won the first session with 70, Anna the second with 66."""
    return Place(at)
