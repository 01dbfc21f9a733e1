"""What all tests share."""

import pytest
from django.conf import settings
from django.test import override_settings

from tests.rules import pytest_collection_modifyitems

__all__ = ["pytest_collection_modifyitems"]

PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


@pytest.fixture(scope="session", autouse=True)
def plain_static_files():
    """Pages are tested without collecting their static files first."""
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": PLAIN}):
        yield
