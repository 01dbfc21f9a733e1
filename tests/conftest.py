"""What all tests share."""

import gc
import os
import sys

import pytest
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.models.signals import post_migrate
from django.test import client, override_settings
from django.utils.translation import override

from campaign.chronicle.chapter import RESULTS, STORIES
from campaign.chronicle.facts import FACTS
from campaign.chronicle.remembered import REMEMBERED
from campaign.chronicle.settled import SETTLED
from campaign.documents.kept_drawings import DRAWINGS
from campaign.history.searching import FOUND
from campaign.history.searching import TOLD as SEARCHED
from campaign.history.spans import FINISHED
from campaign.session.settled import STATES
from companion.base.changes import SENDER
from companion.base.kept_parts import PARTS
from companion.log import act_filters
from companion.sessions.drawn_results import DRAWN_RESULTS
from companion.tables.access import SEEN
from companion.tables.drawn_once import PAGES
from tests import ready, rules, thorough

thorough.load_profile()
# Where the environment forbids compiled files, every worker and every server that a test starts
# would compile all of the project and its tests again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    """Sees every test, before any is deselected."""
    for item in items:
        if touches_database(item):
            item.add_marker("database")
    rules.check_all_tested(session, config, items)


def pytest_collection_finish():
    """Thousands of tests stay till the end: whoever looks for garbage needn't look through them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def touches_database(item):
    own = getattr(item, "fixturenames", ())
    return bool(item.get_closest_marker("django_db") or {"db", "live_server"} & {*own})


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix, tmp_path_factory
):
    """A file, as at the table: SQLite in memory has other locks, and several browsers meet them."""
    if connection.vendor == "sqlite":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        ready.copy_database(file)
        connection.settings_dict["TEST"]["NAME"] = str(file)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb):
    """SQLite's file is a copy that has gone through all migrations already."""
    return django_db_keepdb or connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup):
    """Tables that a test leaves behind are emptied; nobody here asks for the rows Django puts back."""
    post_migrate.disconnect(
        dispatch_uid=f"{create_permissions.__module__}.create_permissions"
    )
    post_migrate.disconnect(create_contenttypes)


PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


@pytest.fixture(autouse=True)
def english():
    """A request leaves its language behind in the thread; the next test starts afresh."""
    with override(settings.LANGUAGE_CODE):
        yield


KEPT = (
    *(PAGES, SEEN, STATES, RESULTS, FACTS, SETTLED, REMEMBERED, PARTS),
    *(SEARCHED, FOUND, FINISHED, STORIES, DRAWN_RESULTS, DRAWINGS),
)


def forget_everything_kept():
    """As a process that has just begun."""
    for kept in KEPT:
        kept.forget_everything()
    act_filters.LOGS.clear()


@pytest.fixture(autouse=True)
def nothing_kept():
    """What a process keeps of a table belongs to that of an earlier test, which had the same numbers."""
    forget_everything_kept()
    with SENDER.lock:
        SENDER.held.clear()
        SENDER.sent.clear()


@pytest.fixture(scope="session", autouse=True)
def one_context():
    """A test asks what its page was given; Django would copy that for each of the page's parts too."""
    store_all = client.store_rendered_templates

    def store_first(store, **rendered):
        if "context" not in store:
            store_all(store, **rendered)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "store_rendered_templates", store_first)
        yield


@pytest.fixture(scope="session", autouse=True)
def site(tmp_path_factory):
    """Static files needn't be collected first, the test client's host is answered, copies stay apart."""
    changed = {
        "STORAGES": {**settings.STORAGES, "staticfiles": PLAIN},
        "COMPANION_HOSTS": ["testserver"],
        # Passwords are hashed slowly on purpose; here nobody guesses them.
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "DATA_DIR": tmp_path_factory.mktemp("data"),
    }
    with override_settings(**changed):
        yield
