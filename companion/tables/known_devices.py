"""Browsers that are known here: whoever guesses elsewhere doesn't lock them out."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from companion.tables.models import Phone

COOKIE, SALT = "device", "companion.tables.known_devices"
YEAR = 365 * 24 * 60 * 60  # seconds


def known_device(request: HttpRequest, name: str) -> str:
    """What attempts of a known browser are counted under, or an empty text.

    For a name (given as its digest) that is a device that has logged in with it before; without one
    it is an account or a phone of a table.
    """
    if name:
        nonce, _, digest = read_cookie(request).partition(":")
        return f"device {nonce}" if nonce and digest == name else ""
    if request.user.is_authenticated:
        return f"account {request.user.pk}"
    phone = own_phone(request)
    return f"phone {phone}" if phone else ""


def read_cookie(request: HttpRequest) -> str:
    return request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=YEAR) or ""


def own_phone(request: HttpRequest) -> int | None:
    """The phone this browser has joined a real table as; anybody can make a demo's."""
    keys = request.session.get("phones", ())
    own = Phone.objects.filter(pk__in=keys, gone=False, table__demo="")
    return own.values_list("pk", flat=True).first() if keys else None


def remember_device(answer: HttpResponse, name: str) -> None:
    """Makes this browser known under the digest of a name, once it has logged in."""
    answer.set_signed_cookie(
        COOKIE,
        f"{secrets.token_hex(8)}:{name}",
        salt=SALT,
        max_age=YEAR,
        path=settings.SESSION_COOKIE_PATH,
        httponly=True,
        samesite="Lax",
        secure=settings.COMPANION_HTTPS,
    )
