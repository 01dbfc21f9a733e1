"""What all tests share."""

from tests.rules import pytest_collection_modifyitems

__all__ = ["pytest_collection_modifyitems"]
