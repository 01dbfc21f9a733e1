"""What a browser is remembered by is found in one query; a key that is over or unknown is nobody's."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from companion.base.browser_store import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept():
    store = SessionStore()
    store["phones"] = [7]
    store.save()
    return store.session_key


def test_what_was_kept_is_found_in_one_query(kept, django_assert_num_queries):
    store = SessionStore(kept)
    with django_assert_num_queries(1):
        assert store["phones"] == [7]
    assert store.session_key == kept


def test_what_is_over_is_found_no_more(kept):
    past = timezone.now() - timedelta(seconds=1)
    Session.objects.filter(session_key=kept).update(expire_date=past)
    assert "phones" not in SessionStore(kept)


def test_whoever_brings_a_key_nobody_has_does_not_keep_it():
    store = SessionStore("a-key-that-somebody-chose-0123456789")
    assert "phones" not in store
    store["phones"] = [8]
    store.save()
    assert store.session_key != "a-key-that-somebody-chose-0123456789"


def test_a_remembered_browser_from_before_is_known_again(kept):
    """Django's own store signs and reads the same."""
    from django.contrib.sessions.backends.db import SessionStore as Before

    assert Before(kept)["phones"] == [7]
