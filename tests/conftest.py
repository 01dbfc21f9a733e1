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
def site(tmp_path_factory):
    """Static files needn't be collected first, the test client's host is answered, copies stay apart."""
    changed = {
        "STORAGES": {**settings.STORAGES, "staticfiles": PLAIN},
        "COMPANION_HOSTS": ["testserver"],
        "DATA_DIR": tmp_path_factory.mktemp("data"),
    }
    with override_settings(**changed):
        yield
