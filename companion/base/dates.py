"""Days and times as people say them: “today, 11:45”, “Thu 12 Nov”, “12 Nov 2025”."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import get_language, gettext


@dataclass(frozen=True)
class DateStyle:
    """Formats of Django's dateformat for a day of this year and for any day."""

    this_year: str
    full: str


STYLES = {
    "en": DateStyle(this_year="D j M", full="j M Y"),
    # E is the month in the genitive: 12. listopadu.
    "cs": DateStyle(this_year="D j. E", full="j. E Y"),
}


def date_style() -> DateStyle:
    return STYLES.get((get_language() or "en")[:2], STYLES["en"])


def full_date(day: date) -> str:
    """A day with its year, for paper and for whatever is read long after."""
    return format_date(day, date_style().full)


def spoken_date(day: date) -> str:
    """A day as people name it from where they stand today."""
    today = timezone.localdate()
    near = {
        today: gettext("today"),
        today - timedelta(days=1): gettext("yesterday"),
        today + timedelta(days=1): gettext("tomorrow"),
    }
    if day in near:
        return near[day]
    if day.year == today.year:
        return format_date(day, date_style().this_year)
    return full_date(day)


def spoken_time(at: datetime) -> str:
    """A moment as people name it: the day, then the hour."""
    local = timezone.localtime(at)
    return f"{spoken_date(local.date())}, {local:%H:%M}"
