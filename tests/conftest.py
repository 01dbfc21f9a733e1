"""What all tests share."""

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings
from django.utils.translation import override

from tests.rules import pytest_collection_modifyitems

__all__ = ["pytest_collection_modifyitems"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    """A file, as at the table: SQLite in memory has other locks, and several browsers meet them."""
    if connection.vendor == "sqlite":
        folder = tmp_path_factory.mktemp("database")
        connection.settings_dict["TEST"]["NAME"] = str(folder / "test.sqlite3")


PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


@pytest.fixture(autouse=True)
def english():
    """A request leaves its language behind in the thread; the next test starts afresh."""
    with override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session", autouse=True)
def site():
    """Static files needn't be collected first, and the test client's host is answered."""
    storages = {**settings.STORAGES, "staticfiles": PLAIN}
    with override_settings(STORAGES=storages, COMPANION_HOSTS=["testserver"]):
        yield
