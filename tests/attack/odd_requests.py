"""Requests no browser sends, to a running server that looks for the token of every form."""

from __future__ import annotations

HOST = "Host: localhost\r\n"
EVIL = "Host: evil.example\r\n"
COOKIE = f"Cookie: csrftoken={'a' * 32}\r\n"
FORM = "application/x-www-form-urlencoded"
LAST = "Connection: close\r\n\r\n"
SECOND = (
    f"GET /alive/ HTTP/1.1\r\n{HOST}{LAST}"  # what somebody else's request would be
)


def post(body: str, kind: str = FORM, host: str = HOST) -> str:
    head = f"POST /log-in/ HTTP/1.1\r\n{host}{COOKIE}Content-Type: {kind}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n{LAST}{body}"


def send_twice(head: str, body: str) -> str:
    """A request that two readers would end at different places."""
    return f"POST /log-in/ HTTP/1.1\r\n{HOST}{head}\r\n{body}{SECOND}"


FIELDS = "a=1&" * 3000
PARTS = '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nx\r\n'
FORMS = {
    f"{name}, {where}": post(body, kind, host)
    for where, host in (("our name", HOST), ("another name", EVIL))
    for name, body, kind in (
        ("UTF-7", "a=1", f"{FORM}; charset=utf-7"),
        ("UTF-16", "a=1", f"{FORM}; charset=utf-16"),
        ("UTF-8 by another name", "a=1", f"{FORM}; charset=utf8"),
        ("many fields", FIELDS, FORM),
        ("many files", PARTS * 200 + "--b--", "multipart/form-data; boundary=b"),
        ("no boundary", "x", "multipart/form-data"),
        ("an odd boundary", "x", "multipart/form-data; boundary=\x7f"),
    )
}
# Each of them has to be refused, or its end be understood in one way only.
TWO_ENDS = {
    "both lengths": send_twice(
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"
    ),
    "two lengths": send_twice("Content-Length: 0\r\nContent-Length: 9\r\n", ""),
    "a signed length": send_twice("Content-Length: +0\r\n", ""),
    "a length with a space": send_twice("Content-Length : 0\r\n", ""),
    "another coding": send_twice("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"),
    "chunked before another": send_twice(
        "Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"
    ),
    "a folded header": send_twice("X: a\r\n Content-Length: 0\r\n", ""),
    "a huge chunk": send_twice("Transfer-Encoding: chunked\r\n", f"{'F' * 17}\r\nabc"),
    "two hosts": f"GET / HTTP/1.1\r\n{HOST}{EVIL}{LAST}",
}
