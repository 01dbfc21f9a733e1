"""Filters that show days and times as people say them."""

from datetime import date, datetime

from django import template

from companion.base import dates

register = template.Library()


@register.filter
def spoken_date(day: date | None) -> str:
    return dates.spoken_date(day) if day else ""


@register.filter
def spoken_time(at: datetime | None) -> str:
    return dates.spoken_time(at) if at else ""


@register.filter(expects_localtime=True)
def full_date(day: date | None) -> str:
    return dates.full_date(day) if day else ""
