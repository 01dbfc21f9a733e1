"""One's own certificate: whether the two files that were named can be used."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _


class Unusable(Exception):
    """The message is the one sentence people read."""


class Certificate(NamedTuple):
    file: str
    key: str


def read_certificate() -> Certificate | None:
    """The certificate to serve with; none at home and behind a proxy."""
    files = {
        "COMPANION_CERTIFICATE": settings.COMPANION_CERTIFICATE,
        "COMPANION_KEY": settings.COMPANION_KEY,
    }
    if not any(files.values()):
        refuse_bare_https()
        return None
    for name, path in files.items():
        refuse_unreadable(name, path)
    certificate = Certificate(*files.values())
    refuse_unfit(certificate)
    return certificate


def refuse_bare_https() -> None:
    if settings.COMPANION_HTTPS and not settings.COMPANION_PROXY:
        raise Unusable(
            _(
                "COMPANION_HTTPS=1 needs COMPANION_CERTIFICATE and COMPANION_KEY,"
                " or COMPANION_PROXY=1 behind a proxy that has a certificate."
            )
        )


def refuse_unreadable(name: str, path: str) -> None:
    if not path:
        said = _(
            "%(setting)s is missing. Set both COMPANION_CERTIFICATE and COMPANION_KEY."
        )
        raise Unusable(said % {"setting": name})
    try:
        Path(path).read_bytes()
    except OSError as error:
        said = _("Can't read %(file)s (%(error)s). Check %(setting)s.")
        values = {"file": path, "error": error.strerror, "setting": name}
        raise Unusable(said % values) from error


def refuse_unfit(certificate: Certificate) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # With a password, if an empty one, a locked key is refused instead of asking for one.
        context.load_cert_chain(certificate.file, certificate.key, password="")
    except (ssl.SSLError, ValueError) as error:
        said = _(
            "%(file)s and %(key)s don't work together. Use a certificate and its key"
            " as PEM files without a password."
        )
        raise Unusable(said % certificate._asdict()) from error
