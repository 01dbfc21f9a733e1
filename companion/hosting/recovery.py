"""What people see when the database is damaged or lost, and the newest backup to go back to."""

from __future__ import annotations

import secrets
import socket
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from companion.base.hosts import is_own_host
from companion.hosting.copies import read_name
from companion.hosting.restoring import (
    CannotRestore,
    is_lost,
    newest_whole_copy,
    replace_database,
)

LARGEST = 1000  # bytes of the only form there is
PATIENCE = 10  # seconds a browser may take
MOST_VISITORS = 50  # from other machines at the same time


def first_page() -> str:
    return f"{settings.COMPANION_PREFIX}/"


class RecoveryServer(ThreadingHTTPServer):
    """Answers every address with one page until a backup was restored, or nobody wants one."""

    daemon_threads = True  # who is slow holds up nobody else, nor the end
    timeout = 0.2  # seconds after which it looks whether somebody has decided

    def __init__(self, listener: socket.socket, target: Path) -> None:
        super().__init__(listener.getsockname(), RecoveryPage, bind_and_activate=False)
        self.socket.close()
        self.socket = listener
        self.target = target
        self.newest = newest_whole_copy()
        self.lost = is_lost(target)
        self.token = secrets.token_urlsafe()
        self.restoring = threading.Lock()
        self.decided = False
        self.visitors: set[str] = set()

    def run(self) -> None:
        while not self.decided:
            self.handle_request()

    def process_request(self, request: Any, client_address: Any) -> None:
        """Whoever sits at this laptop always gets in."""
        if is_loopback(client_address) or len(self.visitors) < MOST_VISITORS:
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        visitor = str(client_address)
        self.visitors.add(visitor)
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.visitors.discard(visitor)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of who hung up."""

    def restore(self) -> None:
        """Only called while this process holds the lock of whoever serves; a second tap does nothing."""
        with self.restoring:
            if self.newest and not self.decided:
                replace_database(self.newest, self.target)
                self.decided = True

    def start_empty(self) -> None:
        """Only where there is nothing that a new database would take the place of."""
        with self.restoring:
            self.decided = self.decided or self.lost


def is_loopback(client_address: Any) -> bool:
    return ip_address(client_address[0]).is_loopback


class RecoveryPage(BaseHTTPRequestHandler):
    server: RecoveryServer
    timeout = PATIENCE

    def do_GET(self) -> None:
        self.show()

    def do_POST(self) -> None:
        size = self.headers.get("content-length") or ""
        known = (
            size.isdecimal() and len(size) < 10
        )  # Python reads no thousands of digits
        told = self.rfile.read(min(int(size), LARGEST)) if known else b""
        sent = parse_qs(told.decode("ascii", "replace"))
        given = sent.get("token", [""])[0]
        if not (self.is_own and secrets.compare_digest(given, self.server.token)):
            self.show()
            return
        try:
            (self.server.start_empty if "empty" in sent else self.server.restore)()
        except (CannotRestore, OSError) as error:
            self.show(str(error))
            return
        self.lead_on()

    def lead_on(self) -> None:
        root = first_page()
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Location", root)
        self.send_header("Refresh", f"3; url={root}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    @property
    def is_own(self) -> bool:
        """Whether it is asked on this laptop: nobody restores from across the room, and no page
        of another site that calls itself by this machine's address.

        Behind a proxy everybody comes from its address, so only whoever goes past it is here.
        """
        passed_on = settings.COMPANION_PROXY and "x-forwarded-for" in self.headers
        named = is_own_host(self.headers.get("host") or "")
        return named and is_loopback(self.client_address) and not passed_on

    def show(self, failed: str = "") -> None:
        newest = self.server.newest and read_name(self.server.newest)
        shown = {
            "newest": newest,
            "lost": self.server.lost,
            "own": self.is_own,
            "token": self.server.token,
            "failed": failed,
            "root": first_page(),
        }
        with translation.override(self.language()):
            page = render_to_string("hosting/damaged.html", shown).encode()
        self.send_response(HTTPStatus.SERVICE_UNAVAILABLE)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)

    def do_HEAD(self) -> None:
        self.show()

    def language(self) -> str:
        asked = parse_accept_lang_header(self.headers.get("accept-language") or "")
        known = [code.partition("-")[0] for code, _weight in asked]
        return next((code for code in known if code in ("cs", "en")), "en")

    def log_message(self, *_given: Any) -> None:
        """Says nothing: the terminal has one sentence already."""
