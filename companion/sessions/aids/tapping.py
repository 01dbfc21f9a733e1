"""Helpers whose state stands in an address, tap by tap."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict

LEFT_OUT = {"left": "out"}


def read_number(data: QueryDict, key: str, allowed: range, default: int) -> int:
    known = {str(one): one for one in allowed}
    return known.get(data.get(key, ""), default)


def is_partly_unread(request: HttpRequest, unread: object) -> bool:
    """Whether part of the address couldn't be read, now or before it was replaced."""
    return bool(unread) or LEFT_OUT.items() <= request.GET.dict().items()
