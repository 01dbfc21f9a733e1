"""Start Empire Companion on this machine and for phones on its network."""

import errno
import io
import logging
import os
import socket
import sys
from argparse import ArgumentParser
from ipaddress import AddressValueError, IPv4Address
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand
from django.core.management.color import supports_color
from django.db import OperationalError, connection
from django.utils.translation import gettext as _

from companion.base import addresses
from companion.base.terminal import can_show, speak_terminal_language
from companion.hosting import backup, certificate
from companion.hosting.certificate import Certificate
from companion.hosting.collecting_static import collect_changed_assets
from companion.hosting.housekeeping import start_housekeeping
from companion.hosting.prefix import is_own_word
from companion.hosting.recovery import RecoveryServer
from companion.hosting.restoring import finish_replacing, is_damaged, is_lost
from companion.hosting.running import run_server
from companion.hosting.starting import (
    CannotServe,
    bring_database_up_to_date,
    make_private,
    serving_alone,
    unwritable,
)

log = logging.getLogger(__name__)
# Blocks are the light squares of the code: white on black, whatever the terminal's own colours.
WHITE_ON_BLACK, PLAIN = "\033[38;5;231;48;5;16m", "\033[0m"


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()  # `make check` runs them; at the table every second counts.

    def add_arguments(self, parser: ArgumentParser) -> None:
        said = (
            "start without data where the database is missing, though there are backups"
        )
        parser.add_argument("--empty", action="store_true", help=said)

    def handle(self, **options: Any) -> None:
        try:
            self.serve(empty=options["empty"])
        except CannotServe as problem:
            sys.exit(str(problem))
        except KeyboardInterrupt:
            pass  # This is how people stop it.

    def serve(self, *, empty: bool = False) -> None:
        with speak_terminal_language():
            # What may be refused comes first: whoever is told so has changed nothing.
            own = chosen_certificate()
            refuse_confusing_prefix()
            refuse_workers_on_sqlite()
            listener = listen(chosen_address(), chosen_port())
        with serving_alone():
            self.recover_if_damaged(listener, empty=empty)
            with speak_terminal_language():
                self.prepare()
                self.announce(listener)
            run_server(listener, own)

    def announce(self, listener: socket.socket) -> None:
        if settings.COMPANION_LOG:  # where nobody reads, and every line is JSON
            log.info("Empire Companion is running.")
            return
        self.stdout.write(announcement(*listener.getsockname()))
        self.stdout.flush()

    def recover_if_damaged(self, listener: socket.socket, *, empty: bool) -> None:
        """Waits on a page of its own until somebody has decided on a backup."""
        target = backup.database_file()
        if target:
            finish_replacing(target)
        if target is None or not is_damaged(target) or (empty and is_lost(target)):
            return
        server = RecoveryServer(listener, target)
        tell = tell_loss if server.lost else tell_damage
        with speak_terminal_language():
            found = tell(server.newest, *listener.getsockname())
        self.stdout.write(found)
        self.stdout.flush()
        server.run()

    def prepare(self) -> None:
        try:
            if bring_database_up_to_date() and not settings.COMPANION_LOG:
                self.stdout.write(_("The database is up to date."))
            collect_changed_assets()
            make_private()
        except OSError as error:
            raise CannotServe(unwritable(error)) from error
        except OperationalError as error:
            said = _("The database can't be used: %(error)s.") % {"error": error}
            raise CannotServe(said) from error
        start_housekeeping()


def tell_damage(newest: Path | None, listening: str, port: int) -> str:
    if newest is None:
        return _(
            "The database is damaged, and there is no good backup here."
            " Stop with Ctrl+C and restore one from elsewhere: restore FILE."
        )
    said = _(
        "The database is damaged. The newest good backup is %(file)s."
        " Open %(link)s on this machine to go back to it."
    )
    return said % name_backup(newest, listening, port)


def tell_loss(newest: Path | None, listening: str, port: int) -> str:
    if newest is None:
        return _(
            "The database is missing, and there is no good backup here."
            " Stop with Ctrl+C, then restore FILE, or start without data: serve --empty."
        )
    said = _(
        "The database is missing. The newest good backup is %(file)s. Open %(link)s"
        " on this machine to go back to it. To start without data: serve --empty."
    )
    return said % name_backup(newest, listening, port)


def name_backup(newest: Path, listening: str, port: int) -> dict[str, str]:
    """A backup, and where a browser on this machine goes back to it."""
    here = addresses.make_url(addresses.local_host_name(listening), port)
    return {"file": newest.name, "link": here}


def chosen_certificate() -> Certificate | None:
    try:
        return certificate.read_certificate()
    except certificate.Unusable as error:
        raise CannotServe(str(error)) from error


def refuse_confusing_prefix() -> None:
    if is_own_word(settings.COMPANION_PREFIX):
        said = _(
            "%(setting)s is “%(given)s”. Use a word that no page here begins with."
        )
        given = {"setting": "COMPANION_PREFIX", "given": settings.COMPANION_PREFIX}
        raise CannotServe(said % given)


def refuse_workers_on_sqlite() -> None:
    """It has one writer at a time, so more processes would only wait for one another."""
    if settings.COMPANION_WORKERS > 1 and connection.vendor == "sqlite":
        raise CannotServe(
            _("COMPANION_WORKERS needs PostgreSQL. Set DATABASE_URL or leave it out.")
        )


def chosen_port() -> int:
    chosen = os.environ.get("COMPANION_PORT") or "8000"
    if not (chosen.isascii() and chosen.isdigit() and 1 <= int(chosen) <= 65535):
        said = _("%(setting)s is “%(given)s”. Use a number from 1 to 65535.")
        raise CannotServe(said % {"setting": "COMPANION_PORT", "given": chosen})
    return int(chosen)


def chosen_address() -> str:
    """The address to listen on: every one, unless COMPANION_ADDRESS names one of them.

    Behind a proxy it is this machine's own: whoever came past the proxy could write its headers.
    With COMPANION_DEBUG it is too, because a traceback tells too much.
    """
    own = settings.COMPANION_PROXY or settings.DEBUG
    usual = "127.0.0.1" if own else "0.0.0.0"  # noqa: S104 - phones come from outside
    chosen = os.environ.get("COMPANION_ADDRESS") or usual
    try:
        return str(IPv4Address(chosen))
    except AddressValueError as error:
        said = _("%(setting)s is “%(given)s”. Use an address like 192.168.1.5.")
        raise CannotServe(
            said % {"setting": "COMPANION_ADDRESS", "given": chosen}
        ) from error


def listen(address: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # Elsewhere it would let two servers share the port.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((address, port))
        # Whoever comes before we are ready waits instead of failing.
        listener.listen(2048)
    except OSError as error:
        listener.close()
        raise CannotServe(refusal_message(address, port, error)) from error
    return listener


def refusal_message(address: str, port: int, error: OSError) -> str:
    other = port + 1 if 1024 <= port < 65535 else 8000
    if error.errno == errno.EADDRNOTAVAIL:
        said = _("This machine doesn't have the address %(given)s. Change %(setting)s.")
        return said % {"given": address, "setting": "COMPANION_ADDRESS"}
    if isinstance(error, PermissionError):
        reason = _("You don't have permission to use port %(port)s.")
    else:
        reason = _("Port %(port)s is in use by another program.")
    way_out = _("Try another, for example %(setting)s.")
    return f"{reason} {way_out}" % {"port": port, "setting": f"COMPANION_PORT={other}"}


def announcement(listening: str, port: int) -> str:
    directions = proxy_lines if settings.COMPANION_PROXY else network_lines
    lines = ["", _("Empire Companion is running."), "", *directions(listening, port)]
    return "\n".join([*lines, "", _("Press Ctrl+C to stop.")])


def proxy_lines(listening: str, port: int) -> list[str]:
    """Only the proxy's own names lead here, and it alone knows its ports."""
    here = addresses.make_url(addresses.local_host_name(listening), port)
    return [
        address_line(_("for your proxy"), here),
        "  " + _("Phones and browsers connect through the proxy."),
    ]


def network_lines(listening: str, port: int) -> list[str]:
    here = addresses.make_url(addresses.local_host_name(listening), port)
    phones = addresses.phone_address(listening)
    link = phones and addresses.make_url(certified_name() or phones, port)
    invited = invitation_lines(link) if link else [no_phones_line(listening)]
    return [address_line(_("on this machine"), here), *invited]


def address_line(where: str, link: str) -> str:
    return f"  {where:<17} {link}"


def certified_name() -> str | None:
    """A certificate is made out to a name rather than to this evening's address."""
    names = settings.COMPANION_HOSTS if settings.COMPANION_CERTIFICATE else []
    return next(iter(names), None)


def invitation_lines(link: str) -> list[str]:
    line = address_line(_("on your phones"), link)
    near = _("(same Wi-Fi)")
    return [f"{line}   {near}", *qr_lines(link)]


def no_phones_line(listening: str) -> str:
    if IPv4Address(listening).is_loopback:
        said = _("Phones can't join. %(setting)s allows only this machine.")
        return "  " + said % {"setting": "COMPANION_ADDRESS"}
    return "  " + _(
        "Phones can't join yet. Connect to Wi-Fi or turn on a hotspot, then restart."
    )


def qr_lines(link: str) -> list[str]:
    """A QR code of the link, or nothing where the output can't show its blocks."""
    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, compact=True)
    if not can_show(drawn.getvalue()):
        return []
    lines = drawn.getvalue().splitlines()
    if supports_color():
        lines = [f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in lines]
    return ["", *lines]
