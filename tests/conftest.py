"""What all tests share."""

import pytest
from django.conf import settings
from django.test import override_settings
from django.utils.translation import override

from tests.rules import pytest_collection_modifyitems

__all__ = ["pytest_collection_modifyitems"]

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
