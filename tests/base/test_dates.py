"""Days and times are told in one style per language, relative where people think so."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from companion.base.dates import full_date, spoken_date, spoken_time

NOON = datetime(2026, 11, 16, 11, 0, tzinfo=UTC)  # 12:00 in Prague


@pytest.fixture(autouse=True)
def today(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: NOON)


@pytest.mark.parametrize(
    ("day", "english", "czech"),
    [
        (date(2026, 11, 16), "today", "dnes"),
        (date(2026, 11, 15), "yesterday", "včera"),
        (date(2026, 11, 17), "tomorrow", "zítra"),
        (date(2026, 11, 12), "Thu 12 Nov", "čt 12. listopadu"),
        (date(2026, 1, 1), "Thu 1 Jan", "čt 1. ledna"),
        (date(2025, 11, 16), "16 Nov 2025", "16. listopadu 2025"),
        (date(2027, 5, 2), "2 May 2027", "2. května 2027"),
    ],
)
def test_a_day_is_named_from_today(day, english, czech):
    with override("en"):
        assert spoken_date(day) == english
    with override("cs"):
        assert spoken_date(day) == czech


def test_a_moment_has_its_hour_in_local_time():
    with override("en"):
        assert spoken_time(datetime(2026, 11, 16, 10, 45, tzinfo=UTC)) == "today, 11:45"
        late = datetime(2026, 11, 14, 23, 15, tzinfo=UTC)
        assert spoken_time(late) == "yesterday, 00:15"
    with override("cs"):
        before = datetime(2026, 11, 12, 19, 5, tzinfo=UTC)
        assert spoken_time(before) == "čt 12. listopadu, 20:05"


def test_paper_always_names_the_year():
    with override("en"):
        assert full_date(date(2026, 11, 16)) == "16 Nov 2026"
    with override("cs"):
        assert full_date(date(2026, 11, 16)) == "16. listopadu 2026"


def test_templates_show_nothing_for_no_day():
    shown = Template("{{ day|spoken_date }}{{ at|spoken_time }}")
    assert shown.render(Context({"day": None, "at": None})) == ""
