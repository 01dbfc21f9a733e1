"""The language of the terminal a command was started in."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.utils import translation

NAMED_BY = ("LC_ALL", "LC_MESSAGES", "LANG")
CZECH = ("cs", "czech")  # as Linux and macOS call it, and as Windows does
CZECH_LETTERS = "ěščřžýáíéůúďťň"


@contextmanager
def speak_terminal_language() -> Iterator[None]:
    with translation.override(terminal_language()):
        yield


def terminal_language() -> str:
    """Czech where the terminal says so and can show its letters, English anywhere else."""
    named = next(filter(None, map(os.environ.get, NAMED_BY)), None)
    called = named or locale.getlocale()[0] or ""
    czech = called.lower().startswith(CZECH) and can_show(CZECH_LETTERS)
    return "cs" if czech else "en"


def can_show(text: str) -> bool:
    """Whether the output has all of these letters or signs."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
